//! Random queries.

use std::ops::Range;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{
    AssignmentOperator, Combination, CommonTable, Expr, ForClause, Hint, Name, Offset, OrderItem, Query, QueryBody,
    Select, SelectItem, SelectItemKind, SetOperator, Top,
};

use super::expr::{binary_operator, condition, expr};
use super::name::{name, object_name, variable, word};
use super::table::source;

pub(crate) fn order_items(value: BoxedStrategy<Expr>, size: Range<usize>) -> impl Strategy<Value = Vec<OrderItem>> {
    vec((value, any::<bool>()).prop_map(|(value, descending)| OrderItem { value, descending }), size)
}

pub(crate) fn assignment_operator() -> impl Strategy<Value = AssignmentOperator> {
    prop_oneof![Just(AssignmentOperator::Set), binary_operator().prop_map(AssignmentOperator::Compound)]
}

pub(crate) fn top(depth: u32) -> BoxedStrategy<Top> {
    (expr(depth), any::<bool>(), any::<bool>())
        .prop_map(|(count, percent, with_ties)| Top { count, percent, with_ties })
        .boxed()
}

pub(crate) fn hint() -> BoxedStrategy<Hint> {
    (vec(word(), 1..3), vec(expr(0), 0..2)).prop_map(|(words, arguments)| Hint { words, arguments }).boxed()
}

pub(crate) fn select_item(depth: u32) -> BoxedStrategy<SelectItem> {
    let kind = prop_oneof![
        3 => (expr(depth), option::of(name())).prop_map(|(value, alias)| SelectItemKind::Value { value, alias }),
        1 => option::of(object_name()).prop_map(SelectItemKind::Star),
        1 => (variable(), assignment_operator(), expr(depth)).prop_map(|(variable, operator, value)| {
            SelectItemKind::Assignment { variable, operator, value }
        }),
    ];
    kind.prop_map(|kind| SelectItem { kind, span: Span::default() }).boxed()
}

fn select(depth: u32) -> impl Strategy<Value = Select> {
    let head = (any::<bool>(), option::weighted(0.2, top(0)), vec(select_item(depth), 1..3));
    let tail = (
        option::weighted(0.1, object_name()),
        vec(source(depth), 0..3),
        option::weighted(0.5, condition(depth)),
        vec(expr(depth), 0..2),
        option::weighted(0.2, condition(depth)),
    );
    (head, tail).prop_map(|((distinct, top, items), (into, from, condition, group_by, having))| Select {
        distinct,
        top,
        items,
        into,
        from,
        condition,
        group_by,
        having,
        span: Span::default(),
    })
}

fn body(depth: u32) -> BoxedStrategy<QueryBody> {
    let single = select(depth).prop_map(|select| QueryBody::Select(Box::new(select))).boxed();
    if depth == 0 {
        return single;
    }
    let inner = body(depth - 1);
    let operator = prop::sample::select(vec![SetOperator::Union, SetOperator::UnionAll, SetOperator::Except]);
    let part = |operator: BoxedStrategy<SetOperator>| {
        (operator, inner.clone()).prop_map(|(operator, body)| Combination { operator, body })
    };
    let rest = prop_oneof![vec(part(operator.boxed()), 1..3), vec(part(Just(SetOperator::Intersect).boxed()), 1..3),];
    let combined = (inner.clone(), rest).prop_map(|(first, rest)| QueryBody::Combined { first: Box::new(first), rest });
    prop_oneof![3 => single, 1 => combined].boxed()
}

fn for_clause() -> impl Strategy<Value = ForClause> {
    let directive = (Just("PATH"), vec(expr(0), 0..2))
        .prop_map(|(word, arguments)| Hint { words: vec![Name::new(word, Span::default())], arguments });
    vec(directive, 1..3).prop_map(|directives| ForClause { format: Name::new("XML", Span::default()), directives })
}

/// Queries without common table expressions, of at most this many levels.
pub(crate) fn query(depth: u32) -> BoxedStrategy<Query> {
    let offset = (expr(0), option::of(expr(0))).prop_map(|(skip, fetch)| Offset { skip, fetch });
    let order = prop_oneof![
        2 => Just((Vec::new(), None)),
        1 => (order_items(expr(depth), 1..3), option::of(offset)),
    ];
    (
        body(depth),
        order,
        option::weighted(0.1, for_clause()),
        prop_oneof![4 => Just(Vec::new()), 1 => vec(hint(), 1..3)],
    )
        .prop_map(|(body, (order_by, offset), for_clause, hints)| Query {
            with: Vec::new(),
            body,
            order_by,
            offset,
            for_clause,
            hints,
            span: Span::default(),
        })
        .boxed()
}

pub(crate) fn common_tables(depth: u32) -> BoxedStrategy<Vec<CommonTable>> {
    let table = (name(), vec(name(), 0..3), query(depth)).prop_map(|(name, columns, query)| CommonTable {
        name,
        columns,
        query,
    });
    prop_oneof![4 => Just(Vec::new()), 1 => vec(table, 1..3)].boxed()
}
