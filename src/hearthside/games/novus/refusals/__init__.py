"""Why not: what a person might try at a question and may not now, each with its numbers and its rule."""
