"""The form that a tournament's plan is made with, part by part."""
