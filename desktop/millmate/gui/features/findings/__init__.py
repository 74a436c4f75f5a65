"""Findings in many games or studies: review of endings, checks of studies."""
