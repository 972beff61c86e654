//! A database of the instance, whether it is open or not.
//!
//! A slot exists as long as the instance lists its database. The slot owns the open database: its
//! files, its background work. Other holders of an `Arc<Database>` (sessions, cached plans) may
//! outlive an opening; they find it closed (`Database::is_closed`) and look the database up again.
//!
//! # Locks
//! In this order:
//! 1. `Instance::making`, held while master's list of databases is changed.
//! 2. `Slot::transition` of one slot, held while its database is opened, closed, renamed or
//!    dropped. Its holder may wait for files, for background threads and for recovery.
//! 3. The list of slots, or the state of a slot, held for a moment. Its holder waits for nothing.
//!
//! A thread that holds a page latch, a lock of the log, or a session's state takes none of them but
//! the third kind, except for a session's own statement, which may take all.

use crate::background_pool::Background;
use crate::layers::Layers;
use crate::registry::{Entry, RevertedTo};
use sluice_base::ids::DatabaseId;
use sluice_base::interruption;
use sluice_base::sync::{Arc, Condvar, Mutex, MutexGuard, RwLock};
use sluice_table::{Database, DatabaseFacts, DatabaseState, ListedDatabase, LoadedCatalog};
use sluice_types::SqlError;
use sluice_vfs::metered::MeteredFs;
use std::time::Duration;

/// A database of the instance, open or not. `transition` is held while the database is opened,
/// closed or changed, and `state` only for a moment.
pub(crate) struct Slot {
    pub(crate) id: DatabaseId,
    transition: Mutex<()>,
    state: RwLock<SlotState>,
    /// Locked between a change of the condition and its notification, so that none is missed.
    waiting: Mutex<()>,
    changed: Condvar,
}

struct SlotState {
    /// Master's row of the database.
    entry: Entry,
    condition: Condition,
    /// The facts of the last opening, for views while the database is closed.
    last: Option<Arc<DatabaseFacts>>,
    /// The content of the system tables after the last revert, for the next one to the same state.
    reverted: Option<(RevertedTo, LoadedCatalog)>,
}

/// Whether a database is open, or why it isn't.
pub(crate) enum Condition {
    /// Its files are closed. The first use opens it.
    Closed,
    /// The holder of the transition opens, closes or changes it.
    InTransition,
    /// The holder of the transition reverts it and keeps its connections. Statements wait for the
    /// end.
    Reverting,
    /// It is in use.
    Open(OpenDatabase),
    /// It can't be used, for this reason.
    Unusable(Unusable),
}

/// An open database with what its opening owns.
pub(crate) struct OpenDatabase {
    pub(crate) database: Arc<Database>,
    /// The file system of this opening, which closes its files.
    pub(crate) files: Arc<MeteredFs>,
    /// The data files. Empty for a database opened without recovery, whose files are only read.
    pub(crate) layers: Arc<Layers>,
    pub(crate) background: Option<Background>,
}

/// The reason why a database can't be used.
#[derive(Clone)]
pub(crate) struct Unusable {
    pub(crate) state: DatabaseState,
    pub(crate) why: Arc<str>,
}

/// The right to open, close or change a slot's database.
pub(crate) struct Transition<'s> {
    pub(crate) slot: &'s Slot,
    _held: MutexGuard<'s, ()>,
}

impl Slot {
    /// Returns the slot of a database that master lists by `entry`.
    pub(crate) fn new(entry: Entry, condition: Condition) -> Slot {
        let (id, state) = (entry.id, RwLock::new(SlotState { entry, condition, last: None, reverted: None }));
        Slot { id, transition: Mutex::new(()), state, waiting: Mutex::new(()), changed: Condvar::new() }
    }

