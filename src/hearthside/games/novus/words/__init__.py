"""Every sentence that a person reads at a table of Legends of Novus: questions, choices, the log, the result."""
