//! Programs of batches that sessions share, by text, parameter declarations, SET options and
//! database. A session that runs a text for the first time takes the program that another session
//! has compiled, and only binds its statements.
//!
//! A program that looked up types or the nullability of columns isn't shared: it depends on
//! definitions that another session may not see. Texts that may have a password aren't shared.
//! The programs are charged to the clerk of plans. Beyond a part of the memory limit, those that
//! were taken longest ago are forgotten. A session that still runs one keeps it.

use super::compiled_batch::Batch;
use super::parameter::Parameter;
use super::program::Program;
use sluice_base::hash::HashMap;
use sluice_base::ids::DatabaseId;
use sluice_base::memory::{Clerk, HeapCharge};
use sluice_base::sync::{Arc, Mutex};
use sluice_plan::SetOptions;
use sluice_session::cached_plan::CachedPlan;
use sluice_session::secret;
use sluice_session::state::SessionState;

/// The programs that the sessions of an instance share.
#[derive(Default)]
pub(crate) struct SharedPrograms(Mutex<Programs>);

#[derive(Default)]
struct Programs {
    texts: HashMap<Box<str>, Vec<SharedProgram>>,
    count: usize,
    bytes: u64,
    /// The number of programs taken or put so far.
    turn: u64,
    /// The generation of the instance's plans. A new one discards the programs.
    generation: u64,
    charge: Option<HeapCharge>,
}

/// A compiled batch without a session.
struct SharedProgram {
    program: Arc<Program>,
    parameters: Arc<[Parameter]>,
    declarations: Box<str>,
    database: DatabaseId,
    plan: Arc<CachedPlan>,
    bytes: u64,
    /// The turn of the last use.
    used: u64,
}

impl SharedPrograms {
    /// Returns a batch around the program of `text`, unbound, or `None` if no session has shared
    /// one. `generation` is the present generation of plans.
    pub(super) fn take(
        &self,
        text: &str,
        declarations: &str,
        state: &SessionState,
        generation: u64,
    ) -> Option<Box<Batch>> {
        let mut programs = self.0.lock();
        programs.discard_before(generation);
        programs.turn += 1;
        let turn = programs.turn;
        let known = programs.texts.get_mut(text)?.iter_mut();
        let found =
            known.into_iter().find(|known| known.is_for(declarations, state.options.meaning, state.database.id))?;
        found.used = turn;
        let (program, parameters) = (Arc::clone(&found.program), Arc::clone(&found.parameters));
        Some(Box::new(Batch::of_shared(program, parameters, &found.plan, declarations)))
    }

    /// Shares the program of a batch that was just compiled in `bytes` bytes of this thread's heap.
    /// Returns whether the bytes belong to the shared program now.
    pub(super) fn put(&self, text: &str, batch: &Batch, (state, generation): (&SessionState, u64), bytes: u64) -> bool {
        let broker = state.database.storage.pool.broker();
        let most = broker.limit() / LIMIT_PARTS;
        if batch.types.is_some() || secret::may_have_password(text) || bytes > most / PROGRAMS_MIN {
            return false;
        }
        let mut programs = self.0.lock();
        programs.discard_before(generation);
        if programs.count >= PROGRAMS_MAX || programs.bytes + bytes > most {
            programs.forget_older_half();
        }
        programs.turn += 1;
        batch.plan.set_bytes(bytes);
        let shared = SharedProgram {
            program: Arc::clone(&batch.bound.program),
            parameters: Arc::clone(&batch.parameters),
            declarations: batch.declarations.clone(),
            database: state.database.id,
            plan: batch.plan.for_another_session(),
            bytes,
            used: programs.turn,
        };
        let charge = programs.charge.get_or_insert_with(|| HeapCharge::new(broker, Clerk::Plans));
        charge.add(i64::try_from(bytes).unwrap_or(i64::MAX));
        programs.bytes += bytes;
        programs.count += 1;
        programs.texts.entry(text.into()).or_default().push(shared);
        true
    }
}

impl SharedProgram {
    fn is_for(&self, declarations: &str, options: SetOptions, database: DatabaseId) -> bool {
        *self.declarations == *declarations && self.program.options == options && self.database == database
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
        let mut used: Vec<u64> = self.texts.values().flatten().map(|shared| shared.used).collect();
        used.sort_unstable();
        let Some(middle) = used.get(used.len() / 2).copied() else { return };
        let (mut count, mut freed) = (0, 0);
        self.texts.retain(|_, known| {
            known.retain(|shared| {
                let is_kept = shared.used > middle;
                (count, freed) = if is_kept { (count + 1, freed) } else { (count, freed + shared.bytes) };
                is_kept
            });
            !known.is_empty()
        });
        self.count = count;
        self.bytes -= freed;
        self.charge.iter().for_each(|charge| charge.add(-i64::try_from(freed).unwrap_or(i64::MAX)));
    }
}

/// The greatest number of shared programs.
const PROGRAMS_MAX: usize = 4096;
/// Divisor of the memory limit: the part that shared programs may have.
const LIMIT_PARTS: u64 = 64;
/// The least number of programs for which there is room. A larger program isn't shared.
const PROGRAMS_MIN: u64 = 8;