    /// Waits for the right to open, close or change the database.
    pub(crate) fn begin(&self) -> Transition<'_> {
        Transition { slot: self, _held: self.transition.lock() }
    }

    /// Returns the database if it is open.
    pub(crate) fn database(&self) -> Option<Arc<Database>> {
        match &self.state.read().condition {
            Condition::Open(open) => Some(Arc::clone(&open.database)),
            _ => None,
        }
    }

    /// Returns the file system of the present opening, if the database is open.
    pub(crate) fn files(&self) -> Option<Arc<MeteredFs>> {
        match &self.state.read().condition {
            Condition::Open(open) => Some(Arc::clone(&open.files)),
            _ => None,
        }
    }

    /// Returns the data files of the present opening, if the database is open.
    pub(crate) fn layers(&self) -> Option<Arc<Layers>> {
        match &self.state.read().condition {
            Condition::Open(open) => Some(Arc::clone(&open.layers)),
            _ => None,
        }
    }

    /// Calls `work` with the database if it is open. Holds the slot's state lock in shared mode
    /// meanwhile, so that the database isn't closed. `work` must not wait.
    pub(crate) fn with_open(&self, work: impl FnOnce(&Database)) {
        if let Condition::Open(open) = &self.state.read().condition {
            work(&open.database);
        }
    }

    /// Returns the number of the opening, if the database is open and only the slot refers to it.
    pub(crate) fn unused_opening(&self) -> Option<u32> {
        match &self.state.read().condition {
            Condition::Open(open) if open.is_unused() => Some(open.database.opening),
            _ => None,
        }
    }

    /// Waits until the database is not in transition, at most `limit` for each change of its state.
    /// A revert that keeps connections takes bounded time: it is waited for until it ends or the
    /// waiting statement is cancelled, so the revert can wait for the statement. Returns at once if
    /// the database is in no transition.
    pub(crate) fn wait_for_condition(&self, limit: Duration) {
        if !self.is_in_transition() {
            return;
        }
        let mut waiting = self.waiting.lock();
        while self.is_in_transition() {
            let is_reverting = self.is_reverting();
            let within = if is_reverting { BETWEEN_LOOKS } else { limit };
            let is_late;
            (waiting, is_late) = self.changed.wait_within(waiting, within);
            let is_given_up = if is_reverting { interruption::is_raised() } else { is_late };
            if is_given_up {
                return;
            }
        }
    }

    fn is_in_transition(&self) -> bool {
        matches!(self.state.read().condition, Condition::InTransition | Condition::Reverting)
    }

    /// Returns whether the database is being reverted with its connections kept.
    pub(crate) fn is_reverting(&self) -> bool {
        matches!(self.state.read().condition, Condition::Reverting)
    }

    /// Wakes those that wait for another condition.
    fn notify(&self) {
        drop(self.waiting.lock());
        self.changed.notify_all();
    }

    /// Takes the right to open, close or change the database, if nobody has it.
    pub(crate) fn try_begin(&self) -> Option<Transition<'_>> {
        self.transition.try_lock().map(|held| Transition { slot: self, _held: held })
    }

    /// Returns whether the first use would open the database. An unusable database isn't closed.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self.state.read().condition, Condition::Closed)
    }

    /// Returns whether the database waits for its files. That is the state RECOVERY_PENDING.
    pub(crate) fn is_pending(&self) -> bool {
        match &self.state.read().condition {
            Condition::Unusable(unusable) => unusable.state == DatabaseState::RecoveryPending,
            _ => false,
        }
    }

    /// Returns the reason why the database can't be used, if there is one.
    pub(crate) fn reason(&self) -> Option<Arc<str>> {
        match &self.state.read().condition {
            Condition::Unusable(unusable) => Some(Arc::clone(&unusable.why)),
            _ => None,
        }
    }

    /// Returns the error for a use of the database that isn't open. It is that of its state; in
    /// transition it is 952, or 3617 if the statement was cancelled.
    pub(crate) fn error(&self) -> SqlError {
        let state = self.state.read();
        let name = &state.entry.name;
        match &state.condition {
            Condition::Unusable(unusable) => unusable.error(name),
            // The statement waited for a revert, which has cancelled it.
            _ if interruption::is_raised() => SqlError::cancelled(),
            // Another session has it in transition, or has just ended that.
            _ => SqlError::database_in_transition(name),
        }
    }

    /// Returns master's row of the database.
    pub(crate) fn entry(&self) -> Entry {
        self.state.read().entry.clone()
    }

    /// Returns the database's name.
    pub(crate) fn name(&self) -> String {
        self.state.read().entry.name.clone()
    }

    /// Sets master's row, after it was written.
    pub(crate) fn set_entry(&self, entry: Entry) {
        self.state.write().entry = entry;
    }

    /// Returns the content of the system tables after a revert to this state, if it is known.
    /// `None` otherwise.
    pub(crate) fn reverted_catalog(&self, to: &RevertedTo) -> Option<LoadedCatalog> {
        let state = self.state.read();
        state.reverted.as_ref().filter(|(known, _)| known == to).map(|(_, loaded)| loaded.clone())
    }

    /// Keeps the content of the system tables after a revert.
    pub(crate) fn keep_reverted_catalog(&self, to: RevertedTo, loaded: LoadedCatalog) {
        self.state.write().reverted = Some((to, loaded));
    }

    /// Forgets the content of the system tables after a revert: the snapshot is dropped.
    pub(crate) fn forget_reverted_catalog(&self) {
        self.state.write().reverted = None;
    }

    /// Returns what views show of the database. A closed database counts as online, one in
    /// transition as recovering.
    pub(crate) fn listed(&self) -> ListedDatabase {
        let held = self.state.read();
        let Entry { id, name, options, .. } = &held.entry;
        let usable = if options.is_emergency { DatabaseState::Emergency } else { DatabaseState::Online };
        let (state, open) = match &held.condition {
            Condition::Closed => (usable, None),
            Condition::InTransition | Condition::Reverting => (DatabaseState::Recovering, None),
            Condition::Open(open) => (usable, Some(Arc::clone(&open.database))),
            Condition::Unusable(unusable) => (unusable.state, None),
        };
        let last = held.last.clone();
        ListedDatabase { id: *id, name: name.clone(), state, options: options.clone(), open, last }
    }
}

