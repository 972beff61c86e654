//! The cursors of a session: global ones, and those of the batch or module that runs.
//!
//! A cursor lasts as long as it has a name or a variable refers to it (`t-sql/language-elements/deallocate-transact-sql.md`).
//!
//! Which rows a cursor has is settled when it is opened, what the variables of its query are when it is declared
//! (`t-sql/language-elements/declare-cursor-transact-sql.md`).

use crate::api_cursor::ApiCursor;
use crate::open_cursor::{CursorSpec, Open};
use sluice_base::sync::Arc;
use sluice_catalog::name;
use sluice_syntax::ast;
use sluice_types::SqlError;
use std::collections::BTreeMap;

/// The cursors that there are.
#[derive(Default)]
pub struct Cursors {
    /// Of the session.
    pub global: Vec<Cursor>,
    /// Of what runs.
    pub local: LocalCursors,
    /// Those that its client has by handles, all of them open.
    handled: BTreeMap<i32, ApiCursor>,
    handles: i32,
    // The number of the cursor that was declared last.
    last: u64,
}

/// The cursors of what runs, and its variables.
#[derive(Default)]
pub struct LocalCursors {
    cursors: Vec<Cursor>,
    // Those that have a cursor: their names, and its number.
    variables: Vec<(Box<str>, u64)>,
}

/// A cursor.
pub struct Cursor {
    /// Its number, which no other has; given when it is declared.
    pub number: u64,
    /// Its name; none where variables alone refer to it.
    pub name: Option<Box<str>>,
    /// What it was declared as.
    pub spec: Arc<CursorSpec>,
    /// Its rows, while it is open.
    pub open: Option<Open>,
}

impl Cursors {
    /// Enters a cursor: 16915 if there is one of its name where it is to be.
    pub fn declare(&mut self, cursor: Cursor, is_local: bool) -> Result<(), SqlError> {
        self.last += 1;
        let cursor = Cursor { number: self.last, ..cursor };
        let cursors = if is_local { &mut self.local.cursors } else { &mut self.global };
        if let Some(name) = cursor.name.as_ref().filter(|name| cursors.iter().any(|other| other.is_called(name))) {
            return Err(SqlError::new(16915, 16, 1, vec![name.to_string()]));
        }
        cursors.push(cursor);
        Ok(())
    }

    /// Has a variable refer to a cursor of its own.
    pub fn set(&mut self, variable: &str, cursor: Cursor) -> Result<(), SqlError> {
        self.declare(cursor, true)?;
        self.refer(variable, Some(self.last));
        Ok(())
    }

    /// Has a variable refer to the cursor that `written` names, or a variable that has none to none: 16916 for a name that is none's.
    pub fn assign(&mut self, variable: &str, written: &ast::CursorName) -> Result<(), SqlError> {
        let number = match is_variable(written) {
            true => self.local.number_of(&written.name.text),
            false => Some(self.get(written)?.number),
        };
        self.refer(variable, number);
        Ok(())
    }

    /// The cursor that `written` names, the local one first: 16916 if there is none; 16950 where a variable has none.
    pub fn get(&mut self, written: &ast::CursorName) -> Result<&mut Cursor, SqlError> {
        let (is_local, place) = self.place(written)?;
        Ok(if is_local { &mut self.local.cursors[place] } else { &mut self.global[place] })
    }

    /// The cursor of a number.
    pub fn numbered(&mut self, number: u64) -> Option<&mut Cursor> {
        self.all().find(|cursor| cursor.number == number)
    }

    /// Takes a name from its cursor, or a variable: the cursor goes with the last that refers to it. 16916 if there is none, 16950 where the variable has none.
    pub fn deallocate(&mut self, written: &ast::CursorName) -> Result<(), SqlError> {
        let number = self.get(written)?.number;
        if is_variable(written) {
            self.refer(&written.name.text, None);
            return Ok(());
        }
        self.get(written)?.name = None;
        self.forget(number);
        Ok(())
    }

    /// What ran is over, with its cursors and variables.
    pub fn end_local(&mut self) {
        let ended = std::mem::take(&mut self.local);
        ended.variables.iter().for_each(|(_, number)| self.forget(*number));
    }

