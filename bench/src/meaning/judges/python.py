"""Compares the syntax trees of pairs of Python programs. It parses them and never runs them.

Each line of the input is a JSON list of two programs, each line of the output `"same"`, `"different"` or `"none"`
(the second is not a program). The first line is the version.
"""

import ast
import json
import platform
import sys
import warnings

BODIES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def normal(source):
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            node.kind = None
        if isinstance(node, BODIES) and node.body and is_docstring(node.body[0]):
            del node.body[0]
    return ast.dump(tree)


def is_docstring(statement):
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def verdict(first, second):
    other = normal(second)
    if other is None:
        return "none"
    return "same" if normal(first) == other else "different"


warnings.simplefilter("ignore")
print(json.dumps(platform.python_version()), flush=True)
for line in sys.stdin:
    print(json.dumps(verdict(*json.loads(line))), flush=True)
