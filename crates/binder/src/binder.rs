//! The binder's state.

use super::level::Level;
use super::state::{Browsing, CommonTables, Draws, Inside, Narrowed, Nesting, ViewCheck, WrittenTable};
use super::text_pointer::TextColumn;
use super::unknown_columns::UnknownColumns;
use sluice_base::sync::Arc;
use sluice_definition::names::Names;
use sluice_definition::variables::Variables;
use sluice_functions::SetOptions;
use sluice_plan::expression::ColumnId;
use sluice_plan::needs::Noted;
use sluice_plan::physical::{GroupMethod, JoinHint};
use sluice_plan::statement::{ColumnOrigin, Subquery, UserFunction};
use std::collections::BTreeMap;

/// Binds one statement. One value binds one statement and is consumed by it. `level` and `inside`
/// are stacks; everything else collects what the statement needs.
pub struct Binder<'a> {
    pub(super) names: &'a dyn Names,
    pub(super) variables: &'a Variables,
    pub(super) subqueries: Vec<Subquery>,
    // The nesting levels of queries; the last level is the current query, the first is the
    // statement itself.
    pub(super) levels: Vec<Level>,
    pub(super) common_tables: CommonTables,
    // The modules being bound, innermost last.
    pub(super) inside: Vec<Inside>,
    // The member of a partitioned view for which the statement is being bound.
    pub(super) narrowed: Option<Narrowed>,
    pub(super) columns: u32,
    // The origin of stored columns, by column number.
    pub(super) origins: BTreeMap<u32, ColumnOrigin>,
    // The numbers of ROWGUIDCOL columns.
    pub(super) row_guids: Vec<u32>,
    pub(super) draws: Draws,
    pub(super) functions: Vec<Arc<UserFunction>>,
    // Whether the target of a method call is being bound.
    pub(super) in_method: bool,
    // MAXRECURSION; `None` is unlimited.
    pub(super) recursion_max: Option<u32>,
    // MAXDOP.
    pub(super) degree_hint: Option<u16>,
    // The OPTION hint for joins without their own hint.
    pub(super) join_hint: JoinHint,
    // The OPTION hints for groups and for unions.
    pub(super) group_method: GroupMethod,
    pub(super) union_method: GroupMethod,
    // The `$action` column in a MERGE's OUTPUT.
    pub(super) action: Option<ColumnId>,
    pub(super) nesting: Nesting,
    // The permissions that the statement needs, and the used columns by number.
    pub(super) needs: Vec<Noted>,
    pub(super) used: Vec<bool>,
    // The column sets of the tables in scope with their sparse columns.
    pub(super) column_sets: Vec<(ColumnId, Vec<ColumnId>)>,
    // The text, ntext and image columns of the scanned tables.
    pub(super) text_columns: Vec<TextColumn>,
    // Whether the statement uses the addresses of rows, and each scanned column with the address of
    // its row.
    pub(super) wants_addresses: bool,
    pub(super) addresses: Vec<(ColumnId, ColumnId)>,
    // Whether the rows of nodes() need whole documents.
    pub(super) whole_documents: bool,
    // The checks of views WITH CHECK OPTION on their base tables.
    pub(super) view_checks: Vec<ViewCheck>,
    // Browse information of the result, if a client requests it.
    pub(super) browsing: Option<Box<Browsing>>,
    // The tables in FROM clauses as they are written there.
    pub(super) written_tables: Vec<WrittenTable>,
    // Where unknown columns are noted instead of failing.
    pub(super) unknown: Option<&'a UnknownColumns>,
    // The SET options of the statement itself.
    pub(super) options: SetOptions,
    // The word for the statement in 1934.
    pub(super) verb: &'static str,
}

impl<'a> Binder<'a> {
    /// Creates a binder over `names` and `variables`. SET options come from `names`. Nothing is
    /// looked up yet.
    pub fn new(names: &'a dyn Names, variables: &'a Variables) -> Binder<'a> {
        Binder {
            names,
            variables,
            view_checks: Vec::new(),
            text_columns: Vec::new(),
            wants_addresses: false,
            whole_documents: false,
            addresses: Vec::new(),
            subqueries: Vec::new(),
            levels: vec![Level::default()],
            common_tables: CommonTables::default(),
            inside: Vec::new(),
            narrowed: None,
            columns: 0,
            origins: BTreeMap::new(),
            row_guids: Vec::new(),
            functions: Vec::new(),
            draws: Draws::default(),
            in_method: false,
            recursion_max: Some(DEPTH_DEFAULT),
            degree_hint: None,
            join_hint: JoinHint::FREE,
            group_method: GroupMethod::Any,
            union_method: GroupMethod::Any,
            action: None,
            nesting: Nesting::default(),
            needs: Vec::new(),
            used: Vec::new(),
            column_sets: Vec::new(),
            browsing: None,
            written_tables: Vec::new(),
            unknown: None,
            options: names.set_options(),
            verb: "SELECT",
        }
    }

    /// Returns the SET options of the statement, or of the module or definition being bound.
    pub(super) fn options(&self) -> SetOptions {
        self.inside.last().map_or(self.options, |inside| inside.options)
    }
}

/// The default maximum recursion depth.
pub(super) const DEPTH_DEFAULT: u32 = 100;
