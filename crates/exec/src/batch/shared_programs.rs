//! Programs that sessions share: those of batches, by text, parameter declarations, SET options and
//! database, and those of procedures, by module and SET options. A session that runs a text or a
//! procedure for the first time takes the program that another session has compiled, and only binds
//! its statements.
//!
//! A program that looked up types or the nullability of columns isn't shared: it depends on
//! definitions that another session may not see. Texts that may have a password aren't shared, nor
//! are triggers, which are compiled for the columns of a table. The programs are charged to the
//! clerk of plans. Beyond a part of the memory limit, those that were taken longest ago are
//! forgotten. A session that still runs one keeps it.

use super::compiled_batch::Batch;
use super::parameter::Parameter;
use super::program::Program;
use sluice_base::hash::{FixedHasher, HashMap, HashSet};
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::memory::{Clerk, HeapCharge};
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::Module;
use sluice_plan::SetOptions;
use sluice_session::cached_plan::CachedPlan;
use sluice_session::secret;
use sluice_syntax::ast::ModuleContext;
use sluice_table::database::Database;
use std::hash::Hasher;

/// The programs that the sessions of an instance share.
#[derive(Default)]
pub(crate) struct SharedPrograms(Mutex<Programs>);

#[derive(Default)]
struct Programs {
    texts: HashMap<Box<str>, Vec<SharedProgram>>,
    modules: HashMap<(DatabaseId, ObjectId), Vec<SharedProgram>>,
    /// The hashes of the texts that were compiled once and not kept.
    compiled_once: HashSet<u64>,
    count: usize,
    bytes: u64,
    /// The number of programs taken or put so far.
    turn: u64,
    /// The generation of the instance's plans. A new one discards the programs.
    generation: u64,
    charge: Option<HeapCharge>,
}

/// The place of a program among the shared ones.
#[derive(Clone, Copy)]
pub(super) enum ProgramKey<'k> {
    /// A text and the declarations of its parameters.
    Text(&'k str, &'k str),
    /// A procedure.
    Module(&'k Arc<Module>),
}

/// The circumstances in which a program is compiled.
#[derive(Clone, Copy)]
pub(super) struct Circumstances<'c> {
    /// The current database.
    pub(super) database: &'c Database,
    /// The SET options.
    pub(super) options: SetOptions,
    /// The generation of the instance's plans.
    pub(super) generation: u64,
}

/// A compiled batch or procedure without a session.
struct SharedProgram {
    program: Arc<Program>,
    parameters: Arc<[Parameter]>,
    declarations: Box<str>,
    context: Option<ModuleContext>,
    /// The definition that was compiled, if the program is a procedure's.
    module: Option<Arc<Module>>,
    database: DatabaseId,
    plan: Arc<CachedPlan>,
    bytes: u64,
    /// The turn of the last use.
    used: u64,
}

impl SharedPrograms {
    /// Returns a batch around a shared program, unbound, or `None` if no session has shared one.
    pub(super) fn take(&self, key: ProgramKey<'_>, circumstances: Circumstances<'_>) -> Option<Box<Batch>> {
        let mut programs = self.0.lock();
        programs.discard_before(circumstances.generation);
        programs.turn += 1;
        let turn = programs.turn;
        let known = match key {
            ProgramKey::Text(text, _) => programs.texts.get_mut(text)?,
            ProgramKey::Module(module) => programs.modules.get_mut(&(circumstances.database.id, module.id))?,
        };
        let found = known.iter_mut().find(|known| known.is_for(key, circumstances))?;
        found.used = turn;
        let (program, parameters) = (Arc::clone(&found.program), Arc::clone(&found.parameters));
        let context = found.context.clone();
        Some(Box::new(Batch::of_shared((program, parameters), &found.plan, &found.declarations, context)))
    }

    /// Whether [`SharedPrograms::note_compiled`] knows the text, or one with the same hash.
    pub(super) fn was_compiled(&self, text: &str) -> bool {
        self.0.lock().compiled_once.contains(&hash_of(text))
    }

