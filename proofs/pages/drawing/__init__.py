"""Drawings as SVG: witnesses, orders, graphs. Every text in them is escaped."""
