"""What operators do with the database of a server: backups, checks, less room on the disk, and people."""
