"""Random regions that call functions with work-shared loops, side by side, with different arguments.

A loop writes one element an iteration of the array that it gets, at a place that an argument moves, and reads that
element and any elements of arrays that none of its calls writes.  Calls stand next to each other, in short loops,
and next to loops of the region's own.  Else as `tests.harness.random_neighbours`.
"""

from __future__ import annotations

from tests.harness.random_neighbours import Neighbours

_READ = ("i", "i", "i + near", "i - near", "i * 3 % SIZE", "order[i]", "i + shift")


class Calls(Neighbours):
    """The program of one seed in the making."""

    def _region(self, number: int) -> str:
        random = self.random
        functions = []
        statements = ["int k = 0;"]
        targets: list[list[str]] = []
        for function in range(random.randint(1, 3)):
            targets.append(random.sample([*self.arrays, *self.pointers], random.randint(1, 2)))
            functions += self._function(f"step{number}_{function}", targets[-1])
        same = random.choice([("2", "SIZE - 2"), ("2", "bound"), ("3", "SIZE - 2 - round")])
        for _ in range(random.randint(2, 5)):
            function = random.randrange(len(targets))
            statements += self._statement(f"step{number}_{function}", targets[function], same)
        shown = [f'  printf("{name} %ld\\n", show({name}));' for name in self.arrays]
        head = [f"static void region{number}(int round)", "{", "  long sum0 = 0;", "  #pragma omp parallel", "  {"]
        inside = [f"    {line}" for line in statements]
        tail = ["  }", *shown, '  printf("sum %ld\\n", sum0);', "  (void)round;", "}", ""]
        return "\n".join([*functions, *head, *inside, *tail])

    def _function(self, name: str, targets: list[str]) -> list[str]:
        random = self.random
        names = (*self.arrays, *self.pointers)
        sources = [each for each in names if not any(self._meet(each, target) for target in targets)]
        reads = [f"{random.choice(sources)}[{random.choice(_READ)}]" for _ in range(2)] if sources else []
        value = " + ".join(["factor", *reads, "to[i + shift]"])
        body = [f"long x = FOLD({value});", f"to[i + shift] = x{random.choice(['', ' * near', ' - shift'])};"]
        if random.random() < 0.2:
            body = ["if (i % 3 != factor % 2) {", *(f"  {line}" for line in body), "}"]
        return [
            f"static void {name}(long *to, int first, long last, int shift, long factor)",
            "{",
            "  const int near = 2 * shift - 1;",
            f"  #pragma omp for{random.choice(['', ' schedule(static)'])}",
            "  for (int i = first; i < last; i++) {",
            *(f"    {line}" for line in body),
            "  }",
            "}",
            "",
        ]

    def _statement(self, name: str, targets: list[str], same: tuple[str, str]) -> list[str]:
        random = self.random
        kind = random.random()
        lower, upper = same if random.random() < 0.85 else ("4", "SIZE - 4")
        target = random.choice(targets)
        if kind < 0.25:
            first, last = random.choice([(0, 2), (1, 2), (0, 3)])
            shift = "k % 2" if last > 2 else "k"
            call = f"{name}({target}, {lower}, {upper}, {shift}, k + {random.randrange(3)});"
            return [f"for (k = {first}; k < {last}; k++)", f"  {call}"]
        if kind < 0.4:
            return [
                "#pragma omp for reduction(+: sum0)",
                f"for (int i = {lower}; i < {upper}; i++) {{",
                f"  {target}[i] = FOLD({target}[i] + k);",
                f"  sum0 += {target}[i] % 5;",
                "}",
            ]
        if kind < 0.45:
            return ["#pragma omp barrier"]
        shift, factor = random.choice("001"), random.choice(["1", "2", "round", "k", "k"])
        return [f"{name}({target}, {lower}, {upper}, {shift}, {factor});"]


def random_calls(seed: int) -> str:
    """The program of a seed."""
    return Calls(seed).program()
