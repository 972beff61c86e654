//! Visitors over the syntax tree, for questions answered before a statement is bound. A walk passes
//! over hints, OUTPUT and nested changes.

use crate::ast::{
    Assignment, Call, Condition, ConditionKind, Delete, Expr, ExprKind, InsertSource, Merge, MergeAction, Offset,
    OrderItem, Over, Query, QueryBody, Select, SelectItemKind, TableSource, TableSourceKind, Update,
};

/// A node that a walk visits.
#[derive(Clone, Copy, Debug)]
pub enum Met<'a> {
    /// An expression. Its parts follow if the visitor returns true.
    Expr(&'a Expr),
    /// A subquery. Its parts follow if the visitor returns true.
    Query(&'a Query),
    /// The variable, with its `@`, assigned in a select list or in SET of an UPDATE. The visitor's
    /// result is ignored.
    Assigned(&'a str),
}

/// The visitor. Returns whether the walk descends into the node.
pub type Visitor<'v> = dyn FnMut(Met<'_>) -> bool + 'v;

/// Walks an expression. `visit` comes before the parts and returns whether to enter them. A call's
/// parts are its arguments, WITHIN GROUP and OVER.
pub fn expr(node: &Expr, visit: &mut Visitor<'_>) {
    if !visit(Met::Expr(node)) {
        return;
    }
    match &node.kind {
        ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } | ExprKind::Collate { operand, .. } => {
            expr(operand, visit);
        }
        ExprKind::Chain { first, rest } => {
            expr(first, visit);
            rest.iter().for_each(|(_, operand)| expr(operand, visit));
        }
        ExprKind::Call(inner) => call(inner, visit),
        ExprKind::NextValue { over, .. } => over.iter().for_each(|over| window(over, visit)),
        ExprKind::Method { target, arguments, .. } => {
            expr(target, visit);
            arguments.iter().for_each(|argument| expr(argument, visit));
        }
        ExprKind::Convert { operand, style, .. } => {
            expr(operand, visit);
            style.iter().for_each(|style| expr(style, visit));
        }
        ExprKind::SimpleCase { operand, branches, otherwise } => {
            expr(operand, visit);
            for (value, result) in branches {
                expr(value, visit);
                expr(result, visit);
            }
            otherwise.iter().for_each(|otherwise| expr(otherwise, visit));
        }
        ExprKind::SearchedCase { branches, otherwise } => {
            for (test, result) in branches {
                condition(test, visit);
                expr(result, visit);
            }
            otherwise.iter().for_each(|otherwise| expr(otherwise, visit));
        }
        ExprKind::Iif { condition: test, then, otherwise } => {
            condition(test, visit);
            expr(then, visit);
            expr(otherwise, visit);
        }
        ExprKind::Subquery(inner) => query(inner, visit),
        ExprKind::AtTimeZone { operand, zone: other } | ExprKind::Trim { characters: other, operand, .. } => {
            expr(operand, visit);
            expr(other, visit);
        }
        ExprKind::Parse { operand, culture, .. } => {
            expr(operand, visit);
            culture.iter().for_each(|culture| expr(culture, visit));
        }
        ExprKind::Literal(_)
        | ExprKind::Variable(_)
        | ExprKind::GlobalVariable(_)
        | ExprKind::Column(_)
        | ExprKind::PseudoColumn(_)
        | ExprKind::Niladic(_)
        | ExprKind::Default => {}
    }
}

fn call(node: &Call, visit: &mut Visitor<'_>) {
    node.arguments.iter().for_each(|argument| expr(argument, visit));
    order(&node.within_group, None, visit);
    node.over.iter().for_each(|over| window(over, visit));
}

fn window(node: &Over, visit: &mut Visitor<'_>) {
    node.partition_by.iter().for_each(|value| expr(value, visit));
    order(&node.order_by, None, visit);
}

/// Walks a condition in text order. Its expressions and queries are passed to `visit`; a condition
/// itself isn't.
pub fn condition(node: &Condition, visit: &mut Visitor<'_>) {
    match &node.kind {
        ConditionKind::Comparison { left, right, .. } | ConditionKind::IsDistinct { left, right, .. } => {
            expr(left, visit);
            expr(right, visit);
        }
        ConditionKind::Quantified { left, query: inner, .. }
        | ConditionKind::InQuery { operand: left, query: inner, .. } => {
            expr(left, visit);
            query(inner, visit);
        }
        ConditionKind::And(all) | ConditionKind::Or(all) => all.iter().for_each(|part| condition(part, visit)),
        ConditionKind::Not(inner) => condition(inner, visit),
        ConditionKind::IsNull { operand, .. } => expr(operand, visit),
        ConditionKind::InList { operand, list, .. } => {
            expr(operand, visit);
            list.iter().for_each(|item| expr(item, visit));
        }
        ConditionKind::Between { operand, low, high, .. } => {
            expr(operand, visit);
            expr(low, visit);
            expr(high, visit);
        }
        ConditionKind::Like { operand, pattern, escape, .. }
        | ConditionKind::RegexpLike { operand, pattern, flags: escape } => {
            expr(operand, visit);
            expr(pattern, visit);
            escape.iter().for_each(|escape| expr(escape, visit));
        }
        ConditionKind::Exists(inner) => query(inner, visit),
        ConditionKind::Updated(_) | ConditionKind::CurrentOf(_) => {}
    }
}

