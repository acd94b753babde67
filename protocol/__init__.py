"""The wire between server and clients: messages, codes, codec. Imports msgspec only."""
