//! What a table's definition asks of a row that a statement is about to store: stored computed columns, NOT NULL, CHECK, in this order.

use super::compile_change::compile_column;
use super::insert::check_not_null;
use crate::code::{Piece, Row};
use crate::operator::{Planner, Run};
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_plan::BoundRules;
use sluice_types::{SqlError, Value};

/// Compiled rules of a table.
pub(super) struct Rules {
    /// Where the expressions find the row.
    source: usize,
    /// The columns that are computed, by place.
    computed: Vec<(usize, Piece)>,
    /// The columns whose values the expressions use, by place.
    pub(super) used: Vec<usize>,
    checks: Vec<Check>,
}

struct Check {
    violated: Piece,
    name: Option<String>,
    column: Option<String>,
}

/// Which row of which table it is, for messages.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    /// What is done with the row, INSERT or UPDATE; or ALTER TABLE.
    pub(super) statement: &'p str,
    /// The statement that does it; it may be a MERGE.
    pub(super) whole: &'p str,
    /// The table's database.
    pub(super) database: &'p str,
    /// The table: database.schema.table.
    pub(super) table: &'p str,
    /// The columns that may not be NULL: place and name.
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

    /// Only what is checked, over the rows of a source that is there already.
    pub(super) fn compile_over(planner: &mut Planner<'_>, rules: &BoundRules, source: usize) -> Rules {
        let checks = rules.checks.iter().map(|check| Check {
            violated: planner.builder.condition_piece(&check.violated),
            name: check.name.clone(),
            column: check.column.clone(),
        });
        Rules { source, computed: Vec::new(), used: rules.used.clone(), checks: checks.collect() }
    }

    /// The row with its computed columns: 515 and 547 where it must not be.
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
    /// 547 where a constraint is false of the source's row, 550 where a view would not show it.
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
        let Some(name) = &self.name else { return SqlError::new(550, 16, 1, Vec::new()) };
        SqlError::constraint_conflict(place.whole, ("CHECK", name), place.database, table, self.column.as_deref())
    }
}
