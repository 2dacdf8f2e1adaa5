"""Strangers' programs: how they are started, limited, enclosed, talked to and ended."""
