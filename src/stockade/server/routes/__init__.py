"""The requests, by subject."""
