"""Tests of the comparison on made-up logs.

They need the packages of requirements.txt, and neither hunch nor real logs.
"""
