//! OVER: window functions.
//!
//! Window functions in the select list and in ORDER BY are bound over the grouped rows. Functions
//! with the same partitioning and order share one operator.
//! `t-sql/queries/select-over-clause-transact-sql` has the clause's rules.

use super::aggregation::result_of;
use super::collation::collated_key;
use super::conversion::implicit;
use super::level::Division;
use super::{Binder, percentile};
use sluice_definition::named_window;
use sluice_functions::{find, is_missing};
use sluice_plan::aggregate::{Aggregate, AggregateKind};
use sluice_plan::expression::{Expr, ExprKind};
use sluice_plan::physical::Node;
use sluice_plan::sort_key::SortKey;
use sluice_plan::window::{Frame, FrameBound, Window, WindowFunction};
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError, Value};

/// Functions that exist only as window functions.
const NAMES: [&str; 12] = [
    "ROW_NUMBER",
    "RANK",
    "DENSE_RANK",
    "NTILE",
    "PERCENT_RANK",
    "CUME_DIST",
    "LAG",
    "LEAD",
    "FIRST_VALUE",
    "LAST_VALUE",
    percentile::CONTINUOUS,
    percentile::DISCRETE,
];

/// Whether a function needs OVER.
pub(super) fn is_window_function(name: &ast::Name) -> bool {
    NAMES.iter().any(|known| name.is(known))
}

