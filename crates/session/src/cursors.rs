//! The cursors of a session: global cursors, and local cursors of the running batch or module.
//!
//! A cursor exists as long as it has a name or a variable refers to it
//! (`t-sql/language-elements/deallocate-transact-sql.md`).
//!
//! The rows of a cursor are determined by OPEN, the values of its query's variables by DECLARE
//! (`t-sql/language-elements/declare-cursor-transact-sql.md`).

use crate::api_cursor::ApiCursor;
use crate::cursor_sight::{CursorFacts, CursorList, CursorReference, CursorSight, CursorSource};
use crate::open_cursor::{CursorSpec, Open};
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use sluice_catalog::name;
use sluice_syntax::ast;
use sluice_types::SqlError;
use std::collections::BTreeMap;

/// All cursors of a session. A cursor without a name and without a variable that refers to it is
/// gone.
pub struct Cursors {
    // Global cursors of the session.
    global: Vec<Cursor>,
    // Local cursors of the running batch or module, and of its callers, outermost first.
    local: LocalCursors,
    callers: Vec<LocalCursors>,
    // The list that other sessions see, and this session's id.
    list: Arc<CursorList>,
    session: SessionId,
    /// Open API cursors by handle.
    handled: BTreeMap<i32, ApiCursor>,
    handles: i32,
    // Number of the last declared cursor.
    last: u64,
    // Number of the cursor that was opened last.
    opened: u64,
}

/// Local cursors and cursor variables of one batch or module.
#[derive(Default)]
struct LocalCursors {
    cursors: Vec<Cursor>,
    // Cursor variables, each with the number of its cursor.
    variables: Vec<(Box<str>, Option<u64>)>,
}

/// A cursor.
pub struct Cursor {
    /// Unique number within the session, given when the cursor is declared.
    pub number: u64,
    /// Name; `None` if only variables refer to the cursor.
    pub name: Option<Box<str>>,
    /// The declaration.
    pub spec: Arc<CursorSpec>,
    /// Rows, while the cursor is open.
    pub open: Option<Open>,
    /// Facts that other sessions see.
    pub sight: Arc<CursorSight>,
}

impl Cursors {
    /// Returns an empty set for a session, published in `list`.
    pub fn new(session: SessionId, list: Arc<CursorList>) -> Cursors {
        let (global, callers, handled) = (Vec::new(), Vec::new(), BTreeMap::new());
        let local = LocalCursors::default();
        Cursors { global, local, callers, list, session, handled, handles: 0, last: 0, opened: 0 }
    }

    /// The list that other sessions see.
    pub fn list(&self) -> &Arc<CursorList> {
        &self.list
    }

    /// Adds a cursor. Fails with 16915 if its scope has a cursor of the same name.
    pub fn declare(&mut self, cursor: Cursor, is_local: bool) -> Result<(), SqlError> {
        self.add(cursor, is_local)?;
        self.show();
        Ok(())
    }

    fn add(&mut self, cursor: Cursor, is_local: bool) -> Result<(), SqlError> {
        self.last += 1;
        let cursor = Cursor { number: self.last, ..cursor };
        let (id, level) = (cursor_id(self.session, self.last), self.callers.len() as u8);
        cursor.sight.change(|facts| {
            facts.id = id;
            (facts.is_local, facts.level) = (is_local, level);
        });
        let cursors = if is_local { &mut self.local.cursors } else { &mut self.global };
        if let Some(name) = cursor.name.as_ref().filter(|name| cursors.iter().any(|other| other.is_called(name))) {
            return Err(SqlError::cursor_exists(name));
        }
        cursors.push(cursor);
        Ok(())
    }

    /// Declares cursor variables of the running batch or module.
    pub fn declare_variables(&mut self, names: &[Box<str>]) {
        if !names.is_empty() {
            self.local.variables.extend(names.iter().map(|name| (name.clone(), None)));
            self.show();
        }
    }

    /// Makes `variable` refer to a new cursor. The new cursor is local and usually has no name; a
    /// name that a local cursor has already fails with 16915.
    pub fn set(&mut self, variable: &str, cursor: Cursor) -> Result<(), SqlError> {
        self.add(cursor, true)?;
        self.refer(variable, Some(self.last));
        Ok(())
    }

    /// Makes `variable` refer to the cursor named by `written`. Clears it if `written` is a cursor
    /// variable without a cursor. Fails with 16916 if no cursor has that name.
    pub fn assign(&mut self, variable: &str, written: &ast::CursorName) -> Result<(), SqlError> {
        let number = match is_variable(written) {
            true => self.local.number_of(&written.name.text),
            false => Some(self.get(written)?.number),
        };
        self.refer(variable, number);
        Ok(())
    }

    /// Fails with 16951 if `variable` already has a cursor and is passed as a cursor OUTPUT
    /// parameter.
    pub fn check_free(&self, variable: &str) -> Result<(), SqlError> {
        match self.local.number_of(variable) {
            None => Ok(()),
            Some(_) => Err(SqlError::cursor_output_already_allocated(variable)),
        }
    }

