"""The composition root: every object is built here, and the socket is served."""
