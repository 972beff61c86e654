//! The names by which the sources of a FROM clause are known
//! (`t-sql/queries/from-transact-sql.md`).

use super::Binder;
use super::scope::Source;
use sluice_catalog::name;
use sluice_types::SqlError;

impl Binder<'_> {
    /// Fails if a source of `right` has the name of a source of `left`, in whatever schema: with
    /// 1011 for two aliases, with 1012 for an alias and a table, with 1013 for two tables. Tables
    /// are shown as written. Functions without an alias have no name.
    pub(super) fn check_exposed_names(&self, left: &[Source], right: &[Source]) -> Result<(), SqlError> {
        for own in right {
            let is_same = |other: &&Source| name::same(&other.alias, &own.alias) && !other.repeats && !own.repeats;
            let Some(other) = left.iter().find(is_same) else { continue };
            return Err(match (self.name_of_table(other), self.name_of_table(own)) {
                (None, None) => SqlError::duplicate_correlation_name(&own.alias),
                (None, Some(table)) => SqlError::correlation_name_of_table(&other.alias, table),
                (Some(table), None) => SqlError::correlation_name_of_table(&own.alias, table),
                (Some(first), Some(second)) => SqlError::same_exposed_names(second, first),
            });
        }
        Ok(())
    }

    /// Returns the name of a table without an alias, as it is written in FROM. `None` for an alias.
    fn name_of_table(&self, source: &Source) -> Option<String> {
        match &source.schema {
            _ if source.alias.starts_with('@') => Some(source.alias.clone()),
            None => None,
            Some(schema) => Some(match self.written_table(source).filter(|table| !table.is_aliased) {
                Some(table) => table.name.clone(),
                None => format!("{schema}.{}", source.alias),
            }),
        }
    }
}
