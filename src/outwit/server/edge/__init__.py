"""Who comes in, by which name, how often and how slowly; and the settings of an operator."""
