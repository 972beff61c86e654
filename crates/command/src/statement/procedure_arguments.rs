//! The system procedures that are compiled to commands: what each one declares, and the assignment
//! of arguments to its parameters. The values stay expressions; the procedure's own code evaluates
//! them. The catalog shows the same declarations.

use super::command::Compilation;
use sluice_query::code::Reg;
use sluice_syntax::ast::{Execute, ExecuteArgument, Expr, ExprKind, Literal};
use sluice_types::{DataType, SqlError};

/// A system procedure whose calls are compiled to a command.
pub struct CommandProcedure {
    /// The name, as documented.
    pub name: &'static str,
    /// The parameters in order.
    pub parameters: &'static [CommandParameter],
    /// Compiles a call.
    pub compile: fn(&Execute, &mut dyn Compilation) -> Result<(), SqlError>,
}

/// A parameter of a [`CommandProcedure`].
pub struct CommandParameter {
    /// Name, with its @.
    pub name: &'static str,
    /// Its type, to which an argument is converted.
    pub data_type: DataType,
    /// Whether the parameter is OUTPUT.
    pub is_output: bool,
    /// Whether a call without it fails with 201.
    pub is_required: bool,
}

impl CommandParameter {
    /// Returns a parameter without a default.
    pub(in crate::statement) const fn required(name: &'static str, data_type: DataType) -> CommandParameter {
        CommandParameter { name, data_type, is_output: false, is_required: true }
    }

    /// Returns a parameter with a default.
    pub(in crate::statement) const fn optional(name: &'static str, data_type: DataType) -> CommandParameter {
        CommandParameter { name, data_type, is_output: false, is_required: false }
    }

    /// Returns the parameter as OUTPUT.
    pub(in crate::statement) const fn output(mut self) -> CommandParameter {
        self.is_output = true;
        self
    }
}

/// Returns the arguments in the order of the procedure's N parameters; `None` for a parameter
/// without an argument or with DEFAULT. Values aren't evaluated. Names are compared without case.
/// Fails for wrong arguments:
/// - 119: an argument without a name after one with a name;
/// - 201: no argument for a parameter without a default;
/// - 8143: a parameter given twice;
/// - 8144, 8146: too many arguments, and any if there are no parameters;
/// - 8145: an unknown parameter;
/// - 8162: OUTPUT for a parameter that isn't OUTPUT.
pub fn arguments<'a, const N: usize>(
    procedure: &CommandProcedure,
    arguments: &'a [ExecuteArgument],
) -> Result<[Option<&'a ExecuteArgument>; N], SqlError> {
    let (name_of_procedure, parameters) = (procedure.name, procedure.parameters);
    if parameters.is_empty() && !arguments.is_empty() {
        return Err(SqlError::procedure_has_no_parameters(name_of_procedure));
    }
    let mut given: [Option<&ExecuteArgument>; N] = [None; N];
    let mut by_name = false;
    for (index, argument) in arguments.iter().enumerate() {
        let place = match &argument.name {
            Some(name) => {
                by_name = true;
                let place = parameters.iter().position(|parameter| name.is(parameter.name));
                let unknown = || SqlError::unknown_parameter(&name.text, name_of_procedure);
                place.ok_or_else(unknown)?
            }
            None if by_name => return Err(SqlError::positional_after_named(index + 1)),
            None if index >= N => return Err(SqlError::too_many_arguments(name_of_procedure)),
            None => index,
        };
        let parameter = &parameters[place];
        if given[place].replace(argument).is_some() {
            return Err(SqlError::parameter_supplied_twice(parameter.name));
        }
        if argument.output && !parameter.is_output {
            return Err(SqlError::parameter_is_not_output(parameter.name));
        }
    }
    for (argument, parameter) in given.iter_mut().zip(parameters) {
        *argument = argument.filter(|argument| !matches!(argument.value.kind, ExprKind::Default));
        if argument.is_none() && parameter.is_required {
            return Err(SqlError::parameter_not_supplied(name_of_procedure, parameter.name));
        }
    }
    Ok(given)
}

/// Emits code that computes an argument in the parameter's type, and returns its register.
pub(in crate::statement) fn emit(
    to: &mut dyn Compilation,
    argument: &ExecuteArgument,
    parameter: &CommandParameter,
) -> Result<Reg, SqlError> {
    to.emit(&argument_value(&argument.value), parameter.data_type)
}

/// Like [`emit`], for a parameter that may have no argument.
pub(in crate::statement) fn emit_given(
    to: &mut dyn Compilation,
    argument: Option<&ExecuteArgument>,
    parameter: &CommandParameter,
) -> Result<Option<Reg>, SqlError> {
    argument.map(|argument| emit(to, argument, parameter)).transpose()
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
