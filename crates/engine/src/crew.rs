//! Threads for one task, which end with it. Recovery uses them; the storage crates start no threads
//! themselves.

use sluice_base::machine;
use sluice_base::sync::thread;
use sluice_txn::{Crew, Task};

/// A crew with a thread of its own for each task. `size` is the number of processors.
pub(crate) struct Threads {
    size: usize,
}

impl Threads {
    /// Returns a crew with a thread per processor.
    pub(crate) fn of_machine() -> Threads {
        Threads { size: machine::processors() }
    }
}

impl Crew for Threads {
    fn size(&self) -> usize {
        self.size
    }

    fn run(&self, tasks: &mut [Task<'_>]) {
        let Some((own, others)) = tasks.split_first_mut() else { return };
        thread::run_together(others.iter_mut().map(|task| Box::new(task) as Box<_>).collect(), own);
    }
}
