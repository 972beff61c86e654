//! SELECT, from FROM to the select list.

use super::Binder;
use super::aggregation::{column_of_row, one_where};
use super::bound::{BoundQuery, Item};
use super::browse::{mark_order, refuse_browsed_locks};
use super::collation::{check_collation, check_item};
use super::conversion::implicit;
use super::level::Level;
use super::level::{Aggregation, Clause};
use super::literal::{is_null, null};
use super::order::Ordering;
use super::scope::Usage;
use sluice_definition::grouping::Grouping;
use sluice_definition::refusal::unsupported;
use sluice_plan::aggregate::AggregateKind;
use sluice_plan::columns::{of_condition, of_expr};
use sluice_plan::expression::ColumnId;
use sluice_plan::expression::Condition;
use sluice_plan::expression::Expr;
use sluice_plan::expression::ExprKind;
use sluice_plan::physical::Node;
use sluice_plan::physical::Rows;
use sluice_plan::physical::Top;
use sluice_plan::sort_key::SortKey;
use sluice_plan::statement::BoundBody;
use sluice_plan::statement::BrowseMode;
use sluice_syntax::Span;
use sluice_syntax::ast::{self, QueryBody, SelectItemKind};
use sluice_syntax::walk::{self, Met};
use sluice_types::comparable::{check_distinct, check_key};
use sluice_types::{DataType, SqlError, Value};

/// The bound clauses that follow the select list. Unset ones are `None` or empty.
#[derive(Default)]
pub(super) struct Rest {
    pub having: Option<Condition>,
    pub ordering: Ordering,
    pub top: Option<Top>,
    pub offset: Option<(Expr, Option<Expr>)>,
}

/// Whether the rows are those of a trigger's `inserted` or `deleted`, or joined to them.
fn reads_special_table(plan: &Node) -> bool {
    match plan {
        Node::View(target) => target.def.schema.is_empty(),
        _ => plan.inputs().into_iter().any(reads_special_table),
    }
}

