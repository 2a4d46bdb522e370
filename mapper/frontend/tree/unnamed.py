"""Names for the parameters that a definition leaves without one, as C23 allows: `int f(int x, int) { ... }`."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees.nodes import parameters_of


def name_parameters(tree: c_ast.FileAST) -> None:
    """Change the tree in place: the parameters get names that no program uses."""
    for function in tree.ext:
        if not isinstance(function, c_ast.FuncDef):
            continue
        for index, parameter in enumerate(parameters_of(function)):
            if isinstance(parameter, c_ast.Typename) and not _is_void(parameter.type):
                function.decl.type.args.params[index] = _named(parameter, f"__unnamed_{index}")


def _is_void(of: c_ast.Node) -> bool:
    return isinstance(of, c_ast.TypeDecl) and getattr(of.type, "names", None) == ["void"]


def _named(parameter: c_ast.Typename, name: str) -> c_ast.Decl:
    innermost = parameter.type
    while not isinstance(innermost, c_ast.TypeDecl):
        innermost = innermost.type
    innermost.declname = name
    return c_ast.Decl(name, parameter.quals, None, [], [], parameter.type, None, None, parameter.coord)
