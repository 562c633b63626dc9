"""Reads Python files with CPython's own parser. Paths come in on stdin, one JSON string a line; one JSON answer a line
goes out. Files are parsed, never imported or run."""

import ast
import json
import sys
import warnings

warnings.simplefilter("ignore")
# Long chains of operators nest deeply.
sys.setrecursionlimit(20_000)

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def callee(node):
    """The trailing dotted names, with an ellipsis before them if the expression starts with something else."""
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    names.append(node.id if isinstance(node, ast.Name) else (super_of(node) if names else None) or "…")
    return ".".join(reversed(names))


def super_of(node):
    """The receiver super() or super(C, self); None for any other expression."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "super":
        return None
    if not node.args and not node.keywords:
        return "super"
    few = len(node.args) + len(node.keywords) < 3
    return f"super({node.args[0].id})" if few and node.args and isinstance(node.args[0], ast.Name) else None


def bound_name(node, source):
    """The name that a statement or expression binds to a lambda, if it does just that."""
    if isinstance(node, ast.Assign):
        target = node.targets[-1]
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
        target = node.target
    else:
        return None
    if not isinstance(node.value, ast.Lambda):
        return None
    if isinstance(target, ast.Subscript):
        return f"[{ast.get_source_segment(source, target.slice)}]"
    return callee(target).split(".")[-1] if isinstance(target, (ast.Name, ast.Attribute)) else None


def read(tree, source):
    declarations, imports, calls = [], [], []
    # A function's owner is the nearest class or function around it; branches in between do not count.
    pending = [(tree, None)]
    while pending:
        node, owner = pending.pop()
        kind = "method" if isinstance(owner, ast.ClassDef) else "function"
        if isinstance(node, FUNCTIONS):
            declarations.append([node.lineno, kind, node.name])
        elif isinstance(node, ast.ClassDef):
            declarations.append([node.lineno, "class", node.name])
        elif (name := bound_name(node, source)) is not None:
            declarations.append([node.lineno, kind, name])
        elif isinstance(node, ast.Import):
            imports.extend([node.lineno, alias.name] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imports.append([node.lineno, "." * node.level + (node.module or "")])
        elif isinstance(node, ast.Call):
            calls.append([node.lineno, callee(node.func)])
        within = node if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda)) else owner
        for field, value in ast.iter_fields(node):
            # Decorators, defaults and bases are evaluated outside of their declaration.
            scope = owner if field in ("decorator_list", "bases", "keywords", "args", "returns") else within
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    pending.append((child, scope))
    return {"declarations": declarations, "imports": imports, "calls": calls}


print(json.dumps(sys.version.split()[0]), flush=True)
for line in sys.stdin:
    with open(json.loads(line), "rb") as file:
        source = file.read()
    try:
        answer = read(ast.parse(source), source.decode("utf-8", "replace"))
    except (SyntaxError, ValueError):
        answer = None
    print(json.dumps(answer), flush=True)
