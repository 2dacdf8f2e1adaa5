"""The engine as tournament managers meet it."""
