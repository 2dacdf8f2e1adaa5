"""The portal's texts in several languages: the pages' authors write English, catalogs the rest."""
