//! SELECT: from FROM to the select list.

use super::Binder;
use super::aggregation::Aggregation;
use super::conversion::implicit;
use super::order::Ordering;
use crate::expression::{Expr, ExprKind};
use crate::names::object_name;
use crate::physical::{AggregateKind, Node};
use crate::refusal::unsupported;
use crate::statement::{BoundBody, OutputColumn};
use crate::walk::{self, Met};
use sluice_catalog::Column;
use sluice_syntax::ast::{self, QueryBody, SelectItemKind};
use sluice_types::{DataType, SqlError};

/// HAVING, the order and TOP of a query.
type Rest = (Option<crate::expression::Condition>, Ordering, Option<Expr>);

/// One item of the select list, bound.
pub(super) struct Item {
    pub value: Expr,
    pub name: String,
    /// As written, where it was written as an expression.
    pub written: Option<ast::Expr>,
}

impl Binder<'_> {
    /// Binds a query statement: rows to the client, or values into variables.
    pub(super) fn bind_select(&mut self, query: &ast::Query) -> Result<BoundBody, SqlError> {
        if let QueryBody::Select(select) = &query.body
            && let Some(into) = &select.into
        {
            return self.bind_into(query, into);
        }
        let select = self.only_select(query)?;
        let assigns = |item: &&ast::SelectItem| matches!(item.kind, SelectItemKind::Assignment { .. });
        match select.items.iter().filter(assigns).count() {
            0 => {
                let (plan, columns) = self.bind_query(query)?;
                Ok(BoundBody::Select { plan, columns })
            }
            assigned if assigned == select.items.len() => self.bind_assigning(query, select),
            _ => Err(SqlError::assignment_with_retrieval()),
        }
    }

    /// Binds a SELECT INTO: 1038 for a column without a name, 2705 for two of one name.
    fn bind_into(&mut self, query: &ast::Query, into: &ast::ObjectName) -> Result<BoundBody, SqlError> {
        if into.server.is_some() {
            return Err(unsupported("linked server"));
        }
        let mut plain = query.clone();
        if let QueryBody::Select(select) = &mut plain.body {
            select.into = None;
        }
        let (plan, found) = self.bind_query(&plain)?;
        let mut columns: Vec<Column> = Vec::with_capacity(found.len());
        for OutputColumn { name, data_type, nullable } in found {
            if name.is_empty() {
                return Err(SqlError::new(1038, 15, 5, Vec::new()));
            }
            if columns.iter().any(|column| sluice_catalog::name::same(&column.name, &name)) {
                return Err(SqlError::duplicate_column_name(&name, &into.name.text));
            }
            columns.push(Column { name, data_type, nullable, identity: None });
        }
        Ok(BoundBody::SelectInto { name: object_name(into), columns, plan })
    }

    /// Binds a query that returns rows: its plan and its columns.
    pub(super) fn bind_query(&mut self, query: &ast::Query) -> Result<(Node, Vec<OutputColumn>), SqlError> {
        let select = self.only_select(query)?;
        let source = self.bind_source(query, select)?;
        let mut items = Vec::with_capacity(select.items.len());
        self.refusing_draws(Self::draws_of(query, select), |binder| {
            binder.drawing(|binder| select.items.iter().try_for_each(|item| binder.bind_item(item, &mut items)))
        })?;
        let (having, ordering, top) = self.bind_rest(query, select, &items)?;
        let columns = items.iter().map(output_column).collect();
        let node = self.aggregated(source, having);
        Ok((shape(node, items, ordering, top, select.distinct), columns))
    }

    fn bind_assigning(&mut self, query: &ast::Query, select: &ast::Select) -> Result<BoundBody, SqlError> {
        if select.distinct {
            return Err(unsupported("DISTINCT in an assigning SELECT"));
        }
        let source = self.bind_source(query, select)?;
        let mut targets = Vec::with_capacity(select.items.len());
        let mut items = Vec::with_capacity(select.items.len());
        self.draw_once();
        for item in &select.items {
            if let SelectItemKind::Assignment { variable, operator, value } = &item.kind {
                let (target, value) = self.refusing_draws(Self::draws_of(query, select), |binder| {
                    binder.drawing(|binder| binder.bind_assignment(variable, *operator, value))
                })?;
                targets.push(target);
                items.push(Item { value, name: String::new(), written: None });
            }
        }
        let (having, ordering, top) = self.bind_rest(query, select, &items)?;
        let node = self.aggregated(source, having);
        Ok(BoundBody::Assign { plan: shape(node, items, ordering, top, false), targets })
    }

    /// HAVING, ORDER BY and TOP. Rows that draw values from a sequence do so in the order of OVER, if it is there.
    fn bind_rest(&mut self, query: &ast::Query, select: &ast::Select, items: &[Item]) -> Result<Rest, SqlError> {
        let draws = items.iter().any(|item| item.value.draws());
        let drawn = self.take_draw_order();
        self.refusing_draws(CLAUSES, |binder| {
            let having = select.having.as_ref().map(|having| binder.bind_condition(having)).transpose()?;
            let top = binder.bind_top(select.top.as_ref())?;
            if draws && binder.draws_in(&query.order_by) {
                return Ok((having, Ordering { keys: drawn }, top));
            }
            if draws && !query.order_by.is_empty() {
                return Err(match drawn.is_empty() {
                    // 11723: a statement with ORDER BY needs OVER.
                    true => SqlError::new(11723, 15, 1, Vec::new()),
                    false => unsupported("NEXT VALUE FOR with OVER and another ORDER BY"),
                });
            }
            let mut ordering = binder.bind_order(&query.order_by, items, select.distinct)?;
            ordering.keys.extend(drawn);
            Ok((having, ordering, top))
        })
    }

    /// The query's SELECT; what a query can have beside is refused by name.
    fn only_select<'q>(&self, query: &'q ast::Query) -> Result<&'q ast::Select, SqlError> {
        if !query.with.is_empty() {
            return Err(unsupported("WITH"));
        }
        if query.offset.is_some() {
            return Err(unsupported("OFFSET"));
        }
        if let Some(clause) = &query.for_clause {
            return Err(unsupported(&format!("FOR {}", clause.format.text.to_uppercase())));
        }
        if let Some(hint) = query.hints.first() {
            return Err(query_hint(hint));
        }
        match &query.body {
            QueryBody::Select(select) if select.into.is_some() => Err(unsupported("SELECT INTO")),
            QueryBody::Select(select) => Ok(select),
            QueryBody::Combined { rest, .. } => {
                Err(unsupported(rest.first().map_or("UNION", |next| next.operator.words())))
            }
        }
    }

    /// FROM and WHERE; from then on the binder is past the grouping, if the query groups.
    fn bind_source(&mut self, query: &ast::Query, select: &ast::Select) -> Result<Node, SqlError> {
        self.refusing_draws(CLAUSES, |binder| binder.bind_clauses(select, query))
    }

    fn bind_clauses(&mut self, select: &ast::Select, query: &ast::Query) -> Result<Node, SqlError> {
        self.aggregation = None;
        let mut source = self.bind_from(&select.from)?;
        if let Some(condition) = &select.condition {
            let condition = self.bind_condition(condition)?;
            source = Node::Filter(Box::new(source), condition);
        }
        let mut groups = Vec::with_capacity(select.group_by.len());
        for written in &select.group_by {
            if let Some(grouping) = super_group(written) {
                return Err(unsupported(&format!("GROUP BY {grouping}")));
            }
            if has_aggregate_expr(written) {
                return Err(SqlError::new(144, 15, 1, Vec::new()));
            }
            groups.push((written.clone(), self.bind_value(written)?));
        }
        if !groups.is_empty() || select.having.is_some() || has_aggregates(query, select) {
            self.aggregation = Some(Aggregation::by(groups));
        }
        Ok(source)
    }

    /// The aggregation over `source` with all the aggregates that have been met, and HAVING.
    fn aggregated(&mut self, source: Node, having: Option<crate::expression::Condition>) -> Node {
        let Some(aggregation) = self.aggregation.take() else { return source };
        let groups = aggregation.groups.into_iter().map(|(_, bound)| bound).collect();
        let aggregates = aggregation.aggregates.into_iter().map(|(_, bound)| bound).collect();
        let node = Node::Aggregate(Box::new(source), groups, aggregates);
        match having {
            Some(having) => Node::Filter(Box::new(node), having),
            None => node,
        }
    }

    fn bind_item(&mut self, item: &ast::SelectItem, items: &mut Vec<Item>) -> Result<(), SqlError> {
        match &item.kind {
            SelectItemKind::Value { value, alias } => {
                let bound = self.bind_value(value)?;
                let name = match (alias, &value.kind) {
                    (Some(alias), _) => alias.text.to_string(),
                    (None, ast::ExprKind::Column(column)) => self.spelled(&column.name.text),
                    (None, _) => String::new(),
                };
                items.push(Item { value: bound, name, written: Some(value.clone()) });
            }
            SelectItemKind::Star(qualifier) => {
                if let Some(qualifier) = qualifier.as_ref().filter(|qualifier| !self.scope.is_qualifier(qualifier)) {
                    // 107: the prefix does not match with a table name or alias name used in the query.
                    return Err(SqlError::new(107, 15, 1, vec![qualifier.name.text.to_string()]));
                }
                if self.scope.alias.is_none() {
                    // 263: must specify table to select from.
                    return Err(SqlError::new(263, 16, 1, Vec::new()));
                }
                for place in 0..self.scope.columns.len() {
                    let column = &self.scope.columns[place];
                    let name = column.name.clone();
                    let value = Expr::column(place, column.data_type, column.nullable);
                    items.push(Item { value: self.column_of_row(place, value)?, name, written: None });
                }
            }
            SelectItemKind::Assignment { .. } => return Err(SqlError::assignment_with_retrieval()),
        }
        Ok(())
    }

    pub(super) fn bind_top(&mut self, top: Option<&ast::Top>) -> Result<Option<Expr>, SqlError> {
        let Some(top) = top else { return Ok(None) };
        if top.percent || top.with_ties {
            return Err(unsupported(if top.percent { "TOP PERCENT" } else { "TOP WITH TIES" }));
        }
        // The count is asked for once, before any row: it sees no columns.
        let scope = std::mem::take(&mut self.scope);
        let aggregation = self.aggregation.take();
        let count = self.bind_value(&top.count);
        self.scope = scope;
        self.aggregation = aggregation;
        let count = count?;
        if !count.data_type.is_integer() {
            return Err(SqlError::new(1060, 15, 1, Vec::new()));
        }
        Ok(Some(implicit(count, DataType::BigInt)?))
    }

    /// A column's name as the table spells it: what a result set shows.
    fn spelled(&self, written: &str) -> String {
        self.scope.column(written).map_or_else(|| written.to_owned(), |place| self.scope.columns[place].name.clone())
    }
}

