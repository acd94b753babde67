"""A bot to race against: a client like any other, that knows what the server tells it, no more."""
