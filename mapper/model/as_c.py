"""Models as C: the functions and tables that `struct __mrt_program` of the run-time library points to.

`__mrt_combine` fills in the combined features, `__mrt_score` adds up a model's trees; the names of further
models end in their number. One tree is printed as nested conditions on named features, for people to read, and a
second time in the function that explains its answer; several are printed as tables with a loop, so that the
emitted file stays short. Thresholds, prices and values are printed with all their digits, so that the C code
takes the branch that Python takes.
"""

from __future__ import annotations

from collections.abc import Sequence

from mapper.features import schema
from mapper.model.tree import (
    PRICED,
    RELAYOUT_FEATURES,
    TREE_NAMES,
    Leaf,
    Model,
    Node,
    Relayout,
    Split,
    Sums,
    nodes,
)

RATIO = "device_seconds / cpu_seconds"
"""How conditions on the last of `PRICED` read."""

_TAKES = '  __mrt_path(path, size, "OpenCL takes (the CPU)", cpu_seconds, device_seconds);'
_WALK = """\
static __MRT_MODEL double __mrt_leaf%(end)s(const double *f, unsigned tree, char *path, __mrt_size size)
{
  unsigned at = __mrt_roots%(end)s[tree];
  while (__mrt_nodes%(end)s[at].feature >= 0) {
    int number = __mrt_nodes%(end)s[at].feature;
    double value = f[number], limit = __mrt_nodes%(end)s[at].value;
    int below = value <= limit;
    if (path)
      __mrt_path(path, size, __mrt_conditions%(end)s[number][below], value, limit);
    at += below ? 1 : __mrt_nodes%(end)s[at].right;
  }
  return __mrt_nodes%(end)s[at].value;
}

static __MRT_MODEL double __mrt_score%(end)s(const double *f, char *path, __mrt_size size)
{
  double score = %(first)s, most = 0.0;
  unsigned tree, heaviest = 0;
  for (tree = 0; tree < %(trees)d; tree++)
    score += __mrt_leaf%(end)s(f, tree, 0, 0);
  if (!path)
    return score;
  __mrt_path(path, size, score > 0.0 ? "the sum of %(trees)d trees >" : "the sum of %(trees)d trees <=",
             score, 0.0);
  for (tree = 0; tree < %(trees)d; tree++) {
    double adds = __mrt_leaf%(end)s(f, tree, 0, 0);
    if ((score > 0.0 ? adds : -adds) > most) {
      most = score > 0.0 ? adds : -adds;
      heaviest = tree;
    }
  }
  __mrt_path(path, size, "most by tree", score > 0.0 ? most : -most, heaviest + 1.0);
  __mrt_leaf%(end)s(f, heaviest, path, size);
  return score;
}
"""


def combine_as_c() -> str:
    """The C text of `__mrt_combine`, which combines features by a model's weights; static, as all that is here."""
    lines = ["static __MRT_MODEL void __mrt_combine(double *f, const double *weights)", "{", "  __MRT_AS_WRITTEN"]
    lines += [f"  {assignment}" for assignment in schema.combined_as_c()]
    return "\n".join([*lines, "}", ""])


def model_as_c(model: Model, end: str = "") -> str:
    """The C text of `__mrt_score`, with `end` behind all names; it needs mapper_rt.h.

    The function appends each condition that held, with the feature's value and the threshold, to `path`, when
    that is not NULL, through the run-time library's `__mrt_path`; of several trees those of the one that pulls the
    sum the furthest to its side.
    """
    seconds = f"__mrt_seconds{end}"
    if len(model.trees) == 1 and model.sums is None:
        prices = [] if model.prices is None else _seconds(model.prices, seconds)
        name = f"__mrt_score{end}"
        tree = _tree(name, model.trees[0], model.base, TREE_NAMES, seconds if prices else "")
        return "\n".join([*prices, *tree])
    lines = []
    if model.sums is not None:
        lines += _seconds(model.sums, seconds)
        lines += _sums(f"__mrt_score{end}" if _is_nothing(model) else f"__mrt_sums{end}", seconds)
    if not _is_nothing(model):
        lines += _tables(model, end)
    return "\n".join(lines)


