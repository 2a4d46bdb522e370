"""Models as C: the functions and tables that `struct mrt_program` of the run-time library points to.

`mrt_combine` fills in the combined features, `mrt_score` adds up a model's trees; the names of further models end
in their number.  One tree is printed as nested conditions, several as tables with a loop, so that the emitted file
stays short.  Thresholds and values are printed with all their digits, and features are rounded to float first, so
that the C code takes the very branch that scikit-learn takes.
"""

from __future__ import annotations

from collections.abc import Sequence

from mapper.features import schema
from mapper.model.tree import RELAYOUT_FEATURES, Leaf, Model, Node, Relayout, Sums

_WALK = """\
static MRT_MODEL double mrt_leaf%(end)s(const double *f, unsigned tree, char *path, mrt_size size)
{
  unsigned at = mrt_roots%(end)s[tree];
  while (mrt_nodes%(end)s[at].feature >= 0) {
    int number = mrt_nodes%(end)s[at].feature;
    double value = f[number], limit = mrt_nodes%(end)s[at].value;
    int below = (double)(float)value <= limit;
    if (path)
      mrt_path(path, size, mrt_conditions%(end)s[number][below], value, limit);
    at += below ? 1 : mrt_nodes%(end)s[at].right;
  }
  return mrt_nodes%(end)s[at].value;
}

static MRT_MODEL double mrt_score%(end)s(const double *f, char *path, mrt_size size)
{
  double score = %(first)s, most = 0.0;
  unsigned tree, heaviest = 0;
  for (tree = 0; tree < %(trees)d; tree++)
    score += mrt_leaf%(end)s(f, tree, 0, 0);
  if (!path)
    return score;
  mrt_path(path, size, score > 0.0 ? "the sum of %(trees)d trees >" : "the sum of %(trees)d trees <=", score, 0.0);
  for (tree = 0; tree < %(trees)d; tree++) {
    double adds = mrt_leaf%(end)s(f, tree, 0, 0);
    if ((score > 0.0 ? adds : -adds) > most) {
      most = score > 0.0 ? adds : -adds;
      heaviest = tree;
    }
  }
  mrt_path(path, size, "most by tree", score > 0.0 ? most : -most, heaviest + 1.0);
  mrt_leaf%(end)s(f, heaviest, path, size);
  return score;
}
"""


def combine_as_c() -> str:
    """The C text of `mrt_combine`, which combines features by a model's weights; static, as all that is here."""
    lines = ["static MRT_MODEL void mrt_combine(double *f, const double *weights)", "{", "  MRT_AS_WRITTEN"]
    lines += [f"  {assignment}" for assignment in schema.combined_as_c("f", "weights")]
    return "\n".join([*lines, "}", ""])


def model_as_c(model: Model, end: str = "") -> str:
    """The C text of `mrt_score`, with `end` behind all names; it needs mapper_rt.h.

    The function appends each condition that held, with the feature's value and the threshold, to `path`, when
    that is not NULL, through the run-time library's `mrt_path`; of several trees those of the one that pulls the
    sum the furthest to its side.
    """
    lines = []
    if model.sums is not None:
        lines += _sums(model.sums, f"mrt_score{end}" if _is_nothing(model) else f"mrt_sums{end}")
    if model.sums is None or not _is_nothing(model):
        plain = len(model.trees) == 1 and model.sums is None
        lines += (
            _function(f"mrt_score{end}", model.trees[0], model.base, schema.NAMES)
            if plain
            else _tables(model, end)
        )
    return "\n".join(lines)


def weights_as_c(weights: schema.Weights) -> str:
    """The initializer of `mrt_model.weights`."""
    return "{" + ", ".join(map(repr, weights.values())) + "}"


def relayout_as_c(relayout: Relayout, end: str = "") -> str:
    """The C text of `mrt_relayout`, which `mrt_model.relayout` points to."""
    return "\n".join(_function(f"mrt_relayout{end}", relayout.tree, 0.0, RELAYOUT_FEATURES))


