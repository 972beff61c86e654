//! Queries with groups: the names that expressions may use, and the aggregates.
//!
//! The rows of an aggregation have a column for each group and each aggregate. Equal aggregates are
//! computed once.

use super::Binder;
use super::collation::check_definite;
use super::conversion::implicit;
use super::decided::is_known;
use super::level::Level;
use super::level::{Aggregation, Clause};
use super::literal::is_null;
use super::scope::NameLookup;
use super::window::is_window_function;
use sluice_definition::refusal::unsupported;
use sluice_plan::aggregate::{Aggregate, AggregateKind};
use sluice_plan::columns::of_expr;
use sluice_plan::expression::{ColumnId, Condition, Expr, ExprKind};
use sluice_plan::physical::{GroupMethod, GroupingSets, Node};
use sluice_plan::same::same_value;
use sluice_plan::sort_key::SortKey;
use sluice_plan::statement::ColumnOrigin;
use sluice_syntax::ast;
use sluice_syntax::walk::{self, Met};
use sluice_types::{DataType, SqlError, Value};

impl Clause {
    /// Returns the error for a column that is neither grouped nor aggregated.
    fn refusal(self, table: &str, column: &str) -> SqlError {
        match self {
            Clause::SelectList => SqlError::ungrouped_in_select_list(table, column),
            Clause::Having => SqlError::ungrouped_in_having(table, column),
            Clause::OrderBy => SqlError::ungrouped_in_order_by(table, column),
        }
    }
}

impl Aggregation {
    /// Creates an aggregation by `groups`; `sets` are the groupings if there are several.
    pub(super) fn by(groups: Vec<(ast::Expr, Expr, ColumnId)>, sets: Option<Vec<Vec<usize>>>) -> Aggregation {
        Aggregation { groups, sets, ..Aggregation::default() }
    }

    fn group_value(&self, column: ColumnId, group: &Expr) -> Expr {
        if is_null(group) {
            return group.clone();
        }
        Expr::column(column, group.data_type, group.nullable || self.sets.is_some())
    }

    /// Returns the aggregation operator over `source`. With several groupings it's a GroupingSets
    /// node, whose order `method` doesn't affect.
    pub(super) fn over(self, source: Node, method: GroupMethod) -> Node {
        let groups = self.groups.into_iter().map(|(_, bound, column)| (column, bound)).collect();
        let aggregates = self.aggregates.into_iter().map(|(_, bound, column)| (column, bound)).collect();
        if self.sets.is_none() && self.levels.is_empty() {
            return Node::Aggregate(Box::new(source), groups, aggregates, method);
        }
        let all = |groups: &Vec<(ColumnId, Expr)>| vec![(0..groups.len()).collect()];
        let sets = self.sets.unwrap_or_else(|| all(&groups));
        let levels = self.levels;
        Node::GroupingSets(Box::new(GroupingSets { input: source, groups, sets, aggregates, levels }))
    }
}

