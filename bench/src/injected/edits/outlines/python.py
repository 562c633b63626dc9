"""Tells where Python functions can be edited, by CPython's own parser; never runs them.

Each line of the input is a JSON list of a program and the line where its function begins. Each line of the output is
`{"blocks": [[[from, to], ...], ...], "literals": [[from, to], ...]}`, with offsets in UTF-16 units, or `null` if there
is no function with statements. The first line is the version.
"""

import ast
import json
import platform
import sys
import warnings

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LISTS = ("body", "orelse", "finalbody")


def in_order(node):
    yield node
    for child in ast.iter_child_nodes(node):
        yield from in_order(child)


def is_docstring(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def outline(source, line):
    lines = source.split("\n")
    starts = [0]
    for each in lines:
        starts.append(starts[-1] + len(each.encode("utf-16-le")) // 2 + 1)

    def units(row, byte):
        return starts[row - 1] + len(lines[row - 1].encode()[:byte].decode(errors="replace").encode("utf-16-le")) // 2

    def span(node):
        row, column = node.lineno, node.col_offset
        for decorator in getattr(node, "decorator_list", []):
            if decorator.lineno < row:
                row, column = decorator.lineno, decorator.col_offset - 1
        return [units(row, column), units(node.end_lineno, node.end_col_offset)]

    tree = ast.parse(source)
    own = next((node for node in in_order(tree) if isinstance(node, FUNCTIONS) and node.lineno >= line), None)
    if own is None:
        return None
    blocks, literals, texts = [], [], set()
    for node in in_order(own):
        for name in LISTS:
            statements = getattr(node, name, None)
            if isinstance(statements, list) and statements and isinstance(statements[0], ast.stmt):
                first = 1 if name == "body" and is_docstring(statements[0]) else 0
                blocks.append([span(each) for each in statements[first:]])
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.stmt) and is_docstring(node)):
            texts.update(map(id, ast.walk(node)))
        if isinstance(node, ast.Constant) and id(node) not in texts and type(node.value) in (int, float, str):
            if node.lineno == node.end_lineno and node.lineno >= own.body[0].lineno:
                literals.append(span(node))
    return {"blocks": blocks, "literals": literals}


def answer(source, line):
    try:
        return outline(source, line)
    except (SyntaxError, ValueError, RecursionError):
        return None


warnings.simplefilter("ignore")
print(json.dumps(platform.python_version()), flush=True)
for request in sys.stdin:
    print(json.dumps(answer(*json.loads(request))), flush=True)
