"""The assignment of Jeson Mor."""
