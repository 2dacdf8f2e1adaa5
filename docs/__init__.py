"""The pages, and what draws their pictures."""
