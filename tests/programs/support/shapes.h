/* Types without tags that several files share; `tests/programs/call_untagged_types.c` uses them. */
#ifndef SHAPES_H
#define SHAPES_H

typedef struct {
  double x, y;
} spot;

typedef enum { FLAT, STEEP } slope_kind;

typedef struct {
  int count;
  double *heights;
  spot corner;
  slope_kind kind;
  struct {
    double least, most;
  } range;
  union {
    double scale;
    long bits;
  };
} terrain;

double height_at(const terrain *of, int i);
spot moved(const spot *from, double by);

#endif
