//! Statements about sequences.

use super::expr::new_expr;
use super::name::{object_name, type_name};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sluice_syntax::ast::{ExprKind, Literal, SequenceDefinition, SequenceOption, StatementKind, UnaryOperator};

/// CREATE, ALTER or DROP SEQUENCE.
pub(crate) fn sequence_statement() -> BoxedStrategy<StatementKind> {
    let definition = (object_name(), option::of(type_name()), vec(sequence_option(), 0..5))
        .prop_map(|(name, data_type, options)| Box::new(SequenceDefinition { name, data_type, options }))
        .boxed();
    let names = (any::<bool>(), vec(object_name(), 1..3));
    prop_oneof![
        definition.clone().prop_map(StatementKind::CreateSequence),
        definition.prop_map(StatementKind::AlterSequence),
        names.prop_map(|(if_exists, names)| StatementKind::DropSequence { if_exists, names }),
    ]
    .boxed()
}

fn sequence_option() -> impl Strategy<Value = SequenceOption> {
    let number = (0..i64::MAX, any::<bool>()).prop_map(|(number, negative)| {
        let literal = new_expr(ExprKind::Literal(Literal::Integer(number)));
        match negative {
            true => new_expr(ExprKind::Unary { operator: UnaryOperator::Minus, operand: Box::new(literal) }),
            false => literal,
        }
    });
    prop_oneof![
        number.clone().prop_map(SequenceOption::StartWith),
        option::of(number.clone()).prop_map(SequenceOption::Restart),
        number.clone().prop_map(SequenceOption::IncrementBy),
        option::of(number.clone()).prop_map(SequenceOption::MinValue),
        option::of(number.clone()).prop_map(SequenceOption::MaxValue),
        any::<bool>().prop_map(SequenceOption::Cycle),
        option::of(number).prop_map(SequenceOption::Cache),
        Just(SequenceOption::NoCache),
    ]
}
