"""What travels on the socket: the table of methods, the shape of a line, the limits."""
