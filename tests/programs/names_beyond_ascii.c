/* Names with letters beyond ASCII: of variables, members, types, functions and in clauses.  expect: offloaded=1 */
#include <stdio.h>

typedef double größe_t;

struct punkt {
  größe_t höhe;
  int länge;
};

static größe_t naïve(größe_t ε)
{
  return ε * 0.5;
}

static void füllen(struct punkt *π, int n)
{
  größe_t Σ = 0;
  int é, ä = 3;
#pragma omp parallel for private(é) if(sizeof(größe_t) * ä > 2) schedule(static, ä * 2) firstprivate(ä) reduction(+ : Σ)
  for (int ι = 0; ι < n; ι++) {
    é = ι % ä;
    π[ι].höhe = naïve(é + 1);
    π[ι].länge = é;
    Σ += π[ι].höhe;
  }
  printf("Σ = %g\n", Σ);
}

int main(void)
{
  static struct punkt punkte[500];
  größe_t gewicht = 0;
  füllen(punkte, 500);
  for (int i = 0; i < 500; i++)
    gewicht += punkte[i].höhe * punkte[i].länge;
  printf("%g\n", gewicht);
  return 0;
}
