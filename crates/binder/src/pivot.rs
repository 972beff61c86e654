//! PIVOT and UNPIVOT: values become columns, and columns become rows
//! (`t-sql/queries/from-using-pivot-and-unpivot`).
//!
//! PIVOT groups by all columns that it doesn't name, with one aggregate per listed value. UNPIVOT
//! joins each row with one row per listed column, except columns that are NULL.

use super::Binder;
use super::aggregation::result_of;
use super::bound::BoundSource;
use super::conversion::implicit;
use super::scope::{ScopeColumn, Source, Usage};
use sluice_base::hash::HashSet;
use sluice_catalog::{Folded, name};
use sluice_definition::refusal::unsupported;
use sluice_plan::aggregate::{Aggregate, AggregateKind};
use sluice_plan::collation::met;
use sluice_plan::expression::{ColumnId, Condition, Expr, ExprKind};
use sluice_plan::physical::{Join, JoinKind, JoinMethod, Node};
use sluice_syntax::ast;
use sluice_types::convert::convert;
use sluice_types::{Comparison, DataType, SqlError, Value};

impl Binder<'_> {
    /// Binds `source PIVOT (aggregate FOR column IN (values)) AS alias`. Fails with 265 and 8156 if
    /// a value is already a column's name, with 473 if it isn't of the column's type, and with 488
    /// for a column that can't be compared. An aggregate over a list fails with 40517. Columns that
    /// aren't named become groups. Repeated columns fail with 8156.
    pub(super) fn bind_pivot(&mut self, pivot: &ast::Pivot) -> Result<BoundSource, SqlError> {
        refuse_change(&pivot.source)?;
        let source = self.bind_table_source(&pivot.source)?;
        let columns = columns_of(&source);
        let call = &pivot.aggregate;
        let name = &call.name.name.text;
        let kind = AggregateKind::named(name).filter(|_| call.name.single().is_some());
        let kind = kind.ok_or_else(|| SqlError::unknown_function(name))?;
        if kind.is_list() {
            return Err(unsupported(&format!("PIVOT of {}", name.to_uppercase())));
        }
        let [argument] = call.arguments.as_slice() else { return Err(SqlError::syntax_near("*")) };
        let (argument, pivoted) = self.over_all(source.sources.clone(), |binder| {
            let column = ast::Expr { kind: ast::ExprKind::Column(Box::new(pivot.column.clone())), ..argument.clone() };
            Ok((binder.bind_value(argument)?, binder.bind_value(&column)?))
        })?;
        let is_named = |id: ColumnId| [&argument, &pivoted].into_iter().any(|expr| expr.as_column() == Some(id));
        let mut shown = Vec::new();
        let mut groups = Vec::new();
        for column in columns.into_iter().filter(|column| !is_named(column.id)) {
            let value = Expr::column(column.id, column.data_type, column.nullable);
            check_comparable("PIVOT grouping", &column)?;
            let id = self.new_column_for(&value);
            groups.push((id, value));
            shown.push(ScopeColumn { id, ..column });
        }
        let grouped = shown.len();
        if groups.is_empty() {
            // Without other columns, PIVOT of no rows has no row.
            groups.push((self.new_column(), Expr::constant(Value::Int(1), DataType::Int)));
        }
        let mut aggregates = Vec::with_capacity(pivot.values.len());
        for value in &pivot.values {
            let text = value.text.to_string();
            let clashes = |column: &ScopeColumn| name::same(&column.name, &text);
            if shown[..grouped].iter().any(clashes) {
                return Err(conflict("PIVOT", &text, &pivot.alias));
            }
            let aggregate = aggregate_for(kind, &argument, &pivoted, &text)?;
            let (id, data_type) = (self.new_column_for(&argument), aggregate.data_type);
            aggregates.push((id, aggregate));
            shown.push(ScopeColumn { name: text, id, data_type, nullable: true, usage: Usage::Any });
        }
        let node = Node::Aggregate(Box::new(source.node), groups, aggregates, self.group_method);
        named(node, shown, &pivot.alias)
    }

    /// Binds `source UNPIVOT (value FOR column IN (columns)) AS alias`. Fails with 8167 if the
    /// columns have different types, with 275 for a prefix, with 277 if a column is repeated. NULLs
    /// give no row. The name column is sysname. Repeated names of the result fail with 8156.
    pub(super) fn bind_unpivot(&mut self, unpivot: &ast::Unpivot) -> Result<BoundSource, SqlError> {
        refuse_change(&unpivot.source)?;
        let source = self.bind_table_source(&unpivot.source)?;
        let columns = columns_of(&source);
        let mut rows: Vec<Vec<Expr>> = Vec::with_capacity(unpivot.columns.len());
        for written in &unpivot.columns {
            let text = &written.name.text;
            if written.qualifier.is_some() {
                return Err(SqlError::prefix_in_unpivot());
            }
            let column = ast::Expr { kind: ast::ExprKind::Column(Box::new(written.clone())), span: written.name.span };
            let value = self.over_all(source.sources.clone(), |binder| binder.bind_value(&column))?;
            if rows.iter().any(|row| row[0].as_column() == value.as_column()) {
                return Err(SqlError::operator_column_named_twice(text));
            }
            if rows.first().is_some_and(|row| row[0].data_type != value.data_type) {
                return Err(SqlError::unpivot_types_differ(text));
            }
            let known = columns.iter().find(|column| value.as_column() == Some(column.id));
            let name = known.map_or(text.to_string(), |column| column.name.clone());
            rows.push(vec![value, Expr::constant(Value::text(name.as_str()), DataType::SYSNAME)]);
        }
        let is_turned = |id: ColumnId| rows.iter().any(|row| row[0].as_column() == Some(id));
        let mut shown: Vec<ScopeColumn> = columns.into_iter().filter(|column| !is_turned(column.id)).collect();
        let data_type = rows.first().map_or(DataType::OF_NULL, |row| row[0].data_type);
        let label = met(rows.iter().map(|row| &row[0]), "UNPIVOT")?;
        let (value, name) = (self.new_column_of(label.collation()), self.new_column());
        let kept = shown.len();
        for (id, written, data_type) in [(value, &unpivot.value, data_type), (name, &unpivot.column, DataType::SYSNAME)]
        {
            if shown[..kept].iter().any(|column| name::same(&column.name, &written.text)) {
                return Err(conflict("UNPIVOT", &written.text, &unpivot.alias));
            }
            shown.push(ScopeColumn {
                name: written.text.to_string(),
                id,
                data_type,
                nullable: true,
                usage: Usage::Any,
            });
        }
        let some = Condition::IsNull(Expr::column(value, data_type, true), true);
        let right = Node::Filter(Box::new(Node::Values(vec![value, name], rows)), some);
        let join = Join { method: JoinMethod::Loop, ..Join::new(JoinKind::Inner, source.node, right, None) };
        named(Node::Join(Box::new(join)), shown, &unpivot.alias)
    }
}

