"""Facts on disk: the contract in `base`, group commit in `recorder`, backends `memory` and `sqlite`."""
