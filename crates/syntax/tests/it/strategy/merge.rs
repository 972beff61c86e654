//! Random MERGE.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{Merge, MergeAction, MergeClause, MergeMatch};

use super::expr::condition;
use super::name::name;
use super::query::{common_tables, hint, top};
use super::statement::{assignment, output, target, value_or_default};
use super::table::source;

fn clause() -> impl Strategy<Value = MergeClause> {
    let changed = prop_oneof![Just(MergeAction::Delete), vec(assignment(), 1..3).prop_map(MergeAction::Update)];
    let inserted = (vec(name(), 0..3), option::of(vec(value_or_default(), 1..3)))
        .prop_map(|(columns, values)| MergeAction::Insert { columns, values });
    let matched = prop::sample::select(vec![MergeMatch::Matched, MergeMatch::NotMatchedBySource]);
    let action = prop_oneof![(matched, changed), (Just(MergeMatch::NotMatchedByTarget), inserted)];
    (action, option::of(condition(1))).prop_map(|((rows, action), condition)| MergeClause {
        rows,
        condition,
        action,
        span: Span::default(),
    })
}

pub(crate) fn merge() -> impl Strategy<Value = Merge> {
    let head = (common_tables(1), option::weighted(0.2, top(0)), target(), option::of(name()));
    let hints = prop_oneof![4 => Just(Vec::new()), 1 => vec(hint(), 1..2)];
    (head, source(1), condition(1), vec(clause(), 1..4), output(), hints).prop_map(
        |((with, top, target, alias), source, condition, clauses, output, hints)| Merge {
            with,
            top,
            target,
            alias,
            source,
            condition,
            clauses,
            output,
            hints,
        },
    )
}
