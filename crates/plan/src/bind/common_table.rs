//! WITH: queries that have names within a statement.
//!
//! A common table expression is bound where it is used, each time anew, and sees only those that are written before it.

use super::Binder;
use super::source::BoundSource;
use crate::refusal::unsupported;
use sluice_catalog::name;
use sluice_syntax::ast;
use sluice_types::SqlError;

/// The common table expressions that names can mean, the last one first.
#[derive(Default)]
pub(super) struct CommonTables {
    all: Vec<ast::CommonTable>,
}

impl Binder<'_> {
    /// Binds with the expressions of a WITH in sight: 239 for two of one name.
    pub(super) fn with_common_tables<T>(
        &mut self,
        with: &[ast::CommonTable],
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        for (place, table) in with.iter().enumerate() {
            if with[..place].iter().any(|other| name::same(&other.name.text, &table.name.text)) {
                return Err(SqlError::new(239, 16, 1, vec![table.name.text.to_string()]));
            }
        }
        let before = self.common_tables.all.len();
        self.common_tables.all.extend_from_slice(with);
        let bound = bind(self);
        self.common_tables.all.truncate(before);
        bound
    }

    /// The common table expression that `written` means, if it means one, as a source.
    pub(super) fn bind_common_table(
        &mut self,
        written: &ast::ObjectName,
        alias: Option<&ast::Name>,
    ) -> Result<Option<BoundSource>, SqlError> {
        let Some(single) = written.single() else { return Ok(None) };
        let means = |table: &ast::CommonTable| name::same(&table.name.text, &single.text);
        let Some(place) = self.common_tables.all.iter().rposition(means) else { return Ok(None) };
        let table = self.common_tables.all[place].clone();
        if uses(&table.query, &table.name) {
            return Err(unsupported("recursive common table expression"));
        }
        // It sees those before it, and no rows around it.
        let after = self.common_tables.all.split_off(place);
        let levels = std::mem::take(&mut self.levels);
        self.levels.push(super::Level::default());
        let bound = self.bind_derived(&table.query, &table.name, &table.columns);
        self.levels = levels;
        self.common_tables.all.extend(after);
        let mut bound = bound?;
        if let Some(alias) = alias {
            bound.sources.iter_mut().for_each(|source| source.alias = alias.text.to_string());
        }
        Ok(Some(bound))
    }
}

/// Whether a query names `table` in FROM, itself or in a part.
fn uses(query: &ast::Query, table: &ast::Name) -> bool {
    let mut found = false;
    crate::walk::sources(query, &mut |source| {
        if let ast::TableSourceKind::Table { name, .. } = &source.kind {
            found |= name.single().is_some_and(|single| name::same(&single.text, &table.text));
        }
    });
    found
}