fn output_column(item: &Item) -> OutputColumn {
    OutputColumn { name: item.name.clone(), data_type: item.value.data_type, nullable: item.value.nullable }
}

/// Puts order, TOP and the select list over `node`. Without DISTINCT the rows are sorted before they are projected, so that
/// the order may use what the list does not show; with DISTINCT after it.
fn shape(node: Node, items: Vec<Item>, ordering: Ordering, top: Option<Expr>, distinct: bool) -> Node {
    let types: Vec<_> = items.iter().map(|item| (item.value.data_type, item.value.nullable)).collect();
    let values: Vec<Expr> = items.into_iter().map(|item| item.value).collect();
    let sorted = |node: Node, ordering: Ordering| match ordering.keys.is_empty() {
        true => node,
        false => Node::Sort(Box::new(node), ordering.keys),
    };
    let limited = |node: Node, top: Option<Expr>| match top {
        Some(count) => Node::Top(Box::new(node), count),
        None => node,
    };
    if distinct {
        let columns = types.iter().enumerate().map(|(place, (ty, nullable))| Expr::column(place, *ty, *nullable));
        let projected = Node::Project(Box::new(node), values);
        let unique = Node::Aggregate(Box::new(projected), columns.collect(), Vec::new());
        return limited(sorted(unique, ordering), top);
    }
    let node = limited(sorted(node, ordering), top);
    Node::Project(Box::new(node), values)
}

