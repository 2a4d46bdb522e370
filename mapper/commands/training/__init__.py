"""Commands that measure programs and devices, and that make and judge models.

- `train.py`: `mapper train`: measure this machine and make a model for it.
- `train_micro.py`: The part of `mapper train` that predicts a platform by micro-benchmarks alone.
- `train_relayout.py`: The part of `mapper train` that measures when copies of arrays in another order pay.
- `evaluate.py`: `mapper evaluate`: a report of how well a platform's model chooses for programs that it has not
  seen.
- `model.py`: `mapper model show`: a model as a page for people.
- `tune.py`: `mapper tune`: runs a mapped program so that it measures shapes of work-groups and remembers the
  best.
- `tune_device.py`: `mapper tune --device`: measures what the model of the device needs to know, and remembers
  it.
"""
