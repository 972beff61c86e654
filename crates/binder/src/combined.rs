//! UNION, EXCEPT and INTERSECT.
//!
//! EXCEPT and INTERSECT group the rows of all operands, tagged with the operand's number. NULLs are
//! therefore equal and results are distinct, as in SQL Server.

use super::Binder;
use super::bound::{BoundQuery, Item};
use super::collation::unresolved_in_item;
use super::derived::unified_rows;
use super::index_filter::checks_of;
use super::literal::{is_null, null};
use super::select::{check_order, ordered};
use sluice_catalog::name;
use sluice_plan::aggregate::{Aggregate, AggregateKind};
use sluice_plan::collation::{Label, conflict, label, meet};
use sluice_plan::expression::{ColumnId, Condition, Expr, Step};
use sluice_plan::physical::{GroupMethod, Node, Rows};
use sluice_plan::statement::{ColumnOrigin, OutputColumn};
use sluice_syntax::ast::{self, ExprKind, Literal, QueryBody, SelectItemKind, SetOperator};
use sluice_types::comparable::check_united;
use sluice_types::{CollationId, Comparison, DataType, Operator, SqlError, Value};

/// The columns of a chain of set operations.
struct Shape {
    outputs: Vec<OutputColumn>,
    collations: Vec<Option<CollationId>>,
}

