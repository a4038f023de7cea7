"""A ranked list as a model that implicit evaluates; tests that are pasted have this text."""

from typing import Any

from implicit.evaluation import ranking_metrics_at_k
from numpy import array, ones
from scipy.sparse import csr_matrix


class Model:
    """A model that recommends the same items always; 0, which is no item, where there are fewer."""

    def __init__(self, ranked: list[str], k: int) -> None:
        items = [int(name[1:]) for name in ranked[:k]]
        self.items = array([items + [0] * (k - len(items))], "int32")

    def recommend(self, *_: Any, **__: Any) -> Any:
        """Return the items and their scores."""
        return self.items, ones(self.items.shape)


def measured(relevant: list[str], ranked: list[str], k: int, name: str) -> Any:
    """Return one of the measures at k."""
    places = [int(d[1:]) for d in relevant]
    size = max([int(d[1:]) for d in [*relevant, *ranked]], default=0) + 1
    liked = csr_matrix((ones(len(places)), ([0] * len(places), places)), shape=(1, size))
    model, seen = Model(ranked, k), csr_matrix((1, size))
    return ranking_metrics_at_k(model, seen, liked, K=k, show_progress=False, num_threads=1)[name]
