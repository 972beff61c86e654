//! An open cursor: its rows, its position, and the rows fetched last.
//!
//! A static cursor has copies of its rows. A cursor over tables with keys also keeps the key of
//! each row: the keys of the rows of all its tables. At each fetch it may read the row anew by this
//! key. The set of rows is fixed by OPEN
//! (`t-sql/language-elements/declare-cursor-transact-sql.md`, KEYSET).

use crate::sink::{ColumnInfo, CursorOrigin};
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::sync::Arc;
use sluice_plan::Variables;
use sluice_query::code::Reg;
use sluice_syntax::ast;
use sluice_table::database::Database;
use sluice_types::{DataType, SqlError, Value};
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;

/// The declaration of a cursor.
pub struct CursorSpec {
    /// Whether every kind of FETCH is allowed, or NEXT only.
    pub scrolls: bool,
    /// Which later changes the cursor sees.
    pub sensitivity: Sensitivity,
    /// Whether the declaration says STATIC or INSENSITIVE; then `@@CURSOR_ROWS` counts the rows.
    pub says_static: bool,
    /// Whether the declaration says FAST_FORWARD.
    pub is_fast_forward: bool,
    /// Whether the declaration says DYNAMIC. If the query can't be dynamic, the cursor is KEYSET,
    /// but needs no key. A client's cursor by handle is always KEYSET.
    pub is_dynamic: bool,
    /// Whether the declaration says SCROLL_LOCKS: fetched rows get update locks until the
    /// transaction ends.
    pub locks: bool,
    /// Columns that may be updated through the cursor, empty for all; `None` for a read-only
    /// cursor.
    pub updates: Option<Vec<ast::ColumnName>>,
    /// Whether the declaration says FOR UPDATE.
    pub must_update: bool,
    /// Whether updates are detected by comparing values even if the table has a rowversion.
    pub by_values: bool,
    /// Its query.
    pub query: Arc<ast::Query>,
    /// Variables that the query sees.
    pub variables: Arc<Variables>,
    /// Registers of these variables and their values at DECLARE.
    pub values: Vec<(Reg, Value)>,
    /// Database in which the cursor was declared.
    pub database: Arc<Database>,
}

/// Which later changes of its rows a cursor sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sensitivity {
    /// No changes: STATIC, INSENSITIVE, FAST_FORWARD, or rows without a key.
    Static,
    /// Updates and deletes: KEYSET, and DYNAMIC, which sees new rows too where it can.
    Keyset,
    /// Updates; rows that were deleted or no longer match the query are skipped. The default of a
    /// forward-only cursor.
    Passing,
}

/// Rows of an open cursor. `rows` are the rows as of OPEN; `count` includes rows inserted through
/// the cursor.
pub struct Open {
    /// Number of visible columns. Hidden columns follow: the key, and the value that detects
    /// updates.
    pub width: usize,
    /// Tables whose rows are found by key; `None` without a key.
    pub key: Option<Arc<CursorKey>>,
    /// Reader of current rows (`statement::keyset`); `None` for a static cursor.
    pub reader: Option<Box<dyn Any + Send>>,
    /// Finder of the rows of a dynamic cursor, which has no set of rows (`cursor::dynamic`). Its
    /// row is at place 0, and `at` is 0 before, 1 at and 2 behind its rows.
    pub navigator: Option<Box<dyn Any + Send>>,
    /// Whether deleted rows are skipped.
    pub passes: bool,
    /// Whether a fetch returns the row as of OPEN, although there is a reader: the rows have no key
    /// that an index could find.
    pub is_fixed: bool,
    /// Current row from 1; 0 before the first row, row count + 1 after the last.
    pub at: usize,
    /// Rows fetched last.
    pub buffer: Vec<Held>,
    /// Index in `buffer` of the row for WHERE CURRENT OF.
    pub position: usize,
    rows: Box<dyn CursorRows>,
    // Keys of rows whose keys were changed through the cursor, and of rows inserted through it,
    // which follow all other rows.
    keys: BTreeMap<usize, Vec<Value>>,
    count: usize,
}

/// A row of the last fetch.
#[derive(Clone, Debug)]
pub struct Held {
    /// Position among all rows of the cursor, from 0.
    pub place: usize,
    /// Keys by which the tables' rows are found; empty if the cursor has no key.
    pub key: Vec<Value>,
    /// Values that detect updates, as of the fetch: one for each table, `None` without a check.
    pub checks: Vec<Option<Value>>,
    /// Whether the row was deleted before the fetch, or since then through the cursor.
    pub is_missing: bool,
}

/// The tables of a cursor whose rows are found by key.
pub struct CursorKey {
    /// The tables, in the order of the query's FROM clause.
    pub tables: Vec<CursorTable>,
    /// Origins of the visible columns.
    pub origin: CursorOrigin,
}

/// A table of a cursor's query. Its row is part of each row of the cursor.
#[derive(Clone, PartialEq, Debug)]
pub struct CursorTable {
    /// Database and object id of the table.
    pub table: (DatabaseId, ObjectId),
    /// Database, schema and table.
    pub full_name: Vec<String>,
    /// Name of the table in the query.
    pub name: ast::ObjectName,
    /// Qualifier of the table's columns in the query: the alias, or else the name.
    pub qualifier: ast::ObjectName,
    /// Key columns and their types.
    pub columns: Vec<(String, DataType)>,
    /// Expression of the row's address, if the table has no key. Then `columns` has one unnamed
    /// column for it.
    pub address: Option<String>,
    /// Expression over the table's columns whose value detects updates, and its type.
    pub check: Option<(String, DataType)>,
    /// Columns that may be updated, empty for all; `None` if the table can't be changed through the
    /// cursor.
    pub updated: Option<Vec<Box<str>>>,
    /// Whether an outer join can have NULLs in place of a row of the table. Its key is NULL then.
    pub is_optional: bool,
}

