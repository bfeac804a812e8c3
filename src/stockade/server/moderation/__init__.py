"""Moderation: what administrators do about people who disturb others. All of it is written to an audit log."""
