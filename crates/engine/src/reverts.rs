//! Reverts of a database to its snapshot.
//!
//! # Order
//! The database is closed cleanly, and its row gets the mark that it is being reverted. Each file
//! gets a new top layer, a copy of the snapshot's, and keeps its pair pages, so that it goes on
//! with its log, whose end has nothing to redo. The database is opened, which begins an epoch of
//! the log. Then the row is committed without the mark, before any session enters. After a crash
//! the next opening reverts all files again. The records of the interrupted opening are then redone
//! on the reverted pages: that opening has taken no checkpoint.
//!
//! Copies that the buffer pool extension keeps from before the revert are of an earlier epoch than
//! the log's when the mark goes. So no later opening takes them over; this one forgets them.
//!
//! # Connections
//! A revert with KEEP_CONNECTIONS takes the database from the sessions that are in it or use it.
//! - They are held ([`HeldSessions`]): they begin no batch until the revert has ended, so a
//!   statement waits instead of failing, and none of them comes back to the database meanwhile.
//! - All their running batches are cancelled at once, then their transactions are rolled back.
//! - Then the database is taken out of use, and sessions that came to it meanwhile are held too.
//!   Statements of others that name it wait at its slot, without a lock on it.
//!
//! So the revert waits for the slowest cancellation and rollback, not for a sum of them. Sessions
//! stay, with all that is not in the database: temporary tables, options, prepared statements. They
//! enter the reverted database as its next opening, so nothing derived from pages before the revert
//! is used after it: plans, row versions, append hints, and pages in the pool belong to one
//! opening.

use crate::instance::Instance;
use crate::layers::new_id;
use crate::registry::{Entry, RevertedTo};
use crate::session_claims::HeldSessions;
use crate::slot::{Condition, Slot, Transition};
use crate::storage::DATA_FILE;
use crate::taken_database::TakenDatabase;
use sluice_access::PAIR_PAGE;
use sluice_base::ids::{FileId, Lsn};
use sluice_base::sync::atomic::Ordering;
use sluice_buffer::layer::revert;
use sluice_catalog::name::same;
use sluice_plan::unsupported;
use sluice_session::host::RevertingSession;
use sluice_table::storage_error::sql_error;
use sluice_table::{Database, DatabaseOptions};
use sluice_txn::StorageError;
use sluice_types::SqlError;
use std::time::Duration;

impl Instance {
    /// Reverts a database to its only snapshot; durable on return. No session uses the database, or
    /// `keeping` asks for its connections to be kept. Fails with 911 for an unknown database, and
    /// with 3137 if `snapshot` is none of it, if it has another one, or if their files differ. With
    /// `keeping`, also fails with 3101 if a session doesn't let the database go, and with 3617 if
    /// the batch is cancelled. A database with a persisted log buffer fails with 40517.
    pub(crate) fn revert_database(
        &self,
        name: &str,
        snapshot: &str,
        keeping: Option<&RevertingSession<'_>>,
    ) -> Result<(), SqlError> {
        let slot = self.slots.named(name).ok_or_else(|| SqlError::database_not_found(name))?;
        let mut held = HeldSessions::default();
        if let Some(session) = keeping {
            // Statements that wait for the list or for this database end before both are held.
            let is_given_up = || session.cancel.load(Ordering::Relaxed);
            if let Some(database) = slot.database()
                && self.hold_users(&database, session, &mut held, &is_given_up).is_none()
            {
                return Err(SqlError::cancelled());
            }
        }
        let _making = self.making.lock();
        let failed = |error: StorageError| sql_error(&error, name);
        let (entry, snapshots) = (slot.entry(), self.snapshots_of(slot.id).map_err(failed)?);
        if entry.options.log_buffer.is_some() {
            return Err(unsupported("RESTORE FROM DATABASE_SNAPSHOT of a database with a persisted log buffer"));
        }
        let [of] = &snapshots[..] else { return Err(SqlError::database_not_reverted()) };
        if !same(&of.name, snapshot) || !have_same_files(&entry.options, &of.options) {
            return Err(SqlError::database_not_reverted());
        }
        let transition = slot.begin();
        let end = match keeping {
            Some(session) => self.close_beside_sessions(&transition, session, &mut held)?,
            None => self.close_to_revert(&transition).map_err(failed)?,
        };
        // The commits from the snapshot's state to the end of the log are abandoned. The row says
        // so from the same moment on.
        let end = end.map_or_else(|| self.resources.log_end(&self.files_of(&entry), entry.guid), Ok);
        let marked = end.and_then(|end| {
            let lineage = entry.lineage.clone().reverted(of.lineage.frozen_at, end);
            let marked = Entry { reverting_to: Some(of.id), lineage, ..entry.clone() };
            self.registry.update(&marked).map(|()| marked)
        });
        let marked = marked.map_err(|error| {
            transition.set(Condition::Closed);
            failed(error)
        })?;
        slot.set_entry(marked);
        self.open_slot(&transition).map_err(failed)?;
        // The log chain ends, as in SQL Server: the log before the revert leads elsewhere.
        let ended = slot.database().map_or(Ok(()), |database| end_log_chain(&database));
        self.forget_old_plans();
        ended.map_err(failed)
    }

    /// Closes the database of a slot cleanly, if it is open, and returns the end of its log then.
    fn close_to_revert(&self, transition: &Transition<'_>) -> Result<Option<Lsn>, StorageError> {
        let database = transition.slot.database();
        self.close_slot(transition)?;
        Ok(database.map(|database| database.storage.log.durable_in_file()))
    }

