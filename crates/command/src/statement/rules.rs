//! Rules that a table's definition imposes on a stored row, in this order: stored computed columns,
//! NOT NULL, CHECK.

use super::compile_change::compile_column;
use super::insert::check_not_null;
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_plan::BoundRules;
use sluice_query::code::{Piece, Row};
use sluice_query::operator::{Planner, Run};
use sluice_types::{SqlError, Value};

/// Compiled rules of a table.
pub(super) struct Rules {
    /// Frame source of the row.
    source: usize,
    /// The computed columns, by position.
    computed: Vec<(usize, Piece)>,
    /// Positions of the columns that the expressions use.
    pub(super) used: Vec<usize>,
    checks: Vec<Check>,
}

struct Check {
    violated: Piece,
    name: Option<String>,
    column: Option<String>,
}

/// The statement and table, for messages.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    /// INSERT, UPDATE or ALTER TABLE.
    pub(super) statement: &'p str,
    /// The whole statement, which may be a MERGE.
    pub(super) whole: &'p str,
    /// The table's database.
    pub(super) database: &'p str,
    /// database.schema.table.
    pub(super) table: &'p str,
    /// The NOT NULL columns: position and name.
    pub(super) not_null: &'p [(usize, String)],
}

impl Rules {
    pub(super) fn compile(planner: &mut Planner<'_>, rules: &BoundRules, table: &Table, shown: &Arc<str>) -> Rules {
        let source = planner.builder.source(&rules.row, None);
        let computed = rules
            .computed
            .iter()
            .map(|(place, value)| (*place, compile_column(planner, &table.columns[*place], shown, value)));
        let computed = computed.collect();
        Rules { computed, ..Rules::compile_over(planner, rules, source) }
    }

    /// Compiles the checks alone, over the rows of an existing source.
    pub(super) fn compile_over(planner: &mut Planner<'_>, rules: &BoundRules, source: usize) -> Rules {
        let checks = rules.checks.iter().map(|check| Check {
            violated: planner.builder.condition_piece(&check.violated),
            name: check.name.clone(),
            column: check.column.clone(),
        });
        Rules { source, computed: Vec::new(), used: rules.used.clone(), checks: checks.collect() }
    }

    /// Returns the row with its computed columns. Fails with 515 for a NULL in a NOT NULL column,
    /// and with the errors of [`Rules::check`].
    pub(super) fn hold(
        &self,
        run: &mut Run<'_, '_>,
        values: Vec<Value>,
        place: Place<'_>,
    ) -> Result<Vec<Value>, SqlError> {
        run.frame.rows[self.source] = Row::Values(values);
        for (column, piece) in &self.computed {
            let value = run.value(*piece)?;
            if let Row::Values(values) = &mut run.frame.rows[self.source] {
                values[*column] = value;
            }
        }
        if let Row::Values(values) = &run.frame.rows[self.source] {
            check_not_null(place.not_null, (place.table, place.statement), |column| &values[column])?;
        }
        self.check(run, place)?;
        match std::mem::take(&mut run.frame.rows[self.source]) {
            Row::Values(values) => Ok(values),
            Row::Nulls | Row::Stored { .. } => unreachable!("nobody else writes the source of a table's rules"),
        }
    }
}

impl Rules {
    /// Fails with 547 if the source's row violates a CHECK constraint, and with 550 if it violates
    /// a view's WITH CHECK OPTION.
    pub(super) fn check(&self, run: &mut Run<'_, '_>, place: Place<'_>) -> Result<(), SqlError> {
        for check in &self.checks {
            if run.holds(check.violated)? {
                return Err(check.conflict(place));
            }
        }
        Ok(())
    }
}

impl Check {
    #[cold]
    fn conflict(&self, place: Place<'_>) -> SqlError {
        let table = place.table.strip_prefix(place.database).and_then(|rest| rest.strip_prefix('.'));
        let table = table.unwrap_or(place.table);
        let Some(name) = &self.name else { return SqlError::check_option_violated() };
        SqlError::constraint_conflict(
            place.whole,
            "CHECK",
            name,
            place.database,
            table,
            self.column.as_deref().unwrap_or_default(),
        )
    }
}
