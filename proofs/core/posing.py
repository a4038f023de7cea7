"""From names and what was given to questions: one for each size.

Everything that came from outside is read and checked here, once: names by their catalogues,
parameters by their declarations, sizes by the domain. What a question does not read is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from axioms import find_axiom
from axioms.axiom import (
    DISTANCE,
    METRIC,
    MULTI_ASPECT,
    ORDER,
    WEIGHTING,
    Axiom,
    Quantity,
    Weighting,
)
from lattice.order import Order
from metrics import METRICS, RUN_METRICS, find_metric
from metrics.language.domains import RANKINGS, RUNS, Size
from metrics.language.given import FREE
from metrics.language.parameters import PARAMETERS, checked, settings_for
from metrics.language.terms import ITEMS
from metrics.metric import Metric
from metrics.naming import BadInput, find
from proofs.core.fitting import check_parameters, check_subjects
from proofs.core.question import Question

LONGEST_WALK = 1001
Sizes = list[int]


def sizes_of(n: Any, declared: Axiom | Quantity) -> Sizes | None:
    """Return the sizes to walk through; None for every n."""
    if n == "all":
        if isinstance(declared, Quantity):
            raise BadInput(f"{declared.name} is a number for one n: give --n 5, not --n all.")
        return None
    if isinstance(n, str | float) or n is None:
        raise BadInput(f"n = {n!r} is not a whole number, a range of them, or 'all'.")
    sizes = [n] if isinstance(n, int) else list(n)
    if not sizes:
        raise BadInput("no n was given: add --n, for example --n 4.")
    if len(sizes) > LONGEST_WALK:
        raise BadInput(f"{len(sizes):,} sizes are too long a walk: at most {LONGEST_WALK - 1:,}.")
    if isinstance(declared, Quantity) and len(sizes) != 1:
        raise BadInput(f"{declared.name} is a number for one n: give --n 5, not a range.")
    return sizes


def questions_about(
    declared: Axiom | Quantity,
    subjects: Sequence[Any],
    sizes: Sizes | None,
    given: Mapping[str, Any],
    convention: str | None,
) -> tuple[list[Question], tuple[str, ...]]:
    """Return a question for each size, or one for every n; and what is to be said about it."""
    if declared.domain is not RANKINGS and convention is not None:
        raise BadInput(f"{declared.name} reads no permutations: leave --convention out.")
    pose = {
        ORDER: _about_runs,
        WEIGHTING: _about_a_weighting,
        DISTANCE: _about_labels,
        MULTI_ASPECT: _about_collections,
        METRIC: _about_runs if declared.domain is RUNS else _about_metrics,
    }[declared.subject]
    return pose(declared, subjects, sizes, dict(given), convention or ITEMS)


def readable(asked: str, subjects: Sequence[str]) -> set[str]:
    """Return the parameters that a question about these names may be given."""
    declared = find_axiom(asked)
    kind = declared.subject
    if kind == MULTI_ASPECT:
        return {name for name in PARAMETERS if name not in _OF_OTHERS}
    if kind == DISTANCE:
        from metrics.labels import find_distance

        own = {name for one in subjects for name in find_distance(one).parameters}
        return own | {"embedding", "reading"}
    if kind == ORDER:
        return {"c"}
    if kind == WEIGHTING:
        from axioms.inequalities import WEIGHTINGS

        things: list[Any] = [find(one, WEIGHTINGS, "weighting") for one in subjects]
    else:
        things = [find_metric(one) for one in subjects]
    found = {name for thing in things for name in thing.parameters}
    found |= {"order", "c"} if declared.domain is RUNS else set()
    if any(PARAMETERS[name].quantified is not None for name in found):
        found |= {"assume"} | ({"fixed"} if "delta" in found else set())
    return found


_OF_OTHERS = {
    *("j", "order", "c", "gains", "b", "rb", "w", "delta", "similarity", "assume", "fixed"),
    *("heights", "reading"),
}


def _only(declared: Axiom | Quantity, subjects: Sequence[Any], what: str) -> Any:
    if len(subjects) != 1:
        names = ", ".join(str(getattr(s, "name", s)) for s in subjects) or "none"
        raise BadInput(f"{declared.name} is about {what}, {len(subjects)} given: {names}.")
    return subjects[0]


def _fixing_n(given: Mapping[str, Any], sizes: Sizes | None) -> None:
    """Refuse lists of numbers that belong to one size where another walk is asked for."""
    for name in given:
        if PARAMETERS[name].fixes_n and given[name] != FREE and (sizes is None or len(sizes) > 1):
            raise BadInput(f"--{name} belongs to one n: give that n.")


# Metrics of rankings -----------------------------------------------------------------------------


def _about_metrics(
    declared: Any, subjects: Sequence[Any], sizes: Sizes | None, given: dict[str, Any], how: str
) -> tuple[list[Question], tuple[str, ...]]:
    metrics = tuple(one if isinstance(one, Metric) else find_metric(one) for one in subjects)
    for metric in metrics:
        if metric.domain is not RANKINGS:
            raise BadInput(
                f"{metric.name} scores {metric.domain.name}, and {declared.name} is about "
                f"rankings. Ask isotone or valuation of {metric.name}, with --order."
            )
    check_subjects(declared, metrics)
    check_parameters(declared, metrics, given)
    _fixing_n(given, sizes)
    if isinstance(declared, Axiom) and sizes is not None:
        for metric in metrics:
            given |= {"p": FREE} if "p" in metric.parameters and "p" not in given else {}
    if any("heights" in metric.parameters for metric in metrics):
        if sizes is None:
            raise BadInput("heights belong to one n: give --n 3; for every n ask area or area_h.")
        if isinstance(declared, Quantity) and given.get("heights", FREE) == FREE:
            raise BadInput(f"{declared.name} is a number for given heights: add --heights 1,1/2.")
        given.setdefault("heights", FREE)
    return _sized(declared, metrics, sizes, given, how)


def _sized(
    declared: Any, metrics: tuple[Any, ...], sizes: Sizes | None, given: dict[str, Any], how: str
) -> tuple[list[Question], tuple[str, ...]]:
    """Return a question for each size; a range may start too low for the parameters."""
    if sizes is None:
        read = _read(given, Size(10))
        return [Question(declared, metrics, 2, read, how, every_n=True)], ()
    questions: list[Question] = []
    left_out: list[int] = []
    trouble: BadInput | None = None
    for size in sizes:
        try:
            questions.append(Question(declared, metrics, size, _read(given, Size(size)), how))
        except BadInput as problem:
            if questions or not isinstance(size, int) or size < 1:
                raise
            trouble = problem
            left_out.append(size)
    if not questions:
        assert trouble is not None
        raise trouble
    which = ", ".join(map(str, left_out))
    note = (f"n = {which} left out: too small for the parameters given",) if left_out else ()
    return questions, note


def _read(given: Mapping[str, Any], size: Size) -> dict[str, Any]:
    """Return what was given, exact and admissible."""
    found = {}
    for name, value in given.items():
        found[name] = PARAMETERS[name].given(value)
        if isinstance(size.n, int) and not isinstance(size.n, bool) and size.n >= 1:
            PARAMETERS[name].admit(found[name], size, given)
    return {
        name: value for name, value in found.items() if not (name == "fixed" and value == "one")
    }


# Weightings --------------------------------------------------------------------------------------


def _about_a_weighting(
    declared: Any, subjects: Sequence[Any], sizes: Sizes | None, given: dict[str, Any], how: str
) -> tuple[list[Question], tuple[str, ...]]:
    from axioms.inequalities import WEIGHTINGS

    one = _only(declared, subjects, "one way to weigh")
    weighting = one if isinstance(one, Weighting) else find(str(one), WEIGHTINGS, "weighting")
    wanted = {*weighting.parameters, "assume"} | (
        {"fixed"} if "delta" in weighting.parameters else set()
    )
    for name in given:
        if name not in wanted:
            raise BadInput(f"{weighting.name} has no {name}: leave --{name} out.")
    _fixing_n(given, sizes)
    return _sized(declared, (weighting,), sizes, given, how)


# Judged runs -------------------------------------------------------------------------------------


def _about_runs(
    declared: Any, subjects: Sequence[Any], sizes: Sizes | None, given: dict[str, Any], how: str
) -> tuple[list[Question], tuple[str, ...]]:
    from lattice.relation import check_size

    order, metric = _order_and_metric(declared, subjects, given.pop("order", None))
    c = given.pop("c", None)
    if c is None and sizes is not None:
        raise BadInput("how many degrees? Add --c: with --c 2 they are a₀ < a₁ < a₂.")
    top = 2 if c is None else PARAMETERS["c"].given(c)
    for size in sizes or []:
        check_size(order, size, top)
    for name, value in () if metric is None else metric.fixed:
        if sizes is None:
            raise BadInput(f"{metric} was made for one n and c: give those.")
        if any(one != value for one in (sizes if name == "n" else [top])):
            raise BadInput(f"{metric} was made for {name} = {value}, and for no other.")
    parameters = {"c": top, **settings_for(metric, top, given)}
    subject = (order,) if metric is None else (metric,)
    if sizes is None:
        return [
            Question(declared, subject, 2, parameters, None, order, True, every_c=c is None)
        ], ()
    return [Question(declared, subject, size, parameters, None, order) for size in sizes], ()


def _order_and_metric(
    declared: Any, subjects: Sequence[Any], order: Any
) -> tuple[Order, Metric | None]:
    from lattice import ORDERS

    about_order = declared.subject == ORDER
    subject = _only(declared, subjects, "one order" if about_order else "one metric, with --order")
    if about_order:
        if order is not None:
            raise BadInput(f"{declared.name} is about an order itself: leave --order out.")
        return _order(subject, declared.name), None
    if isinstance(subject, Order) or (isinstance(subject, str) and subject in ORDERS):
        raise BadInput(
            f"{declared.name} is about a metric, and {subject} is an order: name a metric such as "
            f"gp, and the order by --order {subject}."
        )
    if order is None:
        raise BadInput(
            f"{declared.name} needs an order: add --order, for example --order rank_replacement."
        )
    metric = subject if isinstance(subject, Metric) else find_metric(subject)
    if metric.domain is not RUNS:
        raise BadInput(
            f"{metric.name} scores rankings, and {declared.name} is about judged runs: "
            "ask it of gp, gr, grbp, dcg_b or a metric of your own on runs."
        )
    return _order(order, declared.name), metric


def _order(given: Any, asked: str) -> Order:
    if isinstance(given, Order):
        return given
    if isinstance(given, Metric) or given in RUN_METRICS or given in METRICS:
        raise BadInput(f"{given} is a metric, and {asked} is about an order: rank_replacement, …")
    from lattice import find_order

    return find_order(given)


# Labels and collections --------------------------------------------------------------------------


def _about_labels(
    declared: Any, subjects: Sequence[Any], sizes: Sizes | None, given: dict[str, Any], how: str
) -> tuple[list[Question], tuple[str, ...]]:
    from axioms.dominance import Different
    from metrics.labels import Distance, find_distance

    one = _only(declared, subjects, "one distance of labels")
    distance = one if isinstance(one, Distance) else find_distance(str(one))
    space = _space(given)
    strict = bool(declared.parts[0].statement.atoms(Different))
    if "reading" in given and not strict:
        raise BadInput("--reading says when two labels differ: only respects_strictly asks that.")
    reading = PARAMETERS["reading"].given(given.pop("reading", "points"))
    if "q" in distance.parameters and "q" not in given:
        raise BadInput(f"{distance.name} needs {PARAMETERS['q'].advice}.")
    if space is not None:
        insist_on_values(distance, given)
    _fixing_n({name: value for name, value in given.items() if name in PARAMETERS}, sizes)
    if space is not None and sizes is None:
        raise BadInput("--embedding fixes the number of aspects: give --n instead of --n all.")
    questions = []
    for size in [1] if sizes is None else sizes:
        found = checked(distance.name, distance.parameters, given, Size(size))
        found |= {"reading": reading} if strict else {}
        found |= {"embedding": space} if space is not None else {}
        questions.append(Question(declared, (distance,), size, found, None, every_n=sizes is None))
        if space is not None and len(space.aspects) != size:
            raise BadInput(
                f"the embedding has {len(space.aspects)} aspects, and n = {size} was asked."
            )
    return questions, ()


def insist_on_values(distance: Any, given: Mapping[str, Any]) -> None:
    """Refuse a distance that has no number at given labels."""
    if distance.value is None:
        raise BadInput(f"{distance.name} has no values on given labels: leave --embedding out.")
    for name in distance.parameters:
        if name not in given:
            raise BadInput(f"with --embedding {distance.name} needs {PARAMETERS[name].advice}.")


def _space(given: dict[str, Any]) -> Any:
    from metrics.labels import LabelSpace
    from metrics.language.given import entries

    embedding = given.pop("embedding", None)
    if embedding is None or isinstance(embedding, LabelSpace):
        return embedding
    rows = entries(str(embedding) if isinstance(embedding, int) else embedding, ";")
    return LabelSpace.of([entries(row) for row in rows])


def _about_collections(
    declared: Any, subjects: Sequence[Any], sizes: Sizes | None, given: dict[str, Any], how: str
) -> tuple[list[Question], tuple[str, ...]]:
    if sizes is None:
        raise BadInput(f"{declared.name} tries every collection of n documents: give --n 1..4.")
    setting = read_setting(_only(declared, subjects, "one multi-aspect measure"), given)
    for name in given:
        raise BadInput(f"{declared.name} has no {name} here: leave --{name} out.")
    return [Question(declared, (setting,), size, setting.given(), None) for size in sizes], ()


def read_setting(subject: Any, left: dict[str, Any]) -> Any:
    """Take from what was given how labels become a score."""
    from metrics.labels import Distance, LabelSpace, find_distance
    from metrics.multi_aspect import Setting, toma

    approach, measure = _approach_and_measure(subject, left.pop("measure", None))
    space = _space(left)
    sizes = {name: left.pop(name, None) for name in ("aspects", "grades")}
    if space is not None and any(size is not None for size in sizes.values()):
        raise BadInput("--embedding says the aspects and grades: leave --aspects and --grades out.")
    if space is None:
        numbers = [PARAMETERS[name].given(2 if v is None else v) for name, v in sizes.items()]
        space = LabelSpace.graded(*numbers)
    distance = left.pop("distance", None)
    own = {
        name: PARAMETERS[name].given(left.pop(name))
        for name in ("weighting", "mix", "threshold", "lists", "relevant")
        if name in left
    }
    if approach is not toma and (distance is not None or "weighting" in own):
        raise BadInput(f"{approach.name} scores each aspect: leave --distance and --weighting out.")
    if approach.name != "cam" and "mix" in own:
        raise BadInput(f"{approach.name} does not mix scores by numbers: leave --mix out.")
    if "threshold" in own and not measure.is_binary and not own.get("relevant"):
        raise BadInput(f"{measure.name} uses the weights themselves: leave --threshold out.")
    if not isinstance(distance, Distance):
        distance = find_distance(distance or "manhattan")
    given: dict[str, Any] = {
        name: left.pop(name) for name in ("weights", "matrix", "q") if name in left
    }
    insist_on_values(distance, given)
    bound = measure.bound({name: left.pop(name) for name in ("k", "p") if name in left})
    known = distance.bound(len(space.aspects), given)
    return Setting(approach, measure, space, distance, known, bound, **own)


def _approach_and_measure(subject: Any, measure: Any) -> tuple[Any, Any]:
    from metrics.multi_aspect import APPROACHES, MEASURES, Measure, find_measure, toma

    if isinstance(subject, Measure):
        return toma, subject
    if isinstance(subject, str) and subject in MEASURES:
        if measure is not None:
            raise BadInput(f"{subject} is a measure itself: leave --measure out.")
        return toma, find_measure(subject)
    names: Mapping[str, Any] = {**dict(MEASURES), **dict(APPROACHES)}
    approach = find(subject, names, "measure") if isinstance(subject, str) else subject
    if measure is None:
        raise BadInput(f"{approach.name} needs {PARAMETERS['measure'].advice}.")
    return approach, measure if isinstance(measure, Measure) else find_measure(str(measure))


__all__ = ["questions_about", "read_setting", "sizes_of"]
