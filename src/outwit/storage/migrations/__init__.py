"""The steps from one version of the database to the next, a module each; never changed later."""