/// Walks a query. `visit` gets the query first and returns whether to enter it. Common table
/// expressions, the body and ORDER BY with OFFSET follow. Table names aren't visited; see
/// [`sources`].
pub fn query(node: &Query, visit: &mut Visitor<'_>) {
    if !visit(Met::Query(node)) {
        return;
    }
    node.with.iter().for_each(|common| query(&common.query, visit));
    body(&node.body, visit);
    order(&node.order_by, node.offset.as_ref(), visit);
}

fn order(order_by: &[OrderItem], offset: Option<&Offset>, visit: &mut Visitor<'_>) {
    order_by.iter().for_each(|item| expr(&item.value, visit));
    if let Some(offset) = offset {
        expr(&offset.skip, visit);
        offset.fetch.iter().for_each(|fetch| expr(fetch, visit));
    }
}

/// Walks the expressions of an UPDATE: TOP, assignments, FROM and WHERE, in this order. Common
/// table expressions and OUTPUT aren't walked.
pub fn update(node: &Update, visit: &mut Visitor<'_>) {
    node.top.iter().for_each(|top| expr(&top.count, visit));
    node.assignments.iter().for_each(|each| assignment(each, visit));
    node.from.iter().for_each(|from| source(from, visit));
    node.condition.iter().for_each(|test| condition(test, visit));
}

/// Walks the expressions of a DELETE: TOP, FROM and WHERE, in this order. Common table expressions
/// and OUTPUT aren't walked.
pub fn delete(node: &Delete, visit: &mut Visitor<'_>) {
    node.top.iter().for_each(|top| expr(&top.count, visit));
    node.from.iter().for_each(|from| source(from, visit));
    node.condition.iter().for_each(|test| condition(test, visit));
}

/// Walks the expressions of a MERGE: TOP, the source, ON and the clauses, in this order. Common
/// table expressions and OUTPUT aren't walked.
pub fn merge(node: &Merge, visit: &mut Visitor<'_>) {
    node.top.iter().for_each(|top| expr(&top.count, visit));
    source(&node.source, visit);
    condition(&node.condition, visit);
    for clause in &node.clauses {
        clause.condition.iter().for_each(|test| condition(test, visit));
        match &clause.action {
            MergeAction::Update(assignments) => assignments.iter().for_each(|each| assignment(each, visit)),
            MergeAction::Insert { values, .. } => values.iter().flatten().for_each(|value| expr(value, visit)),
            MergeAction::Delete => {}
        }
    }
}

fn assignment(node: &Assignment, visit: &mut Visitor<'_>) {
    if let Some(variable) = &node.variable {
        visit(Met::Assigned(&variable.text));
    }
    expr(&node.value, visit);
}

/// Walks the source of an INSERT. A procedure's arguments aren't walked.
pub fn insert_source(node: &InsertSource, visit: &mut Visitor<'_>) {
    match node {
        InsertSource::Values(rows) => rows.iter().flatten().for_each(|value| expr(value, visit)),
        InsertSource::Query(inner) => query(inner, visit),
        InsertSource::DefaultValues | InsertSource::Execute(_) => {}
    }
}

/// Walks the table sources of a query, including those of common table expressions, derived tables
/// and subqueries. Each source is visited once, before those inside it. The sources of a nested
/// change aren't visited.
pub fn sources(node: &Query, visit: &mut dyn FnMut(&TableSource)) {
    node.with.iter().for_each(|common| sources(&common.query, visit));
    sources_of_body(&node.body, visit);
    let mut inner = |met: Met<'_>| match met {
        Met::Query(found) => {
            sources(found, visit);
            false
        }
        _ => true,
    };
    body(&node.body, &mut inner);
    order(&node.order_by, node.offset.as_ref(), &mut inner);
}

