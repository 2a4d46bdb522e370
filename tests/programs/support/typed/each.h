#ifndef EACH_H
#define EACH_H
#define EACH(i, n) for (int i = 0; i < (n); i++)
#endif
