"""Care of what is kept: backup, restore, check, migration. Commands for whoever hosts a server."""
