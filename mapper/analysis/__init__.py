"""Unit -> answers: types, symbols, data sharing, points-to, effects, and what kernels access."""
