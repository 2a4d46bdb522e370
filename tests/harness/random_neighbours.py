"""Random regions of neighbouring work-shared loops, whose iterations use what other loops have written.

Each loop is parallel by itself: it writes one element of an array an iteration, each iteration another one, and
reads that element and any elements of arrays that it does not write.  What one loop writes, the next ones may read
or write at the same, at a neighbouring or at the opposite place, by the array's name or through a pointer that
leads to one of two arrays.  All values are whole numbers below a limit, so sums are exact in any order.
"""

from __future__ import annotations

from random import Random

SIZE = 61  # elements of an array
REGIONS = 8

_HEAD = f"""#include <stdio.h>

#define SIZE {SIZE}
#define FOLD(x) ((x) % 1009)
"""

_TAIL = """
static long show(const long *x)
{
  long sum = 0;
  for (int i = 0; i < SIZE; i++)
    sum = FOLD(sum * 3 + x[i]);
  return sum;
}
"""

_SAME = ("{i}", "{i} + 1", "SIZE - 1 - {i}", "SIZE - 2 - {i}")  # a different element for each iteration
_ANY = (*_SAME, "{i} - 1", "{i} / 2", "order[{i}]", "7", "2 * {i} % SIZE")


class Neighbours:
    """The program of one seed in the making."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.arrays = [f"a{number}" for number in range(4)]
        self.pointers = {"p": ("a0", "a1"), "q": ("a2", "a3")}

    def program(self) -> str:
        """The text."""
        regions = [self._region(number) for number in range(REGIONS)]
        arrays = ", ".join(f"{name}[SIZE]" for name in self.arrays)
        lines = [_HEAD, f"static long {arrays}, order[SIZE], bound = SIZE - 2;", "static long *p, *q;", _TAIL]
        lines += regions
        lines += ["int main(void)", "{", "  for (int i = 0; i < SIZE; i++) {", "    order[i] = i * 5 % SIZE;"]
        lines += [f"    {name}[i] = i * {number + 3} % 23 - 11;" for number, name in enumerate(self.arrays)]
        lines += ["  }", "  for (int round = 0; round < 2; round++) {"]
        lines += [f"    {name} = round ? {two} : {one};" for name, (one, two) in self.pointers.items()]
        lines += [f"    region{number}(round);" for number in range(REGIONS)]
        return "\n".join([*lines, "  }", "  return 0;", "}", ""])

    def _region(self, number: int) -> str:
        same = self.random.choice([("1", "SIZE - 1"), ("1", "bound"), ("2", "SIZE - 1 - round")])
        count = self.random.randint(2, 4)
        loops = [line for loop in range(count) for line in self._loop(loop, same)]
        sums = ", ".join(f"sum{loop} = {loop}" for loop in range(count))
        shown = [f'  printf("{name} %ld\\n", show({name}));' for name in self.arrays]
        shown += [f'  printf("sum %ld\\n", sum{loop});' for loop in range(count)]
        head = [f"static void region{number}(int round)", "{", f"  long {sums};", "  #pragma omp parallel", "  {"]
        return "\n".join([*head, *loops, "  }", *shown, "  bound = SIZE - 2;", "  (void)round;", "}", ""])

    def _loop(self, number: int, same: tuple[str, str]) -> list[str]:
        random = self.random
        lower, upper = same if random.random() < 0.85 else ("3", "SIZE - 3")
        counter = random.choice("ij")
        target = random.choice([*self.arrays, *self.arrays, *self.pointers])
        place = (random.choice(_SAME) if random.random() < 0.2 else "{i}").format(i=counter)
        sources = [name for name in (*self.arrays, *self.pointers) if not self._meet(name, target)]
        value = " + ".join([str(number + 1), *(self._read(sources, number, counter) for _ in range(2))])
        own = f"{target}[{place}]"
        body = [f"long x = FOLD({value} + {own});", f"{own} = x;"]
        clause = ""
        if random.random() < 0.4:
            clause = f" reduction(+: sum{number})"
            body.append(f"sum{number} += x % 7;")
        if random.random() < 0.2:
            body = [f"if ({random.choice(sources)}[{counter}] % 3) {{", *(f"  {line}" for line in body), "}"]
        loop = f"for (int {counter} = {lower}; {counter} < {upper}; {counter}++) {{"
        inside = [f"      {line}" for line in body]
        return [f"    #pragma omp for{clause}", f"    {loop}", *inside, "    }"]

    def _read(self, sources: list[str], number: int, counter: str) -> str:
        if number and self.random.random() < 0.15:
            return f"sum{self.random.randrange(number)}"
        place = self.random.choice(_ANY if self.random.random() < 0.2 else ("{i}",))
        return f"{self.random.choice(sources)}[{place.format(i=counter)}]"

    def _meet(self, one: str, other: str) -> bool:
        return bool({one, *self.pointers.get(one, ())} & {other, *self.pointers.get(other, ())})


def random_neighbours(seed: int) -> str:
    """The program of a seed."""
    return Neighbours(seed).program()
