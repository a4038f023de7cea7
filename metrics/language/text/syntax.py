"""From tokens to a tree, by precedence: the grammar of terms and of statements alike.

The tree knows nothing of what words mean; `reading` gives it a meaning. From loose to tight:
``forall``, ``<=>``, ``=>``, ``or``, ``and``, ``not``, comparisons, ``+ -``, ``* /``, ``^``, calls;
a sign is that of a whole product. Depth is limited, so no text can exhaust the stack.

>>> tree = parsed("2 * sigma(i)^2 + 1")
>>> tree.word, [part.word for part in tree.parts]
('+', ['*', '1'])
"""

from __future__ import annotations

from dataclasses import dataclass

from metrics.language.text.lexer import END, NAME, NUMBER, BadText, Token, tokens, trouble

DEEPEST = 40
BINDERS = ("forall", "exists", "mean", "greatest", "least")
WORDS = (*BINDERS, "in", "where", "and", "or", "not")
LEFT, RIGHT, ONCE = "left", "right", "once"
OPERATORS = {
    "<=>": (1, ONCE),
    "=>": (2, RIGHT),
    "or": (3, LEFT),
    "and": (4, LEFT),
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), (6, ONCE)),
    **dict.fromkeys(("+", "-"), (7, LEFT)),
    **dict.fromkeys(("*", "/"), (8, LEFT)),
    "^": (10, RIGHT),
}
ONE_WAY = (("=", "<", "<="), ("=", ">", ">="))
"""Comparisons that may follow each other: 0 <= a <= 1 says 0 <= a and a <= 1."""
NOT, SIGN = 5, 8
COMPARISON = OPERATORS["="][0]


@dataclass(frozen=True)
class Variable:
    """A variable that a binder introduces, with the word for its domain, if it has one."""

    name: str
    domain: str
    at: int


@dataclass(frozen=True)
class Node:
    """A part of the tree: what kind it is, the word or mark that makes it, and its parts.

    Kinds: number, name, group, call (the head first), operator, sign, over (what is divided by),
    bracket (of a condition), change (``m[t]``), cutoff (``m@k``) and binder (the body, then perhaps
    a condition).
    """

    kind: str
    word: str
    at: int
    parts: tuple[Node, ...] = ()
    variables: tuple[Variable, ...] = ()


