//! Syntax of key columns, checks and key variables. Generated statements find rows by it.

use sluice_base::sync::Arc;
use sluice_plan::Variables;
use sluice_query::code::{Frame, Reg};
use sluice_session::open_cursor::{CursorKey, CursorTable};
use sluice_syntax::ast::{
    self, ComparisonOperator, Condition, ConditionKind, Expr, ExprKind, QueryBody, SelectItemKind, StatementKind,
};
use sluice_syntax::{Span, parse};
use sluice_types::{DataType, SqlError, bracketed};

/// Declares a variable for each key column of a table and returns their registers.
pub(crate) fn key_variables(
    variables: &mut Variables,
    frame: &mut Frame,
    (key, table): (&CursorKey, usize),
) -> Result<Vec<Reg>, SqlError> {
    let types = key.range(table).zip(key.tables[table].columns.iter().map(|(_, data_type)| *data_type));
    types.map(|(number, data_type)| declare(variables, frame, &key_variable(number), data_type)).collect()
}

/// Declares a variable in a new register after all others.
pub(crate) fn declare(
    variables: &mut Variables,
    frame: &mut Frame,
    name: &str,
    data_type: DataType,
) -> Result<Reg, SqlError> {
    variables.declare(name, data_type)?;
    let register = frame.registers.len() as Reg;
    frame.grow_to(register + 1);
    Ok(register)
}

/// Returns the condition that a table's row has the key in the key variables. The condition is
/// syntax, not bound yet: each key column, or the row's address, equals its variable.
pub(crate) fn key_condition((key, table): (&CursorKey, usize), qualifier: Option<&ast::ObjectName>) -> Condition {
    let columns = key_columns(&key.tables[table], qualifier);
    let parts = key.range(table).zip(columns).map(|(number, column)| equals(column, &key_variable(number))).collect();
    condition(ConditionKind::And(parts))
}

/// Returns the condition that a table's row has the key in the key variables, or that there is no
/// row and the variables are NULL.
pub(crate) fn optional_key_condition((key, table): (&CursorKey, usize)) -> Condition {
    let qualifier = &key.tables[table].qualifier;
    let first = key_variable(key.range(table).start);
    let column = key_columns(&key.tables[table], Some(qualifier)).into_iter().next();
    let none = [Some(variable(&first)), column].into_iter().flatten();
    let none = none.map(|operand| condition(ConditionKind::IsNull { operand: expr(operand), negated: false }));
    let none = condition(ConditionKind::And(none.collect()));
    condition(ConditionKind::Or(vec![key_condition((key, table), Some(qualifier)), none]))
}

/// Returns the comparison of a key column with its key variable.
pub(crate) fn compared(column: ExprKind, operator: ComparisonOperator, number: usize) -> Condition {
    let (left, right) = (expr(column), expr(variable(&key_variable(number))));
    condition(ConditionKind::Comparison { operator, left, right })
}

/// Returns a condition that is always true.
pub(crate) fn always() -> Condition {
    let one = || expr(ExprKind::Literal(ast::Literal::Integer(1)));
    condition(ConditionKind::Comparison { operator: ComparisonOperator::Equal, left: one(), right: one() })
}

/// Returns the key columns of a table, or the address of its row.
pub(crate) fn key_columns(table: &CursorTable, qualifier: Option<&ast::ObjectName>) -> Vec<ExprKind> {
    if let Some(address) = table.address.as_deref().and_then(expression) {
        return vec![qualified(address, qualifier)];
    }
    let columns = table.columns.iter().filter_map(|(column, _)| expression(&bracketed(column)));
    columns.map(|column| qualified(column, qualifier)).collect()
}

/// Qualifies a column, or the columns that are arguments of a call.
pub(crate) fn qualified(mut kind: ExprKind, qualifier: Option<&ast::ObjectName>) -> ExprKind {
    let qualify = |kind: &mut ExprKind| {
        if let ExprKind::Column(column) = kind {
            column.qualifier = qualifier.cloned();
        }
    };
    qualify(&mut kind);
    if let ExprKind::Call(call) = &mut kind {
        call.arguments.iter_mut().for_each(|argument| qualify(&mut argument.kind));
    }
    kind
}

/// Parses an expression; `None` if the text isn't one.
pub(crate) fn expression(text: &str) -> Option<ExprKind> {
    let asked = parse(&format!("SELECT {text}")).statements.into_iter().next();
    let Some(StatementKind::Select(query)) = asked.map(|statement| statement.kind) else { return None };
    let QueryBody::Select(select) = Arc::unwrap_or_clone(query).body else { return None };
    select.items.into_iter().find_map(|item| match item.kind {
        SelectItemKind::Value { value, .. } => Some(value.kind),
        _ => None,
    })
}

/// Returns the condition that an expression equals a variable. The result is syntax without
/// positions.
pub(crate) fn equals(left: ExprKind, name: &str) -> Condition {
    let (left, right) = (expr(left), expr(variable(name)));
    condition(ConditionKind::Comparison { operator: ComparisonOperator::Equal, left, right })
}

fn variable(name: &str) -> ExprKind {
    ExprKind::Variable(ast::Name::new(name, Span::default()))
}

/// Returns an expression without a position.
pub(crate) fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

/// Returns a condition without a position.
pub(crate) fn condition(kind: ConditionKind) -> Condition {
    Condition::new(kind, Span::default())
}

/// Name of a key variable, which can't clash with a user's variable.
fn key_variable(number: usize) -> String {
    format!("@ key {number}")
}
