//! Scopes: the columns visible to the expressions of a query.

use super::literal::is_null;
use sluice_catalog::name;
use sluice_catalog::snapshot::{DEFAULT_SCHEMA, SYSTEM_SCHEMA};
use sluice_catalog::view::is_compatibility_name;
use sluice_plan::expression::ColumnId;
use sluice_plan::expression::Expr;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError};

/// A visible column.
#[derive(Clone, Debug)]
pub(super) struct ScopeColumn {
    /// The name; empty for an unnamed column.
    pub name: String,
    /// The column's id.
    pub id: ColumnId,
    /// The data type.
    pub data_type: DataType,
    /// Whether the value can be NULL, including NULLs from outer joins.
    pub nullable: bool,
    /// The permitted uses of the column.
    pub usage: Usage,
}

/// The permitted uses of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Usage {
    /// All.
    Any,
    /// All, as the constant NULL: all values of the column are that constant, which has no type.
    AsNull,
    /// All, but `*` leaves the column out: a sparse column of a table with a column set.
    ByName,
    /// As the object of a method only: the nodes of nodes().
    Methods,
    /// None: a text, ntext or image column of `inserted` and `deleted`.
    Never,
}

impl ScopeColumn {
    /// Returns the usage of a column with these values: as NULL if each is that constant.
    pub(super) fn usage_of<'e>(mut values: impl Iterator<Item = &'e Expr>) -> Usage {
        if values.all(is_null) { Usage::AsNull } else { Usage::Any }
    }

    /// Fails with 493 or 311 if the column can't be used, as the object of a method or otherwise.
    pub(super) fn check_use(&self, in_method: bool) -> Result<(), SqlError> {
        match self.usage {
            Usage::Methods if !in_method => Err(SqlError::nodes_column_used_directly(&self.name)),
            Usage::Never => Err(SqlError::text_in_trigger_table()),
            Usage::Any | Usage::AsNull | Usage::ByName | Usage::Methods => Ok(()),
        }
    }
}

/// A visible source of a query.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// The alias, or the table's own name. A one-part qualifier must equal it.
    pub alias: String,
    /// The schema; `None` if an alias hides the table's name.
    pub schema: Option<String>,
    /// The columns in order.
    pub columns: Vec<ScopeColumn>,
    /// Whether the source is a function without an alias. Several may be in one FROM clause.
    pub repeats: bool,
}

/// The sources of a query, in written order.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// The sources.
    pub sources: Vec<Source>,
    /// Whether a name without a qualifier denotes no column.
    pub needs_qualifier: bool,
}

/// The result of a name lookup in a scope.
pub(super) enum NameLookup<'s> {
    /// The column.
    One(&'s ScopeColumn),
    /// Columns of several sources.
    Several,
    /// No such column, although the qualifier, if any, is a source.
    NoColumn,
    /// The qualifier is no source.
    NoSource,
}

impl Source {
    /// Whether `qualifier` denotes this source. Compared without case; a schema in `qualifier` must
    /// be the source's, or `dbo` for a compatibility view. The database doesn't count, but no
    /// source is on another server.
    pub(super) fn is_qualifier(&self, qualifier: &ast::ObjectName) -> bool {
        let schema_fits = match (&qualifier.schema, &self.schema) {
            (None, _) => true,
            (Some(written), Some(schema)) => {
                let in_dbo = || schema == SYSTEM_SCHEMA && is_compatibility_name(&self.alias);
                name::same(&written.text, schema) || (name::same(&written.text, DEFAULT_SCHEMA) && in_dbo())
            }
            (Some(_), None) => false,
        };
        schema_fits && qualifier.server.is_none() && name::same(&qualifier.name.text, &self.alias)
    }
}

impl Scope {
    /// Returns a scope in which names without a qualifier denote the columns of all sources.
    pub(super) fn new(sources: Vec<Source>) -> Scope {
        Scope { sources, needs_qualifier: false }
    }

    /// Looks up the column `name`. With a qualifier, only in the sources that it denotes. The
    /// result says whether there is none, one or several, or no such source.
    pub(super) fn find(&self, qualifier: Option<&ast::ObjectName>, name: &str) -> NameLookup<'_> {
        let fits = |source: &&Source| qualifier.is_none_or(|qualifier| source.is_qualifier(qualifier));
        let mut sources = self.sources.iter().filter(fits).peekable();
        if sources.peek().is_none() && qualifier.is_some() {
            return NameLookup::NoSource;
        }
        if self.needs_qualifier && qualifier.is_none() {
            return NameLookup::NoColumn;
        }
        let all = sources.flat_map(|source| &source.columns);
        let mut named = all.filter(|column| !column.name.is_empty() && name::same(&column.name, name));
        match (named.next(), named.next()) {
            (Some(column), None) => NameLookup::One(column),
            (Some(_), Some(_)) => NameLookup::Several,
            (None, _) => NameLookup::NoColumn,
        }
    }

    /// Returns the column with this id and its source. `None` if the scope doesn't have it.
    pub(super) fn column(&self, id: ColumnId) -> Option<(&Source, &ScopeColumn)> {
        let all = self.sources.iter().flat_map(|source| source.columns.iter().map(move |column| (source, column)));
        all.into_iter().find(|(_, column)| column.id == id)
    }
}
