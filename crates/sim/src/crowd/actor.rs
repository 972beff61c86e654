//! One session of the crowd: its isolation level, and what it knows of its own transaction.

use super::image::{Effect, Image, Rows, Table};
use super::record::Record;
use super::settings::Durability;
use crate::commit_log::Contents;
use std::collections::BTreeSet;

/// A session, without its connection.
#[derive(Clone, Debug)]
pub(super) struct Actor {
    /// Its number, from 0.
    pub(super) number: u8,
    /// Under which its next transaction works.
    pub(super) level: Level,
    /// The one that it is in.
    pub(super) transaction: Option<Transaction>,
    /// The rows of its temporary table. `None`: it is not made.
    pub(super) temporary: Option<i32>,
}

/// An isolation level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    ReadCommitted,
    RepeatableRead,
    Serializable,
    Snapshot,
}

/// A transaction under way.
#[derive(Clone, Default, Debug)]
pub(super) struct Transaction {
    /// What it has done, each in its database.
    pub(super) pending: Vec<(usize, Effect)>,
    /// How much of that was done at the savepoint, and how many rows its temporary table had.
    pub(super) savepoint: Option<(usize, Option<i32>)>,
    /// The rows of the temporary table when it began.
    temporary_before: Option<i32>,
    /// Tables where others may have to wait for it.
    pub(super) touched: BTreeSet<(usize, Table)>,
    /// Rows that must stay as they are until its end (REPEATABLE READ).
    pub(super) held: BTreeSet<(usize, Table, i32)>,
    /// Tables that must (SERIALIZABLE).
    pub(super) held_tables: BTreeSet<(usize, Table)>,
    /// What it sees (SNAPSHOT), from its first look at data on.
    pub(super) moment: Option<Moment>,
    /// A statement was refused after it had done something, what is not known: it can only be rolled back.
    pub(super) is_spoilt: bool,
}

/// What was committed when a snapshot was taken.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    images: [Image; 2],
    /// So many commits there had been.
    pub(super) number: u64,
}

/// What a statement is expected to be.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    /// It does this, in its transaction or as one of its own.
    Change(Vec<(usize, Effect)>),
    /// Under this level from now on.
    Level(Level),
    /// BEGIN TRAN.
    Begin,
    /// SAVE TRAN.
    Save,
    /// Back to the savepoint.
    Back,
    /// COMMIT; whether it asks to be delayed.
    Commit(bool),
    /// ROLLBACK.
    RollBack,
    /// Reads a table of a database: these rows.
    Read(usize, Table, Rows),
    /// Takes a value of a sequence.
    Value(usize),
    /// CHECKPOINT, or sp_flush_log, in a database.
    Harden(usize),
    /// A backup of a database, or of its log.
    BackUp(usize, bool),
    /// Another recovery model: whether SIMPLE.
    Recovery(usize, bool),
    /// Another DELAYED_DURABILITY.
    Durability(usize, Durability),
    /// The temporary table gets a row, or is made.
    Temporary,
    /// Reads the temporary table.
    CountTemporary,
}

/// A statement to send.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// Its text.
    pub(super) text: String,
    /// What it is.
    pub(super) kind: Kind,
}

impl Level {
    /// All of them.
    pub(super) const ALL: [Level; 4] =
        [Level::ReadCommitted, Level::RepeatableRead, Level::Serializable, Level::Snapshot];

    /// Its words.
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
    /// The tables that it reads or changes.
    pub(super) fn tables(&self) -> BTreeSet<(usize, Table)> {
        match self {
            Kind::Change(effects) => effects.iter().map(|(database, effect)| (*database, effect.table())).collect(),
            Kind::Read(database, table, _) => BTreeSet::from([(*database, *table)]),
            _ => BTreeSet::new(),
        }
    }

    /// Whether it makes, empties or drops a table, or may.
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

    /// A database as its next statement sees it.
    pub(super) fn sees(&self, record: &Record, database: usize) -> Image {
        let Some(transaction) = &self.transaction else { return record.now(database).clone() };
        let moment = transaction.moment.as_ref().map(|moment| &moment.images[database]);
        let mut image = moment.unwrap_or_else(|| record.now(database)).clone();
        let own = transaction.pending.iter().filter(|(of, _)| *of == database);
        own.for_each(|(_, effect)| image.apply(effect));
        image
    }

    /// Whether a statement of this kind must meet a change that the transaction's snapshot does not see (3960).
    pub(super) fn must_conflict(&self, record: &Record, kind: &Kind) -> bool {
        let moment = self.transaction.as_ref().and_then(|transaction| transaction.moment.as_ref());
        let (Some(moment), Kind::Change(effects)) = (moment, kind) else { return false };
        let rows = effects.iter().filter_map(|(database, effect)| Some((*database, effect.table(), effect.row()?)));
        rows.into_iter().any(|row| record.has_changed(row, moment.number))
    }

    /// A statement is about to be sent: a transaction by a snapshot takes it with its first look at data.
    pub(super) fn sends(&mut self, record: &Record, kind: &Kind) {
        let Some(transaction) = &mut self.transaction else { return };
        if self.level == Level::Snapshot && transaction.moment.is_none() && !kind.tables().is_empty() {
            let images = [record.now(0).clone(), record.now(1).clone()];
            transaction.moment = Some(Moment { images, number: record.moment() });
            // Were the statement refused, it would not be known whether before or after.
            transaction.is_spoilt = true;
        }
    }

    /// A statement was refused because of another's lock.
    pub(super) fn refused(&mut self, kind: &Kind) {
        let Some(transaction) = &mut self.transaction else { return };
        transaction.touched.extend(kind.tables());
        // One of two statements may be done.
        let across = kind.tables().iter().any(|(database, _)| *database == 0)
            && kind.tables().iter().any(|(database, _)| *database == 1);
        transaction.is_spoilt |= across;
    }

    /// Its transaction was rolled back.
    pub(super) fn rolled_back(&mut self) {
        if let Some(transaction) = self.transaction.take() {
            self.temporary = transaction.temporary_before;
        }
    }

    /// A statement went through.
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
