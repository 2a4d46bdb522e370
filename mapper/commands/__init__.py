"""One file a command: each turns its arguments into values, calls the stages, and says what came of it."""
