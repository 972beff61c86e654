//! Completion of a table definition: binds and checks its expressions, and names its constraints.

use super::Binder;
use super::date_texts::DateTexts;
use super::index_filter::filter_indexes;
use super::rules::{name_in_default, source_of, value_of};
use super::state::{DrawPlace, Inside};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::codes;
use sluice_catalog::{Column, Computed, Constraint, Enforcement, Rule, Table, name};
use sluice_definition::definition_text::{of_condition as text_of_condition, of_value as text_of_value};
use sluice_definition::index_definition::{FilegroupIds, resolve_indexes};
use sluice_definition::table_definition::{
    COLUMNS_MAX, ComputedDefinition, ConstraintDefinition, RuleDefinition, TableDefinition,
};
use sluice_plan::collation::collation_of;
use sluice_plan::columns::{of_condition, of_expr};
use sluice_plan::determinism::is_never_null;
use sluice_plan::expression::{ColumnId, Expr, ExprKind as BoundKind};
use sluice_plan::needs::Need;
use sluice_syntax::ast::{self, ExprKind};
use sluice_syntax::walk::{self, Met};
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError};

/// The context of a table definition.
#[derive(Clone, Copy)]
pub struct Making<'m> {
    /// CREATE TABLE, ALTER TABLE or DECLARE, for messages.
    pub statement: &'static str,
    /// The table's database; `None` is the current database.
    pub database: Option<&'m str>,
    /// Whether new constraints are checked against existing rows.
    pub is_checked: bool,
    /// Returns ids for new constraints.
    pub new_id: &'m dyn Fn() -> ObjectId,
    /// Returns the ids of filegroups.
    pub filegroup: FilegroupIds<'m>,
}

