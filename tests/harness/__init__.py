"""What tests of whole programs share: the example programs, building and running them, comparing outputs."""
