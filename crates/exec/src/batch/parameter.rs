//! Parameters of a batch that is called, and the arguments of a call: which goes where, as which type.

use super::compiler::Compiler;
use crate::code::{Frame, Reg};
use sluice_plan::{Binder, Expr, ExprKind, NoNames, Variables, table_definition, unsupported};
use sluice_syntax::ast;
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError, Value, arithmetic, convert};

/// A parameter. It is a variable of its batch, the first parameter the first one.
pub(super) struct Parameter {
    /// Its name, with its @.
    pub name: Box<str>,
    /// Its type.
    pub data_type: DataType,
    /// Whether its last value goes back to the caller.
    pub is_output: bool,
    /// What it is where no argument is given.
    pub default: Option<Value>,
}

/// An argument of a call.
pub(super) struct Argument {
    /// The parameter's name, with its @, if it says one.
    pub name: Option<Box<str>>,
    /// Where the value is, and its type; none for DEFAULT.
    pub value: Option<(Reg, DataType)>,
    /// Whether the value's place, a variable's, takes the parameter's last value.
    pub is_output: bool,
}

/// What a call gives its parameters, and what it wants back.
pub(super) struct Binding {
    /// A value for each parameter.
    pub values: Vec<Value>,
    /// Which parameter's last value goes into which variable, of which type.
    pub outputs: Vec<(usize, Reg, DataType)>,
}

impl Parameter {
    /// The parameters that `written` declares.
    pub(super) fn declared(written: &[ast::Parameter]) -> Result<Vec<Parameter>, SqlError> {
        written.iter().enumerate().map(|(index, parameter)| Parameter::of(index + 1, parameter)).collect()
    }

    fn of(ordinal: usize, written: &ast::Parameter) -> Result<Parameter, SqlError> {
        if written.varying || written.read_only {
            return Err(unsupported("parameter of a cursor's or a table's type"));
        }
        let data_type = table_definition::declared_type(ordinal, &written.data_type)?;
        let default = written.default.as_ref().map(|value| default_of(value, data_type)).transpose()?;
        Ok(Parameter { name: written.name.text.clone(), data_type, is_output: written.output, default })
    }

    /// The value of an argument, as the parameter's type: 8114 where it is none of it.
    fn converted(&self, value: &Value, from: DataType) -> Result<Value, SqlError> {
        converted(value, from, self.data_type)
    }
}

/// Gives each parameter its argument. 8144, 8145, 8143 and 8162 for arguments that do not suit; `missing` makes the error for a
/// parameter without one.
pub(super) fn bind(
    module: &str,
    (parameters, arguments): (&[Parameter], &[Argument]),
    frame: &Frame,
    missing: impl Fn(&Parameter) -> SqlError,
) -> Result<Binding, SqlError> {
    let mut values: Vec<Option<Value>> = vec![None; parameters.len()];
    let mut outputs = Vec::new();
    let mut given = vec![false; parameters.len()];
    if parameters.is_empty() && !arguments.is_empty() && !module.is_empty() {
        // 8146: it takes none.
        return Err(SqlError::new(8146, 16, 2, vec![module.to_owned()]));
    }
    for (index, argument) in arguments.iter().enumerate() {
        let place = match &argument.name {
            Some(name) => {
                let place = parameters.iter().position(|parameter| sluice_catalog::name::same(&parameter.name, name));
                place.ok_or_else(|| SqlError::new(8145, 16, 2, vec![name.to_string(), module.to_owned()]))?
            }
            None if index >= parameters.len() => return Err(SqlError::new(8144, 16, 2, vec![module.to_owned()])),
            None => index,
        };
        let parameter = &parameters[place];
        if std::mem::replace(&mut given[place], true) {
            return Err(SqlError::new(8143, 16, 1, vec![parameter.name.to_string()]));
        }
        let Some((register, data_type)) = argument.value else { continue };
        if argument.is_output {
            if !parameter.is_output {
                // 8162: it was not declared as an OUTPUT parameter.
                return Err(SqlError::new(8162, 16, 2, vec![parameter.name.to_string()]));
            }
            outputs.push((place, register, data_type));
        }
        values[place] = Some(parameter.converted(frame.get(register), data_type)?);
    }
    let complete = values.into_iter().zip(parameters);
    let complete = complete.map(|(value, parameter)| match (value, &parameter.default) {
        (Some(value), _) => Ok(value),
        (None, Some(default)) => Ok(default.clone()),
        (None, None) => Err(missing(parameter)),
    });
    Ok(Binding { values: complete.collect::<Result<_, _>>()?, outputs })
}

/// A value on its way between caller and called: what is no value of the type is refused with 8114.
pub(super) fn converted(value: &Value, from: DataType, to: DataType) -> Result<Value, SqlError> {
    if value.is_null() || from == to {
        return Ok(value.clone());
    }
    check_implicit(&from, &to)?;
    convert(value, &from, &to)
        .map_err(|_| SqlError::new(8114, 16, 5, vec![from.name().to_owned(), to.name().to_owned()]))
}

impl Compiler {
    /// Code that computes the arguments of a call.
    pub(super) fn call_arguments(&mut self, written: &[ast::ExecuteArgument]) -> Result<Vec<Argument>, SqlError> {
        let mut by_name = false;
        let mut arguments = Vec::with_capacity(written.len());
        for (index, argument) in written.iter().enumerate() {
            if by_name && argument.name.is_none() {
                // 119: once an argument was given by name, all behind it must be.
                return Err(SqlError::new(119, 15, 1, vec![(index + 1).to_string()]));
            }
            by_name |= argument.name.is_some();
            let is_variable = matches!(argument.value.kind, ast::ExprKind::Variable(_));
            if argument.output && !is_variable {
                // 179: the OUTPUT option cannot be used with a constant.
                return Err(SqlError::new(179, 15, 1, Vec::new()));
            }
            let value = match &argument.value.kind {
                ast::ExprKind::Default => None,
                _ => Some(self.value_of(&as_value(&argument.value))?),
            };
            let name = argument.name.as_ref().map(|name| name.text.clone());
            arguments.push(Argument { name, value, is_output: argument.output });
        }
        Ok(arguments)
    }
}

/// A bare word, which comes as a column, is a string.
fn as_value(written: &ast::Expr) -> ast::Expr {
    match &written.kind {
        ast::ExprKind::Column(column) if column.qualifier.is_none() => ast::Expr {
            kind: ast::ExprKind::Literal(ast::Literal::NationalString(column.name.text.clone())),
            ..written.clone()
        },
        _ => written.clone(),
    }
}

fn default_of(written: &ast::Expr, data_type: DataType) -> Result<Value, SqlError> {
    let variables = Variables::default();
    let bound = Binder::new(&NoNames, &variables).untyped_argument(&as_value(written))?;
    converted(&constant(&bound)?, bound.data_type, data_type)
}

fn constant(bound: &Expr) -> Result<Value, SqlError> {
    match &bound.kind {
        ExprKind::Constant(value) => Ok(value.clone()),
        ExprKind::Unary(operator, operand) => {
            arithmetic::evaluate_unary(*operator, &constant(operand)?, bound.data_type)
        }
        _ => Err(unsupported("default of a parameter that is no constant")),
    }
}
