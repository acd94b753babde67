"""Pure minesweeper: no I/O, no clock, no randomness. Rules G1–G19, levels, R3, R4."""