    /// Does the same though sessions are in the database, and leaves it being reverted. Fails with
    /// 3101 if one doesn't let it go within [`LET_GO_MAX`]; the next use recovers the database
    /// then.
    fn close_beside_sessions(
        &self,
        transition: &Transition<'_>,
        session: &RevertingSession<'_>,
        held: &mut HeldSessions,
    ) -> Result<Option<Lsn>, SqlError> {
        let Some(open) = transition.take_to_revert() else { return Ok(None) };
        let database = open.database.clone();
        // From here on statements that begin don't enter the database.
        database.set_closed();
        let until_ns = self.clock().monotonic_ns() + LET_GO_MAX.as_nanos() as u64;
        let is_late = || self.clock().monotonic_ns() >= until_ns;
        let is_free = loop {
            match self.hold_users(&database, session, held, &is_late) {
                Some(true) if !is_late() => {}
                Some(has_come) => break !has_come,
                None => break false,
            }
        };
        let closed = self.end_opening(open);
        if closed.is_err() || !is_free {
            transition.set(Condition::Closed);
        }
        match is_free {
            true => match closed {
                Ok(()) => Ok(Some(database.storage.log.durable_in_file())),
                Err(error) => Err(sql_error(&error, &database.name)),
            },
            false => Err(SqlError::restored_database_in_use()),
        }
    }

    /// Holds the sessions that are in a database or use it, besides `session` and those that are
    /// held. Rolls back their transactions, and cancels the statements that they run. Waits for
    /// that, and returns whether there were such sessions; `None` if `is_given_up` became true
    /// before.
    fn hold_users(
        &self,
        database: &Database,
        session: &RevertingSession<'_>,
        held: &mut HeldSessions,
        is_given_up: &dyn Fn() -> bool,
    ) -> Option<bool> {
        self.sessions().take_database(&TakenDatabase::new(database, session.id), held, is_given_up)
    }

    /// Reverts the files of a database that is about to be opened, if its row has the mark, and
    /// returns the state that they have then. The database was closed cleanly before its row got
    /// the mark, and no session has changed it since. [`Instance::end_revert`] follows the opening.
    /// `None` without the mark. Can be repeated after a crash.
    pub(crate) fn revert_files(&self, slot: &Slot) -> Result<Option<RevertedTo>, StorageError> {
        let entry = slot.entry();
        let Some(snapshot) = entry.reverting_to else { return Ok(None) };
        let of = self.registry.entries()?.iter().find(|other| other.id == snapshot).cloned();
        let of = of.ok_or_else(|| StorageError::NotOpen(format!("the snapshot of {}", entry.name)))?;
        let (resources, from, to) = (&self.resources, self.files_of(&of), self.files_of(&entry));
        let vfs = resources.vfs.as_ref();
        let pairs = u64::from(PAIR_PAGE)..u64::from(PAIR_PAGE) + 2;
        let secondary = to.secondary.iter().filter_map(|file| {
            let other = from.secondary.iter().find(|other| other.id == file.id)?;
            Some((&file.path, &other.path))
        });
        for (path, snapshot) in [(&to.data, &from.data)].into_iter().chain(secondary) {
            let id = new_id(&resources.random);
            revert(vfs, (path.as_path(), id), snapshot, pairs.clone(), DATA_FILE)?;
        }
        resources.pool.forget_copies(entry.guid);
        let to = RevertedTo { snapshot, frozen_at: of.lineage.frozen_at, files: entry.options.data_files.clone() };
        slot.set_entry(Entry { options: options_after(entry.options, of.options), ..entry });
        Ok(Some(to))
    }

    /// Removes the mark from the row of a database that was opened after its files were reverted;
    /// durable on return. The opening has begun an epoch of the log, and no session has entered.
    pub(crate) fn end_revert(&self, slot: &Slot) -> Result<(), StorageError> {
        let entry = Entry { reverting_to: None, ..slot.entry() };
        self.registry.update(&entry)?;
        slot.set_entry(entry);
        Ok(())
    }
}

/// Whether a snapshot has a file for each data file of its source.
fn have_same_files(source: &DatabaseOptions, snapshot: &DatabaseOptions) -> bool {
    let ids = |options: &DatabaseOptions| options.data_files.present().map(|file| file.id).collect::<Vec<FileId>>();
    ids(source) == ids(snapshot)
}

/// Returns the options of a database after its revert: those of the snapshot
/// (`revert-a-database-to-a-database-snapshot.md`), except where the files are and what a snapshot
/// doesn't take from its source.
fn options_after(present: DatabaseOptions, snapshot: DatabaseOptions) -> DatabaseOptions {
    DatabaseOptions {
        user_access: present.user_access,
        is_read_only: present.is_read_only,
        is_offline: present.is_offline,
        is_emergency: present.is_emergency,
        auto_close: present.auto_close,
        snapshot_of: present.snapshot_of,
        data_name: present.data_name,
        log_name: present.log_name,
        data_path: present.data_path,
        log_path: present.log_path,
        log_buffer: present.log_buffer,
        first_name: present.first_name,
        data_files: present.data_files,
        ..snapshot
    }
}

/// Ends the log chain, and takes a checkpoint: a cache of the state before can tell that by its
/// generation.
fn end_log_chain(database: &Database) -> Result<(), StorageError> {
    database.storage.end_log_chain()?;
    database.storage.checkpoint()
}

/// The time within which sessions must let a database go that is out of use already. Few come to it
/// between the two looks, so that this is the time of a cancellation on a busy machine.
const LET_GO_MAX: Duration = Duration::from_secs(5);