def weights_as_c(weights: schema.Weights) -> str:
    """The initializer of `__mrt_model.weights`."""
    return "{" + ", ".join(map(repr, weights.values())) + "}"


def relayout_as_c(relayout: Relayout, end: str = "") -> str:
    """The C text of `__mrt_relayout`, which `__mrt_model.relayout` points to."""
    answers = ("as it is", "copy")
    return "\n".join(_tree(f"__mrt_relayout{end}", relayout.tree, 0.0, RELAYOUT_FEATURES, answers=answers))


def _is_nothing(model: Model) -> bool:
    """Whether base and trees add nothing."""
    return model.base == 0.0 and model.trees == (Leaf(0.0),)


def _sums(name: str, seconds: str) -> list[str]:
    """A function that gives what OpenCL saves as a share of the costlier side, from both sides' seconds."""
    return [
        f"static __MRT_MODEL double {name}(const double *f, char *path, __mrt_size size)",
        "{",
        "  __MRT_AS_WRITTEN",
        "  double larger;",
        *_both(seconds),
        _TAKES,
        "  larger = cpu_seconds > device_seconds ? cpu_seconds : device_seconds;",
        "  return larger > 0.0 ? (cpu_seconds - device_seconds) / larger : 0.0;",
        "}",
        "",
    ]


def _both(seconds: str) -> list[str]:
    """The variables of both sides' seconds, by the function that computes them."""
    return [
        "  double both[2], cpu_seconds, device_seconds;",
        f"  {seconds}(f, both);",
        "  cpu_seconds = both[0];",
        "  device_seconds = both[1];",
    ]


def _seconds(sums: Sums, name: str) -> list[str]:
    """A function that computes the seconds that are expected of the CPU and of the device."""
    alone, groups = sums.grouped()
    parts = [f"part{number}" for number in range(len(groups))]
    names = ["cpu_seconds", "device_seconds", *parts]
    lines = [
        f"  {side} += {seconds!r} * f[{number}]; /* {schema.NAMES[number]} */"
        for side, terms in zip(names, (alone, sums.opencl, *groups), strict=True)
        for number, seconds in terms
    ]
    lines += [f"  part0 = {part} > part0 ? {part} : part0;" for part in parts[1:]]
    if parts:
        lines.append("  cpu_seconds += part0; /* what takes longest of what the CPU does at once */")
    return [
        f"static __MRT_MODEL void {name}(const double *f, double *seconds)",
        "{",
        "  __MRT_AS_WRITTEN",
        f"  double {', '.join(f'{each} = 0.0' for each in names)};",
        *(lines or ["  (void)f;"]),
        "  seconds[0] = cpu_seconds;",
        "  seconds[1] = device_seconds;",
        "}",
        "",
    ]


def _tree(
    name: str,
    tree: Node,
    base: float,
    names: Sequence[str],
    seconds: str = "",
    answers: Sequence[str] = ("CPU", "OpenCL"),
) -> list[str]:
    """A tree as nested conditions, behind a function that explains the answer, where the tree has conditions.

    `seconds` is the name of the function that computes what conditions on prices ask.
    """
    used = sorted({node.feature for node in nodes(tree) if isinstance(node, Split)})
    asked = [feature for feature in used if names[feature] not in PRICED]
    both = bool(seconds) and len(asked) < len(used)
    start = ["  __MRT_AS_WRITTEN", *(f"  const double {names[feature]} = f[{feature}];" for feature in asked)]
    if both:
        start += [*_both(seconds), "  (void)cpu_seconds, (void)device_seconds;"]
    head = f"static __MRT_MODEL double {name}(const double *f, char *path, __mrt_size size)"
    if not used:
        return [
            head,
            "{",
            "  (void)f;",
            "  (void)path;",
            "  (void)size;",
            *_answer(tree, base, 1, names, answers),
            "}",
            "",
        ]
    why = name.replace("__mrt_", "__mrt_why_", 1)
    return [
        f"static __MRT_NO_CONTRACTION void {why}(const double *f, char *path, __mrt_size size)",
        "{",
        *start,
        *([_TAKES] if both else []),
        *_told(tree, 1, names),
        "}",
        "",
        head,
        "{",
        *start,
        "  if (path)",
        f"    {why}(f, path, size);",
        *_answer(tree, base, 1, names, answers),
        "}",
        "",
    ]


