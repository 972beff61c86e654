//! Column sets: their values as calls over the sparse columns, and their assignments as assignments
//! of all sparse columns (`relational-databases/tables/use-column-sets`).

use super::Binder;
use super::conversion::implicit;
use super::for_clause::encoded;
use super::scope::{ScopeColumn, Usage};
use sluice_catalog::{Column, Table};
use sluice_definition::refusal::unsupported;
use sluice_functions::column_set;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_plan::physical::Rows;
use sluice_types::{DataType, Length, SqlError, Value};

impl Binder<'_> {
    /// Returns the value of the column set of `table` over its columns. Its reader must be
    /// allowed to read all sparse columns.
    pub(super) fn column_set_value(&mut self, table: &Table, columns: &[ScopeColumn]) -> Result<Expr, SqlError> {
        let mut arguments = Vec::new();
        for (column, shown) in table.columns.iter().zip(columns).filter(|(column, _)| column.flags.is_sparse) {
            arguments.push(element_name(column));
            arguments.push(Expr::column(shown.id, shown.data_type, shown.nullable));
        }
        self.call_of(&column_set::READ, arguments)
    }

    /// Returns the position of each sparse column of `table`, with the expression of its part of
    /// `value`, which is assigned to the column set. Columns that the value lacks become NULL.
    ///
    /// Fails if `value` doesn't convert to xml. Fails with 40517 if any sparse column is of type
    /// sql_variant, xml or binary, whether or not the value has it.
    pub(super) fn parts_of_set(&mut self, table: &Table, value: &Expr) -> Result<Vec<(usize, Expr)>, SqlError> {
        let Some(set) = table.column_set() else { return Ok(Vec::new()) };
        let value = implicit(value.clone(), DataType::Xml)?;
        let names: Vec<Expr> = sparse(table).map(|(_, column)| element_name(column)).collect();
        let mut parts = Vec::new();
        for (place, column) in sparse(table) {
            if matches!(column.data_type, DataType::SqlVariant | DataType::Xml) || column.data_type.is_binary() {
                let what = format!("a change through a column set of a column of type {}", column.data_type.name());
                return Err(unsupported(&what));
            }
            let set_name = text(&table.columns[set].name);
            let arguments = [value.clone(), set_name, element_name(column)].into_iter().chain(names.clone());
            let part = self.call_of(&column_set::WRITE, arguments.collect())?;
            parts.push((place, part));
        }
        Ok(parts)
    }

    /// Returns columns of an UPDATE with the sparse columns of the column sets among them.
    pub(super) fn with_members(&self, mut columns: Vec<ColumnId>) -> Vec<ColumnId> {
        let sets = self.column_sets.iter().filter(|(set, _)| columns.contains(set));
        let members: Vec<ColumnId> = sets.flat_map(|(_, members)| members.iter().copied()).collect();
        columns.extend(members);
        columns
    }

    /// Returns the rows and columns given to an INSERT, with the sparse columns in place of the
    /// column set. Fails as [`Binder::parts_of_set`] does.
    pub(super) fn without_set(
        &mut self,
        table: &Table,
        mut source: Rows,
        given: &[usize],
    ) -> Result<(Rows, Vec<usize>), SqlError> {
        let mut given = given.to_vec();
        let set = table.column_set().and_then(|set| given.iter().position(|place| *place == set));
        if let Some(place) = set.filter(|place| *place < source.values.len()) {
            given.remove(place);
            let value = source.values.remove(place);
            for (place, part) in self.parts_of_set(table, &value)? {
                given.push(place);
                source.values.push(part);
            }
        }
        Ok((source, given))
    }
}

/// Fails with 360 if `changed` has the column set of `table` and a sparse column.
pub(super) fn check_set_alone(table: &Table, changed: &[usize]) -> Result<(), SqlError> {
    let is_sparse = |place: &usize| table.columns[*place].flags.is_sparse;
    match table.column_set().is_some_and(|set| changed.contains(&set)) && changed.iter().any(is_sparse) {
        true => Err(SqlError::sparse_column_with_set()),
        false => Ok(()),
    }
}

/// Makes `*` leave out the sparse columns of a table with a column set.
pub(super) fn hide_members(table: &Table, columns: &mut [ScopeColumn]) {
    if table.column_set().is_some() {
        let members = table.columns.iter().zip(columns).filter(|(column, _)| column.flags.is_sparse);
        members.for_each(|(_, shown)| shown.usage = Usage::ByName);
    }
}

fn sparse(table: &Table) -> impl Iterator<Item = (usize, &Column)> {
    table.columns.iter().enumerate().filter(|(_, column)| column.flags.is_sparse)
}

fn element_name(column: &Column) -> Expr {
    text(&encoded(&column.name))
}

fn text(text: &str) -> Expr {
    Expr::constant(Value::text(text), DataType::NVarChar(Length::Max))
}
