"""The portal: people and bots play in the browser."""
