//! IDENTITY() in SELECT INTO: the column that becomes the identity of the new table
//! (`t-sql/functions/identity-function-transact-sql`).

use sluice_syntax::Span;
use sluice_syntax::ast::{self, ExprKind, Literal, QueryBody, SelectItemKind, TypeArgument, TypeName};
use sluice_types::SqlError;

/// A call `IDENTITY(type, seed, increment)` in a select list.
pub struct NewIdentity {
    /// The column's name.
    pub column: Box<str>,
    /// The first value.
    pub seed: ast::Expr,
    /// The difference of two values.
    pub increment: ast::Expr,
}

/// Replaces the IDENTITY function in the select list with a constant of its type. Fails with 1038
/// without a column name, with 8109 for a second call, with 189 or 243 for its arguments.
pub fn take_identity(body: &mut QueryBody, table: &str) -> Result<Option<NewIdentity>, SqlError> {
    let QueryBody::Select(select) = body else { return Ok(None) };
    let mut found = None;
    for item in &mut select.items {
        let SelectItemKind::Value { value, alias } = &mut item.kind else { continue };
        let ExprKind::Call(call) = &mut value.kind else { continue };
        if call.name.single().is_none() || !call.name.name.is(IDENTITY) {
            continue;
        }
        let column = alias.as_ref().map(|alias| alias.text.clone()).ok_or_else(SqlError::missing_name)?;
        if found.is_some() {
            return Err(SqlError::second_identity_of_select_into(table));
        }
        let (target, seed, increment) = match &mut call.arguments[..] {
            [target] => (type_written(target)?, number(1), number(1)),
            [target, seed, increment] => (type_written(target)?, seed.clone(), increment.clone()),
            _ => return Err(SqlError::argument_count_range(IDENTITY, 1, 3)),
        };
        found = Some(NewIdentity { column, seed, increment });
        let (operand, target) = (Box::new(number(0)), Box::new(target));
        value.kind = ExprKind::Cast { operand, target, tolerant: false };
    }
    Ok(found)
}

/// Returns the type that the first argument of IDENTITY names, which was parsed as a value. Fails
/// with 102 or 243 for a value of another form.
fn type_written(value: &ast::Expr) -> Result<TypeName, SqlError> {
    let (name, arguments) = match &value.kind {
        ExprKind::Column(column) if column.qualifier.is_none() => {
            let (name, span) = (column.name.clone(), value.span);
            (ast::ObjectName { server: None, database: None, schema: None, name, span }, Vec::new())
        }
        ExprKind::Call(call) => {
            let argument = |value: &ast::Expr| match &value.kind {
                ExprKind::Literal(Literal::Integer(number)) => u32::try_from(*number).ok().map(TypeArgument::Number),
                _ => None,
            };
            let arguments: Option<Vec<TypeArgument>> = call.arguments.iter().map(argument).collect();
            (call.name.clone(), arguments.ok_or_else(|| SqlError::undefined_type(&call.name.name.text))?)
        }
        _ => return Err(SqlError::syntax_near(IDENTITY)),
    };
    Ok(TypeName { name, arguments, schema_collection: None, span: value.span })
}

fn number(number: i64) -> ast::Expr {
    ast::Expr { kind: ExprKind::Literal(Literal::Integer(number)), span: Span::default() }
}

/// The function that makes a column of SELECT INTO the identity of the new table.
pub const IDENTITY: &str = "IDENTITY";
