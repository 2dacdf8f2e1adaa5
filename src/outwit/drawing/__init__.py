"""Positions as pictures: SVG and PNG.

``draw`` draws any game from its board, its moves and its ``look``.
"""
