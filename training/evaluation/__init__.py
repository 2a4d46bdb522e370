"""What a model would have done to programs that it has not seen, from measured data, and a page that shows it."""
