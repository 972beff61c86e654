//! The session's cache of compiled batches, by text, and of called procedures. A repeated batch
//! needs no parsing and mostly no binding. Programs are shared by all sessions
//! (`shared_programs`); what a session has bound of them is its own.
//!
//! A batch is taken out of the cache while it runs, so that a recursive call gets its own instance.

use super::compiled_batch::Batch;
use super::shared_programs::{Circumstances, ProgramKey, SharedPrograms};
use super::types::Types;
use sluice_base::hash::HashMap;
use sluice_base::heap;
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::memory::{Clerk, HeapCharge};
use sluice_base::sync::Arc;
use sluice_base::waits::note_work;
use sluice_base::work_counts::WorkCount;
use sluice_catalog::{Column, Module};
use sluice_plan::{SetOptions, options_in};
use sluice_session::Host;
use sluice_session::secret;
use sluice_session::state::SessionState;
use sluice_session::work::Work;
use sluice_table::database::Database;
use sluice_types::SqlError;

/// Instances of a batch that aren't running.
type IdleBatches = Vec<Box<Batch>>;

/// Compiled batches that aren't running. Each is used by one run at a time.
#[derive(Default)]
pub struct Plans {
    texts: HashMap<Box<str>, IdleBatches>,
    // Bodies by module, with the definition they were compiled from. Recursion leaves several
    // instances.
    procedures: HashMap<(DatabaseId, ObjectId), (Arc<Module>, IdleBatches)>,
    count: usize,
    // Charge for the heap bytes of the batches.
    charge: Option<HeapCharge>,
    // Programs that all sessions share, and the generation of the instance's plans.
    shared: Option<Arc<SharedPrograms>>,
    generation: u64,
    // 'optimize for ad hoc workloads': a batch without parameters is kept from its second
    // compilation on.
    keeps_repeated_only: bool,
}

impl Plans {
    /// Returns a session's empty cache, which shares programs with the other sessions of `host`.
    pub(crate) fn for_session(host: &dyn Host) -> Plans {
        let shared = Some(host.cached_plans().programs());
        Plans { shared, generation: host.plan_generation(), ..Plans::default() }
    }

    /// Sets the generation of the instance's plans. Programs of an older one aren't taken.
    pub(crate) fn set_generation(&mut self, generation: u64) {
        self.generation = generation;
    }

    /// Sets 'optimize for ad hoc workloads'.
    pub(crate) fn keep_repeated_only(&mut self, on: bool) {
        self.keeps_repeated_only = on;
    }

    /// Whether a text with these declarations is compiled for the first time and isn't kept.
    fn is_passing(&self, text: &str, declarations: &str) -> bool {
        let is_new = || self.shared.as_ref().is_some_and(|shared| !shared.was_compiled(text));
        self.keeps_repeated_only && declarations.is_empty() && is_new()
    }

    /// Takes the batch of `text` with these parameter declarations, or compiles it. Fails with the
    /// compilation errors.
    pub(crate) fn take(
        &mut self,
        text: &str,
        declarations: &str,
        state: &SessionState,
    ) -> Result<Box<Batch>, Vec<SqlError>> {
        note_work(WorkCount::TextLookup);
        let began = heap::thread_bytes();
        if let Some(known) = self.take_text(text, declarations, state) {
            note_work(WorkCount::TextHit);
            return Ok(self.begin(known, began, &state.database));
        }
        let (database, options) = (&*state.database, state.options.meaning);
        let (batch, began) = self.compiled(ProgramKey::Text(text, declarations), (database, options), began, || {
            Batch::compile(text, declarations, Types::for_session(state))
        })?;
        Ok(self.begin(batch, began, &state.database))
    }

    /// Takes a program that another session has shared, or compiles and shares it. Returns the
    /// batch, and the heap bytes of the thread from which on they are the session's.
    fn compiled(
        &self,
        key: ProgramKey<'_>,
        (database, options): (&Database, SetOptions),
        began: i64,
        compile: impl FnOnce() -> Result<Batch, Vec<SqlError>>,
    ) -> Result<(Box<Batch>, i64), Vec<SqlError>> {
        let circumstances = Circumstances { database, options, generation: self.generation };
        let shared = self.shared.as_ref();
        // The session binds the statements of a shared program anew.
        note_work(WorkCount::Compilation);
        if let Some(batch) = shared.and_then(|shared| shared.take(key, circumstances)) {
            note_work(if matches!(key, ProgramKey::Text(..)) { WorkCount::TextHit } else { WorkCount::ModuleHit });
            return Ok((batch, began));
        }
        let batch = Box::new(compile()?);
        let grown = u64::try_from(heap::thread_bytes() - began).unwrap_or_default();
        let is_passing = matches!(key, ProgramKey::Text(text, declared) if self.is_passing(text, declared));
        let shared = shared.filter(|_| !is_passing);
        let is_shared = shared.is_some_and(|shared| shared.put(key, &batch, circumstances, grown));
        Ok((batch, if is_shared { heap::thread_bytes() } else { began }))
    }

