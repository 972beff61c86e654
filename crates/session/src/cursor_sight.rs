//! Facts of a session's cursors, for CURSOR_STATUS, `sp_describe_cursor`, `sp_cursor_list` and
//! `sys.dm_exec_cursors`.
//!
//! The model and concurrency are those of the declaration until the cursor is opened, and then
//! those of the cursor that was made.

use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::name::same;

/// The cursors of a session, as other sessions see them: the open ones, and the names and variables
/// that refer to them.
#[derive(Debug, Default)]
pub struct CursorList(Mutex<Shown>);

#[derive(Debug, Default)]
struct Shown {
    references: Vec<CursorReference>,
    all: Vec<Arc<CursorSight>>,
}

/// A name or a variable by which the running batch or module can refer to a cursor.
#[derive(Clone, Debug)]
pub struct CursorReference {
    /// Kind of the reference.
    pub source: CursorSource,
    /// The name, or a variable's name with its @.
    pub name: Box<str>,
    /// The cursor; `None` if the variable has no cursor.
    pub cursor: Option<Arc<CursorSight>>,
}

/// The scope in which a cursor's name is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CursorSource {
    /// Names of local cursors.
    Local,
    /// Names of global cursors.
    Global,
    /// Variables.
    Variable,
}

/// The facts of one cursor, shared with other sessions.
#[derive(Debug)]
pub struct CursorSight(Mutex<CursorFacts>);

/// Facts of a cursor.
#[derive(Clone, Debug)]
pub struct CursorFacts {
    /// Cursor id. Unique in the instance until the session has declared 32,768 further cursors.
    pub id: i32,
    /// Name in its declaration, or the variable that it was assigned to. Empty for an API cursor
    /// that the client gave no name.
    pub name: Box<str>,
    /// Whether a client opened the cursor by `sp_cursoropen` or the like; its id is its handle.
    pub is_api: bool,
    /// Whether the cursor ends with the batch or module that declared it.
    pub is_local: bool,
    /// Call depth of the declaration.
    pub level: u8,
    /// Whether the end of a transaction closes the cursor.
    pub closes_on_commit: bool,
    /// Time of the declaration, in nanoseconds since 1970.
    pub created_ns: i64,
    /// Time of the last OPEN or FETCH, in nanoseconds since 1970.
    pub used_ns: Option<i64>,
    /// How the cursor finds its rows.
    pub model: CursorModel,
    /// Whether the cursor can't update rows.
    pub is_read_only: bool,
    /// Whether fetched rows get update locks: SCROLL_LOCKS.
    pub locks: bool,
    /// Whether the cursor allows every kind of FETCH.
    pub scrolls: bool,
    /// Whether it is open.
    pub is_open: bool,
    /// Value of `@@CURSOR_ROWS` after OPEN; 0 if the cursor is closed.
    pub rows: i32,
    /// `@@FETCH_STATUS` of the last FETCH.
    pub fetch_status: i16,
    /// Number of columns, once the cursor was opened.
    pub columns: Option<i16>,
    /// Number of rows of the last operation.
    pub row_count: i64,
    /// Kind of the last operation.
    pub last_operation: CursorOperation,
    /// Current row from 1; 0 before the first row, `None` after the last.
    pub at: Option<usize>,
    /// Number of rows that a fetch reads at most.
    pub buffer_rows: i32,
}

/// How a cursor finds its rows, numbered as in `sp_describe_cursor`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum CursorModel {
    /// The rows are copied when the cursor is opened.
    Static = 1,
    /// The keys are copied; the rows are read by key.
    Keyset = 2,
    /// The rows are read by key, and deleted rows are skipped.
    Dynamic = 3,
    /// FAST_FORWARD.
    FastForward = 4,
}

/// The last operation on a cursor, numbered as in `sp_describe_cursor`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum CursorOperation {
    /// No operation yet.
    None = 0,
    /// OPEN.
    Open = 1,
    /// FETCH.
    Fetch = 2,
    /// UPDATE ... WHERE CURRENT OF.
    Update = 4,
    /// DELETE ... WHERE CURRENT OF.
    Delete = 5,
    /// CLOSE.
    Close = 6,
}

impl CursorSource {
    /// Returns the source with this name, compared without case. `None` for another word.
    pub fn named(word: &str) -> Option<CursorSource> {
        let all = [CursorSource::Local, CursorSource::Global, CursorSource::Variable];
        all.into_iter()
            .zip(["local", "global", "variable"])
            .find_map(|(source, known)| same(word, known).then_some(source))
    }
}

impl CursorList {
    /// Replaces the references of the running batch or module, and the list of all cursors.
    pub fn show(&self, references: Vec<CursorReference>, all: Vec<Arc<CursorSight>>) {
        *self.0.lock() = Shown { references, all };
    }

    /// Returns a copy of the references that the running batch or module can use.
    pub fn references(&self) -> Vec<CursorReference> {
        self.0.lock().references.clone()
    }

    /// Returns the facts of all cursors of the session.
    pub fn all(&self) -> Vec<Arc<CursorSight>> {
        self.0.lock().all.clone()
    }

    /// Returns the result of CURSOR_STATUS (`t-sql/functions/cursor-status-transact-sql.md`). An
    /// unknown source or name gives -3; otherwise the cursor's state decides: 1 with rows, 0 empty,
    /// -1 closed, -2 for a variable without cursor.
    pub fn status(&self, source: &str, name: &str) -> i16 {
        let source = CursorSource::named(source);
        let shown = self.0.lock();
        let named = |known: &&CursorReference| Some(known.source) == source && same(&known.name, name);
        match shown.references.iter().find(named) {
            None => UNKNOWN,
            Some(reference) => reference.status(),
        }
    }
}

impl CursorReference {
    /// Returns the reference's result of CURSOR_STATUS: -2 for a variable without a cursor,
    /// otherwise the cursor's.
    pub fn status(&self) -> i16 {
        self.cursor.as_ref().map_or(NOT_ALLOCATED, |cursor| cursor.facts().status())
    }
}

impl CursorSight {
    /// Returns the facts of a newly declared cursor.
    pub fn new(facts: CursorFacts) -> CursorSight {
        CursorSight(Mutex::new(facts))
    }

    /// Returns a copy of the facts, consistent in itself.
    pub fn facts(&self) -> CursorFacts {
        self.0.lock().clone()
    }

    /// Changes the facts.
    pub fn change(&self, change: impl FnOnce(&mut CursorFacts)) {
        change(&mut self.0.lock());
    }
}

impl CursorFacts {
    /// The fetch status before the first FETCH.
    pub const NOT_FETCHED: i16 = -9;

    /// Records that the cursor was closed, by a statement or by the end of a transaction.
    pub fn closed(&mut self) {
        (self.is_open, self.rows, self.at) = (false, 0, Some(0));
        (self.row_count, self.last_operation) = (0, CursorOperation::Close);
    }

    /// Returns the cursor's result of CURSOR_STATUS: 1 with rows, 0 empty, -1 closed. A dynamic
    /// cursor is never reported as empty.
    pub fn status(&self) -> i16 {
        match self.is_open {
            false => -1,
            true => i16::from(self.rows != 0 || self.model == CursorModel::Dynamic),
        }
    }
}

/// CURSOR_STATUS: the name doesn't exist.
const UNKNOWN: i16 = -3;
/// CURSOR_STATUS: the variable has no cursor.
const NOT_ALLOCATED: i16 = -2;
