//! The cursors of a session: global ones, and those of the batch or module that runs.
//!
//! A cursor's rows are those that its query has when it is opened. What the variables of the query are is settled when it is declared
//! (`t-sql/language-elements/declare-cursor-transact-sql.md`).

use crate::code::Reg;
use crate::database::Database;
use crate::sink::ColumnInfo;
use sluice_base::sync::Arc;
use sluice_catalog::name;
use sluice_plan::Variables;
use sluice_syntax::ast;
use sluice_types::{SqlError, Value};
use std::collections::BTreeMap;

/// The cursors that there are.
#[derive(Default)]
pub struct Cursors {
    /// Of the session.
    pub global: Vec<Cursor>,
    /// Of what runs.
    pub local: Vec<Cursor>,
    /// Those that its client has by handles, all of them open.
    handled: BTreeMap<i32, Box<dyn CursorRows>>,
    handles: i32,
}

/// A cursor that a client has opened.
#[derive(Clone, PartialEq, Debug)]
pub struct CursorFacts {
    /// By which it is called; never given twice, unless there were as many as there are numbers.
    pub handle: i32,
    /// Its columns.
    pub columns: Vec<ColumnInfo>,
    /// How many rows it has.
    pub count: usize,
}

/// A cursor.
pub struct Cursor {
    /// Its name.
    pub name: Box<str>,
    /// Whether it can be fetched from in every way, or NEXT alone.
    pub scrolls: bool,
    /// Whether it says by itself that its rows stay as they are: then they are counted.
    pub is_static: bool,
    /// Its query.
    pub query: Arc<ast::Query>,
    /// The variables that the query sees.
    pub variables: Arc<Variables>,
    /// Their registers, and what they held.
    pub values: Vec<(Reg, Value)>,
    /// The database that it was declared in.
    pub database: Arc<Database>,
    /// Its rows, while it is open.
    pub open: Option<Open>,
}

/// The rows of an open cursor.
pub struct Open {
    /// What they are.
    pub rows: Box<dyn CursorRows>,
    /// The current row, from 1; 0 before the first, one more than there are behind the last.
    pub at: usize,
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

impl Cursors {
    /// Enters a cursor: 16915 if there is one of its name where it is to be.
    pub fn declare(&mut self, cursor: Cursor, is_local: bool) -> Result<(), SqlError> {
        let cursors = if is_local { &mut self.local } else { &mut self.global };
        if cursors.iter().any(|other| name::same(&other.name, &cursor.name)) {
            return Err(SqlError::new(16915, 16, 1, vec![cursor.name.to_string()]));
        }
        cursors.push(cursor);
        Ok(())
    }

    /// The cursor that `written` names, the local one first: 16916 if there is none.
    pub fn get(&mut self, written: &ast::CursorName) -> Result<&mut Cursor, SqlError> {
        let (is_local, place) = self.place(written)?;
        Ok(if is_local { &mut self.local[place] } else { &mut self.global[place] })
    }

    /// Forgets the cursor that `written` names: 16916 if there is none.
    pub fn deallocate(&mut self, written: &ast::CursorName) -> Result<(), SqlError> {
        let (is_local, place) = self.place(written)?;
        if is_local {
            self.local.remove(place)
        } else {
            self.global.remove(place)
        };
        Ok(())
    }

    /// Keeps rows for a client.
    pub fn open_handled(&mut self, rows: Box<dyn CursorRows>) -> CursorFacts {
        self.handles = self.handles.checked_add(1).unwrap_or(1);
        let facts = CursorFacts { handle: self.handles, columns: rows.columns().to_vec(), count: rows.count() };
        self.handled.insert(self.handles, rows);
        facts
    }

    /// The rows behind a handle.
    pub fn handled(&self, handle: i32) -> Option<&dyn CursorRows> {
        self.handled.get(&handle).map(|rows| &**rows)
    }

    /// Forgets the rows behind a handle; whether there were any.
    pub fn close_handled(&mut self, handle: i32) -> bool {
        self.handled.remove(&handle).is_some()
    }

    /// Closes all, as the end of a transaction does under SET CURSOR_CLOSE_ON_COMMIT ON.
    pub fn close_all(&mut self) {
        self.all().for_each(|cursor| cursor.open = None);
        self.handled.clear();
    }

    /// A transaction was rolled back: only cursors whose rows stay as they are stay open
    /// (`t-sql/language-elements/rollback-transaction-transact-sql.md`).
    pub fn close_passing(&mut self) {
        self.all().filter(|cursor| !cursor.is_static).for_each(|cursor| cursor.open = None);
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Cursor> {
        self.global.iter_mut().chain(&mut self.local)
    }

    fn place(&self, written: &ast::CursorName) -> Result<(bool, usize), SqlError> {
        let find = |cursors: &[Cursor]| cursors.iter().position(|cursor| name::same(&cursor.name, &written.name.text));
        let local = if written.global { None } else { find(&self.local).map(|place| (true, place)) };
        let found = local.or_else(|| find(&self.global).map(|place| (false, place)));
        found.ok_or_else(|| SqlError::new(16916, 16, 1, vec![written.name.text.to_string()]))
    }
}