impl Binder<'_> {
    /// Allows window functions from here on, in a select list or ORDER BY. `named` are the windows
    /// of the WINDOW clause. Fails as [`named_window::check`] does.
    pub(super) fn allow_windows(&mut self, named: &[ast::NamedWindow]) -> Result<(), SqlError> {
        named_window::check(named)?;
        self.level().windows.get_or_insert_default().named = named.to_vec();
        Ok(())
    }

    /// Binds a function with OVER. Fails with 4108 where window functions aren't allowed, with 4109
    /// inside another window function or an aggregate. Equal calls share one column. Named windows
    /// are resolved. The caller adds the operators with [`Binder::windowed`]. A function that
    /// doesn't allow OVER fails with 4113, a missing order with 4112 or 10756, a frame that isn't
    /// allowed with 4193, 4194 or 10752, an order by a constant with 5308 or 5309, DISTINCT with
    /// 10759, and a wrong number of arguments with 174, 4114 or 10755.
    pub(super) fn bind_window(&mut self, call: &ast::Call, over: &ast::Over) -> Result<Expr, SqlError> {
        let in_aggregate = self.level().aggregation.as_ref().is_some_and(|aggregation| aggregation.inside);
        let Some(windows) = self.level().windows.as_mut() else {
            return Err(SqlError::window_function_not_allowed());
        };
        if windows.inside || in_aggregate {
            return Err(SqlError::window_function_in_window_function());
        }
        if let Some((_, value)) = windows.known.iter().find(|(written, _)| written == call) {
            return Ok(value.clone());
        }
        let over = &named_window::resolved(over, &windows.named)?;
        let over = &if percentile::is_percentile(&call.name.name) {
            named_window::within_group(call, over)?
        } else {
            over.clone()
        };
        windows.inside = true;
        let bound = self.bind_window_call(call, over);
        self.level().windows.get_or_insert_default().inside = false;
        let (partition, order, function, data_type, nullable) = bound?;
        let column = match function.argument() {
            Some(argument) => self.new_column_for(argument),
            None => self.new_column(),
        };
        let windows = self.level().windows.get_or_insert_default();
        let value = Expr::column(column, data_type, nullable);
        windows.known.push((call.clone(), value.clone()));
        let is_same =
            |division: &&mut Division| division.partition_by == over.partition_by && division.order_by == over.order_by;
        match windows.divisions.iter_mut().find(is_same) {
            Some(division) => division.window.functions.push((column, function)),
            None => windows.divisions.push(Division {
                partition_by: over.partition_by.clone(),
                order_by: over.order_by.clone(),
                window: Window { partition, order, functions: vec![(column, function)] },
            }),
        }
        Ok(value)
    }

    /// Adds the window operators above `node`. Window functions are no longer allowed afterwards.
    /// Each division gets a sort by partition and order below it, unless it has neither.
    pub(super) fn windowed(&mut self, node: Node) -> Node {
        let windows = self.level().windows.take().unwrap_or_default();
        windows.divisions.into_iter().fold(node, |node, Division { window, .. }| {
            let by_partition = window.partition.iter().map(|expr| SortKey { expr: expr.clone(), descending: false });
            let keys: Vec<SortKey> = by_partition.chain(window.order.iter().cloned()).collect();
            let node = if keys.is_empty() { node } else { Node::Sort(Box::new(node), keys) };
            Node::Window(Box::new(node), window)
        })
    }

    fn bind_window_call(&mut self, call: &ast::Call, over: &ast::Over) -> Result<BoundWindow, SqlError> {
        let partition = over.partition_by.iter().map(|value| self.bind_value(value)).collect::<Result<Vec<_>, _>>()?;
        let order = self.bind_window_order(&over.order_by)?;
        let partition = partition.into_iter().map(collated_key).collect::<Result<Vec<_>, _>>()?;
        let (function, data_type, nullable) = self.bind_window_function(call, over)?;
        Ok((partition, order, function, data_type, nullable))
    }

    /// Binds the order of a window. Fails with 5308 or 5309 for constants. A constant subquery and
    /// a column of NULLs are accepted and ignored.
    fn bind_window_order(&mut self, items: &[ast::OrderItem]) -> Result<Vec<SortKey>, SqlError> {
        let mut keys = Vec::with_capacity(items.len());
        for item in items {
            let expr = self.bind_value(&item.value)?;
            let expr = self.constant_key(expr);
            match (&item.value.kind, &expr.kind) {
                (ast::ExprKind::Literal(ast::Literal::Integer(_)), _) => {
                    return Err(SqlError::window_order_by_integer());
                }
                (ast::ExprKind::Subquery(_), ExprKind::Constant(_)) => {}
                (ast::ExprKind::Column(_), ExprKind::Constant(_)) => {}
                (_, ExprKind::Constant(_)) => return Err(SqlError::window_order_by_constant()),
                _ => keys.push(SortKey { expr: collated_key(expr)?, descending: item.descending }),
            }
        }
        Ok(keys)
    }

    fn bind_window_function(
        &mut self,
        call: &ast::Call,
        over: &ast::Over,
    ) -> Result<(WindowFunction, DataType, bool), SqlError> {
        let name = &call.name.name;
        if call.distinct {
            return Err(SqlError::distinct_with_over());
        }
        if let Some(kind) = AggregateKind::named(&name.text) {
            let aggregate = self.bind_window_aggregate(kind, call)?;
            let data_type = aggregate.data_type;
            let frame = bound_frame(over)?;
            return Ok((WindowFunction::Aggregate(aggregate, frame), data_type, true));
        }
        if !is_window_function(name) {
            let is_known = find(&name.text).is_some() || is_missing(&name.text) || is_by_grammar(name);
            // 4113: the function can't be used with OVER.
            return Err(match is_known {
                true => SqlError::invalid_window_function(&name.text),
                false => SqlError::unknown_function(&name.text),
            });
        }
        if percentile::is_percentile(name) {
            return self.bind_percentile(call);
        }
        // 4112: the function needs an order; 10752: it takes no frame.
        if over.order_by.is_empty() {
            return Err(SqlError::function_needs_ordered_over(&name.text));
        }
        let is_edge = name.is("FIRST_VALUE") || name.is("LAST_VALUE");
        if over.frame.is_some() && !is_edge {
            return Err(SqlError::window_frame_not_allowed(&name.text));
        }
        let simple = [
            ("ROW_NUMBER", WindowFunction::RowNumber, DataType::BigInt),
            ("RANK", WindowFunction::Rank, DataType::BigInt),
            ("DENSE_RANK", WindowFunction::DenseRank, DataType::BigInt),
            ("PERCENT_RANK", WindowFunction::PercentRank, DataType::Float),
            ("CUME_DIST", WindowFunction::CumeDist, DataType::Float),
        ];
        if let Some((_, function, data_type)) = simple.into_iter().find(|(known, ..)| name.is(known)) {
            return match call.arguments.is_empty() {
                true => Ok((function, data_type, true)),
                false => Err(SqlError::window_argument_count(&name.text, 0)),
            };
        }
        if name.is("NTILE") {
            let [count] = call.arguments.as_slice() else {
                return Err(SqlError::window_argument_count(&name.text, 1));
            };
            let count = self.bind_value(count)?;
            let mut wrong = SqlError::positive_integer_required();
            wrong.severity = 15;
            match &count.kind {
                // A parameter of an inline function is NULL while the function is defined.
                ExprKind::Constant(count) if count.as_i64().is_some_and(|count| count < 1) => return Err(wrong),
                _ if !count.data_type.is_integer() => return Err(wrong),
                _ => {}
            }
            return Ok((WindowFunction::Ntile(implicit(count, DataType::BigInt)?), DataType::BigInt, true));
        }
        if is_edge {
            let [value] = call.arguments.as_slice() else {
                return Err(SqlError::window_argument_count(&name.text, 1));
            };
            let ignores_nulls = call.ignores_nulls == Some(true);
            let (value, frame) = (self.bind_value(value)?, bound_frame(over)?);
            let data_type = value.data_type;
            return Ok((
                WindowFunction::Edge { value, ignores_nulls, last: name.is("LAST_VALUE"), frame },
                data_type,
                true,
            ));
        }
        self.bind_lag(call, name.is("LAG"))
    }

    /// Binds LAG and LEAD. The default is converted to the value's type.
    fn bind_lag(&mut self, call: &ast::Call, before: bool) -> Result<(WindowFunction, DataType, bool), SqlError> {
        let (value, rest) = match call.arguments.as_slice() {
            [value, rest @ ..] if rest.len() <= 2 => (value, rest),
            _ => return Err(SqlError::window_argument_count_range(&call.name.name.text, 1, 3)),
        };
        let value = self.bind_value(value)?;
        let data_type = value.data_type;
        let distance = match rest.first() {
            Some(distance) => implicit(self.bind_value(distance)?, DataType::BigInt)?,
            None => Expr::constant(Value::BigInt(1), DataType::BigInt),
        };
        let default = rest.get(1).map(|default| implicit(self.bind_value(default)?, data_type)).transpose()?;
        let ignores_nulls = call.ignores_nulls == Some(true);
        Ok((WindowFunction::Offset { value, ignores_nulls, distance, before, default }, data_type, true))
    }

    fn bind_window_aggregate(&mut self, kind: AggregateKind, call: &ast::Call) -> Result<Aggregate, SqlError> {
        if kind.is_list() {
            return Err(SqlError::invalid_window_function(&call.name.name.text).in_state(4));
        }
        let argument = match call.arguments.as_slice() {
            [] if call.star => None,
            [argument] if !call.star => Some(self.bind_value(argument)?),
            _ => return Err(SqlError::argument_count(kind.name(), 1)),
        };
        result_of(kind, argument, false)
    }
}

