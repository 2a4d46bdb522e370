#ifdef BODY
{ x[i] = x[i] * BODY; }
#endif
#define BODY 2
