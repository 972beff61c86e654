//! Pseudo-columns: `$action` of MERGE, `$identity`, which IDENTITYCOL also denotes, and `$rowguid`,
//! which ROWGUIDCOL also denotes (`t-sql/queries/select-clause-transact-sql`).

use super::Binder;
use super::scope::{ScopeColumn, Source};
use sluice_plan::expression::Expr;
use sluice_plan::statement::ColumnOrigin;
use sluice_syntax::ast;
use sluice_types::{DataType, Length, SqlError};

impl Binder<'_> {
    /// Binds a pseudo-column. Fails with 126 for `$action` outside MERGE, with 207 if no source has
    /// the column that the name denotes. Several sources with it fail with 209.
    pub(super) fn bind_pseudo_column(&mut self, written: &ast::ColumnName) -> Result<Expr, SqlError> {
        if !written.name.is("$action") {
            let column = self.denoted_column(written)?;
            return self.bind_column(&column);
        }
        match self.action {
            Some(id) => Ok(Expr::column(id, DataType::NVarChar(Length::Limited(10)), false)),
            None => Err(SqlError::invalid_pseudocolumn(&written.name.text)),
        }
    }

    /// Returns the name of the pseudo-column's result column: that of the column it denotes.
    /// Returns the pseudo-column's own name for `$action`, and if no source, or several, have such
    /// a column.
    pub(super) fn pseudo_column_name(&self, written: &ast::ColumnName) -> String {
        let column = if written.name.is("$action") { None } else { self.denoted_column(written).ok() };
        column.as_ref().unwrap_or(written).name.text.to_string()
    }

    /// Returns the column that `$identity` or `$rowguid` denotes, qualified by its source.
    fn denoted_column(&self, written: &ast::ColumnName) -> Result<ast::ColumnName, SqlError> {
        let new_name = |text: &str| ast::Name::new(text, written.span);
        for level in self.levels.iter().rev() {
            let fits =
                |source: &&Source| written.qualifier.as_ref().is_none_or(|qualifier| source.is_qualifier(qualifier));
            let sources = level.scope.sources.iter().filter(fits);
            let columns = sources.flat_map(|source| source.columns.iter().map(move |column| (source, column)));
            let is_denoted = |column: &ScopeColumn| match written.name.is("$rowguid") {
                true => self.row_guids.contains(&column.id.number),
                false => matches!(self.origins.get(&column.id.number), Some(ColumnOrigin::Identity)),
            };
            let mut found = columns.filter(|(_, column)| is_denoted(column));
            match (found.next(), found.next()) {
                (Some((source, column)), None) => {
                    let mut qualifier = ast::ObjectName::simple(new_name(&source.alias));
                    qualifier.schema = source.schema.as_deref().map(new_name);
                    let qualifier = Some(qualifier);
                    return Ok(ast::ColumnName { qualifier, name: new_name(&column.name), span: written.span });
                }
                (Some(_), Some(_)) => return Err(SqlError::ambiguous_column_name(&written.name.text)),
                (None, _) => {}
            }
        }
        Err(SqlError::invalid_column_name(&written.name.text))
    }
}
