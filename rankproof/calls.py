"""What people call: `ask`, `value`, `table`, `claims`, `verify` and `poset_of`.

Every parameter of a question is a keyword here, so that an editor can offer it; the declarations in
:mod:`metrics.language.parameters` say what each one is, and a test keeps the two lists equal.
Nothing heavy is imported before the first call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from sympy import Expr

    from axioms.axiom import Axiom, Quantity
    from lattice.order import Order
    from lattice.poset import Poset
    from proofs.claims.judge import Finding
    from proofs.core.limits import Limits
    from proofs.core.valuing.valued import Value
    from proofs.core.verdict import Verdict
    from proofs.tables.layout.table_shape import Table
    from proofs.verify import Checked

Number: TypeAlias = "int | str | Fraction | Expr"
"""An exact number: 4, "4/5", "0.8", Fraction(4, 5); a float is refused."""
Numbers: TypeAlias = "Sequence[Number] | str"
Matrix: TypeAlias = "Sequence[Sequence[Number]] | str"
Sizes: TypeAlias = "int | str | Iterable[int]"
"""A size, several, or text: "2..6" or "all"."""
Answer: TypeAlias = "Verdict | Any"
"""A verdict; of a quantity, which its name alone tells, a :class:`Measurement`."""
Valued: TypeAlias = "Value | Any"
"""A value; of files, the values at all topics."""
Engine = Literal["auto", "exhaustive", "smt", "symbolic", "linear", "sampling"]
Convention = Literal["items", "ranks"]
Field = Literal["rankings", "runs", "lists", "tops"]


def ask(
    asked: str | Axiom | Quantity,
    *subjects: Any,
    n: Sizes,
    k: Number | None = None,
    j: Number | None = None,
    p: Number | None = None,
    order: Any = None,
    c: int | str | None = None,
    gains: Numbers | None = None,
    b: Number | None = None,
    rb: Number | None = None,
    place_weights: Numbers | None = None,
    w: Numbers | None = None,
    delta: Numbers | None = None,
    similarity: Matrix | None = None,
    assume: str | None = None,
    fixed: str | None = None,
    heights: Numbers | None = None,
    aspects: int | None = None,
    labels: int | None = None,
    embedding: Any = None,
    reading: str | None = None,
    weights: Numbers | None = None,
    matrix: Matrix | None = None,
    q: Number | None = None,
    measure: Any = None,
    distance: Any = None,
    weighting: Numbers | None = None,
    threshold: Number | None = None,
    mix: Numbers | None = None,
    relevant: int | None = None,
    lists: str | None = None,
    gain: Any = None,
    discount: Any = None,
    ideal: Any = None,
    over: Any = None,
    beta: Number | None = None,
    rel: int | str | None = None,
    penalty: Number | None = None,
    location: Number | None = None,
    lengths: str | None = None,
    groups: str | None = None,
    empty: Any = None,
    convention: Convention | None = None,
    domain: Field | None = None,
    engine: Engine = "auto",
    cross: bool = False,
    samples: int | None = None,
    seed: int | None = None,
    limits: Limits | None = None,
    parameters: Mapping[str, Number] | None = None,
) -> Answer:
    """Answer one question exactly: has a metric or an order a property, or which number is it?

    ``asked`` is an axiom or a quantity, ``subjects`` are one or two metrics, or an order; each by
    its name or as an object. ``n`` is a size, several or ``"2..6"`` (the walk stops at the first
    that does not hold), or ``"all"`` for a proof for every n. A property gives a :class:`Verdict`, a quantity a
    :class:`Measurement`. What a question does not read is refused, never ignored.

    >>> verdict = ask("ioi", "mape", n=range(2, 7))
    >>> verdict.status, verdict.scope.first_failing
    ('refuted', 4)
    >>> print(ask("robustness_swap", "mse", n=5).value)
    8/5

    Beside ``n``: ``k``, ``j`` cut-offs; ``p`` persistence; ``c`` largest grade; ``order``, ``gains``,
    ``b``, ``rb``, ``place_weights`` of judged runs; ``w``, ``delta``, ``similarity``, ``assume``,
    ``fixed``, ``heights`` of weighted distances; ``gain``, ``discount``, ``ideal``, ``over``,
    ``beta``, ``rel``, ``empty`` of judged lists; ``penalty``, ``location``, ``lengths``, ``groups`` of
    top-k lists; the others of labels and measures of several aspects. ``rankproof.PARAMETERS`` describes
    each. ``cross`` asks every engine that can answer; ``limits`` is a :class:`Limits`;
    ``parameters`` are those that metrics of your own declare as :class:`OwnParameter`, by name.
    """  # noqa: E501
    given = {name: value for name, value in locals().items() if value is not None}
    from proofs.core.asking import ask as answer

    del given["asked"], given["subjects"]
    return answer(asked, *_with(given.pop("parameters", {}), subjects), **given)


def _with(parameters: Mapping[str, Number], subjects: Sequence[Any]) -> list[Any]:
    """Return subjects with the parameters of their own given; a name that none has is refused."""
    if not parameters:
        return list(subjects)
    from metrics.language.text.own_parameters import given_to
    from metrics.metric import Metric

    own = {one.name: one for m in subjects if isinstance(m, Metric) for one in m.own}
    given_to(" and ".join(str(one) for one in subjects), own.values(), parameters)
    return [
        one.at({name: parameters[name] for name in parameters if name in {p.name for p in one.own}})
        if isinstance(one, Metric) and one.own
        else one
        for one in subjects
    ]


def value(
    metric: Any,
    *,
    ranking: Sequence[Any] | str | None = None,
    reference: Sequence[Any] | str | None = None,
    n: int | str | None = None,
    run: Sequence[int] | str | None = None,
    grades: Sequence[int | None] | str | None = None,
    unretrieved: Sequence[int] | str | None = None,
    groups: Any = None,
    ties: str | None = None,
    unjudged: str | None = None,
    label: Any = None,
    qrels: str | None = None,
    mean: str | None = None,
    least: Number | None = None,
    convention: Convention | None = None,
    k: Number | None = None,
    j: Number | None = None,
    p: Number | None = None,
    order: Any = None,
    c: int | str | None = None,
    gains: Numbers | None = None,
    b: Number | None = None,
    rb: Number | None = None,
    place_weights: Numbers | None = None,
    w: Numbers | None = None,
    delta: Numbers | None = None,
    similarity: Matrix | None = None,
    assume: str | None = None,
    fixed: str | None = None,
    heights: Numbers | None = None,
    aspects: int | None = None,
    labels: int | None = None,
    embedding: Any = None,
    reading: str | None = None,
    weights: Numbers | None = None,
    matrix: Matrix | None = None,
    q: Number | None = None,
    measure: Any = None,
    distance: Any = None,
    weighting: Numbers | None = None,
    threshold: Number | None = None,
    mix: Numbers | None = None,
    relevant: int | None = None,
    lists: str | None = None,
    gain: Any = None,
    discount: Any = None,
    ideal: Any = None,
    over: Any = None,
    beta: Number | None = None,
    rel: int | str | None = None,
    penalty: Number | None = None,
    location: Number | None = None,
    lengths: str | None = None,
    empty: Any = None,
    parameters: Mapping[str, Number] | None = None,
) -> Valued:
    """Return the exact value of a metric at one point, from its definition.

    The point is a ``ranking``, or a top-k list of ``n`` items in which tie groups are lists (with
    ``reference`` where the metric compares two), a judged ``run``, the ``grades`` of a judged list
    with the ``unretrieved`` counts of its pool, or a ``label``. With ``qrels`` and ``run``, the paths of two TREC files, it is the value at each topic and the mean.

    >>> value("kendall", ranking=[2, 1, 3], reference=[1, 2, 3]).exact
    1/3
    """  # noqa: E501
    given = {name: one for name, one in locals().items() if one is not None}
    del given["metric"]
    (metric,) = _with(given.pop("parameters", {}), [metric])
    if qrels is not None:
        from proofs.trec.scored import scored

        return scored(metric, **given)
    from proofs.core.valuing.value import value_of

    return value_of(metric, **given)


def table(
    name: str,
    *,
    n: int | str | Iterable[int] | None = None,
    metrics: Sequence[Any] = (),
    axioms: Sequence[Any] = (),
    having: Sequence[str] = (),
    lacking: Sequence[str] = (),
    k: int | None = None,
    c: int | None = None,
    p: str | None = None,
    domain: Field | None = None,
    every_n: bool = False,
    convention: Convention | None = None,
    engine: Literal["auto", "exhaustive", "smt"] | None = None,
    samples: int | None = None,
    seed: int | None = None,
    fresh: bool = False,
    jobs: int = 1,
    timeout: float | None = None,
    cluster: str | None = None,
) -> Table:
    """Make one of the tables in ``rankproof.TABLES``: many questions at once.

    ``n`` is a size, several, or text such as "2..4". Metrics and axioms are names, or objects of
    your own; names may also be one text, as "mae,dcg". More than one process (``jobs``) is for
    scripts that start below ``if __name__ == "__main__"``. ``timeout`` is for each question.
    ``cluster`` is the address of a Dask scheduler.

    >>> found = table("properties", n=3, metrics=["mae", "dcg"], axioms=["symmetry"])
    >>> [row["status"] for row in found.tidy()]
    ['holds', 'refuted']
    """
    given = {name: one for name, one in locals().items() if one is not None}
    from lattice.declared import own
    from metrics.naming import find
    from proofs.table import names, sizes
    from proofs.tables import TABLES
    from proofs.tables.making import insist_read, made
    from proofs.tables.request import Request

    find(given.pop("name"), TABLES, "table")
    insist_read(name, given)
    size = given.pop("n", None)
    if size is not None:
        given["sizes"] = sizes(str(size)) if isinstance(size, int | str) else tuple(size)
    objects = [one for one in (*metrics, *axioms) if not isinstance(one, str)]
    for option in ("metrics", "axioms", "having", "lacking"):
        several = names(given[option]) if isinstance(given[option], str) else given[option]
        given[option] = tuple(str(getattr(one, "name", one)) for one in several)
    with own([], objects):
        return made(name, Request(**given))


def claims(
    *names: str, fresh: bool = False, jobs: int = 1, timeout: float | None = None
) -> list[Finding]:
    """Judge what the papers say: all claims, those of a paper, single ones, or those of a file.

    >>> [finding.verdict for finding in claims("group.not_commutative")]
    ['confirmed']
    """
    from lattice.declared import own
    from proofs.claims.catalogue import find_claims
    from proofs.claims.ledger import ledger
    from proofs.claims.own.paper import is_file

    with own([name for name in names if is_file(name)]):
        return ledger(find_claims(list(names)), jobs, fresh, seconds=timeout)


def declared(path: str) -> dict[str, Any]:
    """Return what a file declares, by name: metrics, axioms, orders and others, to ask about.

    A file of TOML is data, as for ``--using``; one of Python is imported, as a program of yours.
    """
    from lattice.declared.files import from_file
    from metrics.naming import BadInput

    found = from_file(path)
    names = [one.name for _, one in found]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{path}: two declarations are called {name!r}. Rename one.")
    return {one.name: one for _, one in found}


def verify(
    certificate: str | Mapping[str, Any] | Verdict,
    *,
    trust: Sequence[str] = (),
    timeout: float | None = None,
) -> Checked:
    """Check a certificate again, without any engine: a file, what it holds, or a verdict's own.

    >>> verify(ask("symmetry", "mape", n=3)).status
    'accepted'
    """
    from proofs.verify import verified

    return verified(certificate, trust, timeout)


def poset_of(order: Order | str, n: int, c: int) -> Poset:
    """Return all runs of n documents with degrees 0, …, c as an order compares them.

    The order is named, an object, or a formula after =. A notebook shows the Hasse diagram.

    >>> poset_of("rank_replacement", 3, 2)
    <Poset of 27 elements and 54 covers>
    """
    from lattice.order import find_order
    from lattice.relation import poset_of as poset

    return poset(find_order(order) if isinstance(order, str) else order, n, c)


__all__ = ["ask", "claims", "declared", "poset_of", "table", "value", "verify"]
