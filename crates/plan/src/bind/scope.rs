//! The names that an expression can use: the columns of the sources of a query.

use super::aggregation::Aggregation;
use super::window::Windows;
use crate::expression::ColumnId;
use sluice_catalog::name;
use sluice_syntax::ast;
use sluice_types::DataType;

/// A column as names see it.
#[derive(Clone, Debug)]
pub(super) struct ScopeColumn {
    /// Its name; empty for one that has none.
    pub name: String,
    /// Which it is.
    pub id: ColumnId,
    /// Its type.
    pub data_type: DataType,
    /// Whether it may be NULL; also beside an outer join.
    pub nullable: bool,
    /// Whether it has nodes of nodes(), which methods alone may see.
    pub is_node: bool,
}

/// A source of a query, as names see it.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// The alias, else the table's own name; a qualifier of one part must be this.
    pub alias: String,
    /// The schema, where no alias hides the table's name.
    pub schema: Option<String>,
    /// The columns in order.
    pub columns: Vec<ScopeColumn>,
}

/// The sources of a query, in the order in which they are written.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// One after the other.
    pub sources: Vec<Source>,
}

/// A query that is being bound; those around it are below it in a stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// What names mean.
    pub scope: Scope,
    /// Its groups, from GROUP BY on.
    pub aggregation: Option<Aggregation>,
    /// Its window functions, where they may stand.
    pub windows: Option<Windows>,
    /// The columns of queries around it that it has used.
    pub outer: Vec<ColumnId>,
}

/// What a name means in a scope.
pub(super) enum Found<'s> {
    /// This column.
    One(&'s ScopeColumn),
    /// Columns of several sources.
    Several,
    /// No column, though the qualifier, if there is one, is a source.
    NoColumn,
    /// The qualifier is no source.
    NoSource,
}

impl Source {
    /// Whether `qualifier` means this source.
    pub(super) fn is_qualifier(&self, qualifier: &ast::ObjectName) -> bool {
        let schema_fits = match (&qualifier.schema, &self.schema) {
            (None, _) => true,
            (Some(written), Some(schema)) => name::same(&written.text, schema),
            (Some(_), None) => false,
        };
        schema_fits && name::same(&qualifier.name.text, &self.alias)
    }
}

impl Scope {
    /// The column that `name` means.
    pub(super) fn find(&self, qualifier: Option<&ast::ObjectName>, name: &str) -> Found<'_> {
        let fits = |source: &&Source| qualifier.is_none_or(|qualifier| source.is_qualifier(qualifier));
        let mut sources = self.sources.iter().filter(fits).peekable();
        if sources.peek().is_none() && qualifier.is_some() {
            return Found::NoSource;
        }
        let all = sources.flat_map(|source| &source.columns);
        let mut named = all.filter(|column| !column.name.is_empty() && name::same(&column.name, name));
        match (named.next(), named.next()) {
            (Some(column), None) => Found::One(column),
            (Some(_), Some(_)) => Found::Several,
            (None, _) => Found::NoColumn,
        }
    }

    /// The source and the column that have the id.
    pub(super) fn column(&self, id: ColumnId) -> Option<(&Source, &ScopeColumn)> {
        let all = self.sources.iter().flat_map(|source| source.columns.iter().map(move |column| (source, column)));
        all.into_iter().find(|(_, column)| column.id == id)
    }
}
