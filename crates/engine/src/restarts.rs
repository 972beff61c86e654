//! Restarts databases whose files have failed, while the instance and all other databases work on.
//!
//! A database fails when a write or sync of its log fails, a sync of its pages, or a rollback,
//! whose transaction would keep its rows locked. The database is then closed without writing
//! anything more, and opened again, which recovers it. Acknowledged commits are in its log, and
//! delayed ones in its tail ring. While its files can't be used, the database is RECOVERY_PENDING,
//! and opening it is tried again and again. A database with damaged files is SUSPECT and not tried
//! again; ALTER DATABASE ... SET ONLINE tries it once.

use crate::background_pool::Background;
use crate::instance::Instance;
use crate::slot::{OpenDatabase, Slot, Transition};
use crate::watcher::Caretaker;
use sluice_base::error_log::LogSource;
use sluice_base::hash::HashSet;
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use sluice_table::{Database, DatabaseState};
use sluice_txn::LockMode;
use std::time::Duration;

impl Instance {
    /// Restarts the databases whose files have failed, once. An instance with background threads
    /// does so by itself.
    pub fn restart_failed_databases(&self) {
        for slot in self.slots.all() {
            if slot.needs_restart() {
                Instance::restart(self, &slot, None);
            }
        }
    }

    /// Closes a failed database, and opens it again. Ends the sessions with a transaction or a
    /// running statement in it, except `except`. Does nothing if the database hasn't failed or the
    /// instance is closed. A failure to open stays in the slot.
    pub(crate) fn restart(&self, slot: &Slot, except: Option<SessionId>) {
        let transition = slot.begin();
        if self.is_closed() || !slot.needs_restart() {
            return;
        }
        if let Some(open) = transition.take_out_of_use() {
            self.shut_down(&transition, open, except);
        }
        // The slot has the reason of a failure.
        let _of_slot = self.open_slot(&transition);
    }

    /// Closes a failed database without writing anything more.
    fn shut_down(&self, transition: &Transition<'_>, open: OpenDatabase, except: Option<SessionId>) {
        let OpenDatabase { database, files, background, .. } = open;
        let name = &database.name;
        if let Some(failure) = database.storage.failure() {
            let text = format_args!("Database '{name}' was shut down: {failure}. It is recovered now.");
            self.error_log().error(LogSource::Server, text);
            transition.set_unusable(DatabaseState::RecoveryPending, &failure.to_string());
        }
        database.set_closed();
        // Acknowledged delayed commits are hardened if the log works.
        let _as_far_as_possible = database.storage.log.stop();
        self.resources.abandon(&database.storage, &files);
        background.into_iter().for_each(Background::stop);
        self.end_sessions_of(&database, except);
        self.forget_old_plans();
    }

    /// Ends the sessions that have changes or locks in a database that was shut down, and those
    /// with an open transaction or a running statement in it.
    fn end_sessions_of(&self, database: &Database, except: Option<SessionId>) {
        let storage = &database.storage;
        let mut owners: HashSet<_> = storage.active_transactions().into_iter().map(|(_, owner)| owner).collect();
        let locks = storage.locks.inventory();
        owners.extend(locks.iter().filter(|lock| lock.resource.database() == storage.id).map(|lock| lock.owner));
        self.sessions().end_where(except, self.has_background(), |owner, sight| {
            let is_here = sight.database() == database.id;
            owners.contains(&owner) || is_here && (sight.is_running() || sight.transaction.open_count() > 0)
        });
    }
}

impl Caretaker for Instance {
    fn restart(&self, slot: &Slot) {
        Instance::restart(self, slot, None);
    }

    fn close_by_itself(&self, slot: &Slot) {
        let Some(database) = slot.database().filter(|_| slot.closes_by_itself()) else { return };
        let owner = self.resources.locks.owner(Arc::default());
        let resource = database.resource();
        // Sessions in the database and statements that name it hold the lock shared. One that comes
        // now waits, and finds the database closed and opens it.
        if owner.lock_within(resource, LockMode::Exclusive, Some(Duration::ZERO)).is_err() {
            return;
        }
        let transition = slot.begin();
        let open = transition.take_to_close(|_| true);
        let closed = open.map_or(Ok(()), |open| self.end_opening(open));
        drop(transition);
        owner.unlock(resource);
        if let Err(error) = closed {
            let text = format_args!("Closing database '{}' failed: {error}.", database.name);
            self.error_log().error(LogSource::Server, text);
        }
        self.forget_old_plans();
    }
}
