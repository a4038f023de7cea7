"""A question about an order of judged runs, or about a metric on one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from axioms.axiom import Axiom, Quantity
from axioms.formula import plain
from axioms.printing import statement_latex, statement_text
from lattice.order import SET, Order
from metrics.language.run_settings import gains, settings_for
from metrics.language.runs import Gain
from metrics.language.term_printing import SUBSCRIPTS
from metrics.language.terms import ITEMS
from metrics.metric import RUN_PARAMETERS, RUNS, Metric
from metrics.naming import BadInput
from proofs.core.question import Statement

SYMBOLS = RUN_PARAMETERS


@dataclass(frozen=True)
class OrderQuestion:
    """One closed question about the runs of n documents with degrees a₀ < … < a_c.

    `settings` holds gains (c + 1 exact numbers), p, b and rb where they were given.
    """

    asked: Axiom | Quantity
    declared: Order
    metric: Metric | None
    n: int
    c: int
    settings: dict[str, Any]
    every_c: bool = False

    @property
    def subjects(self) -> tuple[Any, ...]:
        """The metric, or else the order itself."""
        return (self.declared,) if self.metric is None else (self.metric,)

    @property
    def order(self) -> str | None:
        """The order that a metric is judged on."""
        return None if self.metric is None else self.declared.name

    @property
    def parameters(self) -> dict[str, Any]:
        """What was given besides n."""
        shown = {
            name: ",".join(map(str, value)) if name == "gains" else value
            for name, value in self.settings.items()
        }
        return {"c": "all" if self.every_c else self.c, **shown}

    @property
    def convention(self) -> str | None:
        """Runs are no permutations."""
        return None

    def given(self) -> str:
        """Return the order and the parameters as they follow the title."""
        on = "" if self.metric is None else f" on {self.declared.name}"
        return on + "".join(f", {name} = {value}" for name, value in self.parameters.items())

    def readings(self) -> list[str]:
        """Return the conventions and readings that were used."""
        kind = "sets, listed with decreasing degrees" if self.declared.listed == SET else "ranked"
        top = "a_c" if self.every_c else "a" + str(self.c).translate(SUBSCRIPTS)
        lines = [f"runs: {kind}, with degrees a₀ < … < {top}"]
        if self.metric is not None:
            lines += self._free()
        lines += [f"order: {self.declared.reading}"] if self.declared.reading else []
        lines += [self.asked.reading] if self.asked.reading else []
        if self.metric is not None and self.metric.reading:
            lines.append(f"{self.metric.name}: {self.metric.reading}")
        return lines

    def _free(self) -> list[str]:
        assert self.metric is not None
        found = []
        if self.metric.value.has(Gain) and "gains" not in self.settings:
            found.append("for every gain with 0 = g(a₀) < g(a₁) < …")
        if "p" in self.metric.parameters and "p" not in self.settings:
            found.append("for every 0 < p < 1")
        if "rb" in self.metric.parameters and "rb" not in self.settings:
            found.append("for every recall base RB > 0")
        return found

    def definitions(self) -> dict[str, str]:
        """Return the order's formula or steps, and the metric's expression."""
        order = self.declared
        steps = "; ".join(str(operation.step) for operation in order.operations)
        found = {order.name: steps if order.below is None else str(order.below)}
        return found if self.metric is None else {**found, self.metric.name: str(self.metric.value)}

    def digest(self) -> str | None:
        """No values are digested: small orders are tried again as a whole."""
        return None

    def formulas(self) -> list[Any]:
        """Return the axiom's parts for this metric."""
        assert isinstance(self.asked, Axiom)
        by_slot = {} if self.metric is None else dict.fromkeys(self.asked.slots, self.metric)
        return [plain(part.statement, by_slot, ITEMS) for part in self.asked.parts]

    def statements(self) -> list[Statement]:
        """Return the statements that together are the question, in their order."""
        assert isinstance(self.asked, Axiom)
        formulas = zip(self.asked.parts, self.formulas(), strict=True)
        return [Statement(part.name, formula) for part, formula in formulas]

    def text(self, statement: Statement | None = None, every_n: bool = False) -> str:
        """Return the question in plain characters."""
        return self._shown(statement_text, statement, None if every_n else self.n)

    def latex(self, statement: Statement | None = None) -> str:
        """Return the question in LaTeX."""
        return self._shown(statement_latex, statement, self.n)

    def _shown(self, printer: Any, statement: Statement | None, n: int | None) -> str:
        names = {} if self.metric is None else {"m": self.metric.name}
        if isinstance(self.asked, Quantity):
            words = f"{self.asked.title} of "
            return (rf"\text{{{words}}}" if printer is statement_latex else words) + f"R({self.n})"
        chosen = self.statements() if statement is None else [statement]
        return "; ".join(printer(part.formula, names, n) for part in chosen)


def check_metric(asked: Axiom, metric: Metric) -> None:
    """Refuse a metric that does not score runs."""
    if metric.domain != RUNS:
        raise BadInput(
            f"{metric.name} scores rankings, and {asked.name} is about judged runs: "
            "ask it of gp, gr, grbp, dcg_b or a metric of your own on runs."
        )


__all__ = ["SYMBOLS", "OrderQuestion", "check_metric", "gains", "settings_for"]
