"""The only door to SQLite. Derived data alone: delete the file and it comes back."""
