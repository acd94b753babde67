"""Finished races as documents: checked against the rules, shown as text, written in other forms."""
