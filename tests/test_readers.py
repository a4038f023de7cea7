"""Every reader of the language has a case for each kind of node, or says that it refuses it."""

import importlib
import inspect
import pkgutil

import pytest
import sympy as sp

import axioms
import lattice
import metrics
import proofs
from axioms.language.fold import StatementFold
from axioms.language.formula import ForAll, Mean, Slot
from metrics.language import fold
from metrics.language.fold import Fold, Rewritten, Unread
from metrics.language.terms import Place, Ranking, i, n, sigma, tau

for package in (metrics, axioms, lattice, proofs):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)


def descendants(cls):
    return {cls}.union(*[descendants(child) for child in cls.__subclasses__()])


READERS = sorted(
    (c for c in descendants(Fold) if c.reader != Fold.reader and not inspect.isabstract(c)),
    key=lambda cls: f"{cls.__module__}.{cls.__name__}",
)


def reads(cls, kind):
    return issubclass(cls, Rewritten) or hasattr(cls, kind)


@pytest.mark.parametrize("cls", READERS, ids=lambda cls: f"{cls.__module__}.{cls.__name__}")
def test_every_kind_is_read_or_refused(cls):
    kinds = set(cls.kinds.values())
    forgotten = sorted(kind for kind in kinds - cls.refuses if not reads(cls, kind))
    assert not forgotten, f"{cls.__name__} has neither a method nor a refusal for {forgotten}"
    assert cls.refuses <= kinds, f"{cls.__name__} refuses what there is not"


def test_whoever_reads_has_a_name():
    """Parts that readers are made of have none, and are never made on their own."""
    assert len(READERS) >= 12
    unnamed = {cls for cls in descendants(Fold) if cls.reader == Fold.reader}
    made = {cls.__name__ for cls in unnamed if not inspect.isabstract(cls)}
    assert made <= {"Fold", "Rewritten", "StatementFold", "Text", "Reals", "Masks", "Columns"}


class _Poor(Fold):
    reader = "a poor reader"

    def number(self, e, known):
        return int(e)


def test_a_node_without_a_case_names_the_reader_and_the_node():
    with pytest.raises(Unread, match=r"a poor reader cannot read Add in n \+ 1"):
        _Poor().read(n + 1, {})
    with pytest.raises(Unread, match="a poor reader cannot read sin"):
        _Poor().read(sp.sin(n), {})


def test_a_node_that_is_given_needs_no_case():
    assert _Poor().read(n, {n: 3}) == 3


@pytest.mark.parametrize(
    ("node", "kind"),
    [
        (sp.Integer(1), "number"),
        (sp.Rational(1, 2), "number"),
        (Place("l"), "symbol"),
        (sp.Dummy(), "symbol"),
        (sp.true, "constant"),
        (sp.Ne(i, n), "relation"),
        (sp.Sum(sigma(i), (i, 1, n)), "sum"),
        (sigma(i), "entry"),
        (ForAll(sigma, sp.Eq(Slot("m")(sigma, tau), 0)), "for_all"),
        (Mean(sigma, Slot("m")(sigma, tau)), "mean"),
        (Ranking("kappa"), "ranking"),
        (sp.E, None),
        (sp.oo, None),
        (sp.exp(n), None),
    ],
)
def test_kinds_are_found_by_class(node, kind):
    assert StatementFold.kind_of(type(node)) == kind


def test_an_inner_limit_may_depend_on_an_outer_index():
    j = sp.Symbol("j", integer=True, positive=True)
    total = sp.Sum(i * j, (j, i, n), (i, 1, n))
    assert fold.written_out(total, {n: sp.Integer(3)}) == 25
