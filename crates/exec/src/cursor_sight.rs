//! What is told of a session's cursors: CURSOR_STATUS, `sp_describe_cursor`, `sp_cursor_list` and `sys.dm_exec_cursors` read it here.
//!
//! A cursor's model and concurrency are what it was made, once it has been opened, and before that what it was declared as.

use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::name::same;

/// The cursors of a session, as others may see them.
#[derive(Debug, Default)]
pub struct CursorList(Mutex<Shown>);

#[derive(Debug, Default)]
struct Shown {
    references: Vec<CursorReference>,
    all: Vec<Arc<CursorSight>>,
}

/// A name or a variable by which what runs can call a cursor.
#[derive(Clone, Debug)]
pub struct CursorReference {
    /// Which of the two it is, and of which cursors.
    pub source: CursorSource,
    /// The name, a variable's with its @.
    pub name: Box<str>,
    /// The cursor; none of a variable that has none.
    pub cursor: Option<Arc<CursorSight>>,
}

/// Where a cursor's name is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CursorSource {
    /// Among the local cursors' names.
    Local,
    /// Among the global cursors' names.
    Global,
    /// Among the variables.
    Variable,
}

/// What is shown of one cursor.
#[derive(Debug)]
pub struct CursorSight(Mutex<CursorFacts>);

/// What there is to know of a cursor.
#[derive(Clone, Debug)]
pub struct CursorFacts {
    /// No other cursor that lives in the server has it, unless its session has declared 65,536 others since.
    pub id: i32,
    /// As which it was declared; the variable's that it was set to.
    pub name: Box<str>,
    /// Whether it ends with what has declared it.
    pub is_local: bool,
    /// How deep in calls it was declared.
    pub level: u8,
    /// Whether it closes where a transaction ends.
    pub closes_on_commit: bool,
    /// Nanoseconds since 1970.
    pub created_ns: i64,
    /// When it was opened or fetched from last.
    pub used_ns: Option<i64>,
    /// How it finds its rows.
    pub model: CursorModel,
    /// Whether no row can be changed through it.
    pub is_read_only: bool,
    /// Whether it can be fetched from in every way.
    pub scrolls: bool,
    /// Whether it is open.
    pub is_open: bool,
    /// As `@@CURSOR_ROWS` has told; 0 of one that is closed.
    pub rows: i32,
    /// How its last FETCH went; -9 before the first.
    pub fetch_status: i16,
    /// How many columns it has, once it has been opened.
    pub columns: Option<i16>,
    /// How many rows its last operation was about.
    pub row_count: i64,
    /// What was done with it last.
    pub last_operation: CursorOperation,
    /// The row that it is at, from 1; 0 before the first, none behind the last.
    pub at: Option<usize>,
}

/// How a cursor finds its rows, by the numbers of `sp_describe_cursor`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum CursorModel {
    /// They stay as they were.
    Static = 1,
    /// By their keys.
    Keyset = 2,
    /// Those that are gone are passed over.
    Dynamic = 3,
    /// FAST_FORWARD.
    FastForward = 4,
}

/// What is done with a cursor, by the numbers of `sp_describe_cursor`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum CursorOperation {
    /// Nothing yet.
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
    /// The one that is written so, in any case.
    pub fn named(word: &str) -> Option<CursorSource> {
        let all = [CursorSource::Local, CursorSource::Global, CursorSource::Variable];
        all.into_iter()
            .zip(["local", "global", "variable"])
            .find_map(|(source, known)| same(word, known).then_some(source))
    }
}

impl CursorList {
    /// What runs can call these, and there are those.
    pub(crate) fn show(&self, references: Vec<CursorReference>, all: Vec<Arc<CursorSight>>) {
        *self.0.lock() = Shown { references, all };
    }

    /// What runs can call these.
    pub fn references(&self) -> Vec<CursorReference> {
        self.0.lock().references.clone()
    }

    /// All cursors.
    pub fn all(&self) -> Vec<Arc<CursorSight>> {
        self.0.lock().all.clone()
    }

    /// What CURSOR_STATUS tells (`t-sql/functions/cursor-status-transact-sql.md`).
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
    /// As CURSOR_STATUS tells it.
    pub fn status(&self) -> i16 {
        self.cursor.as_ref().map_or(NOT_ALLOCATED, |cursor| cursor.facts().status())
    }
}

impl CursorSight {
    /// Of a cursor that has just been declared.
    pub(crate) fn new(facts: CursorFacts) -> CursorSight {
        CursorSight(Mutex::new(facts))
    }

    /// All that is known of it.
    pub fn facts(&self) -> CursorFacts {
        self.0.lock().clone()
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut CursorFacts)) {
        change(&mut self.0.lock());
    }
}

impl CursorFacts {
    /// It is closed, by a statement or by the end of a transaction.
    pub(crate) fn closed(&mut self) {
        (self.is_open, self.rows, self.at) = (false, 0, Some(0));
        (self.row_count, self.last_operation) = (0, CursorOperation::Close);
    }

    /// As CURSOR_STATUS tells it: a dynamic cursor is never known to be empty.
    pub fn status(&self) -> i16 {
        match self.is_open {
            false => -1,
            true => i16::from(self.rows != 0 || self.model == CursorModel::Dynamic),
        }
    }
}

/// There is no such name.
const UNKNOWN: i16 = -3;
/// The variable has no cursor.
const NOT_ALLOCATED: i16 = -2;
