//! The history of a run as its clients know it: transactions with the moments of their requests
//! and answers.
//!
//! A *moment* is a number that grows with every event. One task runs at a time, so moments order
//! all events as they happened.

use super::derived::Derived;
use sluice_base::sync::{Arc, Mutex, MutexGuard};
use sluice_engine::CommitReceipt;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

/// The databases of a run.
pub(super) const DATABASES: [&str; 3] = ["A", "B", "C"];
/// The number of accounts in each database. Transfers between them keep their sum.
pub(super) const ACCOUNTS: i32 = 12;
/// The balance of each account at first.
pub(super) const BALANCE: i64 = 100;

/// One change of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// The session's row `id` has the value.
    Put {
        id: i32,
        value: i32,
    },
    /// The session's row `id` is gone.
    Delete {
        id: i32,
    },
    /// All rows of the session are gone.
    Truncate,
    Transfer {
        from: i32,
        to: i32,
        amount: i64,
    },
}

/// The end of a transaction, as its client knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// COMMIT was not sent.
    Open,
    /// COMMIT was sent and not answered, or answered with an error.
    InDoubt,
    /// COMMIT was answered.
    Committed,
    RolledBack,
}

/// A transaction that changes data.
#[derive(Clone, Debug)]
pub(super) struct Transaction {
    /// Its row in `marks`, in each of its databases.
    pub(super) mark: i32,
    pub(super) session: usize,
    /// The effects in order, each with the place of its database.
    pub(super) effects: Vec<(usize, Effect)>,
    pub(super) databases: BTreeSet<usize>,
    pub(super) is_delayed: bool,
    pub(super) fate: Fate,
    /// The moments of COMMIT and its answer.
    pub(super) asked: u64,
    pub(super) answered: u64,
}

/// The content of one database.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Content {
    pub(super) marks: BTreeSet<i32>,
    /// The rows of each session: id and value.
    pub(super) rows: BTreeMap<usize, BTreeMap<i32, i32>>,
    /// The balances; `None` before the tables exist.
    pub(super) balances: Option<BTreeMap<i32, i64>>,
}

impl Content {
    pub(super) fn apply(&mut self, session: usize, effect: &Effect) {
        let rows = self.rows.entry(session).or_default();
        match *effect {
            Effect::Put { id, value } => drop(rows.insert(id, value)),
            Effect::Delete { id } => drop(rows.remove(&id)),
            Effect::Truncate => rows.clear(),
            Effect::Transfer { from, to, amount } => {
                let balances = self.balances.get_or_insert_with(full_balances);
                *balances.entry(from).or_default() -= amount;
                *balances.entry(to).or_default() += amount;
            }
        }
    }
}

/// Returns the balances after the tables' creation.
pub(super) fn full_balances() -> BTreeMap<i32, i64> {
    (0..ACCOUNTS).map(|id| (id, BALANCE)).collect()
}

/// The changes of a database's state that clients have made: OFFLINE and ONLINE, detach and attach.
/// Such a change ends sessions that use the database, and refuses statements meanwhile.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Upheaval {
    /// The number of changes begun and ended.
    pub(super) number: u64,
    /// The number of times at which the database began or ceased to be detached.
    pub(super) detaches: u64,
    /// Whether a change is in progress, or its end is unknown.
    pub(super) is_under_way: bool,
    /// Whether the database may be missing from master's list, with its files in place.
    pub(super) may_be_detached: bool,
}

/// Acknowledged statements on snapshots and clones.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Derivations {
    /// CREATE DATABASE ... AS SNAPSHOT OF a database.
    pub snapshots: u64,
    /// CREATE DATABASE ... AS COPY OF.
    pub clones: u64,
    /// Reverts of clones.
    pub reverts: u64,
    /// DROP DATABASE of a snapshot or a clone.
    pub drops: u64,
}

impl AddAssign for Derivations {
    fn add_assign(&mut self, other: Derivations) {
        self.snapshots += other.snapshots;
        self.clones += other.clones;
        self.reverts += other.reverts;
        self.drops += other.drops;
    }
}

