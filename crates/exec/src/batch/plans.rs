//! The compiled batches of a session, by their text, and the procedures that it has called: what runs again has nothing to read, and
//! mostly nothing to bind.
//!
//! A batch is taken out while it runs, so that one that runs within itself gets an instance of its own.

use super::table_function::FunctionBodies;
use super::{Batch, Types};
use crate::secret;
use crate::state::SessionState;
use crate::work::Work;
use sluice_base::hash::HashMap;
use sluice_base::heap;
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::memory::{Clerk, HeapCharge};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module};
use sluice_table::database::Database;
use sluice_types::SqlError;

/// Batches that do not run at the moment.
#[derive(Default)]
pub struct Plans {
    texts: HashMap<Box<str>, Vec<Batch>>,
    // With the definition that each was compiled from; as many of one as have run within each other.
    procedures: HashMap<(DatabaseId, ObjectId), (Arc<Module>, Vec<Batch>)>,
    count: usize,
    functions: Arc<FunctionBodies>,
    // Their bytes of the heap.
    charge: Option<HeapCharge>,
}

impl Plans {
    /// The batch of `text` with parameters as `declarations` has them, compiled if there is none yet; or all that is wrong with it.
    pub(crate) fn take(
        &mut self,
        text: &str,
        declarations: &str,
        state: &SessionState,
    ) -> Result<Batch, Vec<SqlError>> {
        let (work, database) = (&state.work, &state.database);
        let began = heap::thread_bytes();
        let batch = match self.take_text(text, declarations, state) {
            Some(known) => known,
            None => Batch::compile(text, declarations, Types::of(work, database))?,
        };
        Ok(self.begin(batch, began, database))
    }

    fn take_text(&mut self, text: &str, declarations: &str, state: &SessionState) -> Option<Batch> {
        let known = self.texts.get_mut(text)?;
        while let Some(place) = known.iter().position(|batch| *batch.declarations == *declarations) {
            self.count -= 1;
            let batch = known.swap_remove(place);
            if batch.is_current(&state.work, &state.database) {
                return Some(batch);
            }
        }
        None
    }

    /// Charges the batch with the bytes that this thread allocates from `began` on, until it is put back.
    fn begin(&mut self, mut batch: Batch, began: i64, database: &Database) -> Batch {
        let charge = || HeapCharge::new(database.storage.pool.broker(), Clerk::Plans);
        self.charge.get_or_insert_with(charge);
        batch.began = began;
        batch
    }

    /// Charges the clerk with the growth of the batches since `began`.
    fn end(&self, began: i64) {
        let grown = heap::thread_bytes() - began;
        if let Some(charge) = self.charge.as_ref().filter(|_| grown.abs() >= CHARGED_MIN) {
            charge.add(grown);
        }
    }

    /// How many bytes of the heap the batches have.
    pub(crate) fn bytes(&self) -> u64 {
        self.charge.as_ref().map_or(0, HeapCharge::bytes)
    }

    /// Keeps the batch of `text` for its next run.
    pub(crate) fn put(&mut self, text: &str, mut batch: Batch) {
        if secret::may_have_password(text) {
            return;
        }
        let began = batch.began;
        batch.forget_variables();
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
        self.end(began);
    }

    /// The body of a procedure of `database`, compiled if there is none yet of this definition.
    pub(crate) fn take_procedure(
        &mut self,
        database: &Arc<Database>,
        module: &Arc<Module>,
        work: &Work,
    ) -> Result<Batch, Vec<SqlError>> {
        let began = heap::thread_bytes();
        let body = match self.take_body(database, module, work, |_| true) {
            Some(known) => known,
            None => Batch::of_module(module, Types::of(work, database))?,
        };
        Ok(self.begin(body, began, database))
    }

    fn take_body(
        &mut self,
        database: &Arc<Database>,
        module: &Arc<Module>,
        work: &Work,
        is_right: impl Fn(&Batch) -> bool,
    ) -> Option<Batch> {
        let kept = self.procedures.get_mut(&(database.id, module.id));
        let (_, bodies) = kept.filter(|(known, _)| Arc::ptr_eq(known, module) || *known == *module)?;
        while let Some(body) = bodies.pop() {
            self.count -= 1;
            if body.is_current(work, database) && is_right(&body) {
                return Some(body);
            }
        }
        None
    }

    /// The body of a trigger of what has such columns, compiled if there is none yet of this definition for them.
    pub(crate) fn take_trigger(
        &mut self,
        database: &Arc<Database>,
        (module, columns): (&Arc<Module>, &Arc<[Column]>),
        work: &Work,
    ) -> Result<Batch, Vec<SqlError>> {
        let began = heap::thread_bytes();
        let is_of_columns = |body: &Batch| body.trigger.as_ref().is_some_and(|tables| tables.are_of(columns));
        let body = match self.take_body(database, module, work, is_of_columns) {
            Some(known) => known,
            None => Batch::of_trigger_module(module, Arc::clone(columns), Types::of(work, database))?,
        };
        Ok(self.begin(body, began, database))
    }

    /// Keeps the body of a procedure or trigger for its next call.
    pub(crate) fn put_procedure(&mut self, database: DatabaseId, module: Arc<Module>, mut body: Batch) {
        let began = body.began;
        body.forget_variables();
        if self.count >= BATCHES_MAX {
            self.clear();
        }
        let (known, bodies) =
            self.procedures.entry((database, module.id)).or_insert_with(|| (Arc::clone(&module), Vec::new()));
        if !Arc::ptr_eq(known, &module) {
            if **known != *module {
                self.count -= bodies.len();
                bodies.clear();
            }
            *known = module;
        }
        bodies.push(body);
        self.count += 1;
        self.end(began);
    }

    /// What runs the functions of several statements.
    pub(super) fn functions(&self) -> Arc<FunctionBodies> {
        Arc::clone(&self.functions)
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.charge = None;
        self.functions.clear();
        self.texts.clear();
        self.procedures.clear();
        self.count = 0;
    }
}

/// How many compiled batches a session keeps.
const BATCHES_MAX: usize = 64;
/// Smaller changes of a batch's memory, in bytes, stay with the session's account.
const CHARGED_MIN: i64 = 1024;
