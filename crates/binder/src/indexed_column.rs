//! Computed columns in indexes (`relational-databases/indexes/indexes-on-computed-columns.md`).
//!
//! An index entry has the column's values. The rows have them too, even if the column isn't
//! PERSISTED: changes of rows then find the entries of the old values without computing them.

use super::Binder;
use super::date_texts::DateTexts;
use super::rules::{source_of, value_of};
use sluice_catalog::{Table, column};
use sluice_definition::index_definition::IndexDefinition;
use sluice_definition::module_determinism::{Determinism, module_determinism};
use sluice_functions::ComputedFacts;
use sluice_plan::determinism::determinism;
use sluice_plan::expression::Expr;
use sluice_types::SqlError;

impl Binder<'_> {
    /// Marks the computed columns that `definitions` index as stored. Returns whether any column is
    /// newly stored. `table` is changed only in these flags.
    ///
    /// Fails with 2729 if a column isn't deterministic, with 2709 if a function that it calls reads
    /// data, with 2799 if a key column is imprecise and not PERSISTED.
    pub fn store_indexed(&mut self, table: &mut Table, definitions: &[IndexDefinition]) -> Result<bool, SqlError> {
        let mut is_new = false;
        for definition in definitions {
            let keys = definition.keys.iter().map(|(name, _)| (name, true));
            for (name, is_key) in keys.chain(definition.included.iter().map(|name| (name, false))) {
                let Some(place) = column::position(&table.columns, name) else { continue };
                if table.columns[place].is_unpersisted() {
                    self.check_indexed(table, place, definition.name.as_deref().filter(|_| is_key))?;
                    is_new |= table.columns[place].is_virtual();
                    table.columns[place].flags.is_stored = true;
                }
            }
        }
        Ok(is_new)
    }

    /// Returns the properties of the computed column at `place`. `None` for another column. A value
    /// that can't be bound any more isn't deterministic.
    pub fn computed_facts(mut self, table: &Table, place: usize) -> Option<ComputedFacts> {
        let computed = table.columns[place].computed.as_ref()?;
        let row = self.new_row(&table.columns);
        let value = value_of(&computed.definition)
            .and_then(|value| self.over_row(source_of(table, &row), |binder| binder.bind_value(&value)));
        Some(value.as_ref().map(|value| self.computed_facts_of(value)).unwrap_or_default())
    }

    /// Returns the properties of a bound value of a column.
    pub(super) fn computed_facts_of(&self, value: &Expr) -> ComputedFacts {
        let Determinism { is_deterministic, is_precise, reads_data } = self.determinism_of(value).unwrap_or_default();
        ComputedFacts { is_deterministic, is_precise, reads_data }
    }

    /// Returns the properties of a bound value, whose user functions are among those of the
    /// statement.
    pub(super) fn determinism_of(&self, value: &Expr) -> Result<Determinism, SqlError> {
        let mut functions = Vec::with_capacity(self.functions.len());
        for function in &self.functions {
            let catalog = self.names.catalog(function.database.as_deref())?.unwrap_or_default();
            functions.push(module_determinism(&catalog, &function.module));
        }
        Ok(determinism(value, &functions))
    }

    /// Checks that an index can have the computed column at `place`. `key_of` is the index that has
    /// the column in its key.
    fn check_indexed(&mut self, table: &Table, place: usize, key_of: Option<&str>) -> Result<(), SqlError> {
        let column = &table.columns[place];
        let Some(computed) = &column.computed else { return Ok(()) };
        let row = self.new_row(&table.columns);
        let written = value_of(&computed.definition)?;
        let value = self.over_row(source_of(table, &row), |binder| binder.bind_value(&written))?;
        let found = self.determinism_of(&value)?;
        if !found.is_deterministic || DateTexts::are_converted_in(&written) {
            return Err(SqlError::nondeterministic_indexed_column(&column.name, "table", &table.name));
        }
        if found.reads_data {
            return Err(SqlError::indexed_column_reads_data(&column.name, "table", &table.name));
        }
        match key_of {
            Some(index) if !found.is_precise => {
                Err(SqlError::imprecise_indexed_column(index, &table.name, &column.name))
            }
            _ => Ok(()),
        }
    }
}
