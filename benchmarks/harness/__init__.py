"""Builds programs in several versions, runs them one at a time, and writes a CSV.

Imports the standard library and mapper only, so that it runs where mapper does.
"""
