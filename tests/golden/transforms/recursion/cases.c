static int a[64], b[64], t[64][32];

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int divisor(int m, int n) { return n == 0 ? m : divisor(n, m % n); }

static int odd(int n);
static int even(int n) { return n == 0 || odd(n - 1); }
static int odd(int n) { return n > 0 && even(n - 1); }

static void walk(int *row, int k, int n) {
  for (int i = k; i < n; i += k + 1) {
    row[i] += k;
    walk(row, k + i, n);
  }
}

void run(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = fibonacci(i) + divisor(60, i);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = even(i);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    walk(t[i], 1, 32);
}
