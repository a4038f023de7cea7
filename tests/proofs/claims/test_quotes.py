"""Quotations: the words that a claim quotes are found again in the text of its paper.

The texts are not part of the project. They are looked for in ``../shared/seeds`` beside the
checkout, or in the folder that RANKPROOF_SEEDS names; the papers' order is that of the files.
"""

import os
import re
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from proofs.claims import claims_of, papers

SEEDS = Path(os.environ.get("RANKPROOF_SEEDS") or ROOT.parent / "shared" / "seeds")
CUT, END = "…", "¶"
MOST_CUT = 500  # characters, without white space: more than that is another passage
SIGNS = {"≤": "leq", "≥": "geq", "≠": "neq", "∈": "in", "∉": "notin", "∀": "forall", "∃": "exists"}
SIGNS |= {"→": "rightarrow", "⇒": "Rightarrow", "⇔": "iff", "↔": "leftrightarrow", "×": "times"}
SIGNS |= {"∘": "circ", "∪": "cup", "∩": "cap", "⊆": "subseteq", "⊑": "sqsubseteq", "∨": "vee"}
SIGNS |= {"∧": "wedge", "≡": "equiv", "∑": "sum", "∞": "infty", "\u2019": "'", "\u2018": "'"}
SIGNS |= {"“": '"', "”": '"', "\u2013": "", "—": "", "−": "", "\u2223": "|", "′": "'"}
SIGNS |= {"ϵ": "epsilon", "≺": "prec", "·": "cdot", "\u2216": "setminus", "≈": "approx"}
ACCENT = re.compile(r"\\(wide)?(hat|bar|tilde)\b")
MARKUP = re.compile(r"[\s\-\u00ad*$\\{}_^#]")

# How many claims of each paper have no words yet. It can only fall, to 0 at the end.
STILL_MISSING = {"group": 0, "kumar": 0, "giner": 0, "toma": 0, "area": 0}


def folded(text):
    """Return text without white space, hyphens and marks of emphasis and of formulas.

    Ligatures are taken apart, accents left out, Greek letters and signs are named as in TeX. The
    end of a sentence before another one, and the border of a slide, is ¶.
    """
    text = re.sub(r"<\|[^|]*\|>", END, text)
    text = re.sub(r"(\w)\u0303", r"\\tilde{\1}", text.replace("\\text{", "{"))
    text = re.sub(r"(?<=[.?!])\s+(?=[A-Z])", END, text)
    signs = "".join(SIGNS.get(sign, sign) for sign in ACCENT.sub("", text))
    plain = (x for x in unicodedata.normalize("NFKD", signs) if not unicodedata.combining(x))
    return MARKUP.sub("", "".join(map(_named, plain)))


def _named(sign):
    greek = re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER (\w+)", unicodedata.name(sign, ""))
    return sign if greek is None else greek[2].lower()


def found_in(quote, text):
    """Whether the parts of a quotation follow each other in a text, within one passage.

    What is cut out of a sentence holds no end of a sentence: so two are never joined into one.
    """
    parts = [part for part in map(folded, quote.split(CUT)) if part.strip(END)]
    pattern = ""
    for before, part in zip(["", *parts], parts, strict=False):
        gap = "." if before.endswith((".", "?", "!", ":")) else f"[^{END}]"
        pattern += (f"{gap}{{0,{MOST_CUT}}}?" if before else "") + re.escape(part)
    return bool(parts) and re.search(pattern, text, re.S) is not None


@cache
def seeds():
    files = sorted(SEEDS.glob("*.txt"))
    texts = [folded(file.read_text(encoding="utf-8")) for file in files]
    return dict(zip(papers(), texts, strict=True)) if files else {}


def of_paper(paper):
    return [claim for claim in claims_of(paper) if not claim.own]


@pytest.mark.parametrize("paper", papers())
def test_every_quotation_is_found_in_its_paper(paper):
    if not seeds():
        pytest.skip(f"the papers' texts are not at hand: {SEEDS} (RANKPROOF_SEEDS names a folder)")
    quoted = [claim for claim in of_paper(paper) if claim.says]
    lost = [claim.key for claim in quoted if not found_in(claim.says, seeds()[paper])]
    assert lost == []


@pytest.mark.parametrize("paper", papers())
def test_the_words_of_every_claim_are_written_down(paper):
    missing = [claim.key for claim in of_paper(paper) if not claim.says]
    assert len(missing) <= STILL_MISSING[paper], missing


TEXT = folded(
    "We show that the metric $m(\\sigma, \\nu)$ is *sym-\nmetric* and ﬁnite. It is "
    "not a distance, as Prop. 7.1 says.<|BORDER|>Another slide" + " and more" * 100 + " end."
)


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("the metric m(σ, ν) is symmetric and finite.", True),
        ("the metric … is symmetric", True),
        ("We show … finite. It is not", True),
        ("finite. … as Prop. 7.1 says.", True),
        ("the metric … is not a distance", False),  # two sentences as one
        ("symmetric and finite It is", False),
        ("is symmetric … the metric", False),  # the wrong order
        ("not a distance … Another slide", False),
        ("Another slide … end.", False),  # too far
        ("the metric is symmetric", False),
        ("…", False),
    ],
)
def test_what_counts_as_found(quote, found):
    assert found_in(quote, TEXT) is found
