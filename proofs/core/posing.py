"""From names and what was given to questions: one for each size.

Everything that came from outside is read and checked here, once: names by their catalogues,
parameters by their declarations, sizes by the domain. What a question does not read is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
from metrics import find_metric
from metrics.language.domains import LISTS, RANKINGS, RUNS, TOPS, Domain, Size
from metrics.language.given import FREE
from metrics.language.parameters import PARAMETERS, checked, insist_given
from metrics.language.terms import ITEMS
from metrics.metric import Metric
from metrics.naming import ELSEWHERE, BadInput, find
from proofs.core.fitting import (
    check_parameters,
    check_subjects,
    insist_on_n,
    insist_read,
    with_premises,
)
from proofs.core.posed.lists import about_lists, asked_of, ranking_metric, readable_by_lists
from proofs.core.posed.named import is_formula, metrics_elsewhere
from proofs.core.posed.tops import about_tops, readable_by_tops
from proofs.core.question import Question
from rankproof.line.arguments import LONGEST_SHOWN, Usage
from rankproof.line.arguments import sizes as sizes_in

LONGEST_WALK = 1001
NO_SIZE = "n = {} cannot be: give 4, or '2..6', which is range(2, 7), or 'all'."
Sizes = list[int]


def sizes_of(n: Any, declared: Axiom | Quantity) -> Sizes | None:
    """Return the sizes to walk through; None for every n."""
    if n == "all":
        if isinstance(declared, Quantity):
            raise BadInput(f"{declared.name} is a number for one n: give --n 5, not --n all.")
        return None
    if isinstance(n, str):
        n = _walk_of(n)
    if isinstance(n, float) or n is None:
        raise BadInput(NO_SIZE.format(n))
    sizes = [n] if isinstance(n, int) else list(n)
    if not sizes:
        raise BadInput("no n was given: add --n, for example --n 4.")
    if len(sizes) > LONGEST_WALK:
        raise BadInput(f"{len(sizes):,} sizes are too long a walk: at most {LONGEST_WALK - 1:,}.")
    if isinstance(declared, Quantity) and len(sizes) != 1:
        raise BadInput(f"{declared.name} is a number for one n: give --n 5, not a range.")
    return sizes


def _walk_of(text: str) -> Any:
    """Read sizes as the command line has them, 4 or 2..6."""
    try:
        return sizes_in(text)
    except Usage:
        raise BadInput(NO_SIZE.format(repr(text[:LONGEST_SHOWN]))) from None


@dataclass(frozen=True)
class Asked:
    """What was asked: of which subjects, at which sizes (None: every n), with what given."""

    declared: Any
    subjects: Sequence[Any]
    sizes: Sizes | None
    given: dict[str, Any]
    convention: str | None

    def only(self, what: str) -> Any:
        """Return the one subject, or say how many there must be."""
        if len(self.subjects) != 1:
            names = ", ".join(str(getattr(s, "name", s)) for s in self.subjects) or "none"
            count = len(self.subjects)
            raise BadInput(f"{self.declared.name} is about {what}, {count} given: {names}.")
        return _subject(self.declared.subject, self.subjects[0])

    def fixing_n(self) -> None:
        """Refuse lists of numbers that belong to one size where another walk is asked for."""
        one_size = self.sizes is not None and len(self.sizes) == 1
        for name, value in self.given.items():
            fixes = name in PARAMETERS and PARAMETERS[name].fixes_n
            if fixes and value != FREE and not one_size:
                raise BadInput(f"--{name} belongs to one n: give that n.")

    def question(self, subjects: tuple[Any, ...], n: int, given: Any, **more: Any) -> Question:
        """Return the question at one size, or from it on where every n is asked for."""
        every = self.sizes is None
        for one in subjects:
            if isinstance(one, Metric):
                one.insist_made_for(None if every else n, given.get("c", 1))
        return Question(self.declared, subjects, n, given, self.convention, every_n=every, **more)


Questions = tuple[list[Question], tuple[str, ...]]


def questions_about(
    declared: Axiom | Quantity,
    subjects: Sequence[Any],
    sizes: Sizes | None,
    given: Mapping[str, Any],
    convention: str | None,
) -> Questions:
    """Return a question for each size, or one for every n; and what is to be said about it."""
    subjects = resolved(declared, subjects)
    if isinstance(declared, Axiom):
        declared = declared.among(domain_of(declared, subjects, given))
    if declared.domain is RANKINGS:
        convention = convention or ITEMS
    elif convention is not None:
        raise BadInput(f"{declared.name} reads no permutations: leave --convention out.")
    from proofs.core.posed.runs import about_runs

    pose = {
        ORDER: about_runs,
        WEIGHTING: _about_a_weighting,
        DISTANCE: _about_labels,
        MULTI_ASPECT: _about_collections,
        METRIC: {RUNS: about_runs, LISTS: about_lists, TOPS: about_tops}.get(
            declared.domain, _about_metrics
        ),
    }[declared.subject]
    return pose(Asked(declared, subjects, sizes, dict(given), convention))


def resolved(declared: Axiom | Quantity, subjects: Sequence[Any]) -> tuple[Any, ...]:
    """Return subjects with metrics for formulas and for names that are declared elsewhere."""
    if declared.subject != METRIC:
        return tuple(subjects)
    found = metrics_elsewhere(subjects, "runs" if declared.domain is RUNS else "")
    return tuple(one.settled() if isinstance(one, Metric) else one for one in found)


def _subject(kind: str, given: Any) -> Any:
    """Return what a name stands for, by the catalogue of its kind; a subject is returned as it is.

    Orders and multi-aspect measures are looked up later: what else was named tells which are meant.
    """
    if kind == WEIGHTING:
        from axioms.inequalities import WEIGHTINGS

        return given if isinstance(given, Weighting) else find(str(given), WEIGHTINGS, "weighting")
    if kind == DISTANCE:
        from metrics.labels import Distance, find_distance

        return given if isinstance(given, Distance) else find_distance(str(given))
    return given


def domain_of(declared: Any, subjects: Sequence[Any], given: Mapping[str, Any]) -> Domain:
    """Return which domain a question is about: the axiom's, or the subjects' if it has several.

    A name that stands for a metric in several domains is one of rankings, unless what is given
    belongs to another domain.
    """
    if not getattr(declared, "elsewhere", ()):
        found: Domain = declared.domain
        return found
    told = RUNS if not {"order", "c"}.isdisjoint(given) else None
    scored = {metric.domain: metric for metric in (_named(one, told) for one in subjects)}
    if len(scored) > 1:
        both = ", ".join(f"{metric.name} scores {domain.name}" for domain, metric in scored.items())
        raise BadInput(f"{both}: {declared.name} compares metrics of one domain.")
    return next(iter(scored), declared.domain)


def metric_named(given: Any, domain: Domain | None = None) -> Metric:
    """Return a metric, by its name in a domain; a metric is returned as it is."""
    return given if isinstance(given, Metric) else find_metric(str(given), domain)


def readable(asked: str, subjects: Sequence[str]) -> set[str]:
    """Return the parameters that a question about these names may be given."""
    declared = asked_of(asked, subjects)
    subjects = resolved(declared, subjects)
    domain = domain_of(declared, subjects, {})
    kind = declared.subject
    if declared.domain is LISTS:
        return readable_by_lists(subjects)
    if declared.domain is TOPS:
        return readable_by_tops(declared, subjects)
    if kind == MULTI_ASPECT:
        return {"measure", "embedding", "distance", *SIZES, *OWN, *OF_DISTANCE, *OF_MEASURE}
    if kind == ORDER:
        return {"c"}
    things = [_named(one, domain) if kind == METRIC else _subject(kind, one) for one in subjects]
    found = with_premises({name for thing in things for name in thing.parameters})
    found |= {"embedding", "reading"} if kind == DISTANCE else set()
    return found | ({"order", "c"} if domain is RUNS else set())


def _named(subject: Any, domain: Domain | None) -> Metric:
    return metric_named(subject, RUNS) if domain is RUNS else ranking_metric(subject, {})


# Rankings ----------------------------------------------------------------------------------------


def _about_metrics(asked: Asked) -> Questions:
    declared, given = asked.declared, asked.given
    metrics = tuple(ranking_metric(one, given) for one in asked.subjects)
    for metric in metrics:
        if metric.domain is not RANKINGS:
            raise BadInput(
                f"{metric.name} scores {metric.domain.name}, and {declared.name} is about "
                f"rankings. Ask isotone or valuation of {metric.name}, with --order."
            )
    weighed = [m.name for m in metrics if any(PARAMETERS[p].quantified for p in m.parameters)]
    if weighed and isinstance(declared, Quantity):
        raise BadInput(
            f"{declared.name} is a number, and {weighed[0]} depends on weights: ask it of "
            f"kendall_distance or footrule, or ask an axiom of {weighed[0]}."
        )
    check_subjects(declared, metrics)
    check_parameters(declared, metrics, given)
    insist_on_n(declared)
    asked.fixing_n()
    read = {name for metric in metrics for name in metric.parameters}
    if "p" in read and isinstance(declared, Axiom) and asked.sizes is not None:
        given.setdefault("p", FREE)
    if "heights" in read:
        if asked.sizes is None:
            raise BadInput("heights belong to one n: give --n 3; for every n ask area or area_h.")
        if isinstance(declared, Quantity) and given.get("heights", FREE) == FREE:
            raise BadInput(f"{declared.name} is a number for given heights: add --heights 1,1/2.")
        given.setdefault("heights", FREE)
    return _sized(asked, metrics)


def _about_a_weighting(asked: Asked) -> Questions:
    weighting = asked.only("one way to weigh")
    insist_read([weighting], with_premises(set(weighting.parameters)), asked.given)
    asked.fixing_n()
    return _sized(asked, (weighting,))


def _sized(asked: Asked, subjects: tuple[Any, ...]) -> Questions:
    """Return a question for each size; a range may start too low for the parameters."""
    if asked.sizes is None:
        return [asked.question(subjects, 2, admitted(asked.given, Size(10)))], ()
    questions: list[Question] = []
    left_out: list[int] = []
    trouble: BadInput | None = None
    for size in asked.sizes:
        try:
            questions.append(asked.question(subjects, size, admitted(asked.given, Size(size))))
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


def admitted(given: Mapping[str, Any], size: Size) -> dict[str, Any]:
    """Return what was given, exact and admissible."""
    found = {}
    for name, value in given.items():
        found[name] = PARAMETERS[name].given(value)
        if isinstance(size.n, int) and not isinstance(size.n, bool) and size.n >= 1:
            PARAMETERS[name].admit(found[name], size, given)
    return {
        name: value for name, value in found.items() if not (name == "fixed" and value == "one")
    }


# Labels and collections --------------------------------------------------------------------------


def _about_labels(asked: Asked) -> Questions:
    from axioms.language.labels import Different, insist_labels

    distance, given = asked.only("one distance of labels"), asked.given
    strict = bool(insist_labels(asked.declared).atoms(Different))
    space = _space(given)
    if "reading" in given and not strict:
        raise BadInput("--reading says when two labels differ: only respects_strictly asks that.")
    reading = PARAMETERS["reading"].given(given.pop("reading", "points"))
    insist_given(distance.name, {"q"} & set(distance.parameters), given)
    if space is not None:
        insist_on_values(distance, given)
    asked.fixing_n()
    if space is not None and asked.sizes is None:
        raise BadInput("--embedding fixes the number of aspects: give --n instead of --n all.")
    more = {"reading": reading} if strict else {}
    more |= {} if space is None else {"embedding": space}
    questions = []
    for size in asked.sizes or [1]:
        found = checked(distance.name, distance.parameters, given, Size(size))
        questions.append(asked.question((distance,), size, found | more))
        if space is not None and len(space.aspects) != size:
            raise BadInput(
                f"the embedding has {len(space.aspects)} aspects, and n = {size} was asked."
            )
    return questions, ()


def insist_on_values(distance: Any, given: Mapping[str, Any]) -> None:
    """Refuse a distance that has no number at given labels."""
    if distance.value is None:
        raise BadInput(f"{distance.name} has no values on given labels: leave --embedding out.")
    insist_given(f"with --embedding {distance.name}", distance.parameters, given)


def _space(given: dict[str, Any]) -> Any:
    from metrics.labels import LabelSpace
    from metrics.language.given import entries

    embedding = given.pop("embedding", None)
    if embedding is None or isinstance(embedding, LabelSpace):
        return embedding
    rows = entries(str(embedding) if isinstance(embedding, int) else embedding, ";")
    return LabelSpace.of([entries(row) for row in rows])


def _about_collections(asked: Asked) -> Questions:
    from axioms.language.labels import insist_collections

    name, given = asked.declared.name, asked.given
    insist_collections(asked.declared)
    if asked.sizes is None:
        raise BadInput(f"{name} tries every collection of n documents: give --n 1..4.")
    setting = read_setting(asked.only("one multi-aspect measure"), given)
    for left in given:
        raise BadInput(f"{name} has no {left} here: leave --{left} out.")
    return [asked.question((setting,), size, setting.given()) for size in asked.sizes], ()


SIZES = ("aspects", "labels")
OWN = ("weighting", "mix", "threshold", "lists", "relevant")
OF_DISTANCE = ("weights", "matrix", "q")
OF_MEASURE = ("k", "p")
"""What a setting reads besides its measure, embedding and distance."""


def read_setting(subject: Any, left: dict[str, Any]) -> Any:
    """Take from what was given how labels become a score."""
    from metrics.labels import Distance, find_distance
    from metrics.multi_aspect import Setting, c, toma

    approach, measure = _approach_and_measure(subject, left.pop("measure", None))
    space = space_of(left)
    distance = left.pop("distance", None)
    own = {name: PARAMETERS[name].given(value) for name, value in _taken(left, OWN).items()}
    if approach is not toma and (distance is not None or "weighting" in own):
        raise BadInput(f"{approach.name} scores each aspect: leave --distance and --weighting out.")
    if "mix" in own and (approach.value is None or not approach.value.has(c)):
        raise BadInput(f"{approach.name} does not mix scores by numbers: leave --mix out.")
    if "threshold" in own and not measure.is_binary and not own.get("relevant"):
        raise BadInput(f"{measure.name} uses the weights themselves: leave --threshold out.")
    if not isinstance(distance, Distance):
        distance = find_distance("manhattan" if distance is None else str(distance))
    given = _taken(left, OF_DISTANCE)
    insist_on_values(distance, given)
    bound = measure.bound(_taken(left, OF_MEASURE))
    known = distance.bound(len(space.aspects), given)
    return Setting(approach, measure, space, distance, known, bound, **own)


def space_of(left: dict[str, Any]) -> Any:
    """Take from what was given the labels and their embedding: a given one, or equal steps."""
    from metrics.labels import LabelSpace

    space, sizes = _space(left), _taken(left, SIZES)
    if space is not None and sizes:
        raise BadInput("--embedding says the aspects and labels: leave --aspects and --labels out.")
    if space is None:
        space = LabelSpace.graded(*[PARAMETERS[n].given(sizes.get(n, 2)) for n in SIZES])
    return space


def _taken(left: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: left.pop(name) for name in names if name in left}


def _approach_and_measure(subject: Any, measure: Any) -> tuple[Any, Any]:
    from metrics.multi_aspect import APPROACHES, MEASURES, Measure, find_measure, toma

    approach = subject
    if isinstance(subject, str):
        names: Mapping[str, Any] = {**dict(MEASURES), **dict(APPROACHES)}
        approach = ELSEWHERE.found.get(("approach", subject)) or (
            find_measure(subject) if is_formula(subject) else find(subject, names, "measure")
        )
    if isinstance(approach, Measure):
        if measure is not None:
            raise BadInput(f"{approach.name} is a measure itself: leave --measure out.")
        return toma, approach
    insist_given(approach.name, ["measure"], {"measure": measure})
    return approach, measure if isinstance(measure, Measure) else find_measure(str(measure))


__all__ = ["admitted", "questions_about", "read_setting", "sizes_of", "space_of"]