/// The clients' knowledge since the last restart.
#[derive(Clone, Default, Debug)]
pub(super) struct Knowledge {
    /// The content at the last restart.
    pub(super) base: [Content; DATABASES.len()],
    /// The transactions since then, in the order of their first statements.
    pub(super) transactions: Vec<Transaction>,
    /// Marks of fully durable transactions that another session has read, with their databases.
    pub(super) observed: BTreeSet<(usize, i32)>,
    /// For each database, the latest moment at which a completed hardening was requested.
    pub(super) hardened: [u64; DATABASES.len()],
    /// Whether the creation of a database and its tables was acknowledged.
    pub(super) created: [bool; DATABASES.len()],
    /// The values of the sequence so far.
    pub(super) values: BTreeSet<i64>,
    pub(super) upheavals: [Upheaval; DATABASES.len()],
    /// The snapshots and clones that may exist, by the moments of their creation.
    pub(super) derived: BTreeMap<u64, Derived>,
    pub(super) derivations: Derivations,
    /// The acknowledged commits in one database: its place, the mark, and the receipt.
    pub(super) receipts: Vec<(usize, i32, CommitReceipt)>,
    /// The number of batches sent.
    pub(super) batches: u64,
    /// The batches since the start of the life, a line each, with the session and the outcome of
    /// its batch before.
    pub(super) conversation: Vec<String>,
    pub(super) moment: u64,
    pub(super) next_mark: i32,
}

/// The knowledge, shared by the clients.
#[derive(Clone, Default, Debug)]
pub(super) struct History(Arc<Mutex<Knowledge>>);

impl History {
    pub(super) fn lock(&self) -> MutexGuard<'_, Knowledge> {
        self.0.lock()
    }
}

impl Knowledge {
    /// Returns the next moment.
    pub(super) fn tick(&mut self) -> u64 {
        self.moment += 1;
        self.moment
    }

    /// Begins a transaction. Returns its place and its mark.
    pub(super) fn begin(&mut self, session: usize, databases: BTreeSet<usize>, is_delayed: bool) -> (usize, i32) {
        self.next_mark += 1;
        self.transactions.push(Transaction {
            mark: self.next_mark,
            session,
            effects: Vec::new(),
            databases,
            is_delayed,
            fate: Fate::Open,
            asked: 0,
            answered: 0,
        });
        (self.transactions.len() - 1, self.next_mark)
    }

    /// Returns the rows of `session` in a database as its next statement sees them. `open` is the
    /// place of its open transaction.
    pub(super) fn rows_seen(&self, session: usize, database: usize, open: Option<usize>) -> BTreeMap<i32, i32> {
        let mut content = self.base[database].clone();
        for (place, transaction) in self.transactions.iter().enumerate() {
            let is_seen = transaction.fate == Fate::Committed || Some(place) == open;
            if transaction.session == session && is_seen {
                let own = transaction.effects.iter().filter(|(of, _)| *of == database);
                own.for_each(|(_, effect)| content.apply(session, effect));
            }
        }
        content.rows.remove(&session).unwrap_or_default()
    }

    /// Verifies the marks that a statement read. `asked` is the moment of its request. Records
    /// marks of other sessions' fully durable transactions.
    pub(super) fn read_marks(
        &mut self,
        session: usize,
        database: usize,
        marks: &BTreeSet<i32>,
        asked: u64,
    ) -> Result<(), String> {
        let name = DATABASES[database];
        let settled = &self.base[database].marks;
        if let Some(lost) = settled.difference(marks).next() {
            return Err(format!("mark {lost} of {name}, present at the start, is missing"));
        }
        let known: BTreeMap<i32, &Transaction> =
            self.transactions.iter().map(|transaction| (transaction.mark, transaction)).collect();
        let mut observed = Vec::new();
        for mark in marks.difference(settled) {
            let Some(transaction) = known.get(mark) else {
                return Err(format!("mark {mark} of {name} was never sent"));
            };
            let is_own = transaction.session == session;
            match transaction.fate {
                Fate::RolledBack => return Err(format!("mark {mark} of {name} was rolled back and is visible")),
                Fate::Open if !is_own => return Err(format!("mark {mark} of {name} is visible before its COMMIT")),
                Fate::Committed | Fate::InDoubt if !is_own && !transaction.is_delayed => {
                    observed.push((database, *mark))
                }
                _ => {}
            }
        }
        for transaction in &self.transactions {
            let is_due = transaction.fate == Fate::Committed && transaction.answered < asked;
            if is_due && transaction.databases.contains(&database) && !marks.contains(&transaction.mark) {
                return Err(format!("mark {} of {name}, committed before the read, is missing", transaction.mark));
            }
        }
        self.observed.extend(observed);
        Ok(())
    }
}
