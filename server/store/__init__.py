"""Facts on disk: contract in `base`, group commit in `recorder`, backends `memory`, `sqlite`."""
