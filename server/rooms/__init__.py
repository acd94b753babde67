"""Live rooms: synchronous actors over the pure race; the one projection to the wire."""
