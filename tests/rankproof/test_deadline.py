"""A time limit ends the work, and leaves no alarm behind whenever it rings."""

import signal
import time

import pytest

from rankproof.line.deadline import insist_in_time, within
from rankproof.line.failures import Undecided

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm signals")


def busy(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        sum(range(20))


def test_no_alarm_is_left_behind_whenever_it_rings():
    before, ends = signal.getsignal(signal.SIGALRM), set()
    for spent in range(400):  # the alarm comes before, in and after the end of the work
        try:
            with within(1e-6):
                busy(spent / 2_000_000)
            ends.add("done")
        except Undecided as late:
            ends.add(str(late))
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
        assert signal.getsignal(signal.SIGALRM) is before
        insist_in_time()
    assert "the time limit of 1e-06 s was reached" in ends


def test_an_alarm_while_another_limit_is_entered_comes_when_it_is(monkeypatch):
    real = time.monotonic

    def rings():
        signal.raise_signal(signal.SIGALRM)
        return real()

    entered = []

    def work():
        monkeypatch.setattr(time, "monotonic", rings)
        try:
            with within(1):
                entered.append(True)
        finally:
            monkeypatch.undo()
        busy(0.2)

    with pytest.raises(Undecided, match="of 5 s"), within(5):
        work()
    assert entered
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@pytest.mark.parametrize(
    ("other", "end"), [(ValueError, Undecided), (KeyboardInterrupt, KeyboardInterrupt)]
)
def test_after_the_alarm_no_other_error_counts(other, end):
    def work():
        try:
            busy(1)
        except Undecided:
            raise other from None

    with pytest.raises(end), within(0.01):
        work()


def test_the_limit_that_comes_first_counts():
    with pytest.raises(Undecided, match=r"of 0\.02 s"), within(0.02), within(5):
        busy(1)
    with pytest.raises(Undecided, match=r"of 0\.02 s"), within(5), within(0.02):
        busy(1)
    with within(5):
        with pytest.raises(Undecided), within(0.02):
            busy(1)
        assert 4 < signal.getitimer(signal.ITIMER_REAL)[0] < 5


def test_an_alarm_that_comes_late_changes_nothing(monkeypatch):
    monkeypatch.setattr(signal, "setitimer", lambda *given: None)
    with pytest.raises(Undecided, match=r"of 0\.001 s"), within(0.001):
        busy(0.01)
    with within(1):
        busy(0.01)
