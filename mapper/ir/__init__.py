"""The data that flows between the stages: frozen values, no behaviour beyond questions about themselves."""
