"""The OpenCL text of a kernel's further forms.

- `tile_text.py`: The OpenCL text of a tiled body: what `mapper.ir.forms.tiling.Tiling` says, as loops of one
  work-item.
- `halo_text.py`: The OpenCL text of a body with tiles and halos: what `mapper.ir.forms.staging.Halo` says.
- `stage_text.py`: The OpenCL text of a body whose loop is staged: what `mapper.ir.forms.staging.Staging` says.
- `staging_text.py`: The OpenCL text with which a work-group stages a part of an array: what
  `mapper.ir.forms.staging.Tiled` says.
- `ordered_text.py`: Kernels whose iterations count in the order that they have in their thread (see
  `mapper.ir.forms.ordered.Ordered`).
- `multisplit_text.py`: The last pass of kernels that count in order, if work-groups sort what they store
  (`transforms/local/multisplit.py`).
- `counters_text.py`: The OpenCL text of kernels whose work-groups count in local memory (see
  `mapper.ir.program.kernel.Counters`).
- `collapsed_text.py`: The OpenCL text of a kernel's form with equal shares of elements (see
  `mapper.ir.forms.collapsed`): four kernels.
- `batch_text.py`: The OpenCL text of a kernel's second form that runs many launches, one step each
  (`mapper.transforms.launches.batch`).
"""