    fn refer(&mut self, variable: &str, number: Option<u64>) {
        let before = self.local.number_of(variable);
        let variables = &mut self.local.variables;
        variables.retain(|(known, _)| !name::same(known, variable));
        variables.extend(number.map(|number| (Box::from(variable), number)));
        before.into_iter().for_each(|number| self.forget(number));
    }

    /// A cursor that nothing refers to any more goes.
    fn forget(&mut self, number: u64) {
        if self.local.variables.iter().all(|(_, known)| *known != number) {
            let stays = |cursor: &Cursor| cursor.number != number || cursor.name.is_some();
            self.local.cursors.retain(stays);
            self.global.retain(stays);
        }
    }

    /// Keeps a cursor for a client; its handle, which is never given twice, unless there were as many as there are numbers.
    pub fn add_handled(&mut self, cursor: ApiCursor) -> i32 {
        self.handles = self.handles.checked_add(1).unwrap_or(1);
        self.handled.insert(self.handles, cursor);
        self.handles
    }

    /// The cursor behind a handle.
    pub fn handled(&mut self, handle: i32) -> Option<&mut ApiCursor> {
        self.handled.get_mut(&handle)
    }

    /// Takes the cursor behind a handle out, to put it back or not.
    pub fn take_handled(&mut self, handle: i32) -> Option<ApiCursor> {
        self.handled.remove(&handle)
    }

    /// Puts a cursor back behind its handle.
    pub fn put_handled(&mut self, handle: i32, cursor: ApiCursor) {
        self.handled.insert(handle, cursor);
    }

    /// Closes all that have handles; a client's session begins anew, or it wants that.
    pub fn close_handled(&mut self) {
        self.handled.clear();
    }

    /// The open rows of the cursor that `written` names, also one that a client has named: as [`Cursors::get`], and 16917 where it is not open.
    pub fn open(&mut self, written: &ast::CursorName) -> Result<&mut Open, SqlError> {
        let of_client =
            |cursor: &ApiCursor| cursor.name.as_ref().is_some_and(|own| name::same(own, &written.name.text));
        let place = self.place(written);
        let cursor = match place {
            Ok((true, place)) => &mut self.local.cursors[place],
            Ok((false, place)) => &mut self.global[place],
            Err(error) => {
                let named = self.handled.values_mut().find(|cursor| of_client(cursor));
                return named.map(|cursor| &mut cursor.open).ok_or(error);
            }
        };
        cursor.open.as_mut().ok_or_else(|| SqlError::new(16917, 16, 1, Vec::new()))
    }

    /// Closes all, as the end of a transaction does under SET CURSOR_CLOSE_ON_COMMIT ON.
    pub fn close_all(&mut self) {
        self.all().for_each(|cursor| cursor.open = None);
        self.handled.clear();
    }

    /// A transaction was rolled back: only cursors whose rows stay as they are stay open
    /// (`t-sql/language-elements/rollback-transaction-transact-sql.md`).
    pub fn close_passing(&mut self) {
        self.all().filter(|cursor| !cursor.spec.says_static).for_each(|cursor| cursor.open = None);
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Cursor> {
        self.global.iter_mut().chain(&mut self.local.cursors)
    }

    fn place(&self, written: &ast::CursorName) -> Result<(bool, usize), SqlError> {
        let text = &written.name.text;
        let number = self.local.number_of(text);
        let is_it = |cursor: &Cursor| match is_variable(written) {
            true => Some(cursor.number) == number,
            false => cursor.is_called(text),
        };
        let find = |cursors: &[Cursor]| cursors.iter().position(is_it);
        let local = if written.global { None } else { find(&self.local.cursors).map(|place| (true, place)) };
        let found = local.or_else(|| find(&self.global).map(|place| (false, place)));
        let unknown = if is_variable(written) { 16950 } else { 16916 };
        found.ok_or_else(|| SqlError::new(unknown, 16, if unknown == 16950 { 2 } else { 1 }, vec![text.to_string()]))
    }
}

impl LocalCursors {
    fn number_of(&self, variable: &str) -> Option<u64> {
        self.variables.iter().find(|(known, _)| name::same(known, variable)).map(|(_, number)| *number)
    }
}

impl Cursor {
    fn is_called(&self, text: &str) -> bool {
        self.name.as_ref().is_some_and(|own| name::same(own, text))
    }
}

fn is_variable(written: &ast::CursorName) -> bool {
    written.name.text.starts_with('@')
}