impl Binder<'_> {
    /// Binds a chain of set operations and the query's ORDER BY, which sees only the chain's
    /// columns. UNION ALL and the others are applied by their precedence. Fails with 104 for an
    /// ORDER BY item that isn't in the select list, with 205 for different numbers of columns. NEXT
    /// VALUE FOR fails with 11721.
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
            written: written.get(place).copied().flatten(),
            column: None,
        };
        let items: Vec<Item<'_>> = rows.values.iter().zip(&columns).enumerate().map(item).collect();
        // 104: ORDER BY items must appear in the select list if the statement contains a set
        // operator.
        // Names of the operands' tables aren't in scope.
        let is_of_list = |error: &SqlError| matches!(error.number, 145 | 207 | 4104);
        let order_by: Vec<_> = query.order_by.iter().map(|key| by_place(key, &items)).collect();
        let ordering = match self.without_noting(|binder| binder.bind_order(&order_by, &items, true)) {
            Err(error) if is_of_list(&error) => return Err(SqlError::order_by_not_in_combined_list()),
            ordering => ordering?,
        };
        let offset = self.bind_offset(query, false)?;
        let node = ordered(rows.node, ordering, None, offset);
        Ok(BoundQuery { rows: Rows { node, values: rows.values }, columns })
    }

    /// Binds a chain of set operations. The plan's height doesn't depend on the number of operands.
    /// Fails with 205 if operands have different numbers of columns.
    fn bind_chain(
        &mut self,
        query: &ast::Query,
        first: &QueryBody,
        rest: &[ast::Combination],
    ) -> Result<BoundQuery, SqlError> {
        let refused = SqlError::nested_change_in_set_operation;
        let operand = |binder: &mut Self, body: &QueryBody| {
            binder.refusing_changes(refused, |binder| binder.bind_operand(query, body))
        };
        let BoundQuery { rows: Rows { node, values }, columns } = operand(self, first)?;
        let (mut nodes, mut values) = (vec![node], vec![values]);
        for next in rest {
            let right = operand(self, &next.body)?;
            if right.columns.len() != columns.len() {
                return Err(SqlError::unequal_select_lists());
            }
            nodes.push(right.rows.node);
            values.push(right.rows.values);
        }
        let operators: Vec<SetOperator> = rest.iter().map(|next| next.operator).collect();
        let (values, types) = unified_rows(values)?;
        if operators.iter().any(|operator| *operator != SetOperator::UnionAll) {
            types.iter().try_for_each(|data_type| check_united(*data_type))?;
        }
        let mut shape = Shape { outputs: Vec::with_capacity(columns.len()), collations: Vec::new() };
        for (place, (column, data_type)) in columns.into_iter().zip(types).enumerate() {
            let collation = collation_united(&operators, values.iter().map(|side| &side[place]), place + 1)?;
            let nullable = values.iter().any(|side| side[place].nullable);
            shape.collations.push(collation);
            shape.outputs.push(OutputColumn {
                origin: ColumnOrigin::Gathered,
                collation: collation.unwrap_or(CollationId::DEFAULT),
                ..OutputColumn::expression(column.name, data_type, nullable)
            });
        }
        let is_null_only = |place: &usize| values.iter().all(|side| is_null(&side[*place]));
        let nulls: Vec<usize> = (0..shape.outputs.len()).filter(is_null_only).collect();
        let inputs = nodes.into_iter().zip(values).map(|(node, values)| Rows { node, values }).collect();
        let mut rows = match operators.contains(&SetOperator::Intersect) {
            true => self.intersected(inputs, &shape),
            false => self.united(inputs, &operators, &shape),
        };
        nulls.into_iter().for_each(|place| rows.values[place] = null());
        Ok(BoundQuery { rows, columns: shape.outputs })
    }

    /// Binds one operand. An operand in a subquery can have its own ORDER BY. Fails with 1033 if
    /// that order has no effect.
    fn bind_operand(&mut self, query: &ast::Query, body: &QueryBody) -> Result<BoundQuery, SqlError> {
        self.deeper()?;
        match body {
            QueryBody::Combined { first, rest } => self.bind_chain(query, first, rest),
            QueryBody::Select(select) => {
                let order = select.order.as_deref();
                let alone = ast::Query {
                    with: Vec::new(),
                    body: QueryBody::Select(select.clone()),
                    order_by: order.map_or_else(Vec::new, |order| order.order_by.clone()),
                    offset: order.and_then(|order| order.offset.clone()),
                    for_clause: None,
                    hints: Vec::new(),
                    span: query.span,
                };
                check_order(&alone)?;
                // 11721: NEXT VALUE FOR in an operand of a set operator.
                let (bound, level) = self.in_level(|binder| {
                    binder.refusing_draws(Some(SqlError::next_value_in_distinct), |binder| {
                        binder.bind_rows_of(&alone, select)
                    })
                })?;
                self.level().outer.extend(level.outer);
                Ok(bound)
            }
        }
    }

    /// Combines operands of UNION ALL, UNION and EXCEPT. Operands after the last duplicate-removing
    /// operator are appended; all before it form one set.
    fn united(&mut self, mut inputs: Vec<Rows>, operators: &[SetOperator], shape: &Shape) -> Rows {
        let Some(last) = operators.iter().rposition(|operator| *operator != SetOperator::UnionAll) else {
            return self.appended(inputs, shape);
        };
        let appended = inputs.split_off(last + 2);
        let set = match operators.contains(&SetOperator::Except) {
            true => self.subtracted(inputs, &operators[..=last], shape),
            false => {
                let Rows { node, values } = self.appended(inputs, shape);
                let (grouped, groups) = self.groups_of(values);
                let node = Node::Aggregate(Box::new(node), groups, Vec::new(), self.union_method);
                Rows { node, values: values_of(&grouped, &shape.outputs) }
            }
        };
        if appended.is_empty() {
            return set;
        }
        self.appended(std::iter::once(set).chain(appended).collect(), shape)
    }

    /// Returns the rows of all operands, one operand after the other.
    fn appended(&mut self, mut inputs: Vec<Rows>, shape: &Shape) -> Rows {
        inputs.iter_mut().for_each(|input| note_checks(&mut input.node));
        let columns = self.columns_as(shape);
        let values = values_of(&columns, &shape.outputs);
        Rows { node: Node::Union(columns, inputs), values }
    }

    /// Combines a chain with EXCEPT. The last operand that contains a row decides: the row is in
    /// the result unless EXCEPT precedes that operand. Operands after EXCEPT get odd numbers, the
    /// others even ones.
    fn subtracted(&mut self, inputs: Vec<Rows>, operators: &[SetOperator], shape: &Shape) -> Rows {
        let mut numbers = vec![0];
        for operator in operators {
            let last = numbers.last().copied().unwrap_or_default();
            let changes = (last % 2 == 1) != (*operator == SetOperator::Except);
            numbers.push(last + i32::from(changes));
        }
        let is_odd = Step { operator: Operator::BitAnd, right: int(1), data_type: DataType::Int };
        let several = numbers.last().is_some_and(|last| *last > 1);
        self.numbered_groups(inputs, &numbers, shape, |_, greatest| {
            let decisive = if several { greatest.chained(is_odd) } else { greatest };
            Condition::Compare(Comparison::Equal, decisive, int(0))
        })
    }

    /// Combines operands of INTERSECT pairwise, so that thousands of operands yield a plan of few
    /// levels.
    fn intersected(&mut self, mut inputs: Vec<Rows>, shape: &Shape) -> Rows {
        while inputs.len() > 1 {
            let mut pairs = Vec::with_capacity(inputs.len().div_ceil(2));
            let mut unpaired = inputs.into_iter();
            while let Some(left) = unpaired.next() {
                pairs.push(match unpaired.next() {
                    Some(right) => self.numbered_groups(vec![left, right], &[0, 1], shape, |least, greatest| {
                        let is = |value, number| Condition::Compare(Comparison::Equal, value, int(number));
                        Condition::And(vec![is(least, 0), is(greatest, 1)])
                    }),
                    None => left,
                });
            }
            inputs = pairs;
        }
        inputs.pop().unwrap_or(Rows { node: Node::OneRow, values: Vec::new() })
    }

    /// Returns the distinct rows of the numbered operands for whose lowest and highest number
    /// `holds` is true.
    fn numbered_groups(
        &mut self,
        mut inputs: Vec<Rows>,
        numbers: &[i32],
        shape: &Shape,
        holds: impl FnOnce(Expr, Expr) -> Condition,
    ) -> Rows {
        inputs.iter_mut().zip(numbers).for_each(|(input, number)| input.values.push(int(*number)));
        let mut columns = self.columns_as(shape);
        let (grouped, groups) = self.groups_of(values_of(&columns, &shape.outputs));
        let number = self.new_column();
        columns.push(number);
        let aggregate = |kind| Aggregate {
            kind,
            argument: Some(Expr::column(number, DataType::Int, false)),
            distinct: false,
            data_type: DataType::Int,
            warns: true,
            list: None,
        };
        let (least, greatest) = (self.new_column(), self.new_column());
        let aggregates = vec![(least, aggregate(AggregateKind::Min)), (greatest, aggregate(AggregateKind::Max))];
        let value = |column| Expr::column(column, DataType::Int, false);
        let condition = holds(value(least), value(greatest));
        let node = Node::Union(columns, inputs);
        let node = Node::Aggregate(Box::new(node), groups, aggregates, GroupMethod::Any);
        Rows { node: Node::Filter(Box::new(node), condition), values: values_of(&grouped, &shape.outputs) }
    }

    /// Creates group columns for these values.
    fn groups_of(&mut self, values: Vec<Expr>) -> (Vec<ColumnId>, Vec<(ColumnId, Expr)>) {
        let grouped: Vec<ColumnId> = values.iter().map(|value| self.new_column_for(value)).collect();
        self.note_gathered(&grouped);
        (grouped.clone(), grouped.into_iter().zip(values).collect())
    }

    fn columns_as(&mut self, shape: &Shape) -> Vec<ColumnId> {
        let columns: Vec<ColumnId> = shape.collations.iter().map(|collation| self.new_column_of(*collation)).collect();
        self.note_gathered(&columns);
        columns
    }

    /// Notes that the columns are those of a set operation.
    fn note_gathered(&mut self, columns: &[ColumnId]) {
        self.origins.extend(columns.iter().map(|column| (column.number, ColumnOrigin::Gathered)));
    }
}

