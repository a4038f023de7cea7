"""Kendall and footrule with element weights, position costs and similarities (`kumar`)."""

from __future__ import annotations
