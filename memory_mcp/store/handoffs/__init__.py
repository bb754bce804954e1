"""Handoffs: work passed from one session to the next."""