/// Notes the tests of CHECK constraints at the scan whose rows an operand passes on.
fn note_checks(mut node: &mut Node) {
    loop {
        node = match node {
            Node::Scan(target) => return target.checks = checks_of(&target.table),
            Node::Filter(input, _) | Node::Compute(input, _) => &mut **input,
            _ => return,
        };
    }
}

/// Returns the collation of a column of a chain of set operations, combined from left to right.
/// Fails with 468 on a conflict, with 451 for UNION ALL.
fn collation_united<'e>(
    operators: &[SetOperator],
    mut sides: impl Iterator<Item = &'e Expr>,
    number: usize,
) -> Result<Option<CollationId>, SqlError> {
    let mut united = sides.next().map_or(Ok(Label::None), label)?;
    for (operator, side) in operators.iter().zip(sides) {
        let name = match operator {
            SetOperator::UnionAll => "UNION ALL",
            SetOperator::Union => "UNION",
            SetOperator::Except => "EXCEPT",
            SetOperator::Intersect => "INTERSECT",
        };
        united = match meet(united, label(side)?, name)? {
            Label::Conflict(left, right) if *operator == SetOperator::UnionAll => {
                return Err(unresolved_in_item((left, right), name, number));
            }
            Label::Conflict(left, right) => return Err(conflict(left, right, name)),
            // An explicit collation of an operand is implicit in the result, like a column's.
            Label::Explicit(collation) => Label::Implicit(collation),
            other => other,
        };
    }
    Ok(united.collation())
}

/// Returns the key with an item's number in place of the column that the item shows under another
/// name in the first query, unless an item has that name.
fn by_place(key: &ast::OrderItem, items: &[Item<'_>]) -> ast::OrderItem {
    let mut key = key.clone();
    if let ExprKind::Column(wanted) = &key.value.kind
        && wanted.qualifier.is_none()
        && !items.iter().any(|item| name::same(&item.name, &wanted.name.text))
    {
        let shows = |item: &Item<'_>| match item.written.map(|written| &written.kind) {
            Some(ExprKind::Column(shown)) => name::same(&shown.name.text, &wanted.name.text),
            _ => false,
        };
        if let Some(place) = items.iter().position(shows) {
            key.value.kind = ExprKind::Literal(Literal::Integer(place as i64 + 1));
        }
    }
    key
}

/// Returns the columns of the first select list as written, which ORDER BY may name. Columns of `*`
/// aren't written.
fn written_first(body: &QueryBody) -> Vec<Option<&ast::Expr>> {
    match body {
        QueryBody::Combined { first, .. } => written_first(first),
        QueryBody::Select(select) => {
            let has_star = select.items.iter().any(|item| matches!(item.kind, SelectItemKind::Star(_)));
            let items = select.items.iter().filter(|_| !has_star);
            let written = items.map(|item| match &item.kind {
                SelectItemKind::Value { value, .. } if matches!(value.kind, ExprKind::Column(_)) => Some(value),
                _ => None,
            });
            written.collect()
        }
    }
}

fn int(number: i32) -> Expr {
    Expr::constant(Value::Int(number), DataType::Int)
}

fn values_of(columns: &[ColumnId], outputs: &[OutputColumn]) -> Vec<Expr> {
    let value = |(id, output): (&ColumnId, &OutputColumn)| Expr::column(*id, output.data_type, output.nullable);
    columns.iter().zip(outputs).map(value).collect()
}
