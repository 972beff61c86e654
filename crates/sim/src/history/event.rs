//! The events of transactions, as each transaction saw them.

use super::level::Level;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The number of a list, a register or a row.
pub type Key = u32;

/// A value that is written at most once; 0 is the initial value.
pub type Written = u32;

/// An event of a transaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Appended a value to a list.
    Append(Key, Written),
    /// Read a list.
    ReadList(Key, Vec<Written>),
    /// Wrote a register and replaced the last value.
    Write(Key, Written, Written),
    /// Read a register.
    Read(Key, Written),
    /// Inserted a row that never existed before.
    Insert(Key),
    /// Deleted a row that existed from the start.
    Delete(Key),
    /// Read the rows in a range, with this result.
    ReadRows(RangeInclusive<Key>, BTreeSet<Key>),
}

/// A finished transaction.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Transaction {
    /// The isolation level.
    pub level: Level,
    /// The events, in order; failed statements have none.
    pub events: Vec<Event>,
    /// Whether the transaction was committed.
    pub is_committed: bool,
}

/// Concurrent transactions.
#[derive(Clone, Default, Debug)]
pub struct History {
    /// In no particular order, except that the last one read all lists after the others.
    pub transactions: Vec<Transaction>,
    /// The rows that existed from the start.
    pub first_rows: BTreeSet<Key>,
}
