//! Random table sources.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{
    Delete, Expr, ExprKind, JoinHint, JoinKind, Name, NestedChange, OpenJson, OpenXml, Pivot, RowsetColumn, TableAlias,
    TableSample, TableSource, TableSourceKind, Target, Unpivot, XmlSchema,
};

use super::expr::{call, condition, expr};
use super::name::{column_name, name, object_name, type_name, variable};
use super::query::{query, table_hints};

pub(crate) fn source(depth: u32) -> BoxedStrategy<TableSource> {
    let alias = (name(), vec(name(), 0..3)).prop_map(|(name, columns)| TableAlias { name, columns }).boxed();
    let sample = (expr(0), any::<bool>(), option::of(expr(0)))
        .prop_map(|(number, rows, seed)| Box::new(TableSample { number, rows, seed }));
    let table = (object_name(), option::of(name()), option::weighted(0.1, sample), table_hints())
        .prop_map(|(name, alias, sample, hints)| TableSourceKind::Table { name, alias, sample, hints });
    let table_variable = (variable(), option::of(name()), table_hints())
        .prop_map(|(name, alias, hints)| TableSourceKind::Variable { name, alias, hints });
    let simple = prop_oneof![3 => table, 1 => table_variable].prop_map(new_source).boxed();
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
        1 => (vec(vec(value.clone(), 1..3), 1..3), alias.clone())
            .prop_map(|(rows, alias)| TableSourceKind::Values { rows, alias }),
        2 => (join_kind(), option::weighted(0.2, join_hint()), inner.clone(), inner.clone(), condition(depth - 1))
            .prop_map(|(kind, hint, left, right, condition)| {
                let condition = kind.takes_condition().then_some(condition);
                let hint = hint.filter(|_| condition.is_some());
                TableSourceKind::Join { kind, hint, left: Box::new(left), right: Box::new(right), condition }
            }),
        1 => rowset(value, inner, alias),
    ];
    prop_oneof![2 => simple, 1 => composite.prop_map(new_source)].boxed()
}

fn rowset(
    value: BoxedStrategy<Expr>,
    inner: BoxedStrategy<TableSource>,
    alias: BoxedStrategy<TableAlias>,
) -> BoxedStrategy<TableSourceKind> {
    let column =
        (name(), type_name(), option::of("[ -~]{0,4}"), any::<bool>()).prop_map(|(name, data_type, path, as_json)| {
            RowsetColumn { name, data_type, path: path.map(Into::into), as_json }
        });
    let schema = prop_oneof![
        Just(XmlSchema::Edge),
        vec(column.clone(), 1..3).prop_map(XmlSchema::Columns),
        object_name().prop_map(XmlSchema::Table),
    ];
    let nodes = (variable(), value.clone()).prop_map(|(variable, path)| {
        let target = Box::new(Expr::new(ExprKind::Variable(variable), Span::default()));
        let method = Name::new("nodes", Span::default());
        Box::new(Expr::new(ExprKind::Method { target, method, arguments: vec![path] }, Span::default()))
    });
    let aggregate = call(value.clone()).prop_map(|kind| match kind {
        ExprKind::Call(call) => *call,
        _ => unreachable!("the strategy makes calls"),
    });
    let change = (object_name(), alias.clone()).prop_map(|(name, alias)| {
        let delete = Delete {
            with: Vec::new(),
            top: None,
            target: Target::Table { name, hints: Vec::new() },
            output: None,
            from: Vec::new(),
            condition: None,
            hints: Vec::new(),
        };
        TableSourceKind::Change { change: NestedChange::Delete(Box::new(delete)), alias }
    });
    prop_oneof![
        (nodes, alias.clone(), name()).prop_map(|(call, mut alias, column)| {
            // `nodes` has one column at least.
            alias.columns.push(column);
            TableSourceKind::Nodes { call, alias }
        }),
        change,
        (value.clone(), option::of(value.clone()), vec(column, 0..3), option::of(alias.clone())).prop_map(
            |(value, path, columns, alias)| TableSourceKind::OpenJson(Box::new(OpenJson {
                value,
                path,
                columns,
                alias
            }))
        ),
        (value.clone(), value.clone(), option::of(value), schema, option::of(alias.clone())).prop_map(
            |(document, path, flags, schema, alias)| {
                TableSourceKind::OpenXml(Box::new(OpenXml { document, path, flags, schema, alias }))
            }
        ),
        (inner.clone(), aggregate, column_name(), vec(name(), 1..3), alias.clone()).prop_map(
            |(source, aggregate, column, values, alias)| {
                TableSourceKind::Pivot(Box::new(Pivot { source, aggregate, column, values, alias }))
            }
        ),
        (inner, name(), name(), vec(column_name(), 1..3), alias).prop_map(|(source, value, column, columns, alias)| {
            TableSourceKind::Unpivot(Box::new(Unpivot { source, value, column, columns, alias }))
        }),
    ]
    .boxed()
}

fn join_hint() -> impl Strategy<Value = JoinHint> {
    prop::sample::select(vec![JoinHint::Loop, JoinHint::Hash, JoinHint::Merge, JoinHint::Remote])
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

fn new_source(kind: TableSourceKind) -> TableSource {
    TableSource { kind, span: Span::default() }
}
