"""usage: bench_pgx.py GAME BATCH   Pgx on JAX CPU. Random legal play inside one jitted lax.scan of T steps with
automatic re-initialisation of finished games; a step of one environment = one decision (a batched step counts BATCH).
Also, for BATCH=1, the naive loop: jitted step called from Python for each decision.
JAX uses a thread pool: pin with `taskset -c 0` and XLA_FLAGS=--xla_cpu_multi_thread_eigen=false for one thread."""

import json
import os
import resource
import statistics
import sys
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax
import jax.numpy as jnp
import pgx

name, B = sys.argv[1], int(sys.argv[2])
env = pgx.make(name)
RUNS, SECS = int(os.environ.get("RUNS", 5)), float(os.environ.get("SECS", 2))
T = 2000 if B == 1 else 50


def one(state, key):
    logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
    k1, k2 = jax.random.split(key)
    a = jax.random.categorical(k1, logits)
    s = env.step(state, a, k2)
    done = s.terminated | s.truncated
    fresh = env.init(k2)
    return jax.tree_util.tree_map(lambda x, y: jnp.where(done, x, y), fresh, s), done


step = one if B == 1 else jax.vmap(one)


def roll(state, key):
    def body(c, k):
        s, n = c
        s, d = step(s, k if B == 1 else jax.random.split(k, B))
        return (s, n + jnp.sum(d)), None

    (s, n), _ = jax.lax.scan(body, (state, jnp.int32(0)), jax.random.split(key, T))
    return s, n


key = jax.random.PRNGKey(0)
t0 = time.perf_counter()
s = env.init(key) if B == 1 else jax.vmap(env.init)(jax.random.split(key, B))
jroll = jax.jit(roll)
s, n = jroll(s, key)
jax.block_until_ready(s)
compile_s = time.perf_counter() - t0
dps, gps, busy = [], [], []
clock = time.perf_counter if "wall" in sys.argv else time.process_time  # CPU seconds unless asked for wall
for r in range(-1, RUNS):
    t0, c0 = time.perf_counter(), clock()
    k = g = 0
    while True:
        key, sub = jax.random.split(key)
        s, n = jroll(s, sub)
        g += int(n)
        k += T * B
        el = time.perf_counter() - t0
        if el >= SECS:
            break
    wall, el = el, clock() - c0
    if r >= 0:
        busy.append(el / wall)
        dps.append(k / el)
        gps.append(g / el)
f = lambda x: float("%.4g" % x)
out = dict(
    engine="Pgx %s jax %s" % (pgx.__version__, jax.__version__),
    game=name,
    batch=B,
    dec_s=f(statistics.median(dps)),
    games_s=f(statistics.median(gps)),
    dec_per_game=f(sum(dps) / max(1e-9, sum(gps))),
    min_dec_s=f(min(dps)),
    max_dec_s=f(max(dps)),
    busy=f(min(busy)),
    compile_s=f(compile_s),
)
if B == 1:
    import random

    import numpy as np

    js, ji = jax.jit(env.step), jax.jit(env.init)
    st = ji(key)
    rates = []
    for r in range(-1, RUNS):
        t0, c0 = time.perf_counter(), clock()
        k = 0
        while True:
            a = np.flatnonzero(np.asarray(st.legal_action_mask))
            st = js(st, int(random.choice(a)), key)
            k += 1
            if bool(st.terminated) or bool(st.truncated):
                key, sub = jax.random.split(key)
                st = ji(sub)
            el = time.perf_counter() - t0
            if el >= SECS / 2:
                break
        if r >= 0:
            rates.append(k / (clock() - c0))
    out["python_loop_dec_s"] = f(statistics.median(rates))
out["rss_mb"] = f(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
print(json.dumps(out), flush=True)
