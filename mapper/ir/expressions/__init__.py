"""What expressions compute, by their trees, and copies of them with other terms.

- `arithmetic.py`: One reader of sums, differences and products, for numbers, polynomials, affine functions and
  ranges.
- `polynomials.py`: Polynomials with integer coefficients: integer expressions as sums of products of names and
  other terms.
- `integers.py`: Integer expressions of names as polynomials: the same for trees that say the same in other words.
- `updates.py`: Updates: statements that change an object only by combining its value with another, `x = x op e`.
- `choices.py`: Choices: conditional expressions, functions that compute nothing else, minima and maxima.
- `substitution.py`: Copies of trees in which other expressions are in the places of variables.
"""
