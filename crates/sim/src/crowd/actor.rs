//! A session of the crowd: its isolation level, and the state of its transaction as the client
//! knows it.

use super::image::{Effect, Image, Rows, Table};
use super::record::Record;
use super::settings::Durability;
use crate::commit_log::Contents;
use std::collections::BTreeSet;

/// A session, without its connection.
#[derive(Clone, Debug)]
pub(super) struct Actor {
    pub(super) number: u8,
    /// The level of the next transaction.
    pub(super) level: Level,
    /// The open transaction.
    pub(super) transaction: Option<Transaction>,
    /// The number of rows in the temporary table; `None` if the table doesn't exist.
    pub(super) temporary: Option<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    ReadCommitted,
    RepeatableRead,
    Serializable,
    Snapshot,
}

/// An open transaction.
#[derive(Clone, Default, Debug)]
pub(super) struct Transaction {
    /// The effects so far, each with its database.
    pub(super) pending: Vec<(usize, Effect)>,
    /// The number of effects at the savepoint, and the temporary table's rows then.
    pub(super) savepoint: Option<(usize, Option<i32>)>,
    /// The temporary table's rows at the start.
    temporary_before: Option<i32>,
    /// Tables whose locks may make other sessions wait.
    pub(super) touched: BTreeSet<(usize, Table)>,
    /// Rows that can't change until the end (REPEATABLE READ).
    pub(super) held: BTreeSet<(usize, Table, i32)>,
    /// Tables that can't change until the end (SERIALIZABLE).
    pub(super) held_tables: BTreeSet<(usize, Table)>,
    /// The snapshot (SNAPSHOT), taken at the first access to data.
    pub(super) moment: Option<Moment>,
    /// Whether a statement was refused with unknown effects: the transaction can only be rolled
    /// back.
    pub(super) is_spoilt: bool,
}

/// The committed state when a snapshot was taken.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    images: [Image; 2],
    /// The number of commits before it.
    pub(super) number: u64,
}

/// The expected effect of a statement.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    /// Changes data, in the open transaction or as one of its own.
    Change(Vec<(usize, Effect)>),
    /// Sets the isolation level.
    Level(Level),
    /// BEGIN TRAN.
    Begin,
    /// SAVE TRAN.
    Save,
    /// ROLLBACK to the savepoint.
    Back,
    /// COMMIT; whether it requests delayed durability.
    Commit(bool),
    /// ROLLBACK.
    RollBack,
    /// Reads a table of a database, which must have these rows.
    Read(usize, Table, Rows),
    /// Takes a value of a sequence.
    Value(usize),
    /// CHECKPOINT or sp_flush_log in a database.
    Harden(usize),
    /// A backup of a database, or of its log (true).
    BackUp(usize, bool),
    /// Sets the recovery model; true for SIMPLE.
    Recovery(usize, bool),
    /// Sets DELAYED_DURABILITY.
    Durability(usize, Durability),
    /// Creates the temporary table or inserts a row.
    Temporary,
    /// Reads the temporary table.
    CountTemporary,
}

/// A statement to send.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) text: String,
    pub(super) kind: Kind,
}

impl Level {
    pub(super) const ALL: [Level; 4] =
        [Level::ReadCommitted, Level::RepeatableRead, Level::Serializable, Level::Snapshot];

    /// Returns the level's name in T-SQL.
    pub(super) fn words(self) -> &'static str {
        match self {
            Level::ReadCommitted => "READ COMMITTED",
            Level::RepeatableRead => "REPEATABLE READ",
            Level::Serializable => "SERIALIZABLE",
            Level::Snapshot => "SNAPSHOT",
        }
    }
}

impl Kind {
    /// Returns the tables that the statement reads or changes.
    pub(super) fn tables(&self) -> BTreeSet<(usize, Table)> {
        match self {
            Kind::Change(effects) => effects.iter().map(|(database, effect)| (*database, effect.table())).collect(),
            Kind::Read(database, table, _) => BTreeSet::from([(*database, *table)]),
            _ => BTreeSet::new(),
        }
    }

    /// Returns whether the statement may create, empty or drop a table.
    pub(super) fn defines(&self) -> bool {
        match self {
            Kind::Change(effects) => effects.iter().any(|(_, effect)| effect.row().is_none()),
            Kind::Temporary => true,
            _ => false,
        }
    }
}