    fn take_text(&mut self, text: &str, declarations: &str, state: &SessionState) -> Option<Box<Batch>> {
        let known = self.texts.get_mut(text)?;
        let is_asked = |batch: &Batch| *batch.declarations == *declarations && batch.options() == state.options.meaning;
        while let Some(place) = known.iter().position(|batch| is_asked(batch)) {
            self.count -= 1;
            let batch = known.swap_remove(place);
            let first_schema = state.security.default_schema.as_ref();
            if batch.is_current(&state.transaction.work, &state.database, first_schema) {
                return Some(batch);
            }
        }
        None
    }

    /// Starts charging the batch with the heap bytes that the thread allocates from `began` on.
    fn begin(&mut self, mut batch: Box<Batch>, began: i64, database: &Database) -> Box<Batch> {
        let charge = || HeapCharge::new(database.storage.pool.broker(), Clerk::Plans);
        self.charge.get_or_insert_with(charge);
        batch.began = began;
        batch
    }

    /// Charges the memory clerk with the heap growth since `began`.
    fn end(&self, began: i64) {
        let grown = heap::thread_bytes() - began;
        if let Some(charge) = self.charge.as_ref().filter(|_| grown.abs() >= CHARGED_MIN) {
            charge.add(grown);
        }
    }

    /// Returns the number of heap bytes charged for the batches; 0 if none is kept.
    pub(crate) fn bytes(&self) -> u64 {
        self.charge.as_ref().map_or(0, HeapCharge::bytes)
    }

    /// Caches the batch of `text` for its next run. A text that may have a password isn't cached. A
    /// full cache is cleared first.
    pub(crate) fn put(&mut self, text: &str, mut batch: Box<Batch>) {
        if secret::may_have_password(text) {
            return;
        }
        if self.is_passing(text, &batch.declarations) {
            self.shared.iter().for_each(|shared| shared.note_compiled(text));
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

    /// Takes the body of a procedure of `database`, or compiles it. A cached body fits if
    /// definition, types and SET options are the same. Fails with the errors of compilation. The
    /// caller gives it back with [`Plans::put_procedure`].
    pub(crate) fn take_procedure(
        &mut self,
        database: &Arc<Database>,
        module: &Arc<Module>,
        state: &SessionState,
    ) -> Result<Box<Batch>, Vec<SqlError>> {
        let (work, began) = (&state.transaction.work, heap::thread_bytes());
        let options = options_in(module, state.options.meaning);
        let (body, began) = match self.take_body(database, module, work, |body| body.options() == options) {
            Some(known) => (known, began),
            None => self.compiled(ProgramKey::Module(module), (database, options), began, || {
                Batch::of_module(module, Types::for_database(work, database, options))
            })?,
        };
        Ok(self.begin(body, began, database))
    }

    fn take_body(
        &mut self,
        database: &Arc<Database>,
        module: &Arc<Module>,
        work: &Work,
        is_right: impl Fn(&Batch) -> bool,
    ) -> Option<Box<Batch>> {
        note_work(WorkCount::ModuleLookup);
        let kept = self.procedures.get_mut(&(database.id, module.id));
        let (_, bodies) = kept.filter(|(known, _)| Arc::ptr_eq(known, module) || *known == *module)?;
        while let Some(body) = bodies.pop() {
            self.count -= 1;
            if body.is_current(work, database, None) && is_right(&body) {
                note_work(WorkCount::ModuleHit);
                return Some(body);
            }
        }
        None
    }

    /// Takes the body of a trigger compiled for these columns, or compiles it. A cached body fits
    /// if also the SET options are the same. Fails with the errors of compilation.
    pub(crate) fn take_trigger(
        &mut self,
        database: &Arc<Database>,
        (module, columns): (&Arc<Module>, &Arc<[Column]>),
        state: &SessionState,
    ) -> Result<Box<Batch>, Vec<SqlError>> {
        let (work, began) = (&state.transaction.work, heap::thread_bytes());
        let options = options_in(module, state.options.meaning);
        let is_asked = |body: &Batch| {
            body.options() == options && body.trigger.as_ref().is_some_and(|tables| tables.are_of(columns))
        };
        let body = match self.take_body(database, module, work, is_asked) {
            Some(known) => known,
            None => {
                note_work(WorkCount::Compilation);
                let types = Types::for_database(work, database, options);
                Box::new(Batch::of_trigger_module(module, Arc::clone(columns), types)?)
            }
        };
        Ok(self.begin(body, began, database))
    }

    /// Caches the body of a procedure or trigger for its next call. Bodies of an older definition
    /// are dropped. A full cache is cleared first.
    pub(crate) fn put_procedure(&mut self, database: DatabaseId, module: Arc<Module>, mut body: Box<Batch>) {
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

    /// Removes all batches and gives back their memory.
    pub(crate) fn clear(&mut self) {
        self.charge = None;
        self.texts.clear();
        self.procedures.clear();
        self.count = 0;
    }
}

/// Maximum number of cached batches of a session.
const BATCHES_MAX: usize = 64;
/// Smaller changes, in bytes, aren't charged.
const CHARGED_MIN: i64 = 1024;
