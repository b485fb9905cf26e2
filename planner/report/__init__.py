"""Advice and audits as text for people, and as files worth printing."""
