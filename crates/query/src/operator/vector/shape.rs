//! Decides which parts of a plan run chunk by chunk: scans, filters, expressions, joins, sorts and
//! aggregates over integers only.

use super::aggregate::Aggregate;
use super::compute::Compute;
use super::condition::Condition;
use super::expression::{Binary, Expression};
use super::filter::Filter;
use super::groups::WIDTH_MAX;
use super::join::Join;
use super::merge::Merge;
use super::sort::Sort;
use super::source::Source;
use super::sums::Aggregated;
use super::table::Table;
use crate::operator::compile::{Columns, Planner};
use sluice_access::Granule;
use sluice_plan::{
    AggregateKind, ColumnId, Expr, ExprKind, JoinKind, JoinMethod, MergeKeys, Node, ScanTarget, SortKey,
};
use sluice_types::row::integer_value;
use sluice_types::{DataType, Operator as Arithmetic, SqlError};

/// Compiles a chunked GROUP BY of `input`. Returns the operator and the source of its result rows,
/// or `None` if the part must run row by row: a type, expression or aggregate that chunks don't
/// have. `is_stream` says that the input is sorted by group.
pub(in crate::operator) fn aggregate_of(
    planner: &mut Planner<'_>,
    input: &Node,
    (groups, is_stream): (&[(ColumnId, Expr)], bool),
    aggregates: &[(ColumnId, sluice_plan::Aggregate)],
) -> Result<Option<(Aggregate, usize)>, SqlError> {
    if groups.len() > WIDTH_MAX {
        return Ok(None);
    }
    let arguments = aggregates.iter().filter_map(|(_, aggregate)| aggregate.argument.as_ref());
    let needed = planner.and(&Columns::default(), groups.iter().map(|(_, group)| group).chain(arguments));
    let Some(draft) = Draft::for_node(planner, input, &needed) else { return Ok(None) };
    let keys = draft.expressions(planner, groups.iter().map(|(_, group)| group));
    let made = aggregates.iter().map(|(_, aggregate)| draft.aggregated(planner, aggregate)).collect::<Option<Vec<_>>>();
    let (Some(keys), Some(made)) = (keys, made) else { return Ok(None) };
    let input = draft.source(planner)?;
    let ids: Vec<_> = groups.iter().map(|(id, _)| *id).chain(aggregates.iter().map(|(id, _)| *id)).collect();
    let source = planner.builder.source(&ids, None);
    let key_types = groups.iter().map(|(_, group)| group.data_type).collect();
    Ok(Some((Aggregate { input, keys, key_types, is_stream, aggregates: made, source }, source)))
}

/// Compiles a chunked sort of `input` by `keys`. The result rows have those columns of the input
/// that are in `above`. Returns `None` if the part must run row by row.
pub(in crate::operator) fn sort_of(
    planner: &mut Planner<'_>,
    (input, keys): (&Node, &[SortKey]),
    above: &Columns,
) -> Result<Option<(Sort, usize)>, SqlError> {
    let needed = planner.and(above, keys.iter().map(|key| &key.expr));
    let Some(draft) = Draft::for_node(planner, input, &needed) else { return Ok(None) };
    let Some(by) = draft.expressions(planner, keys.iter().map(|key| &key.expr)) else { return Ok(None) };
    let kept: Vec<usize> =
        (0..draft.columns.len()).filter(|number| above.contains(&draft.columns[*number].0)).collect();
    let ids: Vec<ColumnId> = kept.iter().map(|number| draft.columns[*number].0).collect();
    let columns = kept.into_iter().map(|number| (number, draft.columns[number].1)).collect();
    let input = draft.source(planner)?;
    let source = planner.builder.source(&ids, None);
    let keys = by.into_iter().zip(keys.iter().map(|key| key.descending)).collect();
    Ok(Some((Sort { input, keys, columns, source }, source)))
}

/// The plan of a source, before anything is locked or opened. Its constructors return `None` for a
/// part that must run row by row.
struct Draft<'n> {
    /// The columns of the chunks, and their types.
    columns: Vec<(ColumnId, DataType)>,
    kind: Kind<'n>,
}