/// Binds the frame. The default ends at the current row if there is an order, otherwise the
/// frame is the whole partition. Fails as [`named_window::check_frame`] does.
fn bound_frame(over: &ast::Over) -> Result<Frame, SqlError> {
    named_window::check_frame(over)?;
    let Some(frame) = &over.frame else {
        let end = if over.order_by.is_empty() { FrameBound::Last } else { FrameBound::Current };
        return Ok(Frame { rows: false, start: FrameBound::First, end });
    };
    let end = frame.end.as_ref().map_or(FrameBound::Current, bound_of);
    Ok(Frame { rows: frame.rows, start: bound_of(&frame.start), end })
}

fn bound_of(bound: &ast::FrameBound) -> FrameBound {
    match bound {
        ast::FrameBound::UnboundedPreceding => FrameBound::First,
        ast::FrameBound::UnboundedFollowing => FrameBound::Last,
        ast::FrameBound::CurrentRow => FrameBound::Current,
        ast::FrameBound::Preceding(count) => FrameBound::Preceding(*count),
        ast::FrameBound::Following(count) => FrameBound::Following(*count),
    }
}

/// Partition, order, function, type of the value, and whether the value can be NULL.
type BoundWindow = (Vec<Expr>, Vec<SortKey>, WindowFunction, DataType, bool);

/// Whether a function has a binding of its own and isn't in the registry of functions.
fn is_by_grammar(name: &ast::Name) -> bool {
    const NAMES: [&str; 9] = [
        "CHOOSE",
        "COALESCE",
        "GROUPING",
        "GROUPING_ID",
        "NULLIF",
        "ROWCOUNT_BIG",
        "SCOPE_IDENTITY",
        "TEXTVALID",
        "XACT_STATE",
    ];
    NAMES.iter().any(|known| name.is(known))
}
