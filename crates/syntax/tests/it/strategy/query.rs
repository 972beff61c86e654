//! Random queries.

use std::ops::Range;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{
    AssignmentOperator, BinaryOperator, Combination, CommonTable, Expr, ExprKind, ForClause, ForJson, ForXml, GroupBy,
    GroupItem, Hint, Name, NamedWindow, Offset, OrderItem, Query, QueryBody, Select, SelectItem, SelectItemKind,
    SetOperator, SuperGroup, Top, XmlElements, XmlMode,
};

use super::expr::{binary_operator, condition, expr, new_expr, over};
use super::name::{literal, name, object_name, variable};
use super::table::source;

pub(crate) fn order_items(value: BoxedStrategy<Expr>, size: Range<usize>) -> impl Strategy<Value = Vec<OrderItem>> {
    vec((value, any::<bool>()).prop_map(|(value, descending)| OrderItem { value, descending }), size)
}

pub(crate) fn assignment_operator() -> impl Strategy<Value = AssignmentOperator> {
    let is_compound =
        |operator: &BinaryOperator| !matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
    let compound = binary_operator().prop_filter("shifts have no assignment", is_compound);
    prop_oneof![Just(AssignmentOperator::Set), compound.prop_map(AssignmentOperator::Compound)]
}

pub(crate) fn top(depth: u32) -> BoxedStrategy<Top> {
    (expr(depth), any::<bool>(), any::<bool>())
        .prop_map(|(count, percent, with_ties)| Top { count, percent, with_ties })
        .boxed()
}

/// Hints of a query.
pub(crate) fn hint() -> BoxedStrategy<Hint> {
    let assumption = (variable(), option::of(literal().prop_map(|literal| new_expr(ExprKind::Literal(literal)))));
    let optimize = vec(assumption, 1..3).prop_map(|assumptions| Hint {
        words: ["OPTIMIZE", "FOR"].map(|word| Name::new(word, Span::default())).into(),
        arguments: Vec::new(),
        assumptions,
    });
    let words = prop::sample::select(vec!["RECOMPILE", "maxdop", "Use Hint", "HASH JOIN", "KEEPFIXED PLAN"]);
    let plain = (words, vec(expr(0), 0..2)).prop_map(|(words, arguments)| Hint {
        words: words.split(' ').map(|word| Name::new(word, Span::default())).collect(),
        arguments,
        assumptions: Vec::new(),
    });
    prop_oneof![4 => plain.boxed(), 1 => optimize.boxed()].boxed()
}

/// Hints of a table, with one list of index hints at most.
pub(crate) fn table_hints() -> BoxedStrategy<Vec<Hint>> {
    let word = prop::sample::select(vec!["NOLOCK", "index", "HOLDLOCK", "FORCESEEK", "TabLockX"]);
    let hint = (word, vec(expr(0), 0..3)).prop_map(|(word, arguments)| Hint {
        words: vec![Name::new(word, Span::default())],
        arguments,
        assumptions: Vec::new(),
    });
    let hints = vec(hint, 1..3).prop_map(|mut hints| {
        let is_index = |hint: &Hint| hint.words[0].is("index");
        let first = hints.iter().position(is_index);
        let mut place = 0..;
        hints.retain(|hint| place.next() == first || !is_index(hint));
        hints
    });
    prop_oneof![4 => Just(Vec::new()), 1 => hints].boxed()
}

