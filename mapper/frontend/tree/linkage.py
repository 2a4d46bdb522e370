"""Linkage of later declarations: what is `static` once is so in all of the file."""

from __future__ import annotations

from pycparser import c_ast


def inherit_linkage(tree: c_ast.FileAST) -> None:
    """Write `static` into declarations at file scope of names that an earlier one declares `static`.

    C gives these internal linkage, whether they say `extern` or nothing (C11, 6.2.2, paragraphs 4 and 5).
    Changes the tree in place.
    """
    internal: set[str] = set()
    for node in tree.ext:
        decl = node.decl if isinstance(node, c_ast.FuncDef) else node
        if not isinstance(decl, c_ast.Decl) or decl.name is None:
            continue
        if "static" in decl.storage:
            internal.add(decl.name)
        elif decl.name in internal:
            decl.storage = ["static", *(word for word in decl.storage if word != "extern")]