def condition(feature: int, names: Sequence[str] = TREE_NAMES) -> str:
    """The quantity that a split compares, as C and as people read it."""
    return RATIO if names[feature] == PRICED[-1] else names[feature]


def leaf_words(leaf: Leaf, base: float, answers: Sequence[str] = ("CPU", "OpenCL")) -> str:
    """What a leaf answers, and how many training points ended there: `OpenCL: 212 points, 98% sure`."""
    answer = answers[base + leaf.value > 0.0]
    points = sum(leaf.samples)
    return f"{answer}: {points:.0f} points, {leaf.sure:.0%} sure" if points else answer


def _answer(node: Node, base: float, depth: int, names: Sequence[str], answers: Sequence[str]) -> list[str]:
    pad = "  " * depth
    if isinstance(node, Leaf):
        return [f"{pad}return {base + node.value!r}; /* {leaf_words(node, base, answers)} */"]
    return [
        f"{pad}if ({condition(node.feature, names)} <= {node.threshold!r}) {{",
        *_answer(node.left, base, depth + 1, names, answers),
        f"{pad}}} else {{",
        *_answer(node.right, base, depth + 1, names, answers),
        f"{pad}}}",
    ]


def _told(node: Node, depth: int, names: Sequence[str]) -> list[str]:
    """The conditions on the way, each with the feature's value, and at the end how sure the answer is."""
    pad = "  " * depth
    if isinstance(node, Leaf):
        points, sure = sum(node.samples), 100 * node.sure
        told = f'{pad}__mrt_path(path, size, "% of training points sure:", {points!r}, {sure!r});'
        return [told] if points else []
    value = condition(node.feature, names)
    limit = repr(node.threshold)
    return [
        f"{pad}if ({value} <= {limit}) {{",
        f'{pad}  __mrt_path(path, size, "{value} <=", {value}, {limit});',
        *_told(node.left, depth + 1, names),
        f"{pad}}} else {{",
        f'{pad}  __mrt_path(path, size, "{value} >", {value}, {limit});',
        *_told(node.right, depth + 1, names),
        f"{pad}}}",
    ]


def _tables(model: Model, end: str) -> list[str]:
    """All nodes in one array: a split's left child follows it, `right` is the distance to its right child."""
    rows: list[str] = []
    roots: list[int] = []
    first = repr(model.base) if model.sums is None else f"__mrt_sums{end}(f, path, size) + {model.base!r}"
    for tree in model.trees:
        roots.append(len(rows))
        _rows(tree, rows)
    return [
        "static __MRT_MODEL_DATA const struct {",
        "  short feature; /* -1 in a leaf */",
        "  unsigned short right;",
        "  double value; /* the threshold, or what the leaf adds */",
        f"}} __mrt_nodes{end}[] = {{",
        *rows,
        "};",
        "",
        *_conditions(end),
        f"static __MRT_MODEL_DATA const unsigned short __mrt_roots{end}[] = {{"
        + ", ".join(map(str, roots))
        + "};",
        "",
        _WALK % {"first": first, "trees": len(model.trees), "end": end},
    ]


def _conditions(end: str) -> list[str]:
    """The texts of all conditions, by feature, then by whether the value is above the threshold or not."""
    width = max(map(len, schema.NAMES)) + len(" <=") + 1
    return [
        f"static const char __mrt_conditions{end}[][2][{width}] = {{",
        *(f'  {{"{name} >", "{name} <="}},' for name in schema.NAMES),
        "};",
        "",
    ]


def _rows(node: Node, rows: list[str]) -> None:
    if isinstance(node, Leaf):
        rows.append(f"  {{-1, 0, {node.value!r}}},")
        return
    at = len(rows)
    rows.append("")
    _rows(node.left, rows)
    right = len(rows) - at
    _rows(node.right, rows)
    rows[at] = f"  {{{node.feature}, {right}, {node.threshold!r}}}, /* {schema.NAMES[node.feature]} */"
