/* Members for bounds, rows and values, of structures in each other; what is written, or more than one, stays. */
struct grid {
  int rows, columns;
  double scale, *data;
  unsigned flag : 1;
};
struct domain {
  struct grid *grid, *coarse;
  struct {
    float shift;
  } inner;
};
static struct grid whole;
static double sums[100];

static void scaled(const struct grid *from, struct grid *to) {
#pragma omp parallel for
  for (int i = 0; i < from->rows; i++)
    for (int j = 0; j < from->columns; j++)
      to->data[i * to->columns + j] = to->scale * from->data[i * from->columns + j];
}

static void shifted(struct domain *domain) {
#pragma omp parallel for
  for (int i = 0; i < domain->grid->rows; i++)
    if (domain->coarse)
      domain->coarse->data[i] = domain->coarse->scale * domain->grid->data[i] + domain->inner.shift;
}

static void counted(const struct grid *all, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    sums[i] = all[i].scale + all->rows;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    sums[i] += whole.scale + (whole.flag ? whole.rows : 0);
}

static void written(struct grid *one, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    one->data[i] = one->scale;
    if (i == 3)
      one->rows = 5;
  }
}

static double data[3][400];

double all_of_them(int coarse, int same) {
  static struct grid all[100];
  struct grid one = {20, 20, 2, data[0], 0}, two = {20, 20, 3, data[1], 0}, three = {20, 20, 4, data[2], 0};
  struct domain domain = {&one, coarse ? &two : 0, {1}};
  for (int i = 0; i < 400; i++)
    data[0][i] = i % 7 + 1;
  for (int i = 0; i < 100; i++)
    all[i].scale = i;
  whole = two;
  scaled(&one, same ? &one : &two);
  shifted(&domain);
  counted(all, 100);
  written(&three, 100);
  double sum = three.rows;
  for (int i = 0; i < 400; i++)
    sum += data[0][i] + 2 * data[1][i] + 3 * data[2][i] + sums[i % 100];
  return sum;
}
