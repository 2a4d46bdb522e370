"""Objects, archives and libraries: what they define and refer to."""
