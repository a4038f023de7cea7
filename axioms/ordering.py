"""Properties of orders and of metrics on them (`giner`, §3)."""

from __future__ import annotations