impl Actor {
    pub(super) fn new(number: u8) -> Actor {
        Actor { number, level: Level::ReadCommitted, transaction: None, temporary: None }
    }

    /// Returns a database as the next statement sees it.
    pub(super) fn sees(&self, record: &Record, database: usize) -> Image {
        let Some(transaction) = &self.transaction else { return record.now(database).clone() };
        let moment = transaction.moment.as_ref().map(|moment| &moment.images[database]);
        let mut image = moment.unwrap_or_else(|| record.now(database)).clone();
        let own = transaction.pending.iter().filter(|(of, _)| *of == database);
        own.for_each(|(_, effect)| image.apply(effect));
        image
    }

    /// Returns whether a statement must conflict with a change that the transaction's snapshot
    /// doesn't see (3960).
    pub(super) fn must_conflict(&self, record: &Record, kind: &Kind) -> bool {
        let moment = self.transaction.as_ref().and_then(|transaction| transaction.moment.as_ref());
        let (Some(moment), Kind::Change(effects)) = (moment, kind) else { return false };
        let rows = effects.iter().filter_map(|(database, effect)| Some((*database, effect.table(), effect.row()?)));
        rows.into_iter().any(|row| record.has_changed(row, moment.number))
    }

    /// Prepares for sending a statement: a SNAPSHOT transaction takes its snapshot at its first
    /// access to data.
    pub(super) fn sends(&mut self, record: &Record, kind: &Kind) {
        let Some(transaction) = &mut self.transaction else { return };
        if self.level == Level::Snapshot && transaction.moment.is_none() && !kind.tables().is_empty() {
            let images = [record.now(0).clone(), record.now(1).clone()];
            transaction.moment = Some(Moment { images, number: record.moment() });
            // If the statement is refused, the snapshot's moment is unknown.
            transaction.is_spoilt = true;
        }
    }

    /// Records that a statement was refused because of another session's lock.
    pub(super) fn refused(&mut self, kind: &Kind) {
        let Some(transaction) = &mut self.transaction else { return };
        transaction.touched.extend(kind.tables());
        // One of the two statements may have been done.
        let across = kind.tables().iter().any(|(database, _)| *database == 0)
            && kind.tables().iter().any(|(database, _)| *database == 1);
        transaction.is_spoilt |= across;
    }

    /// Records that the transaction was rolled back.
    pub(super) fn rolled_back(&mut self) {
        if let Some(transaction) = self.transaction.take() {
            self.temporary = transaction.temporary_before;
        }
    }

    /// Records that a statement succeeded.
    pub(super) fn done(&mut self, kind: &Kind) {
        if let Some(transaction) = &mut self.transaction {
            transaction.is_spoilt = false;
        }
        match (kind, &mut self.transaction) {
            (Kind::Begin, _) => {
                self.transaction = Some(Transaction { temporary_before: self.temporary, ..Transaction::default() });
            }
            (Kind::Change(effects), Some(transaction)) => {
                transaction.touched.extend(kind.tables());
                transaction.pending.extend(effects.iter().cloned());
            }
            (Kind::Read(database, table, rows), Some(transaction)) => match self.level {
                Level::ReadCommitted | Level::Snapshot => {}
                Level::RepeatableRead => transaction.held.extend(rows.keys().map(|id| (*database, *table, *id))),
                Level::Serializable => drop(transaction.held_tables.insert((*database, *table))),
            },
            (Kind::Save, Some(transaction)) => {
                transaction.savepoint = Some((transaction.pending.len(), self.temporary));
            }
            (Kind::Back, Some(transaction)) => {
                if let Some((effects, temporary)) = transaction.savepoint {
                    transaction.pending.truncate(effects);
                    self.temporary = temporary;
                }
            }
            (Kind::Commit(_), _) => self.transaction = None,
            (Kind::RollBack, _) => self.rolled_back(),
            (Kind::Temporary, _) => self.temporary = Some(self.temporary.map_or(0, |rows| rows + 1)),
            (Kind::Level(level), _) => self.level = *level,
            _ => {}
        }
    }
}
