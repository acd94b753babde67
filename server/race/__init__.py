"""The race as three pure functions: decide, evolve, deadline. Rules in SPEC.md."""
