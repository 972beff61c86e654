//! A cursor that is open: its rows, where it is among them, and which of them it has fetched last.
//!
//! The rows of a static cursor are kept as they were. A cursor over one table that has a key keeps the key of each row beside what it shows, and
//! may read each row anew by that when it is fetched; which rows there are stays as it was
//! (`t-sql/language-elements/declare-cursor-transact-sql.md`, KEYSET).

use crate::code::Reg;
use crate::sink::{ColumnInfo, CursorOrigin};
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::sync::Arc;
use sluice_plan::Variables;
use sluice_syntax::ast;
use sluice_table::database::Database;
use sluice_types::{DataType, SqlError, Value};
use std::any::Any;
use std::collections::BTreeMap;

/// What a cursor is declared as.
pub struct CursorSpec {
    /// Whether it can be fetched from in every way, or NEXT alone.
    pub scrolls: bool,
    /// How much it sees of what becomes of its rows.
    pub sensitivity: Sensitivity,
    /// Whether it says by itself that its rows stay as they are: then they are counted.
    pub says_static: bool,
    /// Whether it says FAST_FORWARD.
    pub is_fast_forward: bool,
    /// Whether rows may be changed through it; of FOR UPDATE OF which columns, none for all.
    pub updates: Option<Vec<Box<str>>>,
    /// Whether it says FOR UPDATE.
    pub must_update: bool,
    /// Whether a row's values tell that it was changed, also where it has a rowversion.
    pub by_values: bool,
    /// Its query.
    pub query: Arc<ast::Query>,
    /// The variables that the query sees.
    pub variables: Arc<Variables>,
    /// Their registers, and what they held.
    pub values: Vec<(Reg, Value)>,
    /// The database that it was declared in.
    pub database: Arc<Database>,
}

/// How much a cursor sees of what becomes of its rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sensitivity {
    /// Nothing: STATIC, INSENSITIVE, FAST_FORWARD, or what has no key.
    Static,
    /// Their values, and which are gone: KEYSET.
    Keyset,
    /// Their values; those that are gone or are not of the query's any more are passed over.
    Passing,
}

/// The rows of an open cursor.
pub struct Open {
    /// How many of their columns are shown; behind these are the key, and what tells whether a row was changed.
    pub width: usize,
    /// By what the rows of its table are found, if they are one table's that has a key.
    pub key: Option<Arc<CursorKey>>,
    /// Reads a row anew (`statement::keyset`); none where rows stay as they were.
    pub reader: Option<Box<dyn Any + Send>>,
    /// Whether rows that are gone are passed over.
    pub passes: bool,
    /// The current row, from 1; 0 before the first, one more than there are behind the last.
    pub at: usize,
    /// The rows that were fetched last.
    pub buffer: Vec<Held>,
    /// Which of them, from 0, is the one that WHERE CURRENT OF means.
    pub position: usize,
    rows: Box<dyn CursorRows>,
    // The keys of rows whose keys were changed through the cursor, and of those that were inserted through it, which are behind all others.
    keys: BTreeMap<usize, Vec<Value>>,
    count: usize,
}

/// A row of those that were fetched last.
#[derive(Clone, Debug)]
pub struct Held {
    /// Its place, from 0.
    pub place: usize,
    /// Its key; empty where it has none.
    pub key: Vec<Value>,
    /// What tells whether it was changed since, if that is asked.
    pub check: Option<Value>,
    /// Whether it was gone when it was fetched.
    pub is_missing: bool,
}

/// By what the row of a table is found that a cursor is at.
pub struct CursorKey {
    /// The table.
    pub table: (DatabaseId, ObjectId),
    /// As the query names it.
    pub name: ast::ObjectName,
    /// The columns of its key, and their types.
    pub columns: Vec<(String, DataType)>,
    /// What tells by its value whether a row was changed: an expression over the table's columns, and its type.
    pub check: Option<(String, DataType)>,
    /// The columns that may be updated; none: the cursor is read-only; no column: all of them.
    pub updated: Option<Vec<Box<str>>>,
    /// Where the columns come from that are shown.
    pub origin: CursorOrigin,
}

/// Rows that are kept.
pub trait CursorRows: Send {
    /// Their columns.
    fn columns(&self) -> &[ColumnInfo];

    /// How many there are.
    fn count(&self) -> usize;

    /// The row at `place`, from 0; there is one.
    fn row(&self, place: usize) -> Result<Vec<Value>, SqlError>;
}

/// No rows.
pub struct NoRows;

impl CursorRows for NoRows {
    fn columns(&self) -> &[ColumnInfo] {
        &[]
    }

    fn count(&self) -> usize {
        0
    }

    fn row(&self, _place: usize) -> Result<Vec<Value>, SqlError> {
        Ok(Vec::new())
    }
}

impl CursorSpec {
    /// Whether its rows stay as they are.
    pub fn is_static(&self) -> bool {
        self.sensitivity == Sensitivity::Static
    }
}

impl Open {
    /// Before the first of `rows`, whose columns from `width` on are the key's.
    pub fn of(rows: Box<dyn CursorRows>, width: usize, key: Option<Arc<CursorKey>>) -> Open {
        let count = rows.count();
        let (keys, buffer) = (BTreeMap::new(), Vec::new());
        Open { width, key, reader: None, passes: false, at: 0, buffer, position: 0, rows, keys, count }
    }

    /// Static rows.
    pub fn of_static(rows: Box<dyn CursorRows>) -> Open {
        let width = rows.columns().len();
        Open::of(rows, width, None)
    }

    /// The columns that are shown.
    pub fn columns(&self) -> &[ColumnInfo] {
        &self.rows.columns()[..self.width]
    }

    /// How many rows there are, those included that are gone.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The row at `place` as it was when the cursor was opened.
    pub fn kept(&self, place: usize) -> Result<Vec<Value>, SqlError> {
        self.rows.row(place)
    }

    /// The key of the row at `place`.
    pub fn key_of(&self, place: usize) -> Result<Vec<Value>, SqlError> {
        if let Some(key) = self.keys.get(&place) {
            return Ok(key.clone());
        }
        let mut row = self.rows.row(place)?.split_off(self.width);
        row.truncate(self.key.as_ref().map_or(0, |key| key.columns.len()));
        Ok(row)
    }

    /// The row at `place` has another key now.
    pub fn set_key(&mut self, place: usize, key: Vec<Value>) {
        self.keys.insert(place, key);
    }

    /// One more row, behind all others.
    pub fn append(&mut self, key: Vec<Value>) {
        self.keys.insert(self.count, key);
        self.count += 1;
    }

    /// What is held of a row that was fetched; none of one that is gone.
    pub fn held(&self, place: usize, row: Option<&[Value]>) -> Result<Held, SqlError> {
        let key = self.key.as_ref();
        let check = self.width + key.map_or(0, |key| key.columns.len());
        Ok(Held {
            place,
            key: key.map(|_| self.key_of(place)).transpose()?.unwrap_or_default(),
            check: row.and_then(|row| row.get(check).cloned()),
            is_missing: row.is_none(),
        })
    }
}
