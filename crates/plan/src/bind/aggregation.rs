//! Queries with groups: what an expression may still name, and the aggregates that it uses.
//!
//! The rows of an aggregation have the groups' values first, then the aggregates in the order in which they were met. Equal
//! aggregates are computed once.

use super::Binder;
use super::conversion::implicit;
use crate::expression::{Expr, ExprKind};
use crate::physical::{Aggregate, AggregateKind};
use crate::refusal::unsupported;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError};

/// The aggregation of the query that is being bound.
#[derive(Clone, Debug, Default)]
pub(super) struct Aggregation {
    /// The grouping expressions, as written and as bound over the source.
    pub groups: Vec<(ast::Expr, Expr)>,
    /// The aggregates, as written and as bound.
    pub aggregates: Vec<(ast::Call, Aggregate)>,
    /// Whether an aggregate's argument is being bound: names then mean the source's columns.
    inside: bool,
}

impl Aggregation {
    pub(super) fn by(groups: Vec<(ast::Expr, Expr)>) -> Aggregation {
        Aggregation { groups, aggregates: Vec::new(), inside: false }
    }
}

impl Binder<'_> {
    /// The group that `expr` is, if it is one as a whole.
    pub(super) fn bind_grouped(&mut self, expr: &ast::Expr) -> Result<Option<Expr>, SqlError> {
        let Some(aggregation) = self.aggregation.as_ref().filter(|aggregation| !aggregation.inside) else {
            return Ok(None);
        };
        let place = aggregation.groups.iter().position(|(written, _)| written == expr);
        Ok(place.map(|place| group_value(place, &aggregation.groups[place].1)))
    }

    /// What the source's column `column` at `place` is in the rows that the query is at: itself, or a group's value.
    pub(super) fn column_of_row(&self, place: usize, column: Expr) -> Result<Expr, SqlError> {
        let Some(aggregation) = self.aggregation.as_ref().filter(|aggregation| !aggregation.inside) else {
            return Ok(column);
        };
        let is_column = |expr: &Expr| matches!(expr.kind, ExprKind::Column(grouped) if grouped == place);
        match aggregation.groups.iter().position(|(_, bound)| is_column(bound)) {
            Some(group) => Ok(group_value(group, &aggregation.groups[group].1)),
            None => {
                let source = self.scope.alias.clone().unwrap_or_default();
                let name = &self.scope.columns[place].name;
                Err(SqlError::new(8120, 16, 1, vec![format!("{source}.{name}")]))
            }
        }
    }

    pub(super) fn bind_aggregate(&mut self, kind: AggregateKind, call: &ast::Call) -> Result<Expr, SqlError> {
        let Some(aggregation) = self.aggregation.as_mut() else {
            // 147: an aggregate may not appear in the WHERE clause (nor where there are no rows at all).
            return Err(SqlError::new(147, 15, 1, Vec::new()));
        };
        if aggregation.inside {
            return Err(SqlError::new(130, 15, 1, Vec::new()));
        }
        if let Some(place) = aggregation.aggregates.iter().position(|(written, _)| written == call) {
            return Ok(self.aggregate_value(place));
        }
        aggregation.inside = true;
        let bound = self.aggregate_of(kind, call);
        let aggregation = self.aggregation.get_or_insert_default();
        aggregation.inside = false;
        aggregation.aggregates.push((call.clone(), bound?));
        Ok(self.aggregate_value(self.aggregates() - 1))
    }

    fn aggregate_of(&mut self, kind: AggregateKind, call: &ast::Call) -> Result<Aggregate, SqlError> {
        let counts = matches!(kind, AggregateKind::Count | AggregateKind::CountBig);
        let count_type = if kind == AggregateKind::Count { DataType::Int } else { DataType::BigInt };
        if call.star {
            return match counts {
                true => Ok(Aggregate { kind, argument: None, distinct: false, data_type: count_type }),
                false => Err(SqlError::syntax_near("*")),
            };
        }
        let [argument] = call.arguments.as_slice() else {
            return Err(SqlError::argument_count(kind.name(), 1));
        };
        // 11725: NEXT VALUE FOR in an aggregate's argument.
        let argument = self.refusing_draws(Some((11725, 15)), |binder| binder.bind_value(argument))?;
        if matches!(argument.kind, ExprKind::Subquery(_)) {
            return Err(SqlError::new(130, 15, 1, Vec::new()));
        }
        let data_type = if counts { count_type } else { result_type(kind, argument.data_type)? };
        // Sums and averages are taken in the result's type; the least and the greatest keep the argument's.
        let argument = if counts { argument } else { implicit(argument, data_type)? };
        Ok(Aggregate { kind, argument: Some(argument), distinct: call.distinct, data_type })
    }

    fn aggregates(&self) -> usize {
        self.aggregation.as_ref().map_or(0, |aggregation| aggregation.aggregates.len())
    }

    fn aggregate_value(&self, place: usize) -> Expr {
        let aggregation =
            self.aggregation.as_ref().expect("aggregates are met only in a query that has an aggregation");
        let aggregate = &aggregation.aggregates[place].1;
        let nullable = !matches!(aggregate.kind, AggregateKind::Count | AggregateKind::CountBig);
        Expr::column(aggregation.groups.len() + place, aggregate.data_type, nullable)
    }
}

fn group_value(place: usize, group: &Expr) -> Expr {
    Expr::column(place, group.data_type, group.nullable)
}

/// The type that an aggregate gives over values of `argument`: 8117 where it takes none such.
fn result_type(kind: AggregateKind, argument: DataType) -> Result<DataType, SqlError> {
    let refused = || SqlError::invalid_operand(argument.name(), kind.name());
    match kind {
        AggregateKind::Min | AggregateKind::Max if argument == DataType::Bit => Err(refused()),
        AggregateKind::Min | AggregateKind::Max => Ok(argument),
        _ => match argument {
            DataType::TinyInt | DataType::SmallInt | DataType::Int => Ok(DataType::Int),
            DataType::BigInt => Ok(DataType::BigInt),
            DataType::Float => Ok(DataType::Float),
            DataType::Decimal { scale, .. } => match kind {
                AggregateKind::Sum => Ok(DataType::Decimal { precision: 38, scale }),
                _ => Err(unsupported("AVG of numeric")),
            },
            _ => Err(refused()),
        },
    }
}
