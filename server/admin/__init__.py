"""Administration: what whoever runs the server can do while it runs, through a local socket."""
