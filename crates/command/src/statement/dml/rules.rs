//! Rules that a table's definition imposes on a stored row, in this order: stored computed columns,
//! NOT NULL, CHECK. Step 1 of a row change. Checks that call user functions come after the row is
//! written, because the functions may read it
//! (`relational-databases/tables/unique-constraints-and-check-constraints.md`).

use super::column_value::compile_column;
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_plan::BoundRules;
use sluice_query::code::{Piece, Row};
use sluice_query::operator::{Planner, Run};
use sluice_types::{SqlError, Value};

/// Compiled rules of a table.
pub(in crate::statement) struct Rules {
    /// Frame source of the row.
    source: usize,
    /// The computed columns, by position.
    computed: Vec<(usize, Piece)>,
    /// Positions of the columns that the expressions use.
    pub(in crate::statement) used: Vec<usize>,
    checks: Vec<Check>,
    /// Checks that call user functions.
    late_checks: Vec<Check>,
}

struct Check {
    violated: Piece,
    name: Option<String>,
    column: Option<String>,
}

/// The statement and table, for messages.
#[derive(Clone, Copy)]
pub(in crate::statement) struct RowSite<'p> {
    /// The action on the row: INSERT, UPDATE or ALTER TABLE.
    pub(in crate::statement) action: &'p str,
    /// The whole statement, which may be a MERGE.
    pub(in crate::statement) statement: &'p str,
    /// The table's database.
    pub(in crate::statement) database: &'p str,
    /// database.schema.table.
    pub(in crate::statement) table: &'p str,
    /// The NOT NULL columns: position and name.
    pub(in crate::statement) not_null: &'p [(usize, String)],
}

impl Rules {
    /// Compiles computed columns and checks over a row of values, for rows that are about to be
    /// stored. `shown` is the table's name for errors.
    pub(in crate::statement) fn compile(
        planner: &mut Planner<'_>,
        rules: &BoundRules,
        table: &Table,
        shown: &Arc<str>,
    ) -> Rules {
        let source = planner.builder.source(&rules.row, None);
        let computed = rules
            .computed
            .iter()
            .map(|(place, value)| (*place, compile_column(planner, &table.columns[*place], shown, value)));
        let computed = computed.collect();
        Rules { computed, ..Rules::compile_over(planner, rules, source) }
    }

    /// Compiles the checks alone, over the rows of an existing source. Computed columns are left
    /// out: the rows are stored already.
    pub(in crate::statement) fn compile_over(planner: &mut Planner<'_>, rules: &BoundRules, source: usize) -> Rules {
        let (mut checks, mut late_checks) = (Vec::new(), Vec::new());
        for check in &rules.checks {
            let violated = planner.builder.condition_piece(&check.violated);
            let compiled = Check { violated, name: check.name.clone(), column: check.column.clone() };
            if check.calls_functions { &mut late_checks } else { &mut checks }.push(compiled);
        }
        Rules { source, computed: Vec::new(), used: rules.used.clone(), checks, late_checks }
    }

    /// Returns the row with its computed columns. Fails with 515 for a NULL in a NOT NULL column,
    /// and with those of the checks that call no user functions. The row is evaluated in the frame,
    /// in the source of the rules, which is empty again afterwards.
    pub(in crate::statement) fn hold(
        &self,
        run: &mut Run<'_, '_>,
        values: Vec<Value>,
        site: RowSite<'_>,
    ) -> Result<Vec<Value>, SqlError> {
        run.frame.rows[self.source] = Row::Values(values);
        for (column, piece) in &self.computed {
            let value = run.value(*piece)?;
            if let Row::Values(values) = &mut run.frame.rows[self.source] {
                values[*column] = value;
            }
        }
        if let Row::Values(values) = &run.frame.rows[self.source] {
            check_not_null(site.not_null, (site.table, site.action), |column| &values[column])?;
        }
        check_all(&self.checks, run, site)?;
        match std::mem::take(&mut run.frame.rows[self.source]) {
            Row::Values(values) => Ok(values),
            Row::Nulls | Row::Stored { .. } => unreachable!("nobody else writes the source of a table's rules"),
        }
    }
}

impl Rules {
    /// Fails with 547 if the source's row, which is stored, violates a CHECK constraint, with 513
    /// if it violates a rule bound to a column, and with 550 if it violates a view's WITH CHECK
    /// OPTION.
    pub(in crate::statement) fn check(&self, run: &mut Run<'_, '_>, site: RowSite<'_>) -> Result<(), SqlError> {
        check_all(&self.checks, run, site)?;
        check_all(&self.late_checks, run, site)
    }

    /// Whether checks wait until the row is written.
    pub(in crate::statement) fn has_late_checks(&self) -> bool {
        !self.late_checks.is_empty()
    }

    /// Fails with 547 if a row that was written violates a CHECK constraint that calls user
    /// functions. `values` has the row's values by column; columns that no rule uses may be NULL.
    pub(in crate::statement) fn hold_written(
        &self,
        run: &mut Run<'_, '_>,
        values: Vec<Value>,
        site: RowSite<'_>,
    ) -> Result<(), SqlError> {
        run.frame.rows[self.source] = Row::Values(values);
        let held = check_all(&self.late_checks, run, site);
        run.frame.rows[self.source] = Row::Nulls;
        held
    }
}

fn check_all(checks: &[Check], run: &mut Run<'_, '_>, site: RowSite<'_>) -> Result<(), SqlError> {
    for check in checks {
        if run.holds(check.violated)? {
            return Err(check.conflict(site));
        }
    }
    Ok(())
}

impl Check {
    #[cold]
    fn conflict(&self, site: RowSite<'_>) -> SqlError {
        let table = site.table.strip_prefix(site.database).and_then(|rest| rest.strip_prefix('.'));
        let table = table.unwrap_or(site.table);
        let Some(name) = &self.name else {
            return match &self.column {
                Some(column) => SqlError::rule_violated(site.database, table, column),
                None => SqlError::check_option_violated(),
            };
        };
        SqlError::constraint_conflict(
            site.statement,
            "CHECK",
            name,
            site.database,
            table,
            self.column.as_deref().unwrap_or_default(),
        )
    }
}

/// Fails with 515 if a column in `not_null` is NULL. The error names the table and the action on
/// the row.
#[inline]
pub(in crate::statement) fn check_not_null<'v>(
    not_null: &[(usize, String)],
    (table, action): (&str, &str),
    value: impl Fn(usize) -> &'v Value,
) -> Result<(), SqlError> {
    for (place, column) in not_null {
        if value(*place).is_null() {
            return Err(SqlError::null_into_not_null(column, table, action));
        }
    }
    Ok(())
}
