"""usage: make_results.py py.results tag.results > tables.md   - markdown tables from the harnesses' JSON lines"""

import json
import sys

rows = [json.loads(line) for f in sys.argv[1:] for line in open(f) if line.startswith("{")]


def n(x):
    if x is None or x == "":
        return "-"
    if isinstance(x, str):
        return x
    if x >= 1e6:
        return "%.2fM" % (x / 1e6)
    if x >= 1e4:
        return "%.0fk" % (x / 1e3)
    if x >= 1e3:
        return "%.1fk" % (x / 1e3)
    return "%.3g" % x


print(
    "| engine | game | decisions/s | games/s | decisions/game | copies/s "
    "| legal listing us | peak RSS MB | min-max decisions/s |"
)
print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
for r in rows:
    if "dec_s" not in r:
        continue
    g = (
        r["game"]
        + (" %dp" % r["players"] if "players" in r else "")
        + (" batch %d" % r["batch"] if "batch" in r else "")
    )
    cp = r.get("copies_s") or (r.get("deepcopies_s") and n(r["deepcopies_s"]) + " (structuredClone)")
    if r["engine"] == "TAG":
        print(
            "| TAG forward model | %s | %s | %s | %.4g | %s | %s | %s | %s-%s |"
            % (
                g,
                n(r["dec_s"]),
                n(r["games_s"]),
                r["dec_per_game"],
                n(cp),
                n(r["legal_us"]),
                n(r["rss_mb"]),
                n(r["min_dec_s"]),
                n(r["max_dec_s"]),
            )
        )
        print(
            "| TAG Game.run, RandomPlayer | %s | %s | %s | %.4g | | | | |"
            % (g, n(r["loop_dec_s"]), n(r["loop_games_s"]), r["dec_per_game"])
        )
        continue
    print(
        "| %s | %s | %s | %s | %.4g%s | %s | %s | %s | %s-%s |"
        % (
            r["engine"],
            g,
            n(r["dec_s"]),
            n(r["games_s"]),
            r["dec_per_game"],
            " + %.3g chance" % r["chance_per_game"] if r.get("chance_per_game") else "",
            n(cp),
            n(r.get("legal_us")),
            n(r["rss_mb"]),
            n(r["min_dec_s"]),
            n(r["max_dec_s"]),
        )
    )
    if "python_loop_dec_s" in r:
        print(
            "| %s | %s, jitted step called from Python | %s | | | | | | |" % (r["engine"], g, n(r["python_loop_dec_s"]))
        )
print()
for r in rows:
    if "iterations_s" in r:
        print(
            "- %s, %s: %s iterations/s (300 iterations from the start, playout depth 50), RSS %s MB"
            % (r["engine"], r["game"], n(r["iterations_s"]), r["rss_mb"])
        )
