"""Every package in this folder is a game. Nothing outside a game's own folder knows its name."""
