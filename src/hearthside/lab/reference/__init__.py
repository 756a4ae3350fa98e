"""Two small games for measuring: what `bench/` gives to every engine, as ordinary games of this kernel."""
