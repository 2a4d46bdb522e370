"""C source text -> `Unit`: tokens, tree, and the way back to the user's text."""
