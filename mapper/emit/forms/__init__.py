"""The OpenCL text of a kernel's further forms.

- `ordered_text.py`: Kernels whose iterations count in the order that they have in their thread (see
  `mapper.ir.forms.ordered.Ordered`).
- `multisplit_text.py`: The last pass of kernels that count in order, if work-groups sort what they store
  (`transforms/local/multisplit.py`).
"""