impl Binder<'_> {
    /// Sets the clause being bound, if the query has groups. It decides the error for a column that
    /// isn't grouped.
    pub(super) fn enter_clause(&mut self, clause: Clause) {
        if let Some(aggregation) = &mut self.level().aggregation {
            aggregation.clause = clause;
        }
    }

    /// Returns the group's value if `expr` is a grouping expression. Otherwise `None`, also outside
    /// a grouped query.
    pub(super) fn bind_grouped(&mut self, expr: &ast::Expr) -> Result<Option<Expr>, SqlError> {
        let Some(place) = self.group_of(expr) else { return Ok(None) };
        let Some(aggregation) = &self.level().aggregation else { return Ok(None) };
        let (_, bound, column) = &aggregation.groups[place];
        Ok(Some(aggregation.group_value(*column, bound)))
    }

    /// Returns the longest prefix of an operator chain that is a grouping expression, and its
    /// number of operators. `None` if there is none. Prefixes shorter than one operator don't
    /// count. The whole chain doesn't count either.
    pub(super) fn bind_grouped_beginning(
        &mut self,
        first: &ast::Expr,
        rest: &[(ast::BinaryOperator, ast::Expr)],
    ) -> Result<Option<(Expr, usize)>, SqlError> {
        let Some(aggregation) = self.level().aggregation.as_ref() else { return Ok(None) };
        let length = |(written, ..): &(ast::Expr, Expr, ColumnId)| match &written.kind {
            ast::ExprKind::Chain { rest, .. } => rest.len(),
            _ => 0,
        };
        let mut lengths: Vec<usize> = aggregation.groups.iter().map(length).collect();
        lengths.retain(|length| (1..rest.len()).contains(length));
        lengths.sort_unstable_by(|left, right| right.cmp(left));
        lengths.dedup();
        for length in lengths {
            let rest = rest[..length].to_vec();
            let span = rest.last().map_or(first.span, |(_, last)| first.span.to(last.span));
            let beginning = ast::Expr::new(ast::ExprKind::Chain { first: Box::new(first.clone()), rest }, span);
            if let Some(group) = self.bind_grouped(&beginning)? {
                return Ok(Some((group, length)));
            }
        }
        Ok(None)
    }

    /// Returns the position of the group that `expr` equals: it is written like the group, or it
    /// computes the same value from the source's columns. `None` otherwise, inside an aggregate,
    /// and if binding `expr` fails.
    pub(super) fn group_of(&mut self, expr: &ast::Expr) -> Option<usize> {
        let aggregation = self.level().aggregation.as_mut().filter(|aggregation| !aggregation.inside)?;
        if let Some(place) = aggregation.groups.iter().position(|(written, ..)| written == expr) {
            return Some(place);
        }
        let sizes = aggregation.groups.iter().map(|(written, ..)| size(written, usize::MAX));
        let size_max = sizes.max()?;
        let is_column = matches!(expr.kind, ast::ExprKind::Column(_));
        if !is_column && !(2..=size_max + SIZE_MARGIN).contains(&size(expr, size_max + SIZE_MARGIN)) {
            return None;
        }
        aggregation.inside = true;
        let bound = self.bind_value(expr);
        let aggregation = self.level().aggregation.as_mut()?;
        aggregation.inside = false;
        // An expression that can't be bound here fails later, when it is bound over the groups.
        let bound = bound.ok()?;
        aggregation.groups.iter().position(|(_, group, _)| same_value(group, &bound))
    }

    /// Binds an aggregate and returns the column of its result. An aggregate of columns of an outer
    /// query with groups belongs to that query, and the queries between use its result. Fails as
    /// [`Binder::bind_own_aggregate`] does.
    pub(super) fn bind_aggregate(&mut self, kind: AggregateKind, call: &ast::Call) -> Result<Expr, SqlError> {
        let is_inside = self.level().aggregation.as_ref().is_some_and(|aggregation| aggregation.inside);
        let Some(depth) = self.outer_depth(call).filter(|_| !is_inside) else {
            return self.bind_own_aggregate(kind, call);
        };
        let inner = self.levels.split_off(depth + 1);
        let value = self.bind_own_aggregate(kind, call);
        self.levels.extend(inner);
        let value = value?;
        if let Some(id) = value.as_column() {
            self.levels[depth + 1..].iter_mut().for_each(|level| level.outer.push(id));
        }
        Ok(value)
    }

    /// Whether an aggregate belongs to the query being bound rather than to an outer one.
    pub(super) fn is_own_aggregate(&self, call: &ast::Call) -> bool {
        self.outer_depth(call).is_none()
    }

    /// Returns the level of the outer query that an aggregate belongs to: all columns of its
    /// arguments are outer references, the innermost of them to a query whose select list, HAVING
    /// or ORDER BY is being bound over its groups. `None` if the aggregate belongs to the query
    /// being bound.
    fn outer_depth(&self, call: &ast::Call) -> Option<usize> {
        let innermost = self.levels.len().checked_sub(1)?;
        let mut depth = None;
        for argument in &call.arguments {
            walk::expr(argument, &mut |met| {
                if let Met::Expr(ast::Expr { kind: ast::ExprKind::Column(column), .. }) = met {
                    depth = depth.max(self.depth_of(column));
                }
                !matches!(met, Met::Query(_))
            });
        }
        let depth = depth.filter(|depth| *depth < innermost)?;
        let aggregation = self.levels[depth].aggregation.as_ref()?;
        (!aggregation.inside).then_some(depth)
    }

    /// Returns the level of the innermost query with the column. `None` if no query has it.
    fn depth_of(&self, column: &ast::ColumnName) -> Option<usize> {
        let has_it = |depth: &usize| {
            let found = self.levels[*depth].scope.find(column.qualifier.as_ref(), &column.name.text);
            matches!(found, NameLookup::One(_) | NameLookup::Several)
        };
        (0..self.levels.len()).rev().find(has_it)
    }

    /// Binds an aggregate of the query being bound. Equal calls share one column. Fails with 147
    /// where aggregates aren't allowed, and with 130 inside another aggregate or of a subquery. A
    /// wrong number or type of arguments fails with 174 or 8117, NEXT VALUE FOR with 11725, and
    /// another order of a list than those before with 8711.
    fn bind_own_aggregate(&mut self, kind: AggregateKind, call: &ast::Call) -> Result<Expr, SqlError> {
        let Some(aggregation) = self.level().aggregation.as_mut() else {
            // 147: an aggregate may not appear in the WHERE clause, nor where there are no rows.
            return Err(SqlError::aggregate_in_where());
        };
        if aggregation.inside || call.arguments.iter().any(has_query) {
            return Err(SqlError::aggregate_of_aggregate());
        }
        if kind == AggregateKind::StringAgg && aggregation.sets.is_some() {
            return Err(SqlError::aggregate_not_mergeable());
        }
        if let Some((_, aggregate, column)) = aggregation.aggregates.iter().find(|(written, ..)| written == call) {
            return Ok(aggregate_value(*column, aggregate));
        }
        aggregation.inside = true;
        let bound = self.aggregate_of(kind, call);
        self.level().aggregation.get_or_insert_default().inside = false;
        let bound = bound?;
        let column = match &bound.argument {
            Some(argument) => self.new_column_for(argument),
            None => self.new_column(),
        };
        self.origins.insert(column.number, ColumnOrigin::Gathered);
        let aggregation = self.level().aggregation.get_or_insert_default();
        check_orders(&aggregation.aggregates, &bound)?;
        let value = aggregate_value(column, &bound);
        let bound = match aggregation.qualified {
            Some(qualified) => restricted(bound, qualified)?,
            None => bound,
        };
        aggregation.aggregates.push((call.clone(), bound, column));
        Ok(value)
    }

    fn aggregate_of(&mut self, kind: AggregateKind, call: &ast::Call) -> Result<Aggregate, SqlError> {
        if call.star {
            return result_of(kind, None, false);
        }
        if kind.is_list() {
            return self.list_aggregate(kind, call);
        }
        let [argument] = call.arguments.as_slice() else {
            return Err(SqlError::argument_count(kind.name(), 1));
        };
        // 11725: NEXT VALUE FOR in an aggregate's argument.
        let argument =
            self.refusing_draws(Some(SqlError::next_value_in_aggregate), |binder| binder.bind_value(argument))?;
        self.check_outer_columns(&argument)?;
        let is_estimate = call.name.name.is("APPROX_COUNT_DISTINCT");
        result_of(kind, Some(argument), call.distinct || is_estimate)
    }
}

