"""People: who they are, on which devices, and what a caller may do."""
