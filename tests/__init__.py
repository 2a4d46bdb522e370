"""The tests; `harness` is what they share."""