impl Binder<'_> {
    /// Returns `table` with the columns and constraints of `definition` added, and the permissions
    /// needed: REFERENCES on functions and sequences. Computed columns get their types, and
    /// DEFAULTs, CHECKs, keys and indexes are bound. Names of unnamed constraints are made up.
    /// Fails with the documented errors of CREATE TABLE for columns, defaults, computed columns,
    /// keys and constraints; `table` isn't changed.
    pub fn define(
        mut self,
        table: &Table,
        definition: &TableDefinition,
        making: Making<'_>,
    ) -> Result<(Table, Vec<Need>), SqlError> {
        let mut table = table.clone();
        let first = table.columns.len();
        for column in &definition.columns {
            if table.column(&column.name).is_some() {
                return Err(SqlError::duplicate_column_name(&column.name, &table.name));
            }
            if column.data_type == DataType::RowVersion && table.rowversion().is_some() {
                // 2738: a table has one rowversion.
                return Err(SqlError::second_timestamp_column(&table.name, &column.name));
            }
            if column.flags.is_row_guid && table.row_guid().is_some() {
                return Err(SqlError::second_rowguidcol());
            }
            if column.flags.is_column_set && table.column_set().is_some() {
                return Err(SqlError::second_column_set(&column.name, &table.name));
            }
            if column.flags.is_column_set && table.columns[..first].iter().any(|known| known.flags.is_sparse) {
                return Err(SqlError::column_set_behind_sparse_columns(&column.name, &table.name));
            }
            table.last_column += 1;
            table.columns.push(Column { id: table.last_column, ..column.clone() });
        }
        if let Some(excess) = table.columns.get(COLUMNS_MAX) {
            return Err(SqlError::too_many_columns(&excess.name, &table.name, COLUMNS_MAX));
        }
        for computed in &definition.computed {
            // A placeholder marks the column as computed until its type is known.
            let nothing = Computed { definition: Arc::from(""), is_persisted: computed.is_persisted };
            table.columns[first + computed.column].computed = Some(nothing);
        }
        for computed in &definition.computed {
            self.define_computed(&mut table, first + computed.column, computed, making)?;
        }
        let filegroup = |name: &Option<String>| name.as_deref().map(making.filegroup).transpose();
        table.filegroups.rows = filegroup(&definition.filegroup)?.or(table.filegroups.rows);
        table.filegroups.long_values = filegroup(&definition.lob_filegroup)?.or(table.filegroups.long_values);
        table.options.compression = definition.compression.unwrap_or(table.options.compression);
        self.store_indexed(&mut table, &definition.indexes)?;
        if let Some(name) = name_used_twice(definition) {
            return Err(SqlError::name_used_twice(name));
        }
        resolve_indexes(&mut table, &definition.indexes, making.new_id, making.filegroup)?;
        filter_indexes(&mut table, &definition.indexes)?;
        let is_temporary = table.name.starts_with('#');
        for constraint in &definition.constraints {
            if is_temporary && matches!(constraint.rule, RuleDefinition::ForeignKey(_)) {
                // Left out, with message 1756.
                continue;
            }
            let constraint = self.define_constraint(&table, constraint, making)?;
            table.constraints.push(constraint);
        }
        let reference = |need: Need| Need { code: codes::REFERENCES, within: None, ..need };
        Ok((table, self.settled_needs().into_iter().map(reference).collect()))
    }

    /// Defines a computed column. Fails with 1759 if it uses another computed column, with 435 or
    /// 424 if it calls a method of xml, with 4936 if a persisted column isn't deterministic, with
    /// 4934 if a function of a persisted column reads data.
    fn define_computed(
        &mut self,
        table: &mut Table,
        place: usize,
        computed: &ComputedDefinition,
        making: Making<'_>,
    ) -> Result<(), SqlError> {
        refuse_variables(making, &mut |visit| walk::expr(&computed.value, visit))?;
        if has_method(&mut |visit| walk::expr(&computed.value, visit)) {
            let (column, statement) = (&table.columns[place].name, making.statement);
            return Err(match statement {
                "CREATE TABLE" | "ALTER TABLE" => {
                    SqlError::xml_method_in_computed_column(column, &table.name, statement)
                }
                _ => SqlError::xml_method_in_column_of_variable(column, &table.name, statement),
            });
        }
        let definition = text_of_value(&computed.value)?;
        let row = self.new_row(&table.columns);
        let value = self.over_row(source_of(table, &row), |binder| binder.bind_value(&computed.value));
        let value = value.map_err(in_definition)?;
        let mut used = Vec::new();
        of_expr(&value, &self.subqueries, &mut used);
        if let Some(set) = places(&row, &used).find(|column| table.columns[*column].flags.is_column_set) {
            return Err(SqlError::column_set_in_definition(&table.columns[set].name, &table.name));
        }
        let is_computed = |column: &usize| table.columns[*column].computed.is_some();
        if let Some(other) = places(&row, &used).find(is_computed) {
            return Err(SqlError::computed_from_computed(&table.columns[other].name, &table.name));
        }
        if computed.is_persisted {
            self.check_persistable(table, place, (&computed.value, &value))?;
        }
        let column = &mut table.columns[place];
        column.data_type = value.data_type;
        column.set_collation(collation_of(&value));
        column.nullable = !computed.is_not_null && !is_never_null(&value);
        column.computed = Some(Computed { definition: Arc::from(definition), is_persisted: computed.is_persisted });
        Ok(())
    }

    /// Fails with 4936 or 4934 if the computed column at `place` can't be persisted. It must be
    /// deterministic and read no table. Another column passes.
    pub fn persistable(mut self, table: &Table, place: usize) -> Result<(), SqlError> {
        let Some(computed) = &table.columns[place].computed else { return Ok(()) };
        let row = self.new_row(&table.columns);
        let written = value_of(&computed.definition)?;
        let value = self.over_row(source_of(table, &row), |binder| binder.bind_value(&written))?;
        self.check_persistable(table, place, (&written, &value))
    }

    /// Fails with 4936 or 4934 if the value of the column at `place` can't be persisted. `written`
    /// is the expression, `value` the bound one.
    fn check_persistable(
        &self,
        table: &Table,
        place: usize,
        (written, value): (&ast::Expr, &Expr),
    ) -> Result<(), SqlError> {
        let column = &table.columns[place].name;
        match self.determinism_of(value)? {
            found if !found.is_deterministic || DateTexts::are_converted_in(written) => {
                Err(SqlError::nondeterministic_persisted_column(column, &table.name))
            }
            found if found.reads_data => Err(SqlError::persisted_column_reads_data(column, &table.name)),
            _ => Ok(()),
        }
    }

    fn define_constraint(
        &mut self,
        table: &Table,
        constraint: &ConstraintDefinition,
        making: Making<'_>,
    ) -> Result<Constraint, SqlError> {
        let id = (making.new_id)();
        let is_system_named = constraint.name.is_none();
        let named = |prefix: &str, column: Option<&str>| match &constraint.name {
            Some(name) => name.to_string(),
            None => made_name(prefix, &table.name, column, id),
        };
        let (name, rule) = match &constraint.rule {
            RuleDefinition::Default { column, .. } => {
                (named("DF", Some(column)), self.define_default(table, constraint, making)?)
            }
            RuleDefinition::Check { .. } => {
                let rule = self.define_check(table, constraint, making)?;
                (named("CK", checked_column(table, &rule).or(constraint.column.as_deref())), rule)
            }
            RuleDefinition::ForeignKey(key) => {
                let only = if let [only] = key.columns.as_slice() { Some(&**only) } else { None };
                let name = named("FK", constraint.column.as_deref().or(only));
                let key = self.define_foreign_key(table, key, (constraint.column.as_deref(), &name), making);
                (name, Rule::ForeignKey(key?))
            }
        };
        if table.constraint_names().any(|known| name::same(known, &name)) {
            return Err(name_taken(&name));
        }
        Ok(Constraint { id, name, is_system_named, rule })
    }

    /// Defines a DEFAULT. Fails with 128 if the value names a column, with 1752, 1754, 1755, 1781
    /// or 1791 if the column can't have a DEFAULT.
    fn define_default(
        &mut self,
        table: &Table,
        constraint: &ConstraintDefinition,
        making: Making<'_>,
    ) -> Result<Rule, SqlError> {
        let RuleDefinition::Default { column, value, .. } = &constraint.rule else { unreachable!("it is a DEFAULT") };
        let invalid = || SqlError::invalid_default_column(column, &table.name);
        let place = table.column(column).ok_or_else(invalid)?;
        let target = &table.columns[place];
        if target.identity.is_some() {
            return Err(SqlError::default_on_identity(&table.name, column));
        }
        if target.data_type == DataType::RowVersion {
            return Err(SqlError::default_on_rowversion(&table.name, column));
        }
        if target.flags.is_sparse || target.flags.is_column_set {
            return Err(SqlError::default_on_sparse_column(column, &table.name));
        }
        if target.computed.is_some() {
            return Err(invalid());
        }
        if table.default_of(place).is_some() {
            return Err(SqlError::default_exists());
        }
        refuse_variables(making, &mut |visit| walk::expr(value, visit))?;
        self.inside.push(Inside::definition(making.database.map(str::to_owned), table));
        // Only tables draw from sequences, not table types, table variables and functions.
        let is_of_table = matches!(making.statement, "CREATE TABLE" | "ALTER TABLE");
        let refused = (!is_of_table).then_some(SqlError::next_value_not_allowed_here as fn() -> SqlError);
        let bound = self.in_level(|binder| {
            binder.refusing_draws(refused, |binder| {
                binder.drawing_in(DrawPlace::Default, |binder| binder.bind_default_value(value))
            })
        });
        self.inside.pop();
        let (bound, _) = bound.map_err(name_in_default)?;
        let definition = Arc::from(text_of_value(value)?);
        let is_sequential = matches!(&bound.kind, BoundKind::Call(call) if call.function.name == "NEWSEQUENTIALID");
        if is_sequential && target.data_type != DataType::UniqueIdentifier {
            return Err(SqlError::newsequentialid_outside_default());
        }
        if !super::literal::is_null(&bound) {
            check_implicit(&bound.data_type, &target.data_type)?;
        }
        Ok(Rule::Default { column: target.id, definition })
    }

    /// Defines a CHECK. Fails with 8141 if a column's CHECK uses another column, with 1764 if it
    /// uses a virtual column, with 423 if it calls a method of xml.
    fn define_check(
        &mut self,
        table: &Table,
        constraint: &ConstraintDefinition,
        making: Making<'_>,
    ) -> Result<Rule, SqlError> {
        let RuleDefinition::Check { condition, not_for_replication } = &constraint.rule else {
            unreachable!("it is a CHECK")
        };
        refuse_variables(making, &mut |visit| walk::condition(condition, visit))?;
        if has_method(&mut |visit| walk::condition(condition, visit)) {
            return Err(SqlError::xml_method_in_check(&table.name));
        }
        let definition = Arc::from(text_of_condition(condition)?);
        let row = self.new_row(&table.columns);
        let bound = self.over_row(source_of(table, &row), |binder| binder.bind_condition_as(condition, true));
        let bound = bound.map_err(in_definition)?;
        let mut used = Vec::new();
        of_condition(&bound, &self.subqueries, &mut used);
        let mut found: Vec<usize> = places(&row, &used).collect();
        found.dedup();
        if let Some(set) = found.iter().find(|place| table.columns[**place].flags.is_column_set) {
            return Err(SqlError::column_set_in_definition(&table.columns[*set].name, &table.name));
        }
        if let Some(place) = found.iter().find(|place| table.columns[**place].is_unpersisted()) {
            let (column, kind) = (table.columns[*place].name.clone(), "CHECK CONSTRAINT".to_owned());
            return Err(SqlError::computed_column_not_persisted(column, &table.name, kind));
        }
        if let Some(own) = &constraint.column
            && found.iter().any(|place| !name::same(&table.columns[*place].name, own))
        {
            return Err(SqlError::column_check_references_other(own, &table.name));
        }
        let column = match found.as_slice() {
            [place] => Some(table.columns[*place].id),
            _ => None,
        };
        let (is_not_trusted, not_for_replication) = (!making.is_checked, *not_for_replication);
        let enforcement = Enforcement { is_disabled: false, is_not_trusted, not_for_replication };
        Ok(Rule::Check { column, definition, enforcement })
    }
}

