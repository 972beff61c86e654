//! Random table sources.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{JoinKind, TableAlias, TableSource, TableSourceKind};

use super::expr::{condition, expr};
use super::name::{name, object_name, variable};
use super::query::{hint, query};

pub(crate) fn source(depth: u32) -> BoxedStrategy<TableSource> {
    let alias = (name(), vec(name(), 0..3)).prop_map(|(name, columns)| TableAlias { name, columns }).boxed();
    let hints = prop_oneof![4 => Just(Vec::new()), 1 => vec(hint(), 1..3)];
    let table = (object_name(), option::of(name()), hints).prop_map(|(name, alias, hints)| TableSourceKind::Table {
        name,
        alias,
        hints,
    });
    let table_variable =
        (variable(), option::of(name())).prop_map(|(name, alias)| TableSourceKind::Variable { name, alias });
    let simple = prop_oneof![3 => table, 1 => table_variable].prop_map(of).boxed();
    if depth == 0 {
        return simple;
    }
    let value = expr(depth - 1);
    let inner = source(depth - 1);
    let composite = prop_oneof![
        1 => (object_name(), vec(value.clone(), 0..3), option::of(alias.clone()))
            .prop_map(|(name, arguments, alias)| TableSourceKind::Function { name, arguments, alias }),
        1 => (query(depth - 1), alias.clone())
            .prop_map(|(query, alias)| TableSourceKind::Derived { query: Box::new(query), alias }),
        1 => (vec(vec(value, 1..3), 1..3), alias)
            .prop_map(|(rows, alias)| TableSourceKind::Values { rows, alias }),
        2 => (join_kind(), inner.clone(), inner, condition(depth - 1)).prop_map(|(kind, left, right, condition)| {
            let condition = kind.takes_condition().then_some(condition);
            TableSourceKind::Join { kind, left: Box::new(left), right: Box::new(right), condition }
        }),
    ];
    prop_oneof![2 => simple, 1 => composite.prop_map(of)].boxed()
}

fn join_kind() -> impl Strategy<Value = JoinKind> {
    prop::sample::select(vec![
        JoinKind::Inner,
        JoinKind::Left,
        JoinKind::Right,
        JoinKind::Full,
        JoinKind::Cross,
        JoinKind::CrossApply,
        JoinKind::OuterApply,
    ])
}

fn of(kind: TableSourceKind) -> TableSource {
    TableSource { kind, span: Span::default() }
}