def _is_nothing(model: Model) -> bool:
    """Whether base and trees add nothing."""
    return model.base == 0.0 and model.trees == (Leaf(0.0),)


def _sums(sums: Sums, name: str) -> list[str]:
    """A function that gives what OpenCL saves as a share of the costlier side, from both sides' seconds."""
    lines = [f"static MRT_MODEL double {name}(const double *f, char *path, mrt_size size)", "{"]
    alone, groups = sums.grouped()
    parts = [f"part{number}" for number in range(len(groups))]
    names = ["cpu", "opencl", *parts]
    lines += ["  MRT_AS_WRITTEN", f"  double {', '.join(f'{name} = 0.0' for name in names)}, larger;"]
    for side, terms in zip(names, (alone, sums.opencl, *groups), strict=True):
        lines += [
            f"  {side} += {seconds!r} * f[{number}]; /* {schema.NAMES[number]} */" for number, seconds in terms
        ]
    if parts:
        lines.append(f"  larger = {parts[0]};")
        lines += [f"  larger = {part} > larger ? {part} : larger;" for part in parts[1:]]
        lines.append("  cpu += larger;")
    if not (sums.cpu or sums.opencl):
        lines.append("  (void)f;")
    return [
        *lines,
        '  mrt_path(path, size, "OpenCL takes (the CPU)", cpu, opencl);',
        "  larger = cpu > opencl ? cpu : opencl;",
        "  return larger > 0.0 ? (cpu - opencl) / larger : 0.0;",
        "}",
        "",
    ]


def _function(name: str, tree: Node, base: float, names: Sequence[str]) -> list[str]:
    body = _node(tree, base, 1, names)
    if isinstance(tree, Leaf):
        body = ["  (void)f;", "  (void)path;", "  (void)size;", *body]
    return [f"static MRT_MODEL double {name}(const double *f, char *path, mrt_size size)", "{", *body, "}", ""]


def _node(node: Node, base: float, depth: int, names: Sequence[str]) -> list[str]:
    pad = "  " * depth
    if isinstance(node, Leaf):
        return [f"{pad}return {base + node.value!r}; /* {base + node.value:+.3g} */"]
    name = names[node.feature]
    value = f"f[{node.feature}]"
    limit = repr(node.threshold)
    return [
        f"{pad}if ((double)(float){value} <= {limit}) {{ /* {name} <= {node.threshold:.6g} */",
        f'{pad}  mrt_path(path, size, "{name} <=", {value}, {limit});',
        *_node(node.left, base, depth + 1, names),
        f"{pad}}}",
        f'{pad}mrt_path(path, size, "{name} >", {value}, {limit});',
        *_node(node.right, base, depth, names),
    ]


def _tables(model: Model, end: str) -> list[str]:
    """All nodes in one array: a split's left child follows it, `right` is the distance to its right child."""
    rows: list[str] = []
    roots: list[int] = []
    first = repr(model.base) if model.sums is None else f"mrt_sums{end}(f, path, size) + {model.base!r}"
    for tree in model.trees:
        roots.append(len(rows))
        _rows(tree, rows)
    return [
        "static MRT_MODEL_DATA const struct {",
        "  short feature; /* -1 in a leaf */",
        "  unsigned short right;",
        "  double value; /* the threshold, or what the leaf adds */",
        f"}} mrt_nodes{end}[] = {{",
        *rows,
        "};",
        "",
        *_conditions(end),
        f"static MRT_MODEL_DATA const unsigned short mrt_roots{end}[] = {{" + ", ".join(map(str, roots)) + "};",
        "",
        _WALK % {"first": first, "trees": len(model.trees), "end": end},
    ]


def _conditions(end: str) -> list[str]:
    """The texts of all conditions, by feature, then by whether the value is above the threshold or not."""
    width = max(map(len, schema.NAMES)) + len(" <=") + 1
    return [
        f"static const char mrt_conditions{end}[][2][{width}] = {{",
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