impl Binder<'_> {
    /// Returns 8120, 8121 or 8127 of the column `id` with the table's name as FROM has it, whatever
    /// its alias.
    pub(super) fn as_written(&self, level: &Level, id: ColumnId, mut error: SqlError) -> SqlError {
        let table = level.scope.column(id).and_then(|(source, _)| self.written_table(source));
        // A derived table has the columns of the tables in it under a name of its own.
        if let (Some(table), Some(shown)) = (table, error.args.first_mut())
            && table.exposed == *shown
        {
            shown.clone_from(&table.name);
        }
        error
    }

    /// Fails with 8124 if an aggregate's argument has columns of an outer query beside others.
    fn check_outer_columns(&mut self, argument: &Expr) -> Result<(), SqlError> {
        let mut columns = Vec::new();
        of_expr(argument, &self.subqueries, &mut columns);
        let scope = &self.level().scope;
        let is_own = |id: &ColumnId| scope.column(*id).is_some();
        match columns.len() > 1 && columns.iter().any(is_own) && !columns.iter().all(is_own) {
            true => Err(SqlError::aggregate_of_outer_and_own_columns()),
            false => Ok(()),
        }
    }
}

/// Whether a subquery is written in the expression, also in a condition of a CASE.
fn has_query(argument: &ast::Expr) -> bool {
    let mut found = false;
    walk::expr(argument, &mut |met| {
        found |= matches!(met, Met::Query(_));
        !found
    });
    found
}