def parsed(text: str) -> Node:
    """Return the tree of a formula, or say where it goes wrong."""
    if not isinstance(text, str):
        raise BadText(f"a formula is a text, and {str(text)[:40]!r} is none.")
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.place, self.depth = text, tokens(text), 0, 0

    @property
    def now(self) -> Token:
        return self.tokens[self.place]

    def take(self) -> Token:
        token = self.now
        self.place += 1
        return token

    def has(self, text: str) -> bool:
        """Take a mark or word if it is next."""
        if self.now.kind in (END, NUMBER) or self.now.text != text:
            return False
        self.place += 1
        return True

    def insist(self, text: str) -> None:
        if not self.has(text):
            raise self.unexpected(f"'{text}'")

    def unexpected(self, wanted: str) -> BadText:
        found = "the formula ends here" if self.now.kind == END else f"found {self.now.text!r}"
        return trouble(self.text, self.now.at, f"expected {wanted}, and {found}.")

    def whole(self) -> Node:
        tree = self.expression(0)
        if self.now.kind != END:
            raise self.unexpected("an operator or the end")
        return tree

    def expression(self, least: int) -> Node:
        """Read operands and the operators between them that bind at least so tightly."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise trouble(self.text, self.now.at, f"nested too deeply: at most {DEEPEST} levels.")
        left = self.operand(least)
        while self.now.kind != END and self.now.text in OPERATORS:
            tightness, side = OPERATORS[self.now.text]
            if tightness < least:
                break
            operator = self.take()
            right = self.expression(tightness + (side != RIGHT))
            left = self._joined(left, operator, right)
            while side == ONCE and OPERATORS.get(self.now.text) == OPERATORS[operator.text]:
                left, operator, right = self._chained(left, operator, right)
        self.depth -= 1
        return left

    def _chained(self, left: Node, first: Token, middle: Node) -> tuple[Node, Token, Node]:
        """Read on after a < b where < c follows: it is said of b, and both hold.

        The mark that says which way the chain goes is returned with what was read.
        """
        next_one = self.take()
        if not any(first.text in way and next_one.text in way for way in ONE_WAY):
            both = f"{first.text} and {next_one.text}"
            raise trouble(self.text, next_one.at, f"{both} are not chained: join two by and.")
        right = self.expression(COMPARISON + 1)
        and_then = Token(NAME, "and", next_one.at)
        found = self._joined(left, and_then, self._joined(middle, next_one, right))
        return found, next_one if first.text == "=" else first, right

    @staticmethod
    def _joined(left: Node, operator: Token, right: Node) -> Node:
        """Return one node for a chain: a - b + c is one sum, a / b * c one product."""
        word, at = operator.text, operator.at
        if word == "-":
            word, right = "+", Node("sign", "-", at, (right,))
        elif word == "/":
            word, right = "*", Node("over", "/", at, (right,))
        if left.kind == "operator" and left.word == word and word in ("+", "*", "and", "or"):
            return Node("operator", word, at, (*left.parts, right))
        return Node("operator", word, at, (left, right))

    def operand(self, least: int) -> Node:
        token = self.now
        if token.text in ("-", "+", "not") and token.kind != END:
            self.take()
            inner = self.expression(max(least, NOT if token.text == "not" else SIGN))
            return Node("sign", token.text, token.at, (inner,))
        if token.text in BINDERS and token.kind == NAME:
            return self.binder()
        return self.calls(self.primary())

    def primary(self) -> Node:
        token = self.now
        if token.kind == NUMBER:
            return Node("number", self.take().text, token.at)
        if token.kind == NAME and token.text not in WORDS:
            return Node("name", self.take().text, token.at)
        if self.has("("):
            inner = self.expression(0)
            self.insist(")")
            return Node("group", "(", token.at, (inner,))
        if self.has("["):
            inner = self.expression(0)
            self.insist("]")
            return Node("bracket", "[", token.at, (inner,))
        raise self.unexpected("a number, a name or '('")

    def calls(self, head: Node) -> Node:
        """Read what follows a name: arguments, a cut-off, a change of weights."""
        while True:
            at = self.now.at
            if self.has("("):
                head = Node("call", head.word, at, (head, *self.arguments()))
            elif head.kind == "name" and self.has("@"):
                head = Node("cutoff", head.word, at, (head, self.primary()))
            elif head.kind == "name" and self.has("["):
                head = Node("change", head.word, at, (head, self.expression(0)))
                self.insist("]")
            else:
                return head

    def arguments(self) -> list[Node]:
        if self.has(")"):
            return []
        found = [self.expression(0)]
        while not self.has(")"):
            if not self.has(","):
                raise self.unexpected("an operator, ',' or ')'")
            found.append(self.expression(0))
        return found

    def binder(self) -> Node:
        token = self.take()
        variables = self.variables()
        parts = (self.expression(0),) if self.has("where") else ()
        self.insist(":")
        return Node("binder", token.text, token.at, (self.expression(0), *parts), variables)

    def variables(self) -> tuple[Variable, ...]:
        """Read names, with their domain after some of them: sigma, tau in rankings, i."""
        found: list[Variable] = []
        waiting: list[Token] = []
        while True:
            waiting.append(self._name("the name of a variable"))
            domain = ""
            if self.has("in"):
                domain = self._name("a domain: rankings, places, runs, …").text
            if domain or self.now.text != ",":
                found += [Variable(token.text, domain, token.at) for token in waiting]
                waiting = []
            if not self.has(","):
                return tuple(found)

    def _name(self, wanted: str) -> Token:
        if self.now.kind != NAME or self.now.text in WORDS:
            raise self.unexpected(wanted)
        return self.take()