/// Copied rows of a cursor.
pub trait CursorRows: Send {
    /// Columns of the rows, hidden ones included.
    fn columns(&self) -> &[ColumnInfo];

    /// Number of rows.
    fn count(&self) -> usize;

    /// Returns the row at `place`, from 0. `place` must be less than the count.
    fn row(&self, place: usize) -> Result<Vec<Value>, SqlError>;
}

/// An empty set of rows, without columns.
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
    /// Whether the cursor sees no changes of its rows.
    pub fn is_static(&self) -> bool {
        self.sensitivity == Sensitivity::Static
    }
}

impl CursorKey {
    /// Whether rows may be changed through the cursor.
    pub fn is_updatable(&self) -> bool {
        self.tables.iter().any(|table| table.updated.is_some())
    }

    /// Whether a table has no key: its rows are found by their addresses.
    pub fn has_address(&self) -> bool {
        self.tables.iter().any(|table| table.address.is_some())
    }

    /// Number of key columns of all tables.
    pub fn width(&self) -> usize {
        self.range(self.tables.len()).start
    }

    /// Number of hidden columns of the cursor's rows: key columns and values that detect updates.
    pub fn hidden_columns(&self) -> usize {
        self.width() + self.tables.iter().filter(|table| table.check.is_some()).count()
    }

    /// Returns the range of a table's columns among the key columns of all tables. `number` is the
    /// table's index, or the number of tables for the empty range behind all.
    pub fn range(&self, number: usize) -> Range<usize> {
        let start = self.tables[..number].iter().map(|table| table.columns.len()).sum();
        start..start + self.tables.get(number).map_or(0, |table| table.columns.len())
    }

    /// Returns the index of the first use of a table in the query. `None` if the query doesn't use
    /// it.
    pub fn first_use(&self, table: (DatabaseId, ObjectId)) -> Option<usize> {
        self.tables.iter().position(|known| known.table == table)
    }
}

impl Open {
    /// Returns a cursor before its first row. The columns of `rows` from `width` on are hidden.
    pub fn new(rows: Box<dyn CursorRows>, width: usize, key: Option<Arc<CursorKey>>) -> Open {
        let count = rows.count();
        Open {
            width,
            key,
            reader: None,
            navigator: None,
            passes: false,
            is_fixed: false,
            at: 0,
            buffer: Vec::new(),
            position: 0,
            rows,
            keys: BTreeMap::new(),
            count,
        }
    }

    /// Returns a dynamic cursor before its first row, with the columns of `rows`.
    pub fn of_dynamic(
        rows: Box<dyn CursorRows>,
        width: usize,
        key: Arc<CursorKey>,
        navigator: Box<dyn Any + Send>,
    ) -> Open {
        Open { navigator: Some(navigator), count: 1, ..Open::new(rows, width, Some(key)) }
    }

    /// Returns a static cursor before its first row.
    pub fn of_static(rows: Box<dyn CursorRows>) -> Open {
        let width = rows.columns().len();
        Open::new(rows, width, None)
    }

    /// Returns the columns that a client sees, without hidden ones.
    pub fn columns(&self) -> &[ColumnInfo] {
        &self.rows.columns()[..self.width]
    }

    /// Returns the number of rows, deleted rows included; 1 for a dynamic cursor.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the row at `place` as of OPEN.
    pub fn kept(&self, place: usize) -> Result<Vec<Value>, SqlError> {
        self.rows.row(place)
    }

    /// Returns the key of the row at `place`. It's the key as of OPEN, or the key that was set
    /// since. Empty without a key. Panics or fails beyond the rows.
    pub fn key_of(&self, place: usize) -> Result<Vec<Value>, SqlError> {
        if let Some(key) = self.keys.get(&place) {
            return Ok(key.clone());
        }
        let mut row = self.rows.row(place)?.split_off(self.width);
        row.truncate(self.key.as_ref().map_or(0, |key| key.width()));
        Ok(row)
    }

    /// Sets the keys of the row at `place`.
    pub fn put_key(&mut self, place: usize, key: Vec<Value>) {
        self.keys.insert(place, key);
    }

    /// Sets the key of one table in the row at `place`, which an update through the cursor changed.
    /// Does nothing for a cursor without keys. Fails if the row's other keys can't be read.
    pub fn set_key(&mut self, place: usize, table: usize, key: Vec<Value>) -> Result<(), SqlError> {
        let Some(range) = self.key.as_ref().map(|known| known.range(table)) else { return Ok(()) };
        let mut keys = self.key_of(place)?;
        keys.splice(range, key);
        self.keys.insert(place, keys);
        Ok(())
    }

    /// Appends a row that was inserted through the cursor.
    pub fn append(&mut self, key: Vec<Value>) {
        self.keys.insert(self.count, key);
        self.count += 1;
    }

    /// Returns the fetch state of the row at `place`; `row` is `None` for a deleted row. It keeps
    /// the keys and the values that detect updates, not the row. Fails if the keys can't be read.
    pub fn held(&self, place: usize, row: Option<&[Value]>) -> Result<Held, SqlError> {
        let Some(key) = &self.key else {
            return Ok(Held { place, key: Vec::new(), checks: Vec::new(), is_missing: row.is_none() });
        };
        let mut values = row.unwrap_or_default().iter().skip(self.width + key.width());
        let checks = key.tables.iter().map(|table| table.check.as_ref().and_then(|_| values.next().cloned()));
        Ok(Held { place, key: self.key_of(place)?, checks: checks.collect(), is_missing: row.is_none() })
    }
}
