if (x > 0) {
  UPDATE;
}
