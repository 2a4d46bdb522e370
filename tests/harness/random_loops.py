"""Random expressions, loop bodies, work-shared loops and regions, free of data races by construction.

An iteration writes only elements that are its own, and reads those, or arrays that no iteration writes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from tests.harness.random_data import ATOMIC, COLUMNS, LENGTH, View, floating

Lines = list[str]
Sink = Callable[[str], str]  # turns a value into a statement that keeps it


def indented(lines: Sequence[str]) -> Lines:
    """The lines two columns further to the right; directives stay at the left."""
    return [f"  {part}" for line in lines for part in line.split("\n")]


@dataclass
class Scope:
    """What code at some place may use: `scalars` are `int` variables, `written` the views of this construct."""

    random: Random
    scalars: list[str]
    readable: list[View]
    written: list[View] = field(default_factory=list)
    own: str = ""  # the index of the iteration's own elements
    helpers: list[str] = field(default_factory=list)
    depth: int = 0

    def names(self, *more: str) -> Scope:
        """The scope inside, with more scalars."""
        inside = Scope(**vars(self))
        inside.scalars = [*self.scalars, *more]
        inside.depth = self.depth + 1
        return inside


def expression(scope: Scope, depth: int = 2) -> str:
    """An `int` expression with a value from -1024 to 1023."""
    random = scope.random
    if depth == 0 or random.random() < 0.15:
        return _leaf(scope)
    left, right = expression(scope, depth - 1), expression(scope, depth - 1)
    return random.choice(
        [
            f"({left} + {right}) % 1009",
            f"({left} - {right}) % 997",
            f"({left} * {right}) % 991",
            f"({left} ^ {right})",
            f"({left} & {right})",
            f"({left} | {right})",
            f"({left} > {right} ? {left} : {_leaf(scope)})",
            f"({left} / (1 + ({right} & 7)))",
            f"(({left} & 31) << ({right} & 3))",
            f"({left} >> ({right} & 3))",
            f"-({left} % 500)",
            f"({left} < {right} && {left} != 3)",
            f"abs({left}) % 1000",
            *(f"{helper}({left}, {right})" for helper in scope.helpers),
        ]
    )


def _leaf(scope: Scope) -> str:
    random = scope.random
    choices = [str(random.randint(0, 40)), *(random.choice(scope.scalars) for _ in scope.scalars[:2])]
    choices += [
        view.load(_index(scope, view)) for view in random.sample(scope.readable, min(3, len(scope.readable)))
    ]
    if scope.own:
        choices += [view.load(scope.own) for view in scope.written]
    return f"({random.choice(choices)})"


def _index(scope: Scope, view: View) -> str:
    """Any element of an array that is only read."""
    random = scope.random
    if random.random() < 0.3 and scope.own and view.length == str(LENGTH):
        return scope.own
    inner = random.choice([*scope.scalars, str(random.randint(0, 99))])
    if random.random() < 0.3:
        inner = f"{inner} * {random.randint(2, 5)} + {random.randint(0, 9)}"
    return f"(unsigned)({inner}) % {view.length}"


def body(scope: Scope, sinks: Sequence[Sink], fresh: Callable[[], str], top: bool = True) -> Lines:
    """Statements of an iteration; each of `sinks` turns a value into a statement that keeps it."""
    random = scope.random
    lines: Lines = []
    for _ in range(random.randint(1, 3)):
        choice = random.random()
        if choice < 0.45 or scope.depth > 3:
            lines.append(random.choice(sinks)(expression(scope)))
        elif choice < 0.55:
            name = fresh()
            lines.append(f"int {name} = {expression(scope)};")
            scope = scope.names(name)
            lines += body(scope, sinks, fresh, top)
            lines.append(random.choice(sinks)(f"({name})"))
        elif choice < 0.65:
            lines += [f"if ({expression(scope)} > {random.randint(-20, 60)}) {{"]
            lines += indented(body(scope.names(), sinks, fresh, top))
            if random.random() < 0.5:
                lines += ["} else {", *indented(body(scope.names(), sinks, fresh, top))]
            elif top and random.random() < 0.3:
                lines += indented(["continue;"])
            lines += ["}"]
        elif choice < 0.72:
            lines += _switch(scope, sinks)
        elif choice < 0.79:
            lines += _table(scope, sinks, fresh)
        else:
            lines += _inner_loop(scope, sinks, fresh)
    return lines


def _switch(scope: Scope, sinks: Sequence[Sink]) -> Lines:
    lines = [f"switch ({expression(scope)} & 3) {{"]
    for label in ("case 0", "case 2", "default"):
        lines += [f"{label}:", *indented([scope.random.choice(sinks)(expression(scope)), "break;"])]
    return [*lines, "}"]


def _table(scope: Scope, sinks: Sequence[Sink], fresh: Callable[[], str]) -> Lines:
    """An array of the iteration's own."""
    table, k = fresh(), fresh()
    return [
        f"int {table}[4];",
        f"for (int {k} = 0; {k} < 4; {k}++)",
        f"  {table}[{k}] = {expression(scope.names(k))};",
        scope.random.choice(sinks)(f"{table}[{expression(scope)} & 3]"),
    ]


