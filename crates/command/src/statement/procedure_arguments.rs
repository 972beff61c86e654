//! The arguments of a system procedure that is compiled to a command: their assignment to the
//! procedure's parameters. The values stay expressions; the procedure's own code evaluates them.

use super::command::Compilation;
use sluice_query::code::Reg;
use sluice_syntax::ast::{ExecuteArgument, Expr, ExprKind, Literal};
use sluice_types::{DataType, SqlError};

/// Returns the arguments in the order of the procedure's parameters; `None` for a parameter without
/// an argument. Fails with 119 for an argument without a name after one with a name, with 8143 for
/// a parameter given twice, with 8144 for too many arguments, with 8145 for an unknown parameter.
/// Names are compared without case. Values aren't evaluated.
pub(in crate::statement) fn arguments<'a, const N: usize>(
    procedure: &str,
    parameters: [&str; N],
    arguments: &'a [ExecuteArgument],
) -> Result<[Option<&'a ExecuteArgument>; N], SqlError> {
    let mut given: [Option<&ExecuteArgument>; N] = [None; N];
    let mut by_name = false;
    for (index, argument) in arguments.iter().enumerate() {
        let place = match &argument.name {
            Some(name) => {
                by_name = true;
                let place = parameters.iter().position(|parameter| name.is(parameter));
                let unknown = || SqlError::unknown_parameter(&name.text, procedure);
                place.ok_or_else(unknown)?
            }
            None if by_name => return Err(SqlError::positional_after_named(index + 1)),
            None if index >= N => return Err(SqlError::too_many_arguments(procedure)),
            None => index,
        };
        if given[place].replace(argument).is_some() {
            return Err(SqlError::parameter_supplied_twice(parameters[place]));
        }
    }
    Ok(given)
}

/// Returns error 201: a parameter has no argument.
pub(in crate::statement) fn missing(procedure: &str, parameter: &str) -> SqlError {
    SqlError::parameter_not_supplied(procedure, parameter)
}

/// Emits code that computes an argument in the type `data_type`, and returns its register.
pub(in crate::statement) fn emit(
    to: &mut dyn Compilation,
    argument: &ExecuteArgument,
    data_type: DataType,
) -> Result<Reg, SqlError> {
    to.emit(&argument_value(&argument.value), data_type)
}

/// Turns a bare word, which is parsed as a column, into a string. Other expressions are returned
/// unchanged.
pub fn argument_value(written: &Expr) -> Expr {
    match &written.kind {
        ExprKind::Column(column) if column.qualifier.is_none() => {
            Expr { kind: ExprKind::Literal(Literal::NationalString(column.name.text.clone())), ..written.clone() }
        }
        _ => written.clone(),
    }
}