    /// Returns the cursor named by `written`; local cursors come before global ones. Fails with
    /// 16916 if there is none, with 16950 if the variable has no cursor.
    pub fn get(&mut self, written: &ast::CursorName) -> Result<&mut Cursor, SqlError> {
        let (is_local, place) = self.place(written)?;
        Ok(if is_local { &mut self.local.cursors[place] } else { &mut self.global[place] })
    }

    /// The cursor with this number, global or local, of callers too. `None` if there is none; the
    /// same holds for [`Cursors::seen_as`].
    pub fn numbered(&mut self, number: u64) -> Option<&mut Cursor> {
        self.all().find(|cursor| cursor.number == number)
    }

    /// Returns the cursor with these published facts. `None` if it has been deallocated.
    pub fn seen_as(&mut self, sight: &Arc<CursorSight>) -> Option<&mut Cursor> {
        self.all().find(|cursor| Arc::ptr_eq(&cursor.sight, sight))
    }

    /// Makes the cursor with this number the one that was opened last.
    pub fn note_opened(&mut self, number: u64) {
        self.opened = number;
    }

    /// Returns the new value of `@@CURSOR_ROWS`, which was `rows`: 0 if the cursor that was opened
    /// last has been closed or deallocated (`t-sql/functions/cursor-rows-transact-sql.md`).
    pub fn rows_opened_last(&self, rows: i32) -> i32 {
        let scopes = self.callers.iter().chain([&self.local]);
        let mut all = self.global.iter().chain(scopes.flat_map(|scope| &scope.cursors));
        if all.any(|cursor| cursor.number == self.opened && cursor.open.is_some()) { rows } else { 0 }
    }

    /// Removes a cursor's name, or clears a variable. The cursor is dropped with its last
    /// reference. Fails with 16916 if there is no such name, with 16950 if the variable has no
    /// cursor.
    pub fn deallocate(&mut self, written: &ast::CursorName) -> Result<(), SqlError> {
        let number = self.get(written)?.number;
        if is_variable(written) {
            self.refer(&written.name.text, None);
            return Ok(());
        }
        self.get(written)?.name = None;
        self.forget(number);
        self.show();
        Ok(())
    }

    /// Enters a called module, which doesn't see the caller's local cursors until it is left.
    pub fn enter(&mut self) {
        self.callers.push(std::mem::take(&mut self.local));
        if self.callers.last().is_some_and(LocalCursors::is_shown) {
            self.show();
        }
    }

    /// Returns from a called module, whose local cursors end. `given` maps its cursor OUTPUT
    /// parameters to the caller's variables. A variable gets its parameter's cursor if the cursor
    /// is open; otherwise the variable is unchanged
    /// (`t-sql/statements/create-procedure-transact-sql.md`, "Using cursor OUTPUT parameters").
    /// Other cursors of the module are closed and forgotten.
    pub fn leave(&mut self, given: &[(Box<str>, Box<str>)]) {
        let mut ended = std::mem::take(&mut self.local);
        self.local = self.callers.pop().unwrap_or_default();
        let had_any = ended.is_shown();
        for (variable, to) in given {
            let Some(number) = ended.number_of(variable) else { continue };
            if let Some(place) = ended.cursors.iter().position(|cursor| cursor.number == number) {
                if ended.cursors[place].open.is_none() {
                    continue;
                }
                // The name was local to the module; only the variable refers to the cursor now.
                self.local.cursors.push(Cursor { name: None, ..ended.cursors.swap_remove(place) });
            } else if self.numbered(number).is_none_or(|cursor| cursor.open.is_none()) {
                continue;
            }
            self.refer(to, Some(number));
        }
        ended.variables.iter().filter_map(|(_, number)| *number).for_each(|number| self.forget(number));
        if had_any || self.local.is_shown() {
            self.show();
        }
    }

    /// Ends the running batch or module with its local cursors and variables.
    pub fn end_local(&mut self) {
        if self.local.is_shown() {
            let ended = std::mem::take(&mut self.local);
            ended.variables.iter().filter_map(|(_, number)| *number).for_each(|number| self.forget(number));
            self.show();
        }
    }

    fn refer(&mut self, variable: &str, number: Option<u64>) {
        let before = self.local.number_of(variable);
        let variables = &mut self.local.variables;
        variables.retain(|(known, _)| !name::same(known, variable));
        variables.push((variable.into(), number));
        before.into_iter().for_each(|number| self.forget(number));
        self.show();
    }

    /// Drops the cursor if nothing refers to it any more.
    fn forget(&mut self, number: u64) {
        let refers = |scope: &LocalCursors| scope.variables.iter().any(|(_, known)| *known == Some(number));
        if !refers(&self.local) && !self.callers.iter().any(refers) {
            let stays = |cursor: &Cursor| cursor.number != number || cursor.name.is_some();
            self.local.cursors.retain(stays);
            self.global.retain(stays);
        }
    }