impl Binder<'_> {
    /// Binds a query statement: rows to the client, or values into variables. SELECT INTO becomes
    /// its own body. A mixture of both fails with 141. FOR BROWSE adds hidden columns; FOR XML and
    /// FOR JSON give a text. FOR BROWSE of a set operation fails with 198, an assignment in it with
    /// 10734.
    pub(super) fn bind_select(&mut self, query: &ast::Query) -> Result<BoundBody, SqlError> {
        if let Some(into) = &query.body.leading().into {
            return self.bind_into(query, into);
        }
        if let QueryBody::Select(select) = &query.body {
            let assigns = |item: &&ast::SelectItem| matches!(item.kind, SelectItemKind::Assignment { .. });
            match select.items.iter().filter(assigns).count() {
                0 => {}
                assigned if assigned == select.items.len() => {
                    return self.with_common_tables(&query.with, |binder| binder.bind_assigning(query, select));
                }
                _ => return Err(SqlError::assignment_with_retrieval()),
            }
        } else {
            let mut assigns = false;
            walk::query(query, &mut |met| {
                assigns |= matches!(met, Met::Assigned(_));
                !assigns
            });
            if assigns {
                return Err(SqlError::assignment_in_set_operation());
            }
        }
        let plain;
        let query = match query.for_clause.as_deref() {
            Some(ast::ForClause::Browse) if matches!(query.body, QueryBody::Combined { .. }) => {
                return Err(SqlError::browse_of_set_operation());
            }
            Some(ast::ForClause::Browse) => {
                refuse_browsed_locks(query)?;
                self.browse(BrowseMode::Tables);
                plain = ast::Query { for_clause: None, ..query.clone() };
                &plain
            }
            _ => query,
        };
        let mut bound = self.bind_query(query)?;
        mark_order(query, &mut bound);
        let BoundQuery { rows, columns } = Self::shown(self.add_browsed(query, bound));
        Ok(BoundBody::Select { rows, columns })
    }

    /// Binds a query in a new level.
    pub(super) fn bind_query(&mut self, query: &ast::Query) -> Result<BoundQuery, SqlError> {
        self.in_level(|binder| binder.bind_query_here(query)).map(|(bound, _)| bound)
    }

    /// Binds a query used as a table. Fails with 1033 for an ORDER BY without effect.
    pub(super) fn bind_table_query(&mut self, query: &ast::Query) -> Result<BoundQuery, SqlError> {
        self.in_level(|binder| binder.bind_table_query_here(query)).map(|(bound, _)| bound)
    }

    /// Like [`Binder::bind_table_query`], in the current level. ORDER BY without TOP, OFFSET or FOR
    /// XML fails with 1033.
    pub(super) fn bind_table_query_here(&mut self, query: &ast::Query) -> Result<BoundQuery, SqlError> {
        check_order(query)?;
        self.bind_query_here(query)
    }

    /// Binds a query at the current level, with its hints, common table expressions and FOR clause.
    /// The caller has entered the level.
    pub(super) fn bind_query_here(&mut self, query: &ast::Query) -> Result<BoundQuery, SqlError> {
        if let Some(clause) = &query.for_clause {
            return self.bind_serialized(query, clause);
        }
        self.take_hints(&query.hints)?;
        self.with_common_tables(&query.with, |binder| match &query.body {
            QueryBody::Select(select) => binder.bind_rows_of(query, select),
            QueryBody::Combined { first, rest } => binder.bind_combined(query, first, rest),
        })
    }

    /// Binds one SELECT with its query's ORDER BY. FROM is bound first, then the items, then the
    /// rest. INTO fails with 196 here. DISTINCT needs comparable types. More than 4,096 items
    /// fail with 1056, and NEXT VALUE FOR beside ORDER BY with 11723.
    pub(super) fn bind_rows_of(&mut self, query: &ast::Query, select: &ast::Select) -> Result<BoundQuery, SqlError> {
        if select.into.is_some() {
            // 196: the first SELECT of the statement has been bound without its INTO.
            return Err(SqlError::select_into_not_first());
        }
        let source = self.bind_source(query, select)?;
        let mut items = Vec::with_capacity(select.items.len());
        self.allow_windows(&select.windows)?;
        self.refusing_draws(self.draws_of(query, select), |binder| {
            binder.drawing(|binder| select.items.iter().try_for_each(|item| binder.bind_item(item, &mut items)))
        })?;
        if items.len() > ITEMS_MAX {
            return Err(SqlError::too_many_select_items(ITEMS_MAX));
        }
        if select.distinct {
            self.make_distinct(&mut items)?;
        }
        items.iter().enumerate().try_for_each(|(place, item)| check_item(&item.value, place + 1))?;
        let rest = self.bind_rest(query, select, &items)?;
        let columns = items.iter().map(|item| self.output_column(&item.name, &item.value)).collect();
        Ok(BoundQuery { rows: self.shape(source, items, rest), columns })
    }

    /// Gives each item of a SELECT DISTINCT a column. Fails with 421 for a type that can't be
    /// compared, and with 468 for conflicting collations.
    fn make_distinct(&mut self, items: &mut [Item<'_>]) -> Result<(), SqlError> {
        for item in items {
            check_distinct(item.value.data_type)?;
            check_collation(&item.value, "DISTINCT")?;
            item.column = Some(self.new_column_for(&item.value));
        }
        Ok(())
    }

    /// Binds a SELECT that assigns variables. DISTINCT compares the values before their conversion
    /// to the variables' types.
    fn bind_assigning(&mut self, query: &ast::Query, select: &ast::Select) -> Result<BoundBody, SqlError> {
        match query.for_clause.as_deref() {
            None => {}
            Some(ast::ForClause::Browse) => return Err(SqlError::browse_in_assignment()),
            // 6819: the text names both clauses; the page of messages names FOR XML only.
            Some(ast::ForClause::Xml(_) | ast::ForClause::Json(_)) => {
                return Err(SqlError::for_clause_not_allowed("ASSIGNMENT"));
            }
        }
        self.take_hints(&query.hints)?;
        let source = self.bind_source(query, select)?;
        self.allow_windows(&select.windows)?;
        let mut targets = Vec::with_capacity(select.items.len());
        let mut items = Vec::with_capacity(select.items.len());
        self.draw_once();
        for item in &select.items {
            if let SelectItemKind::Assignment { variable, operator, value } = &item.kind {
                let (slot, data_type, value) = self.refusing_draws(self.draws_of(query, select), |binder| {
                    binder.drawing(|binder| binder.bind_assigned(variable, *operator, value))
                })?;
                let value = if select.distinct { value } else { implicit(value, data_type)? };
                targets.push((slot, data_type));
                items.push(Item { value, name: String::new(), written: None, column: None });
            }
        }
        if select.distinct {
            self.make_distinct(&mut items)?;
        }
        let rest = self.bind_rest(query, select, &items)?;
        let mut rows = self.shape(source, items, rest);
        if select.distinct {
            let values = rows.values.into_iter().zip(&targets);
            rows.values = values.map(|(value, target)| implicit(value, target.1)).collect::<Result<_, _>>()?;
        }
        Ok(BoundBody::Assign { rows, targets: targets.into_iter().map(|target| target.0).collect() })
    }

    /// Binds HAVING, ORDER BY, TOP and OFFSET. Rows that draw values from a sequence are sorted by
    /// its OVER clause, if any.
    fn bind_rest(&mut self, query: &ast::Query, select: &ast::Select, items: &[Item<'_>]) -> Result<Rest, SqlError> {
        let draws = items.iter().any(|item| item.value.draws());
        let drawn = self.take_draw_order();
        self.refusing_draws(CLAUSES, |binder| {
            let windows = binder.level().windows.take();
            binder.enter_clause(Clause::Having);
            let having = select.having.as_ref().map(|having| {
                let having = binder.bind_condition(having)?;
                Ok(binder.settled(having))
            });
            let having = having.transpose();
            binder.level().windows = windows;
            let having = having?;
            let ordering = if draws && binder.draws_in(&query.order_by) {
                Ordering { keys: drawn }
            } else if draws && !query.order_by.is_empty() {
                return Err(match drawn.is_empty() {
                    // 11723: a statement with ORDER BY needs OVER.
                    true => SqlError::next_value_with_order_by(),
                    false => unsupported("NEXT VALUE FOR with OVER and another ORDER BY"),
                });
            } else {
                binder.enter_clause(Clause::OrderBy);
                let mut ordering = binder.bind_order(&query.order_by, items, select.distinct)?;
                ordering.keys.extend(drawn);
                ordering
            };
            let top = binder.bind_top(select.top.as_ref(), &ordering.keys)?;
            let offset = binder.bind_offset(query, top.is_some())?;
            Ok(Rest { having, ordering, top, offset })
        })
    }

    /// Binds FROM, WHERE and GROUP BY. After that, names denote the groups' values if the query
    /// groups. WHERE filters no rows of a query with GROUP BY ALL, but the input of its aggregates.
    fn bind_source(&mut self, query: &ast::Query, select: &ast::Select) -> Result<Node, SqlError> {
        self.refusing_draws(CLAUSES, |binder| binder.bind_clauses(select, query))
    }

    fn bind_clauses(&mut self, select: &ast::Select, query: &ast::Query) -> Result<Node, SqlError> {
        let walk = |visit: &mut walk::Visitor<'_>| walk::query(query, visit);
        let mut source = self.with_documents(&select.from, walk, |binder| binder.bind_from(&select.from))?;
        let mut qualified = None;
        if let Some(condition) = &select.condition {
            let condition = self.bind_condition(condition)?;
            let condition = self.settled(condition);
            source = match select.group_by.all {
                true => {
                    let column = *qualified.insert(self.new_column());
                    Node::Compute(Box::new(source), vec![(column, one_where(condition))])
                }
                false => Node::Filter(Box::new(source), condition),
            };
        }
        if select.group_by.all && reads_special_table(&source) {
            return Err(SqlError::group_by_all_of_special_table());
        }
        let Grouping { expressions, sets } = Grouping::new(&select.group_by)?;
        let mut groups = Vec::with_capacity(expressions.len());
        for written in expressions {
            check_group_expression(written)?;
            let bound = self.bind_value(written)?;
            check_key(bound.data_type)?;
            check_collation(&bound, "GROUP BY")?;
            let mut used = Vec::new();
            of_expr(&bound, &self.subqueries, &mut used);
            let is_of_nulls = is_null(&bound) && matches!(written.kind, ast::ExprKind::Column(_));
            if !is_of_nulls && !used.iter().any(|id| source.columns().contains(id)) {
                // 164: a GROUP BY expression must contain a column that isn't an outer reference.
                return Err(SqlError::group_by_without_column());
            }
            let column = self.new_column_for(&bound);
            groups.push((written.clone(), bound, column));
        }
        let is_grouped = !groups.is_empty() || sets.is_some();
        if is_grouped || select.having.is_some() || self.has_own_aggregates(&query.order_by, select) {
            self.level().aggregation = Some(Aggregation { qualified, ..Aggregation::by(groups, sets) });
        }
        Ok(source)
    }

    /// Whether the query has aggregates in its list or its order that don't belong to an outer
    /// query.
    fn has_own_aggregates(&self, order_by: &[ast::OrderItem], select: &ast::Select) -> bool {
        has_aggregates_with(order_by, select, &|call| self.is_own_aggregate(call))
    }

    /// Drops the aggregates that no expression uses any more, since constants exclude their branch
    /// of a CASE. They aren't computed, so they can't fail.
    fn drop_unused_aggregates(&mut self, items: &[Item<'_>], rest: &Rest) {
        let Level { aggregation: Some(aggregation), windows, .. } =
            self.levels.last_mut().expect("a query is being bound")
        else {
            return;
        };
        let subqueries = &self.subqueries;
        let mut used: Vec<ColumnId> = subqueries.iter().flat_map(|subquery| subquery.outer.iter().copied()).collect();
        items.iter().for_each(|item| of_expr(&item.value, subqueries, &mut used));
        rest.having.iter().for_each(|having| of_condition(having, subqueries, &mut used));
        rest.ordering.keys.iter().for_each(|key| of_expr(&key.expr, subqueries, &mut used));
        for window in windows.iter().flat_map(|windows| &windows.divisions).map(|division| &division.window) {
            let keys = window.partition.iter().chain(window.order.iter().map(|key| &key.expr));
            let arguments = window.functions.iter().flat_map(|(_, function)| function.expressions());
            keys.chain(arguments).for_each(|value| of_expr(value, subqueries, &mut used));
        }
        aggregation.aggregates.retain(|(.., column)| used.contains(column));
    }

    /// Returns the aggregation over `source` with all bound aggregates, and HAVING.
    fn aggregated(&mut self, source: Node, having: Option<Condition>) -> Node {
        let Some(aggregation) = self.level().aggregation.take() else { return source };
        let node = aggregation.over(source, self.group_method);
        match having {
            Some(having) => Node::Filter(Box::new(node), having),
            None => node,
        }
    }

    /// Binds an item of the select list and appends it to `items`: one for a value, several for
    /// `*`. A value without alias is named by its column, otherwise it has no name. An assignment
    /// fails with 141. `*` without FROM fails with 263, and an unknown prefix with 107.
    pub(super) fn bind_item<'a>(
        &mut self,
        item: &'a ast::SelectItem,
        items: &mut Vec<Item<'a>>,
    ) -> Result<(), SqlError> {
        match &item.kind {
            SelectItemKind::Value { value, alias } => {
                let bound = self.bind_value(value)?;
                // The result column has the spelling of the query, not of the table.
                let name = match (alias, &value.kind) {
                    (Some(alias), _) => alias.text.to_string(),
                    (None, ast::ExprKind::Column(column)) => column.name.text.to_string(),
                    (None, ast::ExprKind::PseudoColumn(column)) => self.pseudo_column_name(column),
                    (None, _) => String::new(),
                };
                items.push(Item { value: bound, name, written: Some(value), column: None });
            }
            SelectItemKind::Star(qualifier) => {
                for (value, name) in self.columns_of_star(qualifier.as_ref())? {
                    items.push(Item { value, name, written: None, column: None });
                }
            }
            SelectItemKind::Assignment { .. } => return Err(SqlError::assignment_with_retrieval()),
        }
        Ok(())
    }

    /// Returns the columns of `*` or `qualifier.*`, with their names. A qualifier can denote a
    /// source of an enclosing query; the innermost query with such a source counts. Fails with 107
    /// for an unknown qualifier, and with 263 without a table. Computed columns are included.
    pub(super) fn columns_of_star(
        &mut self,
        qualifier: Option<&ast::ObjectName>,
    ) -> Result<Vec<(Expr, String)>, SqlError> {
        let wanted = |source: &&super::scope::Source| qualifier.is_none_or(|qualifier| source.is_qualifier(qualifier));
        let innermost = self.levels.len() - 1;
        let mut depths = (0..=innermost).rev().take(if qualifier.is_some() { usize::MAX } else { 1 });
        let Some(depth) = depths.find(|depth| self.levels[*depth].scope.sources.iter().any(|source| wanted(&source)))
        else {
            return Err(match qualifier {
                Some(qualifier) => SqlError::column_prefix_unknown(&qualifier.name.text),
                None => SqlError::star_without_table(),
            });
        };
        let level = &self.levels[depth];
        let sources = level.scope.sources.iter().filter(wanted);
        let (mut used, mut columns) = (Vec::new(), Vec::new());
        for column in sources.flat_map(|source| &source.columns).filter(|column| column.usage != Usage::ByName) {
            column.check_use(false)?;
            used.push(column.id);
            let value = Expr::column(column.id, column.data_type, column.nullable);
            let value = match column_of_row(level, value, column.id) {
                Ok(_) if column.usage == Usage::AsNull => null(),
                Err(error) => self.unknown_column(self.as_written(level, column.id, error), Span::default())?,
                Ok(value) => value,
            };
            columns.push((value, column.name.clone()));
        }
        used.into_iter().for_each(|id| self.note_use(id));
        let outer: Vec<_> = columns.iter().filter_map(|(value, _)| value.as_column()).collect();
        self.levels[depth + 1..].iter_mut().for_each(|level| level.outer.extend(&outer));
        Ok(columns)
    }

    /// Binds TOP over rows ordered by `keys`. Fails with 1062 for WITH TIES without an order.
    /// `None` without TOP. The count becomes a bigint, or a float for PERCENT. A count that isn't a
    /// number fails with 1060.
    pub(super) fn bind_top(&mut self, top: Option<&ast::Top>, keys: &[SortKey]) -> Result<Option<Top>, SqlError> {
        let Some(top) = top else { return Ok(None) };
        if top.with_ties && keys.is_empty() {
            return Err(SqlError::ties_without_order_by());
        }
        let count = self.bind_count(&top.count, top.percent, SqlError::row_count_not_integer)?;
        check_count(&top.count, &count)?;
        let ties = top.with_ties.then(|| keys.iter().map(|key| key.expr.clone()).collect());
        Ok(Some(Top { count, percent: top.percent, ties }))
    }

    /// Binds OFFSET and FETCH. Fails with 10741 if the query also has TOP. `None` without OFFSET.
    /// Both counts become bigint. Counts that aren't whole numbers fail with 1060 or 10743.
    pub(super) fn bind_offset(
        &mut self,
        query: &ast::Query,
        has_top: bool,
    ) -> Result<Option<(Expr, Option<Expr>)>, SqlError> {
        let Some(offset) = &query.offset else { return Ok(None) };
        if has_top {
            return Err(SqlError::top_with_offset());
        }
        let skip = self.bind_count(&offset.skip, false, SqlError::offset_not_integer)?;
        let fetch = offset.fetch.as_ref();
        let bound = fetch.map(|fetch| self.bind_count(fetch, false, SqlError::row_count_not_integer)).transpose()?;
        if let (Some(written), Some(fetch)) = (fetch, &bound) {
            check_count(written, fetch)?;
        }
        Ok(Some((skip, bound)))
    }

    /// Binds a row count. It is evaluated once before any row, so no columns are visible. Fails
    /// with 4115 for a column of the query, and with `refused` if it isn't an integer.
    fn bind_count(&mut self, written: &ast::Expr, percent: bool, refused: fn() -> SqlError) -> Result<Expr, SqlError> {
        let mut levels = std::mem::replace(&mut self.levels, vec![Level::default()]);
        let count = self.bind_value(written);
        if let Err(error) = &count
            && [INVALID_COLUMN, UNBOUND_IDENTIFIER].contains(&error.number)
            && let Some(own) = levels.pop()
        {
            self.levels.splice(.., [own]);
            let is_own = self.bind_value(written).is_ok();
            levels.append(&mut self.levels);
            self.levels = levels;
            let column = error.args.first().cloned().unwrap_or_default();
            return if is_own { Err(SqlError::column_in_row_count(column)) } else { count };
        }
        self.levels = levels;
        let count = count?;
        if percent {
            return implicit(count, DataType::Float);
        }
        if !count.data_type.is_integer() {
            return Err(refused());
        }
        implicit(count, DataType::BigInt)
    }

    /// Puts groups, HAVING, order and TOP over `source`. Without DISTINCT, values are computed from
    /// the sorted rows, so ORDER BY can use columns outside the list. With DISTINCT, values are
    /// computed before the sort.
    fn shape(&mut self, source: Node, items: Vec<Item<'_>>, rest: Rest) -> Rows {
        self.drop_unused_aggregates(&items, &rest);
        let grouped = self.aggregated(source, rest.having);
        let mut node = self.windowed(grouped);
        let mut values = Vec::with_capacity(items.len());
        let mut groups = Vec::new();
        for item in items {
            match item.column {
                Some(column) if is_null(&item.value) => {
                    values.push(item.value.clone());
                    groups.push((column, item.value));
                }
                Some(column) => {
                    values.push(Expr::column(column, item.value.data_type, item.value.nullable));
                    groups.push((column, item.value));
                }
                None => values.push(item.value),
            }
        }
        if !groups.is_empty() {
            node = Node::Aggregate(Box::new(node), groups, Vec::new(), self.group_method);
        }
        Rows { node: ordered(node, rest.ordering, rest.top, rest.offset), values }
    }
}

/// Whether the first SELECT of a query assigns values to variables.
pub(super) fn assigns(query: &ast::Query) -> bool {
    let is_assignment = |item: &ast::SelectItem| matches!(item.kind, SelectItemKind::Assignment { .. });
    query.body.leading().items.iter().any(is_assignment)
}

/// Fails with 1033 for a nested query with ORDER BY but without TOP, OFFSET and FOR.
pub(super) fn check_order(query: &ast::Query) -> Result<(), SqlError> {
    if query.order_by.is_empty() || has_row_limit(query) || query.for_clause.is_some() {
        return Ok(());
    }
    Err(SqlError::order_by_without_top())
}

/// Whether a query has TOP or OFFSET.
pub(super) fn has_row_limit(query: &ast::Query) -> bool {
    has_top(&query.body) || query.offset.is_some()
}

/// Whether a query or an operand of its set operators has TOP.
fn has_top(body: &QueryBody) -> bool {
    match body {
        QueryBody::Select(select) => select.top.is_some(),
        QueryBody::Combined { first, rest } => has_top(first) || rest.iter().any(|next| has_top(&next.body)),
    }
}

/// Applies an order and a row limit. In this order: sort, TOP, OFFSET. An order without keys adds
/// no sort.
pub(super) fn ordered(
    mut node: Node,
    ordering: Ordering,
    top: Option<Top>,
    offset: Option<(Expr, Option<Expr>)>,
) -> Node {
    if !ordering.keys.is_empty() {
        node = Node::Sort(Box::new(node), ordering.keys);
    }
    if let Some(top) = top {
        node = Node::Top(Box::new(node), top);
    }
    match offset {
        Some((skip, fetch)) => Node::Offset(Box::new(node), skip, fetch),
        None => node,
    }
}

/// Whether a query has aggregates in its list or its order. Those of subqueries don't count.
pub(super) fn has_aggregates(order_by: &[ast::OrderItem], select: &ast::Select) -> bool {
    has_aggregates_with(order_by, select, &|_| true)
}

fn has_aggregates_with(
    order_by: &[ast::OrderItem],
    select: &ast::Select,
    is_wanted: &dyn Fn(&ast::Call) -> bool,
) -> bool {
    let has_one = |value: &ast::Expr| has_aggregate(is_wanted, |visit| walk::expr(value, visit));
    let in_items = select.items.iter().any(|item| match &item.kind {
        SelectItemKind::Value { value, .. } | SelectItemKind::Assignment { value, .. } => has_one(value),
        SelectItemKind::Star(_) => false,
    });
    in_items || order_by.iter().any(|item| has_one(&item.value))
}

/// Whether an expression contains an aggregate of its own query. A call with OVER doesn't count,
/// but its arguments are searched. Subqueries are not searched. A name with a schema is never an
/// aggregate.
pub(super) fn has_aggregate_expr(expr: &ast::Expr) -> bool {
    has_aggregate(&|_| true, |visit| walk::expr(expr, visit))
}

/// Whether a condition contains an aggregate of its own query, as in [`has_aggregate_expr`].
pub(super) fn has_aggregate_condition(condition: &ast::Condition) -> bool {
    has_aggregate(&|_| true, |visit| walk::condition(condition, visit))
}

fn has_aggregate(is_wanted: &dyn Fn(&ast::Call) -> bool, walk: impl FnOnce(&mut walk::Visitor<'_>)) -> bool {
    let mut found = false;
    walk(&mut |met| match met {
        Met::Expr(ast::Expr { kind: ast::ExprKind::Call(call), .. }) => {
            let aggregate = call.over.is_none() && call.name.single().is_some();
            found |= aggregate && AggregateKind::named(&call.name.name.text).is_some() && is_wanted(call);
            true
        }
        // A subquery's aggregates belong to the subquery.
        Met::Query(_) => false,
        _ => true,
    });
    found
}

/// Fails with 144 for a GROUP BY expression with an aggregate or a subquery, with 4148 for one with
/// a method of an xml value.
fn check_group_expression(written: &ast::Expr) -> Result<(), SqlError> {
    if has_aggregate_expr(written) {
        return Err(SqlError::aggregate_in_group_by());
    }
    let mut refused = None;
    walk::expr(written, &mut |met| {
        refused = refused.take().or(match met {
            Met::Query(_) => Some(SqlError::aggregate_in_group_by()),
            Met::Expr(ast::Expr { kind: ast::ExprKind::Method { .. }, .. }) => Some(SqlError::xml_method_in_group_by()),
            _ => None,
        });
        refused.is_none()
    });
    refused.map_or(Ok(()), Err)
}

/// Checks a count of TOP or FETCH that is written as a constant: a bigint, or a float for a
/// percentage. Fails with 127, 1060, 1014 or 1031. Parameters of inline functions are constants
/// only when bound, and may be NULL there.
fn check_count(written: &ast::Expr, count: &Expr) -> Result<(), SqlError> {
    let mut has_variable = false;
    walk::expr(written, &mut |met| {
        has_variable |= matches!(met, Met::Expr(ast::Expr { kind: ast::ExprKind::Variable(_), .. }));
        !has_variable
    });
    match &count.kind {
        _ if has_variable => Ok(()),
        ExprKind::Constant(Value::Null) if count.data_type == DataType::Float => Err(SqlError::invalid_row_count()),
        ExprKind::Constant(Value::Null) => Err(SqlError::row_count_not_integer()),
        ExprKind::Constant(Value::BigInt(..0)) => Err(SqlError::negative_row_count()),
        ExprKind::Constant(Value::Float(percent)) if !(0.0..=100.0).contains(percent) => {
            Err(SqlError::percent_out_of_range())
        }
        _ => Ok(()),
    }
}

/// 11720: NEXT VALUE FOR in TOP, OVER, OUTPUT, ON, WHERE, GROUP BY, HAVING or ORDER BY.
const CLAUSES: Option<fn() -> SqlError> = Some(SqlError::next_value_in_clause);

/// The maximum number of items of a select list (`t-sql/queries/select-clause-transact-sql`).
const ITEMS_MAX: usize = 4_096;
const INVALID_COLUMN: i32 = 207;
const UNBOUND_IDENTIFIER: i32 = 4104;
