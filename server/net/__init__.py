"""Bytes: sockets, sessions, HTTP, limits."""
