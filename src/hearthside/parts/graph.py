"""A map of points joined by edges: who is near, how far, which way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

NOWHERE: frozenset[int] = frozenset()


class Graph:
    """Nodes numbered from 0, joined by edges of length 1. A graph never changes once built.

    Where a method takes `blocked`, those nodes can't be entered; the node one starts from never counts as blocked.

    Args:
        nodes: how many nodes there are.
        edges: pairs of nodes joined both ways.
        one_way: pairs (from, to) joined only in that direction.

    Raises:
        ValueError: an edge names a node that does not exist, or joins a node to itself.
    """

    __slots__ = ("_distances", "_from", "_near")

    def __init__(
        self, nodes: int, edges: Iterable[tuple[int, int]] = (), one_way: Iterable[tuple[int, int]] = ()
    ) -> None:
        out: list[set[int]] = [set() for _ in range(nodes)]
        back: list[set[int]] = [set() for _ in range(nodes)]
        both = list(edges)
        for a, b in [*both, *((b, a) for a, b in both), *one_way]:
            if not (0 <= a < nodes and 0 <= b < nodes):
                raise ValueError(f"edge {a}-{b}: the nodes are 0 to {nodes - 1}")
            if a == b:
                raise ValueError(f"edge {a}-{b} joins a node to itself")
            out[a].add(b)
            back[b].add(a)
        self._near = tuple(tuple(sorted(found)) for found in out)
        self._from = tuple(tuple(sorted(found)) for found in back)
        self._distances: list[tuple[int, ...] | None] = [None] * nodes

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self._near)

    def near(self, node: int) -> tuple[int, ...]:
        """The nodes one step away, in ascending order."""
        return self._near[node]

    def edges(self) -> list[tuple[int, int]]:
        """Every step there is as (from, to), in ascending order; an edge both ways is listed twice."""
        return [(a, b) for a, found in enumerate(self._near) for b in found]

    def distance(self, a: int, b: int, blocked: AbstractSet[int] = NOWHERE) -> int:
        """The steps of the shortest way from `a` to `b`, -1 if there is none."""
        return self.distances_from(a, blocked)[b]

    def distances_from(self, start: int, blocked: AbstractSet[int] = NOWHERE) -> tuple[int, ...]:
        """The distance of every node from `start`, by node number; -1 where there is no way."""
        if blocked:
            return _distances(self._near, start, blocked)
        known = self._distances[start]
        if known is None:
            known = self._distances[start] = _distances(self._near, start, NOWHERE)
        return known

    def within(self, start: int, steps: int, blocked: AbstractSet[int] = NOWHERE) -> list[int]:
        """The nodes at most so many steps away, `start` itself first, then by distance and number."""
        if steps < 0:
            return []
        near, seen, ring, out = self._near, {start}, [start], [start]
        for _ in range(steps):
            ring = sorted({b for a in ring for b in near[a] if b not in seen and b not in blocked})
            if not ring:
                break
            seen.update(ring)
            out += ring
        return out

    def paths(
        self, start: int, goal: int, most: int | None = None, blocked: AbstractSet[int] = NOWHERE
    ) -> Iterator[tuple[int, ...]]:
        """The ways from `start` to `goal` that visit no node twice, each with both ends, in ascending order.

        Args:
            start: the first node.
            goal: the last node.
            most: the longest way allowed, in steps; without it only the shortest ways are given. There can be very
                many ways: they are found one by one, as they are asked for.
            blocked: nodes that can't be entered.
        """
        if start == goal:
            if most is None or most >= 0:
                yield (start,)
            return
        if goal in blocked:
            return
        to_goal = _distances(self._from, goal, blocked - {start})
        if to_goal[start] < 0:
            return
        longest = to_goal[start] if most is None else most
        path = [start]
        ahead = [iter(self._near[start])]
        while ahead:
            node = next(ahead[-1], -1)
            if node < 0:
                ahead.pop()
                path.pop()
            elif node == goal:
                if len(path) <= longest:
                    yield (*path, goal)
            elif 0 < to_goal[node] <= longest - len(path) and node not in path:
                path.append(node)
                ahead.append(iter(self._near[node]))

    def connected(self, removed: AbstractSet[int] = NOWHERE) -> bool:
        """Whether every node can be reached from every other without the removed ones; true if one or none is left."""
        left = [node for node in range(len(self._near)) if node not in removed]
        if len(left) < 2:
            return True
        return all(
            distances[node] >= 0
            for distances in (_distances(self._near, left[0], removed), _distances(self._from, left[0], removed))
            for node in left
        )

    def diameter(self) -> int:
        """The greatest distance between two nodes; -1 if some node can't be reached from another."""
        greatest = 0
        for start in range(len(self._near)):
            distances = self.distances_from(start)
            if min(distances) < 0:
                return -1
            greatest = max(greatest, *distances)
        return greatest


def _distances(near: Sequence[Sequence[int]], start: int, blocked: AbstractSet[int]) -> tuple[int, ...]:
    out = [-1] * len(near)
    out[start] = steps = 0
    ring = [start]
    while ring:
        steps += 1
        new = []
        for a in ring:
            for b in near[a]:
                if out[b] < 0 and b not in blocked:
                    out[b] = steps
                    new.append(b)
        ring = new
    return tuple(out)
