"""Finds the tokens of code in Python programs by CPython's own tokenizer and parser; never runs them.

Each line of the input is a program in JSON. Each line of the output is `{"leaves": [position, ...], "lists": [[[from, to],
...], ...]}`, or `null` if it is not a program. A position is a line, from 1, and a column, from 0. Tokens of comments, docstrings, imports, and functions whose body is only
a docstring, `...` or `pass` are left out. The first line is the version.
"""

import ast
import io
import json
import platform
import sys
import tokenize
import warnings

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BODIES = (ast.Module, ast.ClassDef) + FUNCTIONS
IMPORTS = (ast.Import, ast.ImportFrom)
LISTS = ("body", "orelse", "finalbody", "handlers", "cases", "elts")
NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}


def is_text(statement):
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def is_empty(statement):
    is_dots = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Pass) or (is_dots and statement.value.value is ...)


def is_stub(function):
    body = function.body[1:] if is_text(function.body[0]) else function.body
    return all(is_empty(each) for each in body)


def span(lines, node):
    """`ast` counts bytes, `tokenize` characters."""
    decorators = getattr(node, "decorator_list", [])
    first = min([node, *decorators], key=lambda each: each.lineno)
    column = 0 if first in decorators else columns(lines, first.lineno, first.col_offset)
    return (first.lineno, column), (node.end_lineno, columns(lines, node.end_lineno, node.end_col_offset))


def without_code(tree):
    for node in ast.walk(tree):
        if isinstance(node, BODIES) and node.body and is_text(node.body[0]):
            yield node.body[0]
        if isinstance(node, IMPORTS) or (isinstance(node, FUNCTIONS) and is_stub(node)):
            yield node


def read(source):
    tree = ast.parse(source)
    lines = source.split("\n")
    ranges = sorted(span(lines, node) for node in without_code(tree))
    leaves, at = [], 0
    excluded_to = (0, 0)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        while at < len(ranges) and ranges[at][0] <= token.start:
            excluded_to = max(excluded_to, ranges[at][1])
            at += 1
        if token.type not in NO_CODE and token.start >= excluded_to:
            leaves.append(token.start)
    lists = []
    for node in ast.walk(tree):
        for name in LISTS:
            items = getattr(node, name, None)
            if isinstance(items, list) and items and hasattr(items[0], "lineno"):
                lists.append([span(lines, each) for each in items])
    return {"leaves": leaves, "lists": lists}


def columns(lines, row, byte):
    return len(lines[row - 1].encode()[:byte].decode(errors="replace"))


def answer(source):
    try:
        return read(source)
    except (SyntaxError, ValueError, RecursionError, tokenize.TokenError):
        return None


warnings.simplefilter("ignore")
print(json.dumps(platform.python_version()), flush=True)
for request in sys.stdin:
    print(json.dumps(answer(json.loads(request))), flush=True)
