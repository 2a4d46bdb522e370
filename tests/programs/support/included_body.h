{
  int old = a[k];
  a[k] = old > LIMIT ? old - LIMIT : old + k % 3 + (int)sizeof __FILE__ * 0;
}