    /// Notes that a text was compiled by a session and isn't kept. Many texts displace all.
    pub(super) fn note_compiled(&self, text: &str) {
        let known = &mut self.0.lock().compiled_once;
        if known.len() >= COMPILED_ONCE_MAX {
            known.clear();
        }
        known.insert(hash_of(text));
    }

    /// Shares the program of a batch that was just compiled in `bytes` bytes of this thread's heap.
    /// Returns whether the bytes belong to the shared program now.
    pub(super) fn put(&self, key: ProgramKey<'_>, batch: &Batch, circumstances: Circumstances<'_>, bytes: u64) -> bool {
        let broker = circumstances.database.storage.pool.broker();
        let most = broker.limit() / LIMIT_PARTS;
        let is_secret = matches!(key, ProgramKey::Text(text, _) if secret::may_have_password(text));
        if batch.types.is_some() || batch.trigger.is_some() || is_secret || bytes > most / PROGRAMS_MIN {
            return false;
        }
        let mut programs = self.0.lock();
        programs.discard_before(circumstances.generation);
        if programs.count >= PROGRAMS_MAX || programs.bytes + bytes > most {
            programs.forget_older_half();
        }
        programs.turn += 1;
        batch.plan.set_bytes(bytes);
        let database = circumstances.database.id;
        let shared = SharedProgram {
            program: Arc::clone(&batch.bound.program),
            parameters: Arc::clone(&batch.parameters),
            declarations: batch.declarations.clone(),
            context: batch.context.clone(),
            module: if let ProgramKey::Module(module) = key { Some(Arc::clone(module)) } else { None },
            database,
            plan: batch.plan.for_another_session(),
            bytes,
            used: programs.turn,
        };
        let charge = programs.charge.get_or_insert_with(|| HeapCharge::new(broker, Clerk::Plans));
        charge.add(i64::try_from(bytes).unwrap_or(i64::MAX));
        programs.bytes += bytes;
        programs.count += 1;
        match key {
            ProgramKey::Text(text, _) => programs.texts.entry(text.into()).or_default().push(shared),
            ProgramKey::Module(module) => programs.modules.entry((database, module.id)).or_default().push(shared),
        }
        true
    }
}

impl SharedProgram {
    fn is_for(&self, key: ProgramKey<'_>, circumstances: Circumstances<'_>) -> bool {
        let is_same = match key {
            ProgramKey::Text(_, declarations) => *self.declarations == *declarations,
            ProgramKey::Module(module) => self.module.as_ref().is_some_and(|known| known == module),
        };
        is_same && self.program.options == circumstances.options && self.database == circumstances.database.id
    }
}

impl Programs {
    /// Discards all programs if the instance's plans have another generation.
    fn discard_before(&mut self, generation: u64) {
        if self.generation != generation {
            let turn = self.turn;
            *self = Programs { generation, turn, ..Programs::default() };
        }
    }

    /// Forgets the half of the programs that were used longest ago.
    fn forget_older_half(&mut self) {
        let mut used: Vec<u64> =
            self.texts.values().chain(self.modules.values()).flatten().map(|one| one.used).collect();
        used.sort_unstable();
        let Some(middle) = used.get(used.len() / 2).copied() else { return };
        let (mut count, mut freed) = (0, 0);
        let mut keep = |known: &mut Vec<SharedProgram>| {
            known.retain(|shared| {
                let is_kept = shared.used > middle;
                (count, freed) = if is_kept { (count + 1, freed) } else { (count, freed + shared.bytes) };
                is_kept
            });
            !known.is_empty()
        };
        self.texts.retain(|_, known| keep(known));
        self.modules.retain(|_, known| keep(known));
        self.count = count;
        self.bytes -= freed;
        self.charge.iter().for_each(|charge| charge.add(-i64::try_from(freed).unwrap_or(i64::MAX)));
    }
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = FixedHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// The greatest number of texts that are known to have been compiled once.
const COMPILED_ONCE_MAX: usize = 16_384;
/// The greatest number of shared programs.
const PROGRAMS_MAX: usize = 4096;
/// Divisor of the memory limit: the part that shared programs may have.
const LIMIT_PARTS: u64 = 64;
/// The least number of programs for which there is room. A larger program isn't shared.
const PROGRAMS_MIN: u64 = 8;
