"""What can be asked of the server: pages, the JSON API, the socket."""