/// Fails with 10728 if the source is a nested DML statement.
fn refuse_change(source: &ast::TableSource) -> Result<(), SqlError> {
    match source.kind {
        ast::TableSourceKind::Change { .. } => Err(SqlError::nested_change_in_pivot()),
        _ => Ok(()),
    }
}

/// Returns the aggregate over the rows whose pivoted column equals the value written as `text`.
fn aggregate_for(kind: AggregateKind, argument: &Expr, pivoted: &Expr, text: &str) -> Result<Aggregate, SqlError> {
    let written = Expr::constant(Value::text(text), DataType::SYSNAME);
    let value = implicit(written, pivoted.data_type)?;
    // 473 follows 8114: the value has another type than the column.
    if convert(&Value::text(text), &DataType::SYSNAME, &pivoted.data_type).is_err() {
        let cause = SqlError::error_converting("nvarchar", pivoted.data_type.name()).in_state(1);
        return Err(SqlError::incorrect_pivot_value(text).after(cause));
    }
    let has_it = Condition::Compare(Comparison::Equal, pivoted.clone(), value);
    let kind_of = ExprKind::Case(vec![(has_it, argument.clone())], None);
    let theirs = Expr { kind: kind_of, data_type: argument.data_type, nullable: true };
    Ok(Aggregate { warns: false, ..result_of(kind, Some(theirs), false)? })
}

/// Returns the errors of a new column that another one has the name of: 265, then 8156.
fn conflict(operator: &str, name: &str, alias: &ast::TableAlias) -> SqlError {
    let cause = SqlError::pivot_column_exists(name, operator, operator);
    SqlError::duplicate_derived_column(name, &alias.name.text).after(cause)
}

/// Fails with 488 if the values of a column of PIVOT can't be compared.
fn check_comparable(columns: &str, column: &ScopeColumn) -> Result<(), SqlError> {
    if column.data_type.is_comparable() {
        return Ok(());
    }
    Err(SqlError::columns_not_comparable(columns, &column.name, column.data_type.name()))
}

fn columns_of(source: &BoundSource) -> Vec<ScopeColumn> {
    source.sources.iter().flat_map(|source| &source.columns).cloned().collect()
}

/// Returns the columns as a source. Fails with 8156 for a repeated name.
fn named(node: Node, mut columns: Vec<ScopeColumn>, alias: &ast::TableAlias) -> Result<BoundSource, SqlError> {
    let shown = alias.name.text.to_string();
    columns.iter_mut().zip(&alias.columns).for_each(|(column, name)| column.name = name.text.to_string());
    let mut names = HashSet::default();
    if let Some(column) = columns.iter().find(|column| !names.insert(Folded::new(&column.name))) {
        return Err(SqlError::duplicate_derived_column(&column.name, shown));
    }
    Ok(BoundSource { node, sources: vec![Source { alias: shown, schema: None, columns, repeats: false }] })
}
