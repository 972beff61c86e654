//! A database that is taken from the sessions that use it, for a revert that keeps connections.

use sluice_base::hash::HashSet;
use sluice_base::ids::{DatabaseId, SessionId};
use sluice_session::SessionSight;
use sluice_table::Database;
use sluice_txn::OwnerId;

/// A database that the session `taker` takes from the others.
pub(crate) struct TakenDatabase<'a> {
    database: &'a Database,
    taker: SessionId,
    /// The owners of transactions and locks in the database when it began to be taken.
    owners: HashSet<OwnerId>,
}

impl<'a> TakenDatabase<'a> {
    /// Notes the owners of transactions and locks in the database now. Takes nothing yet.
    pub(crate) fn new(database: &'a Database, taker: SessionId) -> TakenDatabase<'a> {
        let mut taken = TakenDatabase { database, taker, owners: HashSet::default() };
        taken.owners = taken.owners_now();
        taken
    }

    /// Name of the database.
    pub(crate) fn name(&self) -> &str {
        &self.database.name
    }

    /// Whether the session was in the database, or had changes or locks in it, when the database
    /// began to be taken.
    pub(crate) fn concerned(&self, owner: OwnerId, sight: &SessionSight) -> bool {
        sight.id != self.taker && (self.has_inside(sight) || self.owners.contains(&owner))
    }

    /// Whether the session is in the database, or has changes or locks in it.
    pub(crate) fn concerns(&self, owner: OwnerId, sight: &SessionSight) -> bool {
        self.has_inside(sight) || self.owners_now().contains(&owner)
    }

    /// Whether the session, whose state the caller has locked, has a batch or a transaction to lose
    /// with the database.
    pub(crate) fn is_used_by(&self, owner: OwnerId, sight: &SessionSight) -> bool {
        match self.has_inside(sight) {
            true => sight.is_running() || sight.transaction.open_count() > 0,
            false => self.owners_now().contains(&owner),
        }
    }

    fn has_inside(&self, sight: &SessionSight) -> bool {
        sight.database() == self.database.id
    }

    /// Returns the owners of transactions and locks in the database. A statement that names the
    /// database holds a lock on it, in whatever database it runs.
    fn owners_now(&self) -> HashSet<OwnerId> {
        let storage = &self.database.storage;
        let is_of_it = |locked: DatabaseId| locked == self.database.id || locked == storage.id;
        let mut owners: HashSet<OwnerId> = storage.active_transactions().into_iter().map(|(_, owner)| owner).collect();
        let locks = storage.locks.inventory();
        owners.extend(locks.iter().filter(|lock| is_of_it(lock.resource.database())).map(|lock| lock.owner));
        owners
    }
}
