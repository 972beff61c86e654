//! UNION, EXCEPT and INTERSECT.
//!
//! EXCEPT and INTERSECT are groups over the rows of both sides, which are told apart by a number: so NULLs are equal and rows come
//! out once, as SQL Server has it.

use super::Binder;
use super::collation::unresolved_in_item;
use super::derived::unified_rows;
use super::select::{BoundQuery, Item, ordered};
use crate::aggregate::{Aggregate, AggregateKind};
use crate::collation::{Label, collation_of, conflict, met};
use crate::expression::{ColumnId, Condition, Expr};
use crate::physical::{GroupMethod, Node, Rows};
use crate::statement::OutputColumn;
use sluice_syntax::ast::{self, ExprKind, QueryBody, SelectItemKind, SetOperator};
use sluice_types::{CollationId, Comparison, DataType, SqlError, Value};

impl Binder<'_> {
    /// A chain of set operations with the query's order, which sees the chain's columns only.
    pub(super) fn bind_combined(
        &mut self,
        query: &ast::Query,
        first: &QueryBody,
        rest: &[ast::Combination],
    ) -> Result<BoundQuery, SqlError> {
        let BoundQuery { rows, columns } = self.bind_chain(query, first, rest)?;
        let written = written_first(first);
        let item = |(place, (value, column)): (usize, (&Expr, &OutputColumn))| Item {
            value: value.clone(),
            name: column.name.clone(),
            written: written.get(place).cloned().flatten(),
            column: None,
        };
        let items: Vec<Item> = rows.values.iter().zip(&columns).enumerate().map(item).collect();
        // 104: what is ordered by must be in the list where a set operator is used.
        let ordering = match self.bind_order(&query.order_by, &items, true) {
            Err(error) if error.number == 145 => return Err(SqlError::new(104, 16, 1, Vec::new())),
            ordering => ordering?,
        };
        let offset = self.bind_offset(query, false)?;
        let node = ordered(rows.node, ordering, None, offset);
        Ok(BoundQuery { rows: Rows { node, values: rows.values }, columns })
    }

    fn bind_chain(
        &mut self,
        query: &ast::Query,
        first: &QueryBody,
        rest: &[ast::Combination],
    ) -> Result<BoundQuery, SqlError> {
        let mut left = self.bind_operand(query, first)?;
        for next in rest {
            let right = self.bind_operand(query, &next.body)?;
            left = self.combined(next.operator, left, right)?;
        }
        Ok(left)
    }

    /// One operand, which has no order of its own.
    fn bind_operand(&mut self, query: &ast::Query, body: &QueryBody) -> Result<BoundQuery, SqlError> {
        match body {
            QueryBody::Combined { first, rest } => self.bind_chain(query, first, rest),
            QueryBody::Select(select) => {
                let alone = ast::Query {
                    with: Vec::new(),
                    body: QueryBody::Select(select.clone()),
                    order_by: Vec::new(),
                    offset: None,
                    for_clause: None,
                    hints: Vec::new(),
                    span: query.span,
                };
                // 11721: NEXT VALUE FOR beside a set operator.
                let (bound, level) = self.in_level(|binder| {
                    binder.refusing_draws(Some((11721, 15)), |binder| binder.bind_rows_of(&alone, select))
                })?;
                self.level().outer.extend(level.outer);
                Ok(bound)
            }
        }
    }

    /// Two operands: 205 where they have not the same number of columns.
    fn combined(&mut self, operator: SetOperator, left: BoundQuery, right: BoundQuery) -> Result<BoundQuery, SqlError> {
        if left.columns.len() != right.columns.len() {
            return Err(SqlError::new(205, 16, 1, Vec::new()));
        }
        let (mut values, types) = unified_rows(vec![left.rows.values, right.rows.values])?;
        let nullable = |place: usize| values.iter().any(|side| side[place].nullable);
        let outputs: Vec<OutputColumn> = left
            .columns
            .into_iter()
            .zip(&types)
            .enumerate()
            .map(|(place, (column, data_type))| OutputColumn {
                collation: collation_of(&values[0][place]),
                ..OutputColumn::expression(column.name, *data_type, nullable(place))
            })
            .collect();
        let tags = !matches!(operator, SetOperator::Union | SetOperator::UnionAll);
        if tags {
            let tag = |number| Expr::constant(Value::Int(number), DataType::Int);
            values.iter_mut().zip([0, 1]).for_each(|(side, number)| side.push(tag(number)));
        }
        let mut columns = Vec::with_capacity(outputs.len() + usize::from(tags));
        for place in 0..outputs.len() {
            let collation = collation_united(operator, values.iter().map(|side| &side[place]), place + 1)?;
            columns.push(self.new_column_of(collation));
        }
        columns.extend(tags.then(|| self.new_column()));
        let mut sides = values.into_iter();
        let mut side = |node| Rows { node, values: sides.next().unwrap_or_default() };
        let node = Node::Union(columns.clone(), vec![side(left.rows.node), side(right.rows.node)]);
        if operator == SetOperator::UnionAll {
            return Ok(BoundQuery { rows: Rows { node, values: values_of(&columns, &outputs) }, columns: outputs });
        }
        let of = &columns[..outputs.len()];
        let grouped: Vec<ColumnId> = of.iter().map(|column| self.new_column_of(column.collation)).collect();
        let groups = grouped.iter().copied().zip(values_of(&columns, &outputs)).collect();
        let node = match (operator, columns.last()) {
            (SetOperator::Except | SetOperator::Intersect, Some(tag)) => self.told_apart(operator, node, groups, *tag),
            _ => Node::Aggregate(Box::new(node), groups, Vec::new(), self.union_method),
        };
        Ok(BoundQuery { rows: Rows { node, values: values_of(&grouped, &outputs) }, columns: outputs })
    }

    /// The groups that only the first side has, or that both have.
    fn told_apart(&mut self, operator: SetOperator, node: Node, groups: Vec<(ColumnId, Expr)>, tag: ColumnId) -> Node {
        let aggregate = |kind| Aggregate {
            kind,
            argument: Some(Expr::column(tag, DataType::Int, false)),
            distinct: false,
            data_type: DataType::Int,
            list: None,
        };
        let (least, greatest) = (self.new_column(), self.new_column());
        let aggregates = vec![(least, aggregate(AggregateKind::Min)), (greatest, aggregate(AggregateKind::Max))];
        let is = |column, number| {
            let number = Expr::constant(Value::Int(number), DataType::Int);
            Condition::Compare(Comparison::Equal, Expr::column(column, DataType::Int, false), number)
        };
        let last = if operator == SetOperator::Except { 0 } else { 1 };
        let condition = Condition::And(vec![is(least, 0), is(greatest, last)]);
        let node = Node::Aggregate(Box::new(node), groups, aggregates, GroupMethod::Any);
        Node::Filter(Box::new(node), condition)
    }
}