    /// Publishes the current cursors to other sessions. These are the named cursors, variables of
    /// the running module with their cursors, and all others without a name.
    pub fn show(&self) {
        let named = |source, cursors: &[Cursor]| -> Vec<CursorReference> {
            let named = cursors.iter().filter_map(|cursor| Some((cursor.name.clone()?, &cursor.sight)));
            named.map(|(name, sight)| CursorReference { source, name, cursor: Some(Arc::clone(sight)) }).collect()
        };
        let mut references = named(CursorSource::Local, &self.local.cursors);
        references.extend(named(CursorSource::Global, &self.global));
        let scopes = || self.callers.iter().chain([&self.local]);
        let all = || self.global.iter().chain(scopes().flat_map(|scope| &scope.cursors));
        for (name, number) in &self.local.variables {
            let cursor = number.and_then(|number| all().find(|cursor| cursor.number == number));
            let cursor = cursor.map(|cursor| Arc::clone(&cursor.sight));
            references.push(CursorReference { source: CursorSource::Variable, name: name.clone(), cursor });
        }
        let sights = all().map(|cursor| &cursor.sight).chain(self.handled.values().map(|cursor| &cursor.sight));
        self.list.show(references, sights.map(Arc::clone).collect());
    }

    /// Stores an API cursor and returns its handle. Handles repeat only after 2^31 cursors.
    pub fn add_handled(&mut self, cursor: ApiCursor) -> i32 {
        self.handles = self.handles.checked_add(1).unwrap_or(1);
        cursor.sight.change(|facts| facts.id = self.handles);
        self.put_handled(self.handles, cursor);
        self.handles
    }

    /// Returns the API cursor with this handle. `None` for an unknown handle.
    pub fn handled(&mut self, handle: i32) -> Option<&mut ApiCursor> {
        self.handled.get_mut(&handle)
    }

    /// Removes the API cursor with this handle temporarily, for an operation on it. `None` for an
    /// unknown handle.
    pub fn take_handled(&mut self, handle: i32) -> Option<ApiCursor> {
        self.handled.remove(&handle)
    }

    /// Puts an API cursor back under its handle.
    pub fn put_handled(&mut self, handle: i32, cursor: ApiCursor) {
        self.handled.insert(handle, cursor);
        self.show();
    }

    /// Closes the API cursor with this handle. Returns false for an unknown handle.
    pub fn close_by_handle(&mut self, handle: i32) -> bool {
        let closed = self.handled.remove(&handle).is_some();
        self.show();
        closed
    }

    /// Closes all API cursors and removes their handles.
    pub fn close_handled(&mut self) {
        self.handled.clear();
        self.show();
    }

    /// Returns the open rows of the cursor named by `written`, including named API cursors. Fails
    /// as [`Cursors::get`] does, and with 16917 if the cursor isn't open. A local cursor hides a
    /// global one of the same name.
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
        cursor.open.as_mut().ok_or_else(SqlError::cursor_not_open)
    }

    /// Closes all cursors, as the end of a transaction does under SET CURSOR_CLOSE_ON_COMMIT ON.
    /// API cursors are removed with their handles.
    pub fn close_all(&mut self) {
        self.all().for_each(Cursor::close);
        self.close_handled();
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Cursor> {
        let callers = self.callers.iter_mut().flat_map(|scope| &mut scope.cursors);
        self.global.iter_mut().chain(&mut self.local.cursors).chain(callers)
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
        found.ok_or_else(|| match is_variable(written) {
            true => SqlError::cursor_variable_without_cursor(text),
            false => SqlError::cursor_not_found(text).in_state(1),
        })
    }
}

impl LocalCursors {
    fn number_of(&self, variable: &str) -> Option<u64> {
        self.variables.iter().find(|(known, _)| name::same(known, variable)).and_then(|(_, number)| *number)
    }

    /// Whether the scope has anything that other sessions see.
    fn is_shown(&self) -> bool {
        !self.cursors.is_empty() || !self.variables.is_empty()
    }
}

impl Cursor {
    /// Closes the cursor, if it is open: drops its rows. It stays declared.
    pub fn close(&mut self) {
        if self.open.take().is_some() {
            self.sight.change(CursorFacts::closed);
        }
    }

    fn is_called(&self, text: &str) -> bool {
        self.name.as_ref().is_some_and(|own| name::same(own, text))
    }
}

fn is_variable(written: &ast::CursorName) -> bool {
    written.name.text.starts_with('@')
}

/// Returns the id of a session's cursor: a positive number of the session's number before 15 bits
/// of the cursor's.
fn cursor_id(session: SessionId, number: u64) -> i32 {
    i32::from(session.0) << 15 | (number & 0x7fff) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_ids_are_positive_and_differ_between_sessions() {
        let ids = [(1, 1), (1, 0x7fff), (2, 1), (32_767, 1), (32_768, 1), (u16::MAX, 0x7fff)]
            .map(|(session, number)| cursor_id(SessionId(session), number));
        assert!(ids[0] > 0 && ids.is_sorted_by(|one, next| one < next), "{ids:?}");
        assert_eq!(cursor_id(SessionId(7), 0x8001), cursor_id(SessionId(7), 1));
    }
}
