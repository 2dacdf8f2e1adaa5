"""The numbers of Push that were found by playing."""

SEARCH = {"window": 100, "futility": 300, "futility_depth": 3, "reduction": 200}