/// Creates an aggregate over `argument`; without one it counts rows, which only COUNT and COUNT_BIG
/// can (102). The argument is converted to the type that the function computes in. Fails with 8117
/// for a type that it doesn't take, and for the constant NULL.
pub(super) fn result_of(kind: AggregateKind, argument: Option<Expr>, distinct: bool) -> Result<Aggregate, SqlError> {
    let count_type = match kind {
        AggregateKind::Count => Some(DataType::Int),
        AggregateKind::CountBig => Some(DataType::BigInt),
        _ => None,
    };
    match (count_type, argument) {
        (_, Some(argument)) if is_null(&argument) => Err(SqlError::invalid_operand("NULL", kind.name())),
        (Some(_), Some(argument)) if argument.data_type.is_lob() || distinct && !argument.data_type.is_comparable() => {
            Err(SqlError::invalid_operand(argument.data_type.name(), kind.name()))
        }
        // Constants aren't evaluated to be counted.
        (Some(data_type), argument) => {
            let argument = argument.filter(|argument| distinct || !is_known(argument));
            Ok(Aggregate { kind, argument, distinct, data_type, warns: true, list: None })
        }
        (None, None) => Err(SqlError::syntax_near("*")),
        (None, Some(argument)) => {
            check_definite([&argument], kind.name())?;
            let data_type = result_type(kind, argument.data_type)?;
            // Sums and averages are computed in the result's type. MIN and MAX keep the argument's
            // type.
            let argument = Some(implicit(argument, data_type)?);
            Ok(Aggregate { kind, argument, distinct, data_type, warns: true, list: None })
        }
    }
}

/// Fails with 8711 if the order of `added` is neither the beginning of the order of an aggregate
/// before it nor begins with it.
fn check_orders(aggregates: &[(ast::Call, Aggregate, ColumnId)], added: &Aggregate) -> Result<(), SqlError> {
    let Some(order) = order_of(added) else { return Ok(()) };
    let is_same =
        |(one, other): (&SortKey, &SortKey)| one.descending == other.descending && same_value(&one.expr, &other.expr);
    let mut known = aggregates.iter().filter_map(|(_, aggregate, _)| order_of(aggregate));
    match known.all(|known| known.iter().zip(order).all(is_same)) {
        true => Ok(()),
        false => Err(SqlError::incompatible_aggregate_orders()),
    }
}

/// Returns the order in which a list takes its values. `None` for other aggregates and without an
/// order.
fn order_of(aggregate: &Aggregate) -> Option<&[SortKey]> {
    let is_list = matches!(aggregate.kind, AggregateKind::StringAgg | AggregateKind::JsonArray);
    aggregate.list.as_ref().filter(|list| is_list && !list.order.is_empty()).map(|list| &*list.order)
}

/// Returns 1 where the condition holds, otherwise NULL.
pub(super) fn one_where(condition: Condition) -> Expr {
    let one = Expr::constant(Value::Int(1), DataType::Int);
    Expr { kind: ExprKind::Case(vec![(condition, one)], None), data_type: DataType::Int, nullable: true }
}