fn sources_of_body(node: &QueryBody, visit: &mut dyn FnMut(&TableSource)) {
    match node {
        QueryBody::Select(inner) => inner.from.iter().for_each(|from| sources_of(from, visit)),
        QueryBody::Combined { first, rest } => {
            sources_of_body(first, visit);
            rest.iter().for_each(|next| sources_of_body(&next.body, visit));
        }
    }
}

/// Visits a table source, then the operands of its joins, PIVOT and UNPIVOT. Derived tables are
/// visited but not entered.
pub fn sources_of(node: &TableSource, visit: &mut dyn FnMut(&TableSource)) {
    visit(node);
    match &node.kind {
        TableSourceKind::Join { left, right, .. } => {
            sources_of(left, visit);
            sources_of(right, visit);
        }
        TableSourceKind::Pivot(pivot) => sources_of(&pivot.source, visit),
        TableSourceKind::Unpivot(unpivot) => sources_of(&unpivot.source, visit),
        _ => {}
    }
}

fn body(node: &QueryBody, visit: &mut Visitor<'_>) {
    match node {
        QueryBody::Select(inner) => select(inner, visit),
        QueryBody::Combined { first, rest } => {
            body(first, visit);
            rest.iter().for_each(|next| body(&next.body, visit));
        }
    }
}

fn select(node: &Select, visit: &mut Visitor<'_>) {
    node.top.iter().for_each(|top| expr(&top.count, visit));
    for item in &node.items {
        match &item.kind {
            SelectItemKind::Value { value, .. } => expr(value, visit),
            SelectItemKind::Assignment { variable, value, .. } => {
                visit(Met::Assigned(&variable.text));
                expr(value, visit);
            }
            SelectItemKind::Star(_) => {}
        }
    }
    node.from.iter().for_each(|from| source(from, visit));
    node.condition.iter().for_each(|test| condition(test, visit));
    node.group_by.exprs().into_iter().for_each(|group| expr(group, visit));
    node.having.iter().for_each(|test| condition(test, visit));
    node.windows.iter().for_each(|named| window(&named.window, visit));
    node.order.iter().for_each(|own| order(&own.order_by, own.offset.as_ref(), visit));
}

fn source(node: &TableSource, visit: &mut Visitor<'_>) {
    match &node.kind {
        TableSourceKind::Function { arguments, .. } => arguments.iter().for_each(|argument| expr(argument, visit)),
        TableSourceKind::Derived { query: inner, .. } => query(inner, visit),
        TableSourceKind::Values { rows, .. } => rows.iter().flatten().for_each(|value| expr(value, visit)),
        TableSourceKind::Join { left, right, condition: on, .. } => {
            source(left, visit);
            source(right, visit);
            on.iter().for_each(|on| condition(on, visit));
        }
        TableSourceKind::Nodes { call, .. } => expr(call, visit),
        TableSourceKind::OpenJson(rowset) => {
            expr(&rowset.value, visit);
            rowset.path.iter().for_each(|path| expr(path, visit));
        }
        TableSourceKind::OpenXml(rowset) => {
            expr(&rowset.document, visit);
            expr(&rowset.path, visit);
            rowset.flags.iter().for_each(|flags| expr(flags, visit));
        }
        TableSourceKind::Pivot(pivot) => {
            source(&pivot.source, visit);
            call(&pivot.aggregate, visit);
        }
        TableSourceKind::Unpivot(unpivot) => source(&unpivot.source, visit),
        TableSourceKind::Table { sample, .. } => {
            if let Some(sample) = sample {
                expr(&sample.number, visit);
                sample.seed.iter().for_each(|seed| expr(seed, visit));
            }
        }
        // A nested DML statement is examined when it is bound.
        TableSourceKind::Change { .. } | TableSourceKind::OpenRowset(_) | TableSourceKind::Variable { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::StatementKind;

    #[test]
    fn sources_are_visited_once() {
        let text = "WITH c AS (SELECT * FROM a JOIN (SELECT 1 AS n FROM b) AS d ON 1 = 1)
             SELECT (SELECT MAX(n) FROM e) AS m FROM c WHERE EXISTS (SELECT * FROM f UNION ALL SELECT * FROM g)
             UNION SELECT n FROM h ORDER BY (SELECT n FROM i)";
        let script = crate::parse(text);
        assert!(script.errors.is_empty(), "{:?}", script.errors);
        let StatementKind::Select(query) = &script.statements[0].kind else { panic!("a query") };
        let mut tables = Vec::new();
        sources(query, &mut |source| {
            if let TableSourceKind::Table { name, .. } = &source.kind {
                tables.extend(name.single().map(|name| name.text.to_string()));
            }
        });
        tables.sort();
        assert_eq!(tables, ["a", "b", "c", "e", "f", "g", "h", "i"]);
    }
}