fn group_by(depth: u32) -> BoxedStrategy<GroupBy> {
    let group = || prop::sample::select(vec![SuperGroup::Rollup, SuperGroup::Cube]);
    let super_group =
        (group(), vec(vec(expr(depth), 1..3), 1..3)).prop_map(|(group, elements)| GroupItem::Super(group, elements));
    let set = prop_oneof![
        Just(GroupItem::Set(Vec::new())),
        vec(expr(0), 2..4).prop_map(GroupItem::Set),
        expr(depth).prop_map(GroupItem::Value),
    ];
    let item = prop_oneof![
        6 => expr(depth).prop_map(GroupItem::Value).boxed(),
        1 => super_group.boxed(),
        1 => vec(set, 1..3).prop_map(GroupItem::Sets).boxed(),
        1 => Just(GroupItem::Set(Vec::new())).boxed(),
    ];
    let grouped = (any::<bool>(), vec(item, 1..3), option::weighted(0.2, group()))
        .prop_map(|(all, items, with)| GroupBy { all, items, with });
    prop_oneof![1 => Just(GroupBy::default()).boxed(), 1 => grouped.boxed()].boxed()
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
        group_by(depth),
        option::weighted(0.2, condition(depth)),
        windows(depth),
    );
    (head, tail).prop_map(|((distinct, top, items), (into, from, condition, group_by, having, windows))| Select {
        distinct,
        top,
        items,
        into_filegroup: into.as_ref().filter(|_| distinct).map(|_| Name::new("fg", Span::default())),
        into,
        from,
        condition,
        group_by,
        having,
        windows,
        order: None,
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

fn windows(depth: u32) -> BoxedStrategy<Vec<NamedWindow>> {
    let window = (name(), over(expr(depth))).prop_map(|(name, window)| NamedWindow { name, window });
    prop_oneof![8 => Just(Vec::new()), 1 => vec(window, 1..3)].boxed()
}

fn text() -> impl Strategy<Value = Box<str>> {
    "[ -~]{0,4}".prop_map(String::into_boxed_str)
}

fn for_clause() -> impl Strategy<Value = Box<ForClause>> {
    let mode = prop_oneof![
        option::of(text()).prop_map(XmlMode::Raw),
        Just(XmlMode::Auto),
        Just(XmlMode::Explicit),
        option::of(text()).prop_map(XmlMode::Path),
    ];
    let elements = option::of(prop::sample::select(vec![XmlElements::Absent, XmlElements::XsiNil]));
    let named = || option::of(option::of(text()));
    let xml = (mode, elements, any::<[bool; 3]>(), named(), named()).prop_map(
        |(mode, elements, [typed, binary_base64, xml_data], root, xml_schema)| {
            let namespaces = Vec::new();
            ForClause::Xml(ForXml { mode, elements, typed, root, binary_base64, xml_data, xml_schema, namespaces })
        },
    );
    let json = (any::<[bool; 3]>(), named()).prop_map(|([path, include_null_values, without_array_wrapper], root)| {
        ForClause::Json(ForJson { path, root, include_null_values, without_array_wrapper })
    });
    prop_oneof![1 => Just(ForClause::Browse).boxed(), 3 => xml.boxed(), 2 => json.boxed()].prop_map(Box::new)
}

/// Generates queries without common table expressions, of at most this many levels.
pub(crate) fn query(depth: u32) -> BoxedStrategy<Query> {
    let offset = (expr(0), option::of(expr(0))).prop_map(|(skip, fetch)| Offset { skip, fetch });
    let order = prop_oneof![
        2 => Just((Vec::new(), None)),
        1 => (order_items(expr(depth), 1..3), option::of(offset)),
    ];
    (body(depth), order, option::weighted(0.1, for_clause()))
        .prop_map(|(body, (order_by, offset), for_clause)| Query {
            with: Vec::new(),
            body,
            order_by,
            offset,
            for_clause,
            hints: Vec::new(),
            span: Span::default(),
        })
        .boxed()
}

/// A query that is a statement, or most of one: only such a query has OPTION.
pub(crate) fn whole_query(depth: u32) -> impl Strategy<Value = Query> {
    let hints = prop_oneof![4 => Just(Vec::new()), 1 => vec(hint(), 1..3)];
    (query(depth), hints).prop_map(|(query, hints)| Query { hints, ..query })
}

pub(crate) fn common_tables(depth: u32) -> BoxedStrategy<Vec<CommonTable>> {
    let table = (name(), vec(name(), 0..3), query(depth)).prop_map(|(name, columns, query)| CommonTable {
        name,
        columns,
        query,
    });
    prop_oneof![4 => Just(Vec::new()), 1 => vec(table, 1..3)].boxed()
}
