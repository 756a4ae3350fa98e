"""Small games that exercise the kernel."""
