"""Doors to other people's tools: data frames and plots, PettingZoo, Gymnasium, OpenSpiel.

Each module needs an extra of this package, says which if it is missing, and is imported by whoever uses it.
"""
