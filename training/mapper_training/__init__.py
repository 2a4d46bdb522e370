"""Programs -> measured rows -> models, and how well these choose.  Imports mapper, never the reverse.

- `collect.py`: Measures training programs on this machine: each region both ways, one row for each feature vector.
- `measure.py`: Measures one point: runs on both devices, repeated until their mean is known, results compared.
- `micro.py`: What this platform's parts cost: operations, copies, launches, opening the device, building kernels.
- `blocks.py`: What blocks of a matrix product cost on this device: numbers for the run-time library's model of it.
- `relayout.py`: Micro-benchmarks of copies in another order: when do they pay?
- `machines.py`: The machines that measure: this one, or the workers of a Dask scheduler, called through joblib.
- `journal.py`: A folder of measured data that survives interruptions.
- `config.py`: Training/config.toml: which programs are run at which sizes, and how much effort a suite makes.
- `building.py`: Builds the training programs with `mapper compile`, in parallel.
- `device.py`: Which device the measured programs run on: the one that `MAPPER_DEVICE` names, as for any mapped
  program.
- `forecast.py`: What a program's next size will take, from the smaller ones: times and memory grow as powers of
  the size.
- `budget.py`: How the time of a training is shared out: each part has its deadline, so that all ends in time.
- `profiles.py`: What a document of MAPPER_PROFILE says about times, and rows out of documents of real runs.
- `horizon.py`: Measured rows -> what a model is trained on: questions over horizons, with what each answer costs.
- `tablefile.py`: Files of measured data, checked as they are read, so that a broken one is an error that names it.
- `merge.py`: Rows that several machines of one platform measured, as one table.
- `recount.py`: Measured rows with the features that this version counts: `python -m mapper_training.recount FOLDER
  [PROGRAM...]`.
- `completed.py`: Profiles of earlier feature schemas get the features that they lack from profiles of this one.
- `weights.py`: What an operation of each kind costs on a platform's device, from its micro-benchmarks.
- `rescale.py`: A model for a platform of which only micro-benchmarks are known: another platform's prices,
  rescaled.
- `gates.py`: What must be true before a model is made: the machine has little else to do, and rows are many and
  sure.
- `fit.py`: Rows -> model: fitted, and compared with whole programs held out.
- `models.py`: The kinds of models that are compared, each fitted by scikit-learn and turned into trees that embed
  as C.
- `simulate.py`: What whole processes take when a model chooses: the measure by which models are compared.
- `relayout_fit.py`: When copies of arrays in another order pay: the tree, from measured rows, and how it does on
  shapes held out.
- `evaluate.py`: `mapper evaluate`: what a platform's models would have done to the NPB programs, each of them held
  out.
- `suites.py`: How well a platform's model chooses for programs outside the tree: `python -m mapper_training.suites
  FOLDER`.
- `evaluation/`: What a model would have done to programs that it has not seen, from measured data, and a page that
  shows it.
"""