enum Kind<'n> {
    Table(&'n ScanTarget, Vec<usize>, Granule),
    Filter(Box<Draft<'n>>, Vec<Condition>),
    Compute(Box<Draft<'n>>, Vec<Expression>),
    Join(Box<(Draft<'n>, Draft<'n>)>, Vec<Expression>, Vec<Expression>),
    Merge(Box<(Draft<'n>, Draft<'n>)>, Vec<Expression>, Vec<Expression>, &'n MergeKeys),
}

impl<'n> Draft<'n> {
    /// Returns the draft for the rows of `node`, with the columns in `needed`.
    fn for_node(planner: &mut Planner<'_>, node: &'n Node, needed: &Columns) -> Option<Draft<'n>> {
        if planner.builder.forgives_arithmetic() || planner.counters.is_some() {
            // The vector operators stop at an overflow, and don't count the rows of each node.
            return None;
        }
        match node {
            // A row's locator isn't an integer.
            Node::Scan(target) if target.locator.is_none() && target.address.is_none() => {
                let places = (0..target.columns.len()).filter(|place| needed.contains(&target.columns[*place]));
                let places: Vec<usize> = places.collect();
                let column = |place: &usize| {
                    let data_type = target.table.columns[*place].stored_type();
                    integer_value(data_type, 0).map(|_| (target.columns[*place], data_type))
                };
                let columns = places.iter().map(column).collect::<Option<_>>()?;
                Some(Draft { columns, kind: Kind::Table(target, places, planner.granule) })
            }
            Node::Filter(input, condition) => {
                let below = planner.and_condition(needed, Some(condition));
                let before = std::mem::replace(&mut planner.granule, Granule::Row);
                let input = Draft::for_node(planner, input, &below);
                planner.granule = before;
                input?.filtered(planner, condition)
            }
            Node::Compute(input, computed) => {
                let computed: Vec<_> = computed.iter().filter(|(id, _)| needed.contains(id)).collect();
                let below = planner.and(needed, computed.iter().map(|(_, expr)| expr));
                let input = Draft::for_node(planner, input, &below)?;
                let values = input.expressions(planner, computed.iter().map(|(_, expr)| expr))?;
                let more = computed.iter().map(|(id, expr)| (*id, expr.data_type));
                let columns = input.columns.iter().copied().chain(more).collect();
                Some(Draft { columns, kind: Kind::Compute(Box::new(input), values) })
            }
            Node::Join(join) => Draft::of_join(planner, join, needed),
            _ => None,
        }
    }

    fn of_join(planner: &mut Planner<'_>, join: &'n sluice_plan::Join, needed: &Columns) -> Option<Draft<'n>> {
        let (left_keys, right_keys) = join.method.keys();
        let is_known = join.kind == JoinKind::Inner && !join.keep && (1..=WIDTH_MAX).contains(&left_keys.len());
        // Rows of one key on both sides would have to be kept.
        let is_many = matches!(&join.method, JoinMethod::Merge(MergeKeys { is_unique: (false, false), .. }));
        if !is_known || is_many {
            return None;
        }
        let paired = planner.and_condition(needed, join.on.as_ref());
        let (left_needs, right_needs) = (planner.and(&paired, left_keys), planner.and(&paired, right_keys));
        let left = Draft::for_node(planner, &join.left, &left_needs)?;
        let right = Draft::for_node(planner, &join.right, &right_needs)?;
        let (left_keys, right_keys) = (left.expressions(planner, left_keys)?, right.expressions(planner, right_keys)?);
        let columns = left.columns.iter().chain(&right.columns).copied().collect();
        let inputs = Box::new((left, right));
        let kind = match &join.method {
            JoinMethod::Merge(keys) => Kind::Merge(inputs, left_keys, right_keys, keys),
            _ => Kind::Join(inputs, left_keys, right_keys),
        };
        let pairs = Draft { columns, kind };
        match &join.on {
            Some(on) => pairs.filtered(planner, on),
            None => Some(pairs),
        }
    }

    fn filtered(self, planner: &mut Planner<'_>, condition: &sluice_plan::Condition) -> Option<Draft<'n>> {
        let conditions = self.conditions(planner, condition)?;
        Some(Draft { columns: self.columns.clone(), kind: Kind::Filter(Box::new(self), conditions) })
    }

    /// Compiles the source. Registers its locks and index uses with `planner`.
    fn source(self, planner: &mut Planner<'_>) -> Result<Box<dyn Source>, SqlError> {
        Ok(match self.kind {
            Kind::Table(target, columns, granule) => {
                let before = std::mem::replace(&mut planner.granule, granule);
                let scan = planner.scan_of(target);
                planner.granule = before;
                let scan = scan?;
                let place = |column: &usize| {
                    let place = scan.columns.iter().position(|id| *id == target.columns[*column]);
                    place.expect("what is read has the columns that are used")
                };
                let columns = columns.iter().map(place).collect();
                Box::new(Table { scan, columns })
            }
            Kind::Filter(input, conditions) => Box::new(Filter { input: input.source(planner)?, conditions }),
            Kind::Compute(input, values) => Box::new(Compute { input: input.source(planner)?, values }),
            Kind::Join(inputs, left_keys, right_keys) => {
                let (left, right) = *inputs;
                let left = (left.source(planner)?, left_keys);
                Box::new(Join { left, right: (right.source(planner)?, right_keys) })
            }
            Kind::Merge(inputs, left_keys, right_keys, keys) => {
                let (left, right) = *inputs;
                let left = (left.source(planner)?, left_keys);
                let right = (right.source(planner)?, right_keys);
                let (descending, is_left_unique) = (keys.descending.clone(), keys.is_unique.0);
                Box::new(Merge { left, right, descending, is_left_unique })
            }
        })
    }

    fn conditions(&self, planner: &mut Planner<'_>, condition: &sluice_plan::Condition) -> Option<Vec<Condition>> {
        Some(match condition {
            sluice_plan::Condition::And(all) => {
                let each = all.iter().map(|condition| self.conditions(planner, condition));
                each.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect()
            }
            sluice_plan::Condition::Compare(op, left, right) => {
                vec![Condition::Compare(*op, self.expression(planner, left)?, self.expression(planner, right)?)]
            }
            sluice_plan::Condition::IsNull(value, not) => {
                vec![Condition::IsNull(self.expression(planner, value)?, *not)]
            }
            _ => return None,
        })
    }

    fn aggregated(&self, planner: &mut Planner<'_>, aggregate: &sluice_plan::Aggregate) -> Option<Aggregated> {
        let argument = match &aggregate.argument {
            Some(argument) => Some((self.expression(planner, argument)?, argument.data_type)),
            None => None,
        };
        let is_of_integers = argument.as_ref().is_none_or(|(_, data_type)| {
            *data_type == aggregate.data_type && matches!(data_type, DataType::Int | DataType::BigInt)
        });
        let is_known = match aggregate.kind {
            AggregateKind::Count | AggregateKind::CountBig => !aggregate.distinct,
            AggregateKind::Min | AggregateKind::Max => true,
            AggregateKind::Sum | AggregateKind::Avg => !aggregate.distinct && is_of_integers,
            _ => false,
        };
        is_known.then_some(Aggregated { kind: aggregate.kind, argument, data_type: aggregate.data_type })
    }

    fn expressions<'e>(
        &self,
        planner: &mut Planner<'_>,
        expressions: impl IntoIterator<Item = &'e Expr>,
    ) -> Option<Vec<Expression>> {
        expressions.into_iter().map(|expr| self.expression(planner, expr)).collect()
    }

    /// Compiles an expression. Returns `None` if it isn't computed from integers alone.
    fn expression(&self, planner: &mut Planner<'_>, expr: &Expr) -> Option<Expression> {
        integer_value(expr.data_type, 0)?;
        match &expr.kind {
            ExprKind::Column(id) => self.columns.iter().position(|(known, _)| known == id).map(Expression::Column),
            ExprKind::Constant(_) | ExprKind::Variable(_) => {
                Some(Expression::Register(planner.builder.value(expr, None)))
            }
            // A narrower integer keeps its value in a wider type.
            ExprKind::Convert { input, style: None, tolerant: false } => {
                let widens = rank(input.data_type)? <= rank(expr.data_type)?;
                if widens { self.expression(planner, input) } else { None }
            }
            // Each step adds a level to the compiled expression.
            ExprKind::Chain(first, steps) if steps.len() <= STEPS_MAX => {
                let mut left = self.expression(planner, first)?;
                for step in steps {
                    let is_known =
                        matches!(step.operator, Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply)
                            && matches!(step.data_type, DataType::Int | DataType::BigInt);
                    let right = self.expression(planner, &step.right).filter(|_| is_known)?;
                    let binary = Binary { operator: step.operator, data_type: step.data_type, left, right };
                    left = Expression::Binary(Box::new(binary));
                }
                Some(left)
            }
            _ => None,
        }
    }
}

/// The greatest number of steps in a chain that is computed by chunks.
const STEPS_MAX: usize = 32;

/// Returns the bytes of an integer type, or `None` for another type.
fn rank(data_type: DataType) -> Option<u8> {
    Some(match data_type {
        DataType::TinyInt => 1,
        DataType::SmallInt => 2,
        DataType::Int => 4,
        DataType::BigInt => 8,
        _ => return None,
    })
}
