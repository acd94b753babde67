"""Démineur Race's server: pure engine and race, rooms, network, store. Start at ARCHITECTURE.md."""
