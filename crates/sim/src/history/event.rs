//! What transactions did, as they saw it themselves.

use super::level::Level;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// A thing that is read and written: a list, a register or a row, by its number.
pub type Key = u32;

/// A value that was written once, anywhere; 0 was there before everything.
pub type Written = u32;

/// One thing that a transaction did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Put a value behind those of a list.
    Append(Key, Written),
    /// Read a list.
    ReadList(Key, Vec<Written>),
    /// Wrote a register, and found this value there, which was replaced.
    Write(Key, Written, Written),
    /// Read a register.
    Read(Key, Written),
    /// Put a row in that was not there before.
    Insert(Key),
    /// Took a row away that was there from the beginning.
    Delete(Key),
    /// Asked for the rows between two, and found these.
    ReadRows(RangeInclusive<Key>, BTreeSet<Key>),
}

/// A transaction that is over.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Transaction {
    /// Its isolation level.
    pub level: Level,
    /// What it did, in its order; statements that failed did nothing.
    pub events: Vec<Event>,
    /// Whether it was committed, not rolled back.
    pub is_committed: bool,
}

/// Transactions that ran at the same time.
#[derive(Clone, Default, Debug)]
pub struct History {
    /// In no order that would mean anything; the last one read all lists when the others were over.
    pub transactions: Vec<Transaction>,
    /// The rows that were there from the beginning.
    pub first_rows: BTreeSet<Key>,
}
