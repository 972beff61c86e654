//! The sources whose columns the expressions of a query may use.

use sluice_catalog::ObjectName;
use sluice_catalog::name::same;
use sluice_plan::object_name;
use sluice_syntax::ast::ColumnName;

/// A source of a FROM clause.
pub(super) struct Source {
    /// The alias, or the object's name.
    pub(super) name: String,
    /// The object's name as written, if the source has no alias.
    pub(super) object: Option<ObjectName>,
    /// The place of the object among the references.
    pub(super) reference: Option<usize>,
    /// The names of the columns, if known.
    pub(super) columns: Option<Vec<String>>,
}

impl Source {
    /// Returns the column as the source spells it; `None` without one, or if the source's columns
    /// aren't known.
    pub(super) fn column(&self, name: &str) -> Option<&String> {
        self.columns.as_ref()?.iter().find(|column| same(column, name))
    }

    /// Whether a qualifier of a column may mean this source. A qualifier of one part is compared
    /// with the alias or name. A qualifier with a schema needs a source without an alias, whose
    /// schema in FROM is the same or omitted. The database of a qualifier is ignored.
    fn is_named(&self, qualifier: &ObjectName) -> bool {
        match (&qualifier.schema, &self.object) {
            (None, _) => same(&self.name, &qualifier.object),
            (Some(schema), Some(object)) => {
                same(&object.object, &qualifier.object) && object.schema.as_ref().is_none_or(|own| same(own, schema))
            }
            (Some(_), None) => false,
        }
    }

    fn has_schema(&self) -> bool {
        self.object.as_ref().is_some_and(|object| object.schema.is_some())
    }
}

/// Returns the source that the qualifier of a column means. A source with a written schema has
/// precedence: in `FROM t, dbo.t`, the name `dbo.t.a` means the second table. `None` if none fits.
pub(super) fn named<'s>(sources: &'s [Source], qualifier: &ObjectName) -> Option<&'s Source> {
    let meant = || sources.iter().filter(|source| source.is_named(qualifier));
    match qualifier.schema {
        Some(_) => meant().find(|source| source.has_schema()).or_else(|| meant().next()),
        None => meant().next(),
    }
}

/// A column of a source.
pub(super) struct ResolvedColumn {
    /// The place of the object among the references.
    pub(super) reference: Option<usize>,
    /// The column's name as defined.
    pub(super) name: String,
}

/// Returns the column that `written` means. Inner scopes come last in `scopes` and hide outer ones.
/// `None` if none is found, or if the qualified source doesn't have it. Ambiguity isn't checked:
/// the first match counts.
pub(super) fn resolve(scopes: &[Vec<Source>], written: &ColumnName) -> Option<ResolvedColumn> {
    let qualifier = written.qualifier.as_ref().map(object_name);
    let name = &*written.name.text;
    for scope in scopes.iter().rev() {
        let found = match &qualifier {
            Some(qualifier) => named(scope, qualifier),
            None => scope.iter().find(|source| source.column(name).is_some()),
        };
        if let Some(source) = found {
            let name = source.column(name)?.clone();
            return Some(ResolvedColumn { reference: source.reference, name });
        }
    }
    None
}
