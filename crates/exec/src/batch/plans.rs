//! The compiled batches of a session, by their text: one that runs again has nothing to read, and mostly nothing to bind.
//!
//! A batch is taken out while it runs, so that one that runs within itself gets an instance of its own.

use super::Batch;
use sluice_base::hash::HashMap;
use sluice_types::SqlError;

/// Batches that do not run at the moment.
#[derive(Default)]
pub struct Plans {
    texts: HashMap<Box<str>, Vec<Batch>>,
    count: usize,
}

impl Plans {
    /// The batch of `text` with parameters as `declarations` has them, compiled if there is none yet; or all that is wrong with it.
    pub(crate) fn take(&mut self, text: &str, declarations: &str) -> Result<Batch, Vec<SqlError>> {
        if let Some(known) = self.texts.get_mut(text)
            && let Some(place) = known.iter().position(|batch| *batch.declarations == *declarations)
        {
            self.count -= 1;
            return Ok(known.swap_remove(place));
        }
        Batch::compile(text, declarations)
    }

    /// Keeps the batch of `text` for its next run.
    pub(crate) fn put(&mut self, text: &str, batch: Batch) {
        if !batch.is_reusable() {
            return;
        }
        if self.count >= BATCHES_MAX {
            self.clear();
        }
        self.count += 1;
        match self.texts.get_mut(text) {
            Some(known) => known.push(batch),
            None => {
                self.texts.insert(text.into(), vec![batch]);
            }
        }
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.texts.clear();
        self.count = 0;
    }
}

/// How many compiled batches a session keeps.
const BATCHES_MAX: usize = 64;
