"""`python -m tests.golden`: write all golden games anew; `git diff` shows what changed."""

from __future__ import annotations

from .games import FOLDER, GAMES, written

for name in GAMES:
    text = written(name)
    (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{name}: {len(text.splitlines())} lines")
