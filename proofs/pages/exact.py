"""Exact numbers as MathML: what is printed as 3*log(2)/log(3) is a fraction on a page.

Nothing is computed: the text, which is ours, is taken apart as it was printed. What has another
shape than sums, products, powers and functions of numbers has no formula here, and stays text.

>>> str(exact_mathematics("-1/3"))
'<math><mo>−</mo><mfrac><mn>1</mn><mn>3</mn></mfrac></math>'
>>> exact_mathematics("7"), exact_mathematics("lambda: 1")
('', '')
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import Any

LONGEST = 200
TIGHT = "<mo>\N{INVISIBLE TIMES}</mo>"
DOT = "<mo>·</mo>"
NUMBERS = ("<mn>", "<msup><mn>")
OF = "<mo>\N{FUNCTION APPLICATION}</mo>"


class _NoFormula(Exception):
    """A text is no sum, product, power or function of numbers."""


@lru_cache(maxsize=20_000)
def exact_mathematics(text: str) -> Any:
    """Return a printed number as MathML, nothing where the text says as much."""
    from markupsafe import Markup

    if len(text) > LONGEST or text.lstrip("-").isdigit():
        return ""
    try:
        return Markup(f"<math>{_sum(ast.parse(text, mode='eval').body)}</math>")
    except (_NoFormula, SyntaxError, ValueError):
        return ""


def _sum(node: ast.expr) -> str:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        sign = "+" if isinstance(node.op, ast.Add) else "−"
        return f"{_sum(node.left)}<mo>{sign}</mo>{_term(node.right)}"
    return _term(node)


def _term(node: ast.expr) -> str:
    """Return a product; its sign stands before the fraction."""
    above: list[ast.expr] = []
    below: list[ast.expr] = []
    sign = _factors(node, above, below)
    top = _product(above, alone=bool(below))
    shown = f"<mfrac>{_row(top)}{_row(_product(below, alone=True))}</mfrac>" if below else top
    return f"<mo>−</mo>{shown}" if sign else shown


def _factors(node: ast.expr, above: list[ast.expr], below: list[ast.expr]) -> bool:
    """Part a product into what is above and below the line; tell whether it has a minus."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        sign = _factors(node.left, above, below)
        if isinstance(node.op, ast.Mult):
            return sign ^ _factors(node.right, above, below)
        return sign ^ _factors(node.right, below, above)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return not _factors(node.operand, above, below)
    above.append(node)
    return False


def _product(factors: list[ast.expr], alone: bool) -> str:
    if not factors:
        return "<mn>1</mn>"
    if len(factors) == 1 and alone:
        return _sum(factors[0])
    first, *others = map(_factor, factors)
    return first + "".join((DOT if one.startswith(NUMBERS) else TIGHT) + one for one in others)


def _factor(node: ast.expr) -> str:
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub)
    return f"<mo>(</mo>{_sum(node)}<mo>)</mo>" if is_sum else _power(node)


def _power(node: ast.expr) -> str:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base = _atom(node.left) if isinstance(node.left, ast.Constant) else _bracketed(node.left)
        return f"<msup>{_row(base)}{_row(_sum(node.right))}</msup>"
    return _atom(node)


def _bracketed(node: ast.expr) -> str:
    return f"<mo>(</mo>{_sum(node)}<mo>)</mo>"


def _atom(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return f"<mn>{node.value}</mn>"
    if isinstance(node, ast.Name):
        return f"<mi>{node.id}</mi>"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        name, inside = node.func.id, [_sum(one) for one in node.args]
        if name == "sqrt" and len(inside) == 1:
            return f"<msqrt>{inside[0]}</msqrt>"
        plain = name == "log" and isinstance(node.args[0], ast.Constant)
        listed = inside[0] if plain else f"<mo>(</mo>{'<mo>,</mo>'.join(inside)}<mo>)</mo>"
        return f"<mi>{name}</mi>{OF}{listed}"
    raise _NoFormula


def _row(shown: str) -> str:
    """Return several elements as one, where a fraction or a power needs one."""
    return shown if shown.count("<m") == 1 else f"<mrow>{shown}</mrow>"
