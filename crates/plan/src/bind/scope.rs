//! The names that an expression can use: the columns of a query's source.

use sluice_catalog::{Column, name};
use sluice_syntax::ast;

/// The source of a query, as names see it.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// The alias, else the table's own name; a qualifier of one part must be this.
    pub alias: Option<String>,
    /// The schema, where no alias hides the table's name.
    pub schema: Option<String>,
    /// The columns in order.
    pub columns: Vec<Column>,
}

impl Scope {
    /// Whether `qualifier` means the source.
    pub(super) fn is_qualifier(&self, qualifier: &ast::ObjectName) -> bool {
        let Some(alias) = &self.alias else { return false };
        let schema_fits = match (&qualifier.schema, &self.schema) {
            (None, _) => true,
            (Some(written), Some(schema)) => name::same(&written.text, schema),
            (Some(_), None) => false,
        };
        name::same(&qualifier.name.text, alias) && schema_fits
    }

    /// The place of the column called `column`.
    pub(super) fn column(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|known| name::same(&known.name, column))
    }
}