def _inner_loop(scope: Scope, sinks: Sequence[Sink], fresh: Callable[[], str]) -> Lines:
    random = scope.random
    sum_, k = fresh(), fresh()
    inside = scope.names(k, sum_)
    step = [f"{sum_} = ({sum_} + {expression(inside)}) % 1009;"]
    if random.random() < 0.4:
        step += [f"if ({sum_} > {random.randint(100, 900)})", f"  {random.choice(['break', 'continue'])};"]
        step += [f"{sum_} ^= 1;"]
    if random.random() < 0.3:
        step += body(inside, sinks, fresh, top=False)
    count = random.choice([str(random.randint(1, 6)), f"({expression(scope, 1)} & 7)"])
    form = random.random()
    lines = [f"int {sum_} = {random.randint(0, 9)};"]
    if form < 0.6:
        lines += [f"for (int {k} = 0; {k} < {count}; {k}++) {{", *indented(step), "}"]
    else:
        lines += [f"int {k} = {count};"]
        step = [f"{k}--;", *step]
        if form < 0.8:
            lines += [f"while ({k} > 0) {{", *indented(step), "}"]
        else:
            lines += ["do {", *indented(step), f"}} while ({k} > 0);"]
    return [*lines, random.choice(sinks)(f"({sum_})")]


@dataclass
class Loop:
    """A work-shared loop without its directive: the clauses it needs, and its text.

    `before` stands before the construct, `after` after it, where a reduction's value is put to use.
    """

    clauses: str
    text: Lines
    before: Lines
    after: Lines
    used: list[View]


_REDUCTIONS = {
    "+": "{0} += {1}",
    "-": "{0} -= {1}",
    "*": "{0} *= 1 + ({1} & 1)",
    "&": "{0} &= {1}",
    "|": "{0} |= {1}",
    "^": "{0} ^= {1}",
    "&&": "{0} = {0} && {1} > -700",
    "||": "{0} = {0} || {1} > 700",
    "max": "{0} = {0} > {1} ? {0} : {1}",
    "min": "if ({0} > {1})\n  {0} = {1}",
}


def work_loop(scope: Scope, fresh: Callable[[], str], combined: bool = True) -> Loop:
    """A loop over views of the scope; `combined`: on a `parallel for`, which may declare what it needs before."""
    random = scope.random
    views = random.sample(scope.readable, len(scope.readable))
    length = views[0].length
    written = [views[0]]
    for view in views[1:]:
        apart = all(view.apart(other) for other in written)
        if len(written) < 3 and apart and view.length == length and random.random() < 0.3:
            written.append(view)
    atomic = None
    rest = [view for view in views if all(view.apart(other) for other in written)]
    if rest and rest[0].element in ATOMIC and random.random() < 0.15:
        atomic = rest[0]
        rest = [view for view in rest if view.apart(atomic)]
    loop = Loop("", [], [], [], [*written, *rest, *([atomic] if atomic else [])])
    counter = fresh()
    header, index, names = _header(random, loop, counter, length, fresh, combined)
    inside = Scope(random, [*scope.scalars, *names], rest, written, index, scope.helpers)
    sinks = [_keeper(view, index) for view in written]
    if atomic:
        operator = random.choice(
            "+-" if floating(atomic.element) else "+-^|"
        )  # they don't mix: order would matter
        sinks.append(partial(_atomic, inside, atomic, operator))
    if combined:
        _scalars(random, loop, inside, sinks, fresh)
    text = body(inside, sinks, fresh)
    text += [sinks[0](expression(inside))]
    loop.text = [*header, "{", *indented(text), "}"]
    return loop


def _atomic(scope: Scope, view: View, operator: str, value: str) -> str:
    place = view.at(f"(unsigned)({expression(scope, 1)}) % {view.length}")
    return f"{{\n#pragma omp atomic\n  {place} {operator}= ({view.element})({value} & 3);\n}}"


def _keeper(view: View, index: str) -> Sink:
    return lambda value: view.store(index, value)


def _scalars(random: Random, loop: Loop, scope: Scope, sinks: list[Sink], fresh: Callable[[], str]) -> None:
    """Reductions, and private and firstprivate variables."""
    if random.random() < 0.5:
        _reduction(random, loop, sinks, fresh())
    if random.random() < 0.2:
        private = fresh()
        loop.before.append(f"int {private};")
        loop.clauses += f" private({private})"
        value, keep = expression(scope), sinks[0]
        sinks.append(lambda _: f"{{\n  {private} = {value};\n  {keep(f'({private})')}\n}}")
    if random.random() < 0.25:
        constant = fresh()
        loop.before.append(f"int {constant} = {random.randint(-9, 99)};")
        loop.clauses += f" firstprivate({constant})"
        scope.scalars.append(constant)
    if random.random() < 0.2:
        loop.clauses += random.choice(
            [" schedule(static, 3)", " schedule(dynamic)", " num_threads(2)", " if(hot > 0)"]
        )