/// The collation of a column of a set operation: 468 where the sides have two, 451 where all rows are kept.
fn collation_united<'e>(
    operator: SetOperator,
    sides: impl Iterator<Item = &'e Expr>,
    number: usize,
) -> Result<Option<CollationId>, SqlError> {
    let name = match operator {
        SetOperator::UnionAll => "UNION ALL",
        SetOperator::Union => "UNION",
        SetOperator::Except => "EXCEPT",
        SetOperator::Intersect => "INTERSECT",
    };
    match met(sides, name)? {
        Label::Conflict(left, right) if operator == SetOperator::UnionAll => {
            Err(unresolved_in_item((left, right), name, number))
        }
        Label::Conflict(left, right) => Err(conflict(left, right, name)),
        label => Ok(label.collation()),
    }
}

/// The columns of the first list as they are written there, by which the order may name them; what `*` stands for is not written.
fn written_first(body: &QueryBody) -> Vec<Option<ast::Expr>> {
    match body {
        QueryBody::Combined { first, .. } => written_first(first),
        QueryBody::Select(select) => {
            let has_star = select.items.iter().any(|item| matches!(item.kind, SelectItemKind::Star(_)));
            let items = select.items.iter().filter(|_| !has_star);
            let written = items.map(|item| match &item.kind {
                SelectItemKind::Value { value, .. } if matches!(value.kind, ExprKind::Column(_)) => Some(value.clone()),
                _ => None,
            });
            written.collect()
        }
    }
}

fn values_of(columns: &[ColumnId], outputs: &[OutputColumn]) -> Vec<Expr> {
    let value = |(id, output): (&ColumnId, &OutputColumn)| Expr::column(*id, output.data_type, output.nullable);
    columns.iter().zip(outputs).map(value).collect()
}
