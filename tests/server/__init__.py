"""The portal."""
