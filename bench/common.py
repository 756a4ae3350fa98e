"""Shared measuring code: every Python harness in this folder uses it.

An engine gives: play(rng) -> (decisions, chance_events), mid(rng, n) -> a state after n decisions
(or None if the game ended sooner), copy(state), legal(state) -> a sized listing.

Rates are per second of the process's own CPU time, which equals wall time on a quiet machine (`busy` = CPU / wall,
the worst block): other jobs may share this machine.
"""

import json
import os
import random
import resource
import statistics
import sys
import time


def sampled(fn, secs, batch=1):
    t0, c0 = time.perf_counter(), time.process_time()
    n = 0
    while True:
        for _ in range(batch):
            fn()
        n += batch
        if time.perf_counter() - t0 >= secs:
            return n / (time.process_time() - c0)


def measure(
    engine, game, play, mid=None, copy=None, legal=None, runs=5, secs=2.0, seed=1, n_states=20, extra=None, quiet=False
):
    runs = int(os.environ.get("RUNS", runs))
    secs = float(os.environ.get("SECS", secs))
    rng = random.Random(seed)
    dps, gps, dpg, cpg, busy = [], [], [], [], []
    for r in range(-1, runs):  # run -1 warms up
        t0, c0 = time.perf_counter(), time.process_time()
        d = c = g = 0
        while True:
            a, b = play(rng)
            d += a
            c += b
            g += 1
            el = time.perf_counter() - t0
            if el >= (secs if r >= 0 else secs / 2):
                break
        wall, el = el, time.process_time() - c0
        if r >= 0:
            busy.append(el / wall)
            dps.append(d / el)
            gps.append(g / el)
            dpg.append(d / g)
            cpg.append(c / g)
    med = statistics.median
    out = dict(
        engine=engine,
        game=game,
        dec_s=med(dps),
        games_s=med(gps),
        dec_per_game=statistics.mean(dpg),
        chance_per_game=statistics.mean(cpg),
        min_dec_s=min(dps),
        max_dec_s=max(dps),
        busy=min(busy),
    )
    if mid:
        at = int(statistics.mean(dpg) / 2)
        states = []
        for _ in range(2000):
            s = mid(rng, at)
            if s is not None:
                states.append(s)
            if len(states) == n_states:
                break
        if copy:

            def cp():
                for s in states:
                    copy(s)

            out["copies_s"] = med([sampled(cp, secs / 2) * len(states) for _ in range(runs)])
        if legal:

            def lg():
                for s in states:
                    legal(s)

            out["legal_us"] = 1e6 / med([sampled(lg, secs / 2) * len(states) for _ in range(runs)])
            out["branching_mid"] = statistics.mean(len(legal(s)) for s in states)
    out["rss_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if extra:
        out.update(extra)
    out = {k: (float("%.4g" % v) if isinstance(v, float) else v) for k, v in out.items()}
    if not quiet:
        print(json.dumps(out), flush=True)
    return out
