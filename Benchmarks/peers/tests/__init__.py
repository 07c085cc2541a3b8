"""Tests of the comparison on synthetic logs.

They need the packages of requirements.txt, but neither hunch nor real logs.
"""
