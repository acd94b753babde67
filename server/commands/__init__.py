"""Commands about boards and finished races: plain functions from words to text, one a module."""
