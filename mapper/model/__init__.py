"""Trained decision trees: reading and checking them, and printing them as C.  Nothing is trained here."""
