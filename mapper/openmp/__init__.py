"""Pragma text -> `Directive`, bound to the statement after it, and checked by the standard's rules."""
