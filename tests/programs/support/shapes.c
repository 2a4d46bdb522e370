/* What is done with the types of shapes.h, in a file that has more types without tags before them. */
struct before {
  struct {
    int first;
  } part;
  union {
    float second;
    int third;
  };
};

typedef struct {
  struct before old;
} wrapper;

enum { ONE = 1 };

#include "shapes.h"

int shapes_room(const wrapper *of);

int shapes_room(const wrapper *of)
{
  return of->old.part.first;
}

double height_at(const terrain *of, int i)
{
  double h = of->heights[i] * of->scale + of->corner.x;
  if (of->kind == STEEP)
    h *= 2;
  return h < of->range.least ? of->range.least : h > of->range.most ? of->range.most : h;
}

spot moved(const spot *from, double by)
{
  spot to = {from->x + by, from->y - by * ONE};
  return to;
}