/// ROLLUP or CUBE over expressions, which reads like a call.
fn super_group(written: &ast::Expr) -> Option<&'static str> {
    let ast::ExprKind::Call(call) = &written.kind else { return None };
    let name = call.name.single()?;
    ["ROLLUP", "CUBE", "GROUPING"].into_iter().find(|word| name.is(word))
}

/// The refusal of a query hint, by its words.
pub(super) fn query_hint(hint: &ast::Hint) -> SqlError {
    let words: Vec<String> = hint.words.iter().map(|word| word.text.to_uppercase()).collect();
    unsupported(&format!("OPTION ({})", words.join(" ")))
}

fn has_aggregates(query: &ast::Query, select: &ast::Select) -> bool {
    let in_items = select.items.iter().any(|item| match &item.kind {
        SelectItemKind::Value { value, .. } | SelectItemKind::Assignment { value, .. } => has_aggregate_expr(value),
        SelectItemKind::Star(_) => false,
    });
    in_items || query.order_by.iter().any(|item| has_aggregate_expr(&item.value))
}

pub(super) fn has_aggregate_expr(expr: &ast::Expr) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |met| match met {
        Met::Expr(ast::Expr { kind: ast::ExprKind::Call(call), .. }) => {
            let aggregate = call.over.is_none() && call.name.single().is_some();
            found |= aggregate && AggregateKind::named(&call.name.name.text).is_some();
            true
        }
        // A subquery's aggregates are its own.
        Met::Query(_) => false,
        _ => true,
    });
    found
}

/// Whether an expression is the same for every row.
pub(super) fn is_constant(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Constant(_))
}

/// 11720: NEXT VALUE FOR in TOP, OVER, OUTPUT, ON, WHERE, GROUP BY, HAVING or ORDER BY.
const CLAUSES: Option<(i32, u8)> = Some((11720, 15));