/// Returns an aggregate over the rows whose column `qualified` isn't NULL. Fails with 40517 for one
/// that doesn't skip NULLs.
fn restricted(aggregate: Aggregate, qualified: ColumnId) -> Result<Aggregate, SqlError> {
    if matches!(aggregate.kind, AggregateKind::JsonArray | AggregateKind::JsonObject) {
        return Err(unsupported(&format!("GROUP BY ALL with {}", aggregate.kind.name().to_uppercase())));
    }
    let column = Expr::column(qualified, DataType::Int, true);
    let argument = match aggregate.argument {
        None => column,
        Some(argument) => {
            let (data_type, is_qualified) = (argument.data_type, Condition::IsNull(column, true));
            Expr { kind: ExprKind::Case(vec![(is_qualified, argument)], None), data_type, nullable: true }
        }
    };
    Ok(Aggregate { argument: Some(argument), ..aggregate })
}

/// Returns the value of the source's column `id` at the current stage: the column itself, or a
/// group's value. Inside an aggregate it's the column. Fails with 8120 or the like if it's neither
/// grouped nor aggregated.
pub(super) fn column_of_row(level: &Level, column: Expr, id: ColumnId) -> Result<Expr, SqlError> {
    let Some(aggregation) = level.aggregation.as_ref().filter(|aggregation| !aggregation.inside) else {
        return Ok(column);
    };
    match aggregation.groups.iter().find(|(_, bound, _)| bound.as_column() == Some(id)) {
        Some((_, bound, group)) => Ok(aggregation.group_value(*group, bound)),
        None => {
            let found = level.scope.column(id);
            let (table, column) = found.map_or(("", ""), |(source, column)| (&*source.alias, &*column.name));
            Err(aggregation.clause.refusal(table, column))
        }
    }
}

/// Returns the number of nodes of a groupable expression, counted up to `limit`. Returns 0 for an
/// expression that can't be grouped by.
fn size(expr: &ast::Expr, limit: usize) -> usize {
    let (mut parts, mut is_groupable) = (0_usize, true);
    walk::expr(expr, &mut |met| {
        parts += 1;
        is_groupable &= match met {
            Met::Expr(ast::Expr { kind: ast::ExprKind::Call(call), .. }) => {
                let is_single = call.name.single().is_some();
                let name = &call.name.name;
                let over_rows = AggregateKind::named(&name.text).is_some() || is_window_function(name);
                call.over.is_none() && !(is_single && over_rows)
            }
            Met::Expr(expr) => !matches!(expr.kind, ast::ExprKind::NextValue { .. } | ast::ExprKind::Method { .. }),
            Met::Query(_) | Met::Assigned(_) => false,
        };
        is_groupable && parts <= limit
    });
    if is_groupable { parts } else { 0 }
}

/// The number of nodes that an equal expression may have in excess of the group, for example an
/// explicit conversion.
const SIZE_MARGIN: usize = 2;

fn aggregate_value(column: ColumnId, aggregate: &Aggregate) -> Expr {
    Expr::column(column, aggregate.data_type, true)
}

/// Returns the aggregate's type over values of type `argument`. Fails with 8117 for an unsuitable
/// type.
fn result_type(kind: AggregateKind, argument: DataType) -> Result<DataType, SqlError> {
    let refused = || SqlError::invalid_operand(argument.name(), kind.name());
    match kind {
        AggregateKind::Min | AggregateKind::Max if argument == DataType::Bit => Err(refused()),
        AggregateKind::Min | AggregateKind::Max if !argument.is_comparable() => Err(refused()),
        AggregateKind::Min | AggregateKind::Max => Ok(argument),
        AggregateKind::ChecksumAgg if argument.is_integer() && argument != DataType::Bit => Ok(DataType::Int),
        AggregateKind::ChecksumAgg => Err(refused()),
        _ if kind.is_spread() && argument.is_numeric() && argument != DataType::Bit => Ok(DataType::Float),
        _ => match argument {
            DataType::Decimal { scale, .. } => {
                let scale = match kind {
                    AggregateKind::Sum => scale,
                    AggregateKind::Product if scale == 0 => 0,
                    AggregateKind::Product => 6,
                    _ => scale.max(6),
                };
                Ok(DataType::decimal(38, scale).named_like(&[argument]))
            }
            _ if argument.is_numeric() && argument != DataType::Bit => Ok(argument.promoted()),
            _ => Err(refused()),
        },
    }
}
