//! What is in a database, as its clients know it: tables, and their rows by number.

use crate::commit_log::Contents;
use std::collections::BTreeMap;

/// A table of the crowd's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Table {
    /// All insert there.
    Shared,
    /// Few rows, which all change.
    Common,
    /// Of one session.
    Own(u8),
    /// Of one session, made by SELECT INTO.
    Made(u8),
}

/// A row's number, and the value that its text's length follows from.
pub(super) type Rows = BTreeMap<i32, i32>;

/// The tables of a database.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Image(BTreeMap<Table, Rows>);

/// What a statement does to a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// A table with these rows is made.
    Make(Table, Rows),
    /// It is dropped.
    Drop(Table),
    /// It loses all rows.
    Clear(Table),
    /// A row comes, or gets another value.
    Put(Table, i32, i32),
    /// A row goes.
    Remove(Table, i32),
}

impl Table {
    /// Its name in the database.
    pub(super) fn name(self) -> String {
        match self {
            Table::Shared => "shared".to_owned(),
            Table::Common => "common".to_owned(),
            Table::Own(session) => format!("own{session}"),
            Table::Made(session) => format!("made{session}"),
        }
    }

    /// All that there can be with so many sessions.
    pub(super) fn all(sessions: u8) -> impl Iterator<Item = Table> {
        let of_sessions = (0..sessions).flat_map(|session| [Table::Own(session), Table::Made(session)]);
        [Table::Shared, Table::Common].into_iter().chain(of_sessions)
    }
}

impl Image {
    /// The rows of a table; none if it is not there.
    pub(super) fn rows(&self, table: Table) -> Option<&Rows> {
        self.0.get(&table)
    }

    /// Enters a table as found.
    pub(super) fn found(&mut self, table: Table, rows: Rows) {
        self.0.insert(table, rows);
    }

    /// Where it differs from `other`, for a person: the first few tables and rows, here and there.
    pub(super) fn differences(&self, other: &Image) -> String {
        let mut found = Vec::new();
        for table in self.0.keys().chain(other.0.keys().filter(|table| !self.0.contains_key(table))) {
            match (self.rows(*table), other.rows(*table)) {
                (Some(here), Some(there)) => {
                    let ids = here.keys().chain(there.keys().filter(|id| !here.contains_key(id)));
                    let differing = ids.filter(|id| here.get(id) != there.get(id));
                    found
                        .extend(differing.map(|id| format!("{table:?} {id}: {:?}, {:?}", here.get(id), there.get(id))));
                }
                (here, there) => found.push(format!("{table:?}: there {}, {}", here.is_some(), there.is_some())),
            }
        }
        found.truncate(DIFFERENCES_MAX);
        found.join("; ")
    }
}

impl Contents for Image {
    type Change = Effect;

    fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::Make(table, rows) => drop(self.0.insert(*table, rows.clone())),
            Effect::Drop(table) => drop(self.0.remove(table)),
            Effect::Clear(table) => self.0.entry(*table).or_default().clear(),
            Effect::Put(table, id, value) => drop(self.0.entry(*table).or_default().insert(*id, *value)),
            Effect::Remove(table, id) => drop(self.0.entry(*table).or_default().remove(id)),
        }
    }
}

impl Effect {
    /// The table that it is about.
    pub(super) fn table(&self) -> Table {
        match self {
            Effect::Make(table, _)
            | Effect::Drop(table)
            | Effect::Clear(table)
            | Effect::Put(table, ..)
            | Effect::Remove(table, _) => *table,
        }
    }

    /// The row that it is about, if it is about one.
    pub(super) fn row(&self) -> Option<i32> {
        match self {
            Effect::Put(_, id, _) | Effect::Remove(_, id) => Some(*id),
            Effect::Make(..) | Effect::Drop(_) | Effect::Clear(_) => None,
        }
    }
}

/// The length of a row's text.
pub(super) fn length(id: i32, value: i32) -> i32 {
    (id * 37 + value * 501) % LENGTHS
}

/// The same in SQL.
pub(super) fn length_sql(id: &str, value: &str) -> String {
    format!("({id} * 37 + ({value}) * 501) % {LENGTHS}")
}

const LENGTHS: i32 = 2900;
/// How many differences are told.
const DIFFERENCES_MAX: usize = 12;
