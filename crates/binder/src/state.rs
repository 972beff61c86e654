//! The parts of a binder's state, each for one feature.

use super::scope::Source;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Folded, Table, UserType};
use sluice_functions::SetOptions;
use sluice_plan::expression::{ColumnId, Condition, Expr};
use sluice_plan::sort_key::SortKey;
use sluice_plan::statement::{BrowseMode, GeneratorTarget, InnerChange, SourceColumn};
use sluice_syntax::ast;
use sluice_types::SqlError;
use std::collections::BTreeMap;

/// The visible common table expressions, the last written last.
#[derive(Default)]
pub(super) struct CommonTables {
    pub(super) all: Vec<ast::CommonTable>,
    /// The recursive expressions whose members are being bound, innermost last.
    pub(super) recursive: Vec<Current>,
}

impl CommonTables {
    /// Hides the expressions from `place` on, and returns them.
    pub(super) fn hide_from(&mut self, place: usize) -> Vec<ast::CommonTable> {
        self.all.split_off(place)
    }

    /// Restores hidden expressions.
    pub(super) fn show(&mut self, hidden: Vec<ast::CommonTable>) {
        self.all.extend(hidden);
    }
}

/// A recursive expression whose member is being bound.
pub(super) struct Current {
    /// The position among the visible common table expressions.
    pub place: usize,
    /// The columns of the row that the member reads.
    pub source: Source,
}

/// A table-valued parameter of a module that is being bound.
pub(super) struct RowsParameter {
    /// The parameter's name, with its @.
    pub name: Folded,
    /// The table: a table variable of the calling batch, or the template of the table type.
    pub table: Arc<Table>,
    /// The table type.
    pub user_type: Arc<UserType>,
}

/// A module, or a table's definition, being bound.
pub(super) struct Inside {
    /// The database; `None` is the current database.
    pub database: Option<String>,
    /// The schema that is searched first for unqualified names; `None` for a table's definition.
    pub schema: Option<String>,
    /// The schema whose owner starts the ownership chain.
    pub owning_schema: String,
    /// The SET options inside.
    pub options: SetOptions,
    pub(super) id: ObjectId,
    pub(super) parameters: Vec<(Folded, Expr)>,
    /// The table-valued parameters.
    pub(super) rows: Vec<RowsParameter>,
}

impl Inside {
    /// Creates the context of a table's definition in `database`, which has no parameters. It means
    /// the same in every session, so that stored values don't depend on SET options.
    pub(super) fn definition(database: Option<String>, table: &Table) -> Inside {
        let (owning_schema, options) = (table.schema.clone(), SetOptions::INITIAL);
        let (parameters, rows) = (Vec::new(), Vec::new());
        Inside { database, schema: None, owning_schema, options, id: table.id, parameters, rows }
    }

    /// Returns the table-valued parameter `name` (with its @).
    pub(super) fn rows_parameter(&self, name: &str) -> Option<&RowsParameter> {
        let folded = Folded::new(name);
        self.rows.iter().find(|rows| rows.name == folded)
    }
}

/// A partitioned view that is bound as if it had one of its members alone.
pub(super) struct Narrowed {
    /// The view's database; `None` is the current database.
    pub database: Option<String>,
    /// The view.
    pub view: ObjectId,
    /// The member's number, from 0.
    pub member: usize,
    /// The names of the view's columns. Empty for those of the member.
    pub names: Vec<ast::Name>,
}

/// The statement's use of NEXT VALUE FOR.
#[derive(Default)]
pub(super) struct Draws {
    /// Whether the rows being bound can draw values; the plan draws once per row.
    pub(super) allowed: bool,
    /// The error for an occurrence here; `None` is the general error.
    pub(super) refused: Option<fn() -> SqlError>,
    /// The generators found so far.
    pub targets: Vec<GeneratorTarget>,
    /// The OVER clause of the first occurrence; all others must agree.
    pub(super) over: Option<Vec<ast::OrderItem>>,
    /// The bound OVER clause, until the query takes it.
    pub(super) order: Vec<SortKey>,
    /// Whether a sequence may occur only once, as in an assignment.
    pub(super) once: bool,
    /// The kind of value that is being bound.
    pub(super) place: DrawPlace,
    /// Whether TOP or OFFSET limits the rows that are changed.
    pub(super) is_limited: bool,
    /// Whether the rows come from a nested DML statement.
    pub(super) is_over_change: bool,
    /// The number of generators drawn by a VALUES list of several rows.
    pub(super) constructed: usize,
}

/// The kinds of values with NEXT VALUE FOR that have rules of their own.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum DrawPlace {
    /// A value of a query or of VALUES.
    #[default]
    Query,
    /// A DEFAULT.
    Default,
    /// A new value of UPDATE.
    Update,
}

/// The state of nested DML binding.
#[derive(Default)]
pub(super) struct Nesting {
    /// Whether the source query of an INSERT is being bound, so that a nested statement is allowed.
    pub is_source: bool,
    /// Whether a nested statement is being bound.
    pub(super) is_inside: bool,
    /// The error of a nested statement where none is allowed; `None` is the general error.
    pub(super) refused: Option<fn() -> SqlError>,
    /// The bound nested statement.
    pub met: Option<InnerChange>,
}

/// The conditions of a view with CHECK OPTION on the rows of its base table.
pub(super) struct ViewCheck {
    /// The ids of the base table's columns in the scan.
    pub(super) row: Vec<ColumnId>,
    /// The conditions; `None` if they depend on more than one row of the table.
    pub(super) conditions: Option<Vec<Condition>>,
}

/// The browse information collected for a statement. Absent unless the statement's mode wants it.
pub(super) struct Browsing {
    pub(super) mode: BrowseMode,
    // The source columns, by column number.
    pub(super) sources: BTreeMap<u32, SourceColumn>,
    // The tables read, and their columns.
    pub(super) tables: Vec<(Arc<Table>, Vec<ColumnId>)>,
}

/// A table or view in a FROM clause.
pub(super) struct WrittenTable {
    /// The id of its first column.
    pub(super) first: ColumnId,
    /// The name as written.
    pub(super) name: String,
    /// The name by which columns refer to it.
    pub(super) exposed: String,
    /// Whether an alias hides the name.
    pub(super) is_aliased: bool,
    /// The table; `None` for a view.
    pub(super) table: Option<Arc<Table>>,
}
