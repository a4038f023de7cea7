"""The version: the only place where it is written; the installation reads it here too."""

from __future__ import annotations

VERSION = "0.1.0"
