//! The trees of DECLARE CURSOR, cursor variables and FETCH. Options are kept as written; conflicts
//! between them are found when the statement runs.

use super::expr::Expr;
use super::name::{ColumnName, CursorName, Name};
use super::query::Query;

/// `DECLARE name [INSENSITIVE] [SCROLL] CURSOR options FOR query [FOR UPDATE ...]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclareCursor {
    /// The name.
    pub name: Name,
    /// `INSENSITIVE`, in the ISO form.
    pub insensitive: bool,
    /// `SCROLL` before `CURSOR`, in the ISO form.
    pub scroll: bool,
    /// The query and options.
    pub definition: CursorDefinition,
}

/// `CURSOR options FOR query [FOR READ ONLY | UPDATE [OF columns]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CursorDefinition {
    /// `LOCAL`, `FAST_FORWARD` and the like.
    pub options: Vec<CursorOption>,
    /// The query, including its common table expressions, and OPTION, which comes after `access`.
    pub query: Query,
    /// `FOR`, after the query.
    pub access: Option<CursorAccess>,
}

/// Options of a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant is its word")]
pub enum CursorOption {
    Local,
    Global,
    ForwardOnly,
    Scroll,
    Static,
    Keyset,
    Dynamic,
    FastForward,
    ReadOnly,
    ScrollLocks,
    Optimistic,
    TypeWarning,
}

/// Whether a cursor's rows can be updated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CursorAccess {
    /// `FOR READ ONLY`.
    ReadOnly,
    /// `FOR UPDATE [OF columns]`.
    Update(Vec<ColumnName>),
}

/// `FETCH [which FROM] cursor [INTO variables]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetch {
    /// The row to fetch; `None` is `NEXT`.
    pub which: Option<FetchWhich>,
    /// The cursor.
    pub cursor: CursorName,
    /// `INTO`.
    pub into: Vec<Name>,
}

/// The row that a FETCH reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchWhich {
    /// `NEXT`.
    Next,
    /// `PRIOR`.
    Prior,
    /// `FIRST`.
    First,
    /// `LAST`.
    Last,
    /// `ABSOLUTE n`.
    Absolute(Expr),
    /// `RELATIVE n`.
    Relative(Expr),
}

impl CursorOption {
    /// Every option.
    pub const ALL: [CursorOption; 12] = [
        CursorOption::Local,
        CursorOption::Global,
        CursorOption::ForwardOnly,
        CursorOption::Scroll,
        CursorOption::Static,
        CursorOption::Keyset,
        CursorOption::Dynamic,
        CursorOption::FastForward,
        CursorOption::ReadOnly,
        CursorOption::ScrollLocks,
        CursorOption::Optimistic,
        CursorOption::TypeWarning,
    ];

    /// Returns the T-SQL keywords.
    pub fn word(self) -> &'static str {
        match self {
            CursorOption::Local => "LOCAL",
            CursorOption::Global => "GLOBAL",
            CursorOption::ForwardOnly => "FORWARD_ONLY",
            CursorOption::Scroll => "SCROLL",
            CursorOption::Static => "STATIC",
            CursorOption::Keyset => "KEYSET",
            CursorOption::Dynamic => "DYNAMIC",
            CursorOption::FastForward => "FAST_FORWARD",
            CursorOption::ReadOnly => "READ_ONLY",
            CursorOption::ScrollLocks => "SCROLL_LOCKS",
            CursorOption::Optimistic => "OPTIMISTIC",
            CursorOption::TypeWarning => "TYPE_WARNING",
        }
    }
}