def _reduction(random: Random, loop: Loop, sinks: list[Sink], name: str) -> None:
    operator = random.choice(list(_REDUCTIONS))
    types = ["int", "long", "unsigned", "unsigned long"]
    if operator in ("+", "-", "max", "min"):
        types += ["float", "double"]
    type_ = "unsigned long" if operator == "*" else random.choice(types)
    cast = "" if operator in ("*", "&&", "||") else f"({type_})"
    start = random.randint(0, 1 if operator in ("&&", "||") else 5)
    loop.before.append(f"{type_} {name} = {start};")
    loop.clauses += f" reduction({operator}: {name})"
    loop.after.append(f'printf("{name} %.10g\\n", (double){name});')
    sinks.append(lambda value: f"{{\n{_REDUCTIONS[operator].format(name, f'{cast}({value})')};\n}}")


def _header(
    random: Random, loop: Loop, i: str, length: str, fresh: Callable[[], str], combined: bool
) -> tuple[Lines, str, list[str]]:
    """The loop's head, the index of an iteration's own elements, and the counters."""
    if length == str(LENGTH) and random.random() < 0.25:
        j = fresh()
        loop.clauses += random.choice([" collapse(2)", ""])
        high = random.choice([str(COLUMNS), f"{random.randint(1, COLUMNS)}"])
        rows = LENGTH // COLUMNS
        heads = [f"for (int {i} = 0; {i} < {rows}; {i}++)", f"  for (int {j} = 0; {j} < {high}; {j}++)"]
        if "collapse" not in loop.clauses and random.random() < 0.4:
            heads[1] = f"  for (int {j} = {i}; {j} < {COLUMNS}; {j}++)"
        return heads, f"{i} * {COLUMNS} + {j}", [i, j]
    low, less = random.randint(0, 4), random.randint(0, 4)
    type_ = random.choice(["int", "int", "long", "unsigned", "short"])
    high = random.choice([f"{length} - {less}", f"{length} - {less}", length])
    step = random.randint(2, 5)
    up = [
        f"{i} = {low}; {i} < {high}; {i}++",
        f"{i} = {low}; {i} < {high}; ++{i}",
        f"{i} = {low}; {i} <= {high} - 1; {i}++",
        f"{i} = {low}; {high} > {i}; {i} += {step}",
        f"{i} = {low}; {i} < {high}; {i} = {i} + {step}",
        f"{i} = {low}; {i} < {high}; {i} = {step} + {i}",
    ]
    down = [
        f"{i} = {high} - 1; {i} >= {low}; {i}--",
        f"{i} = {high} - 1; {i} > {low}; {i} -= {step}",
        f"{i} = {high} - 1; {low} <= {i}; {i} = {i} - {step}",
    ]
    variable = "n" in length or "length" in length
    if type_ == "unsigned":
        down, up = [], up[:2] if variable else up
    if variable and type_ == "unsigned":
        type_ = "int"
    head = random.choice(up + down)
    if combined and random.random() < 0.4:
        loop.before.append(f"{type_} {i};")
        head = f"for ({head})"
    else:
        head = f"for ({type_} {head})"
    index = random.choice([i, i, f"{length} - 1 - {i}"])
    return [head], index, [i if type_ == "int" else f"(int){i}"]


def region(scope: Scope, fresh: Callable[[], str]) -> Lines:
    """One `parallel for`, or a parallel region of several loops with serial and replicated code between them."""
    random = scope.random
    if random.random() < 0.6:
        loop = work_loop(scope, fresh)
        return [
            "{",
            *indented([*loop.before, f"#pragma omp parallel for{loop.clauses}", *loop.text, *loop.after]),
            "}",
        ]
    private = fresh()
    inside = scope.names(private)
    lines = [f"int {private} = {random.choice(scope.scalars)};"]
    for _ in range(random.randint(2, 3)):
        loop = work_loop(inside, fresh, combined=False)
        nowait = random.random() < 0.3
        lines += [f"#pragma omp for{loop.clauses}{' nowait' if nowait else ''}", *loop.text]
        if nowait:
            lines.append("#pragma omp barrier")
        choice = random.random()
        serial = random.choice(scope.readable)
        reader = Scope(random, inside.scalars, scope.readable)
        index = f"{random.randint(0, 9)}"
        if choice < 0.2:
            lines += ["#pragma omp single", "{", f"  {serial.store(index, expression(reader))}", "}"]
        elif choice < 0.4:
            lines += ["#pragma omp master", "{", f"  {serial.store(index, expression(reader))}", "}"]
            lines += ["#pragma omp barrier"]
        elif choice < 0.6:
            lines += [f"{private} = ({private} * 3 + {random.randint(0, 9)}) % 100;"]
    body_ = indented(lines)
    if random.random() < 0.25:
        step = fresh()
        body_ = indented([lines[0], f"for (int {step} = 0; {step} < 2; {step}++) {{", *indented(lines[1:]), "}"])
    return ["#pragma omp parallel", "{", *body_, "}"]