/// Returns the first name that two constraints of a definition have.
fn name_used_twice(definition: &TableDefinition) -> Option<&str> {
    let of_keys = definition.indexes.iter().filter(|index| index.constraint.is_some());
    let keys = of_keys.filter_map(|index| index.name.as_deref());
    let others = definition.constraints.iter().filter_map(|constraint| constraint.name.as_deref());
    let mut seen: Vec<&str> = Vec::new();
    keys.chain(others).find(|name| {
        let is_known = seen.iter().any(|known| name::same(known, name));
        seen.push(name);
        is_known
    })
}

/// Error 2714, in the state used for constraint names that are taken.
pub fn name_taken(name: &str) -> SqlError {
    SqlError::object_exists(name).in_state(5)
}

/// Returns the ordinals of the used columns of `row`, in order.
fn places<'a>(row: &'a [ColumnId], used: &'a [ColumnId]) -> impl Iterator<Item = usize> + 'a {
    (0..row.len()).filter(|place| used.contains(&row[*place]))
}

/// Returns 175 instead of 147 for an aggregate in a computed column or CHECK.
fn in_definition(error: SqlError) -> SqlError {
    if error.number == AGGREGATE_IN_WHERE { SqlError::aggregate_in_definition() } else { error }
}

/// Fails with 112 if the expression uses a variable.
fn refuse_variables(making: Making<'_>, walk: &mut dyn FnMut(&mut walk::Visitor<'_>)) -> Result<(), SqlError> {
    let mut found = false;
    walk(&mut |met| {
        found |= matches!(met, Met::Expr(expr) if matches!(expr.kind, ExprKind::Variable(_)));
        !found
    });
    if found { Err(SqlError::variables_not_allowed(making.statement)) } else { Ok(()) }
}

