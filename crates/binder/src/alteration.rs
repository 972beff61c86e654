//! Bound parts of ALTER TABLE: the rewrite of existing rows, and the check of existing rows.

use super::Binder;
use super::references::outgoing;
use super::rules::source_of;
use sluice_base::sync::Arc;
use sluice_catalog::{Constraint, ForeignKey, Rule, Table};
use sluice_plan::columns::{of_condition, of_expr};
use sluice_plan::expression::{ColumnId, Expr, ExprKind};
use sluice_plan::statement::{BoundReferences, BoundRewrite, BoundRules, BoundVerification, GeneratorTarget};
use sluice_types::{DataType, SqlError, Value};

/// An object that depends on a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dependent {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: DependentKind,
}

/// The kinds of objects that depend on a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DependentKind {
    /// A CHECK constraint.
    Check,
    /// A FOREIGN KEY from or to the column.
    ForeignKey,
    /// A computed column.
    Computed,
}

impl DependentKind {
    /// Returns the word for the kind in messages.
    pub fn noun(self) -> &'static str {
        if self == DependentKind::Computed { "column" } else { "object" }
    }
}

impl Binder<'_> {
    /// Binds the conversion of the rows of `old` to `new`, the same table under a new definition.
    /// Columns are matched by id. New columns in `filled` get their DEFAULT, identity columns get
    /// values, and other new columns get NULL. Each stored value is converted if its type changed.
    /// Virtual columns get no value. A new rowversion column gets numbers.
    pub fn rewrite(
        mut self,
        (old, new): (&Table, &Arc<Table>),
        database: &str,
        filled: &[u16],
    ) -> Result<BoundRewrite, SqlError> {
        let row: Vec<ColumnId> = self.new_row(&old.columns);
        let mut values = Vec::with_capacity(new.columns.len());
        for (place, column) in new.columns.iter().enumerate() {
            let data_type = column.data_type;
            // A virtual column has no stored value.
            let is_stored = |place: &usize| !column.is_virtual() && !old.columns[*place].is_virtual();
            let before = old.column_by_id(column.id).filter(is_stored);
            values.push(match before {
                Some(before) => Expr::column(row[before], old.columns[before].data_type, true),
                None if column.identity.is_some() => {
                    let (database, table) = (Some(database.to_owned()), Arc::clone(new));
                    let generator = self.draw_from(GeneratorTarget::Identity { database, table });
                    Expr { kind: ExprKind::NextValue(generator), data_type, nullable: false }
                }
                None if data_type == DataType::RowVersion => self.next_rowversion(Some(&database.to_owned())),
                None if filled.contains(&column.id) => self.bind_default(new, Some(&database.to_owned()), place)?,
                None => Expr::constant(Value::Null, DataType::OF_NULL),
            });
        }
        let rules = self.bind_rules(new, None, &[])?.map(|rules| BoundRules { checks: Vec::new(), ..rules });
        Ok(BoundRewrite { row, values, generators: self.draws.targets, functions: self.functions, rules })
    }

    /// Binds the check of the rows of `table` against the constraints selected by `is_asked`,
    /// whether enabled or disabled. Only outgoing foreign keys are checked.
    pub fn verification(
        mut self,
        table: &Arc<Table>,
        database: &str,
        is_asked: impl Fn(&Constraint) -> bool,
    ) -> Result<BoundVerification, SqlError> {
        let row: Vec<ColumnId> = self.new_row(&table.columns);
        let mut checks = Vec::new();
        for constraint in table.constraints.iter().filter(|constraint| is_asked(constraint)) {
            checks.extend(self.bind_check(table, constraint, &row)?);
        }
        let mut references = BoundReferences::default();
        if let Some(catalog) = self.names.catalog(Some(database))? {
            let asked = table.foreign_keys().filter(|(constraint, _)| is_asked(constraint));
            references
                .outgoing
                .extend(asked.filter_map(|(constraint, key)| outgoing(&catalog, table, constraint, key)));
        }
        let rules = BoundRules { row, computed: Vec::new(), checks, used: Vec::new() };
        Ok(BoundVerification { rules, functions: self.functions, references })
    }

    /// Returns the constraints and computed columns that depend on the column at `place`, except a
    /// DEFAULT: CHECKs first, then the table's own foreign keys from or to the column, then
    /// computed columns.
    pub fn dependents(mut self, table: &Table, place: usize) -> Result<Vec<Dependent>, SqlError> {
        let row: Vec<ColumnId> = self.new_row(&table.columns);
        let mut found = Vec::new();
        for constraint in &table.constraints {
            if let Rule::Check { .. } = &constraint.rule
                && let Some(check) = self.bind_check(table, constraint, &row)?
            {
                let mut used = Vec::new();
                of_condition(&check.violated, &self.subqueries, &mut used);
                if used.contains(&row[place]) {
                    found.push(Dependent { name: constraint.name.clone(), kind: DependentKind::Check });
                }
            }
        }
        let refers = |key: &ForeignKey| {
            let is_own = key.columns.contains(&table.columns[place].id);
            is_own || key.referenced == table.id && key.referenced_columns.contains(&table.columns[place].id)
        };
        let keys = table.foreign_keys().filter(|(_, key)| refers(key));
        found.extend(
            keys.map(|(constraint, _)| Dependent { name: constraint.name.clone(), kind: DependentKind::ForeignKey }),
        );
        for column in &table.columns {
            let Some(computed) = &column.computed else { continue };
            let value = super::rules::value_of(&computed.definition)?;
            let value = self.over_row(source_of(table, &row), |binder| binder.bind_value(&value))?;
            let mut used = Vec::new();
            of_expr(&value, &self.subqueries, &mut used);
            if used.contains(&row[place]) {
                found.push(Dependent { name: column.name.clone(), kind: DependentKind::Computed });
            }
        }
        Ok(found)
    }
}
