/* Structures by value, arrays of structures, and pointers in structures that the host loads. */
typedef struct {
  double x, y;
  int tag[2];
} point;

struct mesh {
  int count;
  point *points;
  double *weight;
};

static void shift(struct mesh *mesh, point by)
{
#pragma omp parallel for
  for (int i = 0; i < mesh->count; i++) {
    point p = mesh->points[i];
    p.x += by.x * mesh->weight[i];
    p.tag[1] = i;
    mesh->points[i] = p;
    mesh->points[i].y -= by.y;
  }
}

int main(void)
{
  static point points[10];
  static double weight[10];
  struct mesh mesh = {10, points, weight};
  point by = {1, 2, {0, 0}};

  shift(&mesh, by);
  return 0;
}