/// Whether the expression calls a method of the type xml.
fn has_method(walk: &mut dyn FnMut(&mut walk::Visitor<'_>)) -> bool {
    let mut found = false;
    walk(&mut |met| {
        found |= matches!(met, Met::Expr(expr) if matches!(expr.kind, ExprKind::Method { .. }));
        !found
    });
    found
}

/// Returns the column that a CHECK checks if it is the only one.
fn checked_column<'t>(table: &'t Table, rule: &Rule) -> Option<&'t str> {
    let Rule::Check { column: Some(id), .. } = rule else { return None };
    table.column_by_id(*id).map(|place| table.columns[place].name.as_str())
}

/// Returns a generated constraint name of at most 30 characters: prefix, the first letters of the
/// table's and the column's name, and the id. A short name leaves its letters to the other one.
fn made_name(prefix: &str, table: &str, column: Option<&str>, id: ObjectId) -> String {
    let first = |name: &str, letters: usize| name.chars().take(letters).collect::<String>();
    let Some(column) = column else { return format!("{prefix}__{}__{:08X}", first(table, NAME_ALONE), id.0) };
    let table = first(table, NAME_PARTS - column.chars().count().min(COLUMN_PART));
    let column = first(column, NAME_PARTS - table.chars().count());
    format!("{prefix}__{table}__{column}__{:08X}", id.0)
}

/// The letters of the table's and the column's name together in a generated name.
const NAME_PARTS: usize = 14;
/// The letters of the column's name beside a long table's name.
const COLUMN_PART: usize = 5;
/// The letters of the table's name without a column's.
const NAME_ALONE: usize = 16;

const AGGREGATE_IN_WHERE: i32 = 147;
