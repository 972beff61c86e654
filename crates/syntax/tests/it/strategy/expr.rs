//! Random expressions and conditions.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::Span;
use sluice_syntax::ast::{
    BinaryOperator, Call, ComparisonOperator, Condition, ConditionKind, Expr, ExprKind, Frame, FrameBound, Name,
    Niladic, ObjectName, Over, TrimSide, UnaryOperator,
};

use super::name::{column_name, literal, name, object_name, type_name, variable};
use super::query::{order_items, query};

pub(crate) fn new_expr(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

fn truth(kind: ConditionKind) -> Condition {
    Condition::new(kind, Span::default())
}

fn leaf() -> BoxedStrategy<Expr> {
    prop_oneof![
        literal().prop_map(ExprKind::Literal),
        variable().prop_map(ExprKind::Variable),
        column_name().prop_map(|column| ExprKind::Column(Box::new(column))),
        option::of(object_name()).prop_map(|qualifier| {
            let qualifier = qualifier.map(|table| sluice_syntax::ast::ObjectName { server: None, ..table });
            let name = sluice_syntax::ast::Name::new("$rowguid", Span::default());
            ExprKind::PseudoColumn(Box::new(sluice_syntax::ast::ColumnName { qualifier, name, span: Span::default() }))
        }),
        Just(ExprKind::Niladic(Niladic::CurrentTimestamp)),
        Just(ExprKind::Niladic(Niladic::CurrentDate)),
        object_name().prop_map(|name| ExprKind::NextValue { sequence: Box::new(name), over: None }),
        prop::sample::select(vec!["@@error", "@@rowcount", "@@spid"])
            .prop_map(|text| { ExprKind::GlobalVariable(sluice_syntax::ast::Name::new(text, Span::default())) }),
    ]
    .prop_map(new_expr)
    .boxed()
}

pub(crate) fn binary_operator() -> impl Strategy<Value = BinaryOperator> {
    prop::sample::select(BinaryOperator::ALL)
}

/// Generates expressions of at most this many levels.
pub(crate) fn expr(depth: u32) -> BoxedStrategy<Expr> {
    if depth == 0 {
        return leaf();
    }
    let inner = expr(depth - 1);
    let one = inner.clone().prop_map(Box::new);
    let test = condition(depth - 1);
    let unary = prop::sample::select(vec![UnaryOperator::Plus, UnaryOperator::Minus, UnaryOperator::BitNot]);
    let composite = prop_oneof![
        3 => (binary_operator(), one.clone(), one.clone())
            .prop_map(|(operator, left, right)| (*left).chained(operator, *right).kind),
        2 => (unary, one.clone()).prop_map(|(operator, operand)| ExprKind::Unary { operator, operand }),
        2 => call(inner.clone()),
        1 => json_value(inner.clone()),
        1 => (one.clone(), name(), vec(inner.clone(), 0..2))
            .prop_map(|(target, method, arguments)| ExprKind::Method { target, method, arguments }),
        1 => (one.clone(), type_name(), any::<bool>()).prop_map(|(operand, target, tolerant)| {
            ExprKind::Cast { operand, target: Box::new(target), tolerant }
        }),
        1 => (one.clone(), type_name(), option::of(one.clone()), any::<bool>()).prop_map(
            |(operand, target, style, tolerant)| {
                ExprKind::Convert { target: Box::new(target), operand, style, tolerant }
            }
        ),
        1 => (one.clone(), vec((inner.clone(), inner.clone()), 1..3), option::of(one.clone())).prop_map(
            |(operand, branches, otherwise)| ExprKind::SimpleCase { operand, branches, otherwise }
        ),
        1 => (vec((test.clone(), inner.clone()), 1..3), option::of(one.clone()))
            .prop_map(|(branches, otherwise)| ExprKind::SearchedCase { branches, otherwise }),
        1 => (test, one.clone(), one.clone()).prop_map(|(condition, then, otherwise)| {
            ExprKind::Iif { condition: Box::new(condition), then, otherwise }
        }),
        1 => query(depth - 1).prop_map(|query| ExprKind::Subquery(Box::new(query))),
        1 => (one.clone(), name()).prop_map(|(operand, collation)| ExprKind::Collate { operand, collation }),
        1 => (one.clone(), one.clone()).prop_map(|(operand, zone)| ExprKind::AtTimeZone { operand, zone }),
        1 => (one.clone(), type_name(), option::of(one.clone()), any::<bool>()).prop_map(
            |(operand, target, culture, tolerant)| {
                ExprKind::Parse { operand, target: Box::new(target), culture, tolerant }
            }
        ),
        1 => (option::of(trim_side()), one.clone(), one)
            .prop_map(|(side, characters, operand)| ExprKind::Trim { side, characters, operand }),
    ];
    prop_oneof![1 => leaf(), 2 => composite.prop_map(new_expr)].boxed()
}

fn trim_side() -> impl Strategy<Value = TrimSide> {
    prop::sample::select(vec![TrimSide::Leading, TrimSide::Trailing, TrimSide::Both])
}

pub(crate) fn call(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = ExprKind> {
    let reserved = prop::sample::select(vec!["LEFT", "COALESCE"]);
    let reserved = reserved
        .prop_map(|text| sluice_syntax::ast::ObjectName::simple(sluice_syntax::ast::Name::new(text, Span::default())));
    let name = prop_oneof![4 => object_name().boxed(), 1 => reserved.boxed()];
    let tail = (
        option::weighted(0.1, any::<bool>()),
        prop_oneof![8 => Just(Vec::new()), 1 => order_items(inner.clone(), 1..3).boxed()],
        option::weighted(0.2, over(inner.clone())),
    );
    (name, 0..3u8, vec(inner, 0..3), tail).prop_map(|(name, form, arguments, (ignores_nulls, within_group, over))| {
        let star = form == 1;
        let arguments = if star { Vec::new() } else { arguments };
        let distinct = form == 2 && !arguments.is_empty();
        let returning = None;
        ExprKind::Call(Box::new(Call { name, distinct, star, arguments, returning, ignores_nulls, within_group, over }))
    })
}

/// `JSON_VALUE(document, path RETURNING type)`.
fn json_value(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = ExprKind> {
    let name = ObjectName::simple(Name::new("JSON_VALUE", Span::default()));
    (vec(inner, 2), type_name()).prop_map(move |(arguments, returning)| {
        let call = Call { arguments, returning: Some(Box::new(returning)), ..Call::plain(name.clone()) };
        ExprKind::Call(Box::new(call))
    })
}

pub(crate) fn over(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = Over> {
    let number = 0..9i64;
    let bound = prop_oneof![
        Just(FrameBound::UnboundedPreceding),
        Just(FrameBound::CurrentRow),
        Just(FrameBound::UnboundedFollowing),
        number.clone().prop_map(FrameBound::Preceding),
        number.prop_map(FrameBound::Following),
    ];
    let frame = (any::<bool>(), bound.clone(), option::of(bound));
    let frame = frame.prop_map(|(rows, start, end)| Frame { rows, start, end });
    (option::weighted(0.2, name()), vec(inner.clone(), 0..2), order_items(inner, 0..2), option::of(frame)).prop_map(
        |(base, partition_by, order_by, frame)| Over { base, partition_by, order_by, frame, span: Span::default() },
    )
}

/// Generates conditions of at most this many levels above expressions.
pub(crate) fn condition(depth: u32) -> BoxedStrategy<Condition> {
    use ComparisonOperator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    let value = expr(depth);
    let operator = prop::sample::select(vec![Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual]);
    let plain = prop_oneof![
        3 => (operator.clone(), value.clone(), value.clone())
            .prop_map(|(operator, left, right)| ConditionKind::Comparison { operator, left, right }),
        1 => (value.clone(), any::<bool>()).prop_map(|(operand, negated)| ConditionKind::IsNull { operand, negated }),
        1 => (value.clone(), value.clone(), any::<bool>())
            .prop_map(|(left, right, negated)| ConditionKind::IsDistinct { left, right, negated }),
        1 => (value.clone(), vec(value.clone(), 1..3), any::<bool>())
            .prop_map(|(operand, mut list, negated)| {
                // A lone subquery in parentheses parses as the query itself.
                if matches!(&list[..], [Expr { kind: ExprKind::Subquery(_), .. }]) {
                    list.push(operand.clone());
                }
                ConditionKind::InList { operand, list, negated }
            }),
        1 => (value.clone(), value.clone(), value.clone(), any::<bool>())
            .prop_map(|(operand, low, high, negated)| ConditionKind::Between { operand, low, high, negated }),
        1 => (value.clone(), value.clone(), option::of(value.clone()), any::<bool>()).prop_map(
            |(operand, pattern, escape, negated)| ConditionKind::Like { operand, pattern, escape, negated }
        ),
        1 => (value.clone(), value.clone(), option::of(value.clone()))
            .prop_map(|(operand, pattern, flags)| ConditionKind::RegexpLike { operand, pattern, flags }),
    ]
    .prop_map(truth)
    .boxed();
    if depth == 0 {
        return plain;
    }
    let inner = condition(depth - 1);
    let select = query(depth - 1).prop_map(Box::new);
    let composite =
        prop_oneof![
            vec(inner.clone(), 2..4).prop_map(ConditionKind::And),
            vec(inner.clone(), 2..4).prop_map(ConditionKind::Or),
            inner.prop_map(|operand| ConditionKind::Not(Box::new(operand))),
            select.clone().prop_map(ConditionKind::Exists),
            name().prop_map(ConditionKind::Updated),
            (value.clone(), select.clone(), any::<bool>())
                .prop_map(|(operand, query, negated)| ConditionKind::InQuery { operand, query, negated }),
            (operator, value, any::<bool>(), select)
                .prop_map(|(operator, left, all, query)| ConditionKind::Quantified { operator, left, all, query }),
        ];
    prop_oneof![plain, composite.prop_map(truth)].boxed()
}
