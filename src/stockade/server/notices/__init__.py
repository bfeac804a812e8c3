"""Tell people who are away what waits for them: by mail, by push to their devices, and by webhook."""
