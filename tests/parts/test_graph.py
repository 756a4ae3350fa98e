"""Graphs against plain definitions: distances, ways, connection."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearthside.parts.graph import Graph

Edges = list[tuple[int, int]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Graph, int, Edges]:
    """A graph of 1 to 7 nodes, its number of nodes, and every step it should have."""
    nodes = draw(st.integers(1, 7))
    pairs = draw(st.permutations([(a, b) for a in range(nodes) for b in range(nodes) if a != b]))
    edges = pairs[: draw(st.integers(0, 2 * nodes))]
    one_way = pairs[len(edges) : len(edges) + draw(st.integers(0, nodes))]
    steps = sorted({*edges, *((b, a) for a, b in edges), *one_way})
    return Graph(nodes, edges, one_way), nodes, steps


def all_paths(nodes: int, steps: Edges, start: int, goal: int, blocked: set[int]) -> list[tuple[int, ...]]:
    """Every way that visits no node twice, by trying all orders of the nodes in between."""
    if start == goal:
        return [(start,)]
    between = [node for node in range(nodes) if node not in (start, goal) and node not in blocked]
    ways = [(start, *some, goal) for n in range(len(between) + 1) for some in permutations(between, n)]
    return sorted(way for way in ways if goal not in blocked and all(step in steps for step in pairwise(way)))


def test_a_ring_of_six_with_a_shortcut_one_way() -> None:
    ring = Graph(6, [(i, (i + 1) % 6) for i in range(6)], one_way=[(0, 3)])
    assert ring.near(0) == (1, 3, 5)
    assert ring.near(3) == (2, 4)
    assert ring.distance(0, 3) == 1
    assert ring.distance(3, 0) == 3
    assert ring.within(0, 1) == [0, 1, 3, 5]
    assert list(ring.paths(3, 0)) == [(3, 2, 1, 0), (3, 4, 5, 0)]
    assert list(ring.paths(3, 0, blocked={3, 4})) == [(3, 2, 1, 0)]
    assert list(ring.paths(3, 0, blocked={0})) == []
    assert ring.diameter() == 3
    assert ring.connected({1})
    assert not ring.connected({1, 4})


def test_small_graphs_are_no_trouble() -> None:
    assert Graph(0).connected()
    assert Graph(0).diameter() == 0
    assert Graph(0).edges() == []
    assert Graph(1).connected()
    assert Graph(1).diameter() == 0
    assert list(Graph(1).paths(0, 0)) == [(0,)]
    assert Graph(1).within(0, 9) == [0]
    assert Graph(2).diameter() == Graph(2).distance(0, 1) == -1
    assert list(Graph(2).paths(0, 1, most=9)) == []
    assert Graph(2).connected({0})
    assert Graph(2, [(0, 1)]).within(0, -1) == [] == list(Graph(2, [(0, 1)]).paths(0, 0, most=-1))


@pytest.mark.parametrize("edge", [(0, 2), (-1, 0), (1, 1)])
def test_an_edge_that_makes_no_sense_is_refused(edge: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"edge {edge[0]}-{edge[1]}"):
        Graph(2, [edge])


@given(graphs())
def test_neighbours_are_the_edges(case: tuple[Graph, int, Edges]) -> None:
    graph, nodes, steps = case
    assert len(graph) == nodes
    assert graph.edges() == steps


@given(graphs(), st.data())
def test_ways_and_distances_agree_with_trying_everything(case: tuple[Graph, int, Edges], data: st.DataObject) -> None:
    graph, nodes, steps = case
    node = st.integers(0, nodes - 1)
    start, goal, blocked = data.draw(node), data.draw(node), data.draw(st.sets(node))
    most = data.draw(st.integers(0, 7))
    ways = all_paths(nodes, steps, start, goal, blocked)
    shortest = min((len(way) - 1 for way in ways), default=-1)
    assert graph.distance(start, goal, blocked) == shortest
    assert list(graph.paths(start, goal, most, blocked)) == [way for way in ways if len(way) - 1 <= most]
    assert list(graph.paths(start, goal, blocked=blocked)) == [way for way in ways if len(way) - 1 == shortest]


@given(graphs(), st.data())
def test_within_lists_by_distance(case: tuple[Graph, int, Edges], data: st.DataObject) -> None:
    graph, nodes, _ = case
    start, blocked = data.draw(st.integers(0, nodes - 1)), data.draw(st.sets(st.integers(0, nodes - 1)))
    steps = data.draw(st.integers(-1, 7))
    far = graph.distances_from(start, blocked)
    near = [node for node, distance in enumerate(far) if 0 <= distance <= steps]
    assert graph.within(start, steps, blocked) == sorted(near, key=lambda node: (far[node], node))


@given(graphs(), st.data())
def test_connected_means_a_way_from_each_to_each(case: tuple[Graph, int, Edges], data: st.DataObject) -> None:
    graph, nodes, _ = case
    removed = data.draw(st.sets(st.integers(0, nodes - 1)))
    left = [node for node in range(nodes) if node not in removed]
    assert graph.connected(removed) == all(graph.distance(a, b, removed) >= 0 for a in left for b in left)
    distances = [graph.distance(a, b) for a in range(nodes) for b in range(nodes)]
    assert graph.diameter() == (-1 if -1 in distances else max(distances))
