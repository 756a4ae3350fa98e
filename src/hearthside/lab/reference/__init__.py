"""Two small games for measuring: the shared work that `bench/` gives to every engine, as ordinary games of this kernel."""
