//! An open cursor: its rows, its position, and the rows fetched last.
//!
//! A static cursor has copies of its rows. A cursor over one table with a key also keeps the key of
//! each row. At each fetch it may read the row anew by this key. The set of rows is fixed by OPEN
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
    /// Whether the declaration says DYNAMIC. The cursor is KEYSET, but needs no key.
    pub is_dynamic: bool,
    /// Whether the declaration says SCROLL_LOCKS: fetched rows get update locks until the
    /// transaction ends.
    pub locks: bool,
    /// Columns that may be updated through the cursor, empty for all; `None` for a read-only
    /// cursor.
    pub updates: Option<Vec<Box<str>>>,
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
    /// Updates and deletes: KEYSET, and DYNAMIC, which becomes KEYSET.
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
    /// Key by which the table's rows are found; `None` without a key.
    pub key: Option<Arc<CursorKey>>,
    /// Reader of current rows (`statement::keyset`); `None` for a static cursor.
    pub reader: Option<Box<dyn Any + Send>>,
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
    /// Key by which the table's row is found; empty if the cursor has no key.
    pub key: Vec<Value>,
    /// Value that detects updates, as of the fetch, if the cursor has one.
    pub check: Option<Value>,
    /// Whether the row was deleted before the fetch, or since then through the cursor.
    pub is_missing: bool,
}

/// Key that finds the current row in its table.
pub struct CursorKey {
    /// Database and object id of the table.
    pub table: (DatabaseId, ObjectId),
    /// Name of the table in the query.
    pub name: ast::ObjectName,
    /// Key columns and their types.
    pub columns: Vec<(String, DataType)>,
    /// Expression of the row's address, if the table has no key. Then `columns` has one unnamed
    /// column for it.
    pub address: Option<String>,
    /// Expression over the table's columns whose value detects updates, and its type.
    pub check: Option<(String, DataType)>,
    /// Columns that may be updated, empty for all; `None` for a read-only cursor.
    pub updated: Option<Vec<Box<str>>>,
    /// Origins of the visible columns.
    pub origin: CursorOrigin,
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

/// An empty set of rows.
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

impl Open {
    /// Returns a cursor before its first row. The columns of `rows` from `width` on are hidden.
    pub fn new(rows: Box<dyn CursorRows>, width: usize, key: Option<Arc<CursorKey>>) -> Open {
        let count = rows.count();
        let (keys, buffer) = (BTreeMap::new(), Vec::new());
        Open { width, key, reader: None, passes: false, is_fixed: false, at: 0, buffer, position: 0, rows, keys, count }
    }

    /// Returns a static cursor before its first row.
    pub fn of_static(rows: Box<dyn CursorRows>) -> Open {
        let width = rows.columns().len();
        Open::new(rows, width, None)
    }

    /// The visible columns.
    pub fn columns(&self) -> &[ColumnInfo] {
        &self.rows.columns()[..self.width]
    }

    /// Number of rows, deleted rows included.
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
        row.truncate(self.key.as_ref().map_or(0, |key| key.columns.len()));
        Ok(row)
    }

    /// Sets the key of the row at `place`, which an update through the cursor changed.
    pub fn set_key(&mut self, place: usize, key: Vec<Value>) {
        self.keys.insert(place, key);
    }

    /// Appends a row that was inserted through the cursor.
    pub fn append(&mut self, key: Vec<Value>) {
        self.keys.insert(self.count, key);
        self.count += 1;
    }

    /// Returns the fetch state of the row at `place`; `row` is `None` for a deleted row. It keeps
    /// the key and the value that detects updates, not the row.
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