impl Transition<'_> {
    /// Sets the database's condition and wakes those who wait for a change of it.
    pub(crate) fn set(&self, condition: Condition) {
        self.slot.state.write().condition = condition;
        self.slot.notify();
    }

    /// Makes the database unusable for a reason.
    pub(crate) fn set_unusable(&self, state: DatabaseState, why: &str) {
        self.set(Condition::Unusable(Unusable { state, why: Arc::from(why) }));
    }

    /// Puts an open database into use. `prepare` runs under the slot's lock, so that nothing done
    /// with all open databases misses this one.
    pub(crate) fn put_into_use(&self, open: OpenDatabase, prepare: impl FnOnce(&Database)) {
        let mut state = self.slot.state.write();
        prepare(&open.database);
        state.condition = Condition::Open(open);
        drop(state);
        self.slot.notify();
    }

    /// Takes the open database out of use, if it is open. The slot is in transition then, and no
    /// new use of the database begins.
    pub(crate) fn take_out_of_use(&self) -> Option<OpenDatabase> {
        self.take_if(Condition::InTransition, |_| true)
    }

    /// Does the same as [`Transition::take_out_of_use`] for a revert that keeps connections, for
    /// which statements wait longer.
    pub(crate) fn take_to_revert(&self) -> Option<OpenDatabase> {
        self.take_if(Condition::Reverting, |_| true)
    }

    /// Takes the open database out of use, if it is open and `may` returns true for it. The slot is
    /// closed then, so that the next use waits for the end of this transition and opens the
    /// database again.
    pub(crate) fn take_to_close(&self, may: impl FnOnce(&OpenDatabase) -> bool) -> Option<OpenDatabase> {
        self.take_if(Condition::Closed, may)
    }

    fn take_if(&self, then: Condition, may: impl FnOnce(&OpenDatabase) -> bool) -> Option<OpenDatabase> {
        let mut state = self.slot.state.write();
        match std::mem::replace(&mut state.condition, then) {
            Condition::Open(open) if may(&open) => {
                state.last = Some(Arc::new(open.database.facts(&open.database.catalog())));
                Some(open)
            }
            other => {
                state.condition = other;
                None
            }
        }
    }
}

impl OpenDatabase {
    /// Whether only the slot refers to the database.
    pub(crate) fn is_unused(&self) -> bool {
        Arc::strong_count(&self.database) == 1
    }
}

impl Unusable {
    /// Returns the error for a use of the database `name`. It is 942 for an offline database, 945
    /// for inaccessible files, and 926 for a suspect one; the last two have the reason in the text.
    pub(crate) fn error(&self, name: &str) -> SqlError {
        match self.state {
            DatabaseState::Suspect => SqlError::database_is_suspect(name, &*self.why),
            DatabaseState::Offline => SqlError::database_is_offline(name),
            _ => SqlError::database_files_inaccessible(name, &*self.why),
        }
    }
}

/// The time after which a statement that waits for a revert looks for its cancellation.
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);
