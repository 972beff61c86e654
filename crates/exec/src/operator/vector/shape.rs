//! Which queries are run so.

use super::aggregate::Aggregate;
use super::condition::Condition;
use super::expression::{Binary, Expression};
use super::groups::WIDTH_MAX;
use super::source::Source;
use super::sums::Aggregated;
use crate::operator::compile::Planner;
use sluice_access::Granule;
use sluice_plan::{AggregateKind, ColumnId, Expr, ExprKind, Node, ScanTarget};
use sluice_types::row::integer_value;
use sluice_types::{DataType, Operator as Arithmetic, SqlError};

/// The operator for groups of `input`, and the source of its rows; none where it is to go row by row.
pub(in crate::operator) fn aggregate_of(
    planner: &mut Planner<'_>,
    input: &Node,
    groups: &[(ColumnId, Expr)],
    aggregates: &[(ColumnId, sluice_plan::Aggregate)],
) -> Result<Option<(Aggregate, usize)>, SqlError> {
    let (mut node, mut filters) = (input, Vec::new());
    while let Node::Filter(below, condition) = node {
        filters.push(condition);
        node = below;
    }
    let Node::Scan(target) = node else { return Ok(None) };
    let mut shape = Shape { planner, target, columns: Vec::new() };
    let conditions = filters.iter().rev().map(|filter| shape.conditions(filter)).collect::<Option<Vec<_>>>();
    let keys = groups.iter().map(|(_, group)| shape.expression(group)).collect::<Option<Vec<_>>>();
    let aggregated = aggregates.iter().map(|(_, aggregate)| shape.aggregated(aggregate)).collect::<Option<Vec<_>>>();
    let columns = shape.columns;
    let (Some(conditions), Some(keys), Some(aggregates_of)) = (conditions, keys, aggregated) else { return Ok(None) };
    if keys.len() > WIDTH_MAX {
        return Ok(None);
    }
    let granule = if conditions.is_empty() { planner.granule } else { Granule::Row };
    let before = std::mem::replace(&mut planner.granule, granule);
    let scan = planner.scan_of(target);
    planner.granule = before;
    let input = Source { scan: scan?, columns, conditions: conditions.into_iter().flatten().collect() };
    let ids: Vec<_> = groups.iter().map(|(id, _)| *id).chain(aggregates.iter().map(|(id, _)| *id)).collect();
    let source = planner.builder.source(&ids, None);
    let key_types = groups.iter().map(|(_, group)| group.data_type).collect();
    Ok(Some((Aggregate { input, keys, key_types, aggregates: aggregates_of, source }, source)))
}

/// What is made of a plan, as far as it goes. `None` everywhere: not so.
struct Shape<'s, 'p> {
    planner: &'s mut Planner<'p>,
    target: &'s ScanTarget,
    /// The columns that are used, by their places in the table.
    columns: Vec<usize>,
}

impl Shape<'_, '_> {
    fn conditions(&mut self, condition: &sluice_plan::Condition) -> Option<Vec<Condition>> {
        Some(match condition {
            sluice_plan::Condition::And(all) => {
                let each = all.iter().map(|condition| self.conditions(condition));
                each.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect()
            }
            sluice_plan::Condition::Compare(op, left, right) => {
                vec![Condition::Compare(*op, self.expression(left)?, self.expression(right)?)]
            }
            sluice_plan::Condition::IsNull(value, not) => vec![Condition::IsNull(self.expression(value)?, *not)],
            sluice_plan::Condition::Or(_) | sluice_plan::Condition::Exists(..) => return None,
        })
    }

    fn aggregated(&mut self, aggregate: &sluice_plan::Aggregate) -> Option<Aggregated> {
        let argument = match &aggregate.argument {
            Some(argument) => Some((self.expression(argument)?, argument.data_type)),
            None => None,
        };
        let is_of_integers = argument.as_ref().is_none_or(|(_, data_type)| {
            *data_type == aggregate.data_type && matches!(data_type, DataType::Int | DataType::BigInt)
        });
        let is_known = match aggregate.kind {
            AggregateKind::Count | AggregateKind::CountBig => !aggregate.distinct,
            AggregateKind::Min | AggregateKind::Max => true,
            AggregateKind::Sum | AggregateKind::Avg => !aggregate.distinct && is_of_integers,
            AggregateKind::StDev | AggregateKind::StDevP | AggregateKind::Var | AggregateKind::VarP => false,
        };
        is_known.then_some(Aggregated { kind: aggregate.kind, argument, data_type: aggregate.data_type })
    }

    /// An expression of integers.
    fn expression(&mut self, expr: &Expr) -> Option<Expression> {
        integer_value(expr.data_type, 0)?;
        match &expr.kind {
            ExprKind::Column(id) => self.column(*id),
            ExprKind::Constant(_) | ExprKind::Variable(_) => {
                Some(Expression::Register(self.planner.builder.value(expr, None)))
            }
            // No value of a narrower type is another one in a wider.
            ExprKind::Convert { input, style: None, tolerant: false } => {
                let widens = rank(input.data_type)? <= rank(expr.data_type)?;
                if widens { self.expression(input) } else { None }
            }
            ExprKind::Binary(operator, left, right) => {
                let is_known = matches!(operator, Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply)
                    && matches!(expr.data_type, DataType::Int | DataType::BigInt);
                let (left, right) = (self.expression(left)?, self.expression(right)?);
                let binary = Binary { operator: *operator, data_type: expr.data_type, left, right };
                is_known.then(|| Expression::Binary(Box::new(binary)))
            }
            _ => None,
        }
    }

    fn column(&mut self, id: ColumnId) -> Option<Expression> {
        let place = self.target.columns.iter().position(|column| *column == id)?;
        integer_value(self.target.table.columns[place].stored_type(), 0)?;
        let number = self.columns.iter().position(|known| *known == place).unwrap_or_else(|| {
            self.columns.push(place);
            self.columns.len() - 1
        });
        Some(Expression::Column(number))
    }
}

/// How wide an integer type is.
fn rank(data_type: DataType) -> Option<u8> {
    Some(match data_type {
        DataType::TinyInt => 1,
        DataType::SmallInt => 2,
        DataType::Int => 4,
        DataType::BigInt => 8,
        _ => return None,
    })
}
