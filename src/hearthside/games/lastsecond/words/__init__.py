"""Every sentence that a person reads, but for what stands on cards (`text/`)."""
