//! Parameters of called batches and modules, and the binding of arguments to them.

use sluice_base::sync::Arc;
use sluice_binder::Binder;
use sluice_catalog::{TypeId, UserType};
use sluice_command::statement::{Env, argument_value};
use sluice_plan::expression::Global;
use sluice_plan::{DeclaredType, Expr, ExprKind, NoNames, TypeNames, Variables, table_definition, unsupported};
use sluice_query::code::{Frame, Reg, global_value};
use sluice_syntax::ast;
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError, Value, arithmetic, convert};

/// A parameter, which is also a variable of its batch. Parameters are the first variables, in
/// order.
pub(super) struct Parameter {
    /// Name, with its @.
    pub name: Box<str>,
    /// Its type.
    pub data_type: DataType,
    /// Whether the parameter is OUTPUT.
    pub is_output: bool,
    /// Value if no argument is given.
    pub default: Option<ParameterDefault>,
    /// Table type of a table-valued parameter. Its argument is a table, not a value.
    pub rows: Option<Arc<UserType>>,
    /// Whether the parameter is a cursor.
    pub is_cursor: bool,
    /// User-defined type of the declaration.
    pub user_type: Option<TypeId>,
}

/// The default of a parameter.
pub(super) enum ParameterDefault {
    /// A constant of the parameter's type.
    Constant(Value),
    /// A session figure, read at the time of the call, and its type.
    Global(Global, DataType),
}

/// An argument of a call.
#[derive(Clone)]
pub(super) struct Argument {
    /// Name of the parameter, with its @, if the argument is named.
    pub name: Option<Box<str>>,
    /// The argument's value.
    pub value: ArgumentValue,
    /// Whether the argument's variable receives the parameter's last value.
    pub is_output: bool,
}

/// The value of an argument.
#[derive(Clone)]
pub(super) enum ArgumentValue {
    /// DEFAULT.
    Default,
    /// Register and type of the value.
    Value(Reg, DataType),
    /// A table variable, and its table type if it has one.
    Rows(Box<str>, Option<Arc<UserType>>),
    /// A cursor variable.
    Cursor(Box<str>),
}

/// The result of binding arguments to parameters.
pub(super) struct Binding {
    /// Value of each parameter.
    pub values: Vec<Value>,
    /// OUTPUT parameters: position, the caller's variable and its type.
    pub outputs: Vec<(usize, Reg, DataType)>,
    /// Table-valued parameters: position and the caller's table variable, or `None` for an empty
    /// table.
    pub rows: Vec<(usize, Option<Box<str>>)>,
    /// Cursor parameters: position and the caller's variable that receives the cursor.
    pub cursors: Vec<(usize, Box<str>)>,
}

impl Parameter {
    /// Returns the parameters that `written` declares. Types are resolved and defaults evaluated.
    /// Fails with 180 for more than [`PARAMETERS_MAX`]; the status of a request doesn't count.
    pub(super) fn declared(written: &[ast::Parameter], types: &dyn TypeNames) -> Result<Vec<Parameter>, SqlError> {
        let has_status = written.first().is_some_and(|parameter| *parameter.name.text == *STATUS);
        if written.len() > PARAMETERS_MAX + usize::from(has_status) {
            return Err(too_many_parameters("CREATE"));
        }
        written.iter().enumerate().map(|(index, parameter)| Parameter::from_ast(index + 1, parameter, types)).collect()
    }

    fn from_ast(ordinal: usize, written: &ast::Parameter, types: &dyn TypeNames) -> Result<Parameter, SqlError> {
        let name = written.name.text.clone();
        if written.data_type.name.single().is_some_and(|written| written.is("cursor")) {
            // A cursor parameter is output only: the procedure doesn't see the caller's cursor.
            let (data_type, is_output, rows) = (DataType::OF_NULL, true, None);
            return Ok(Parameter { name, data_type, is_output, default: None, rows, is_cursor: true, user_type: None });
        }
        let (data_type, user_type) = match table_definition::declared(ordinal, &written.data_type, types)? {
            DeclaredType::Scalar(..) if written.read_only => {
                return Err(SqlError::scalar_parameter_is_readonly(&name));
            }
            DeclaredType::Scalar(data_type, user_type) => (data_type, user_type),
            DeclaredType::Table(_) if !written.read_only => {
                return Err(SqlError::table_parameter_not_readonly(&name));
            }
            DeclaredType::Table(_) if written.output => return Err(unsupported("OUTPUT of a table-valued parameter")),
            DeclaredType::Table(_) if written.default.is_some() => {
                return Err(unsupported("default of a table-valued parameter"));
            }
            DeclaredType::Table(rows) => {
                let (data_type, user_type) = (DataType::OF_NULL, Some(rows.id));
                let (is_output, default) = (false, None);
                let (rows, is_cursor) = (Some(rows), false);
                return Ok(Parameter { name, data_type, is_output, default, rows, is_cursor, user_type });
            }
        };
        let default = written.default.as_ref().map(|value| default_of(value, data_type)).transpose()?;
        let user_type = user_type.map(|user_type| user_type.id);
        let (is_output, rows, is_cursor) = (written.output, None, false);
        Ok(Parameter { name, data_type, is_output, default, rows, is_cursor, user_type })
    }

    /// Converts an argument to the parameter's type. Fails with 8114 if the value doesn't fit.
    fn converted(&self, value: &Value, from: DataType) -> Result<Value, SqlError> {
        converted(value, from, self.data_type)
    }
}

/// Binds arguments to parameters. Fails with 8143 to 8146 and 8162 for wrong arguments. `missing`
/// returns the error for a parameter without an argument or default. Values are converted to the
/// parameters' types. Returns the values, the OUTPUT parameters with their variables, and the
/// tables and cursors passed by name. A table or cursor for a scalar parameter, or the other way
/// round, fails with 206.
pub(super) fn bind(
    module: &str,
    (parameters, arguments): (&[Parameter], &[Argument]),
    frame: &Frame,
    missing: impl Fn(&Parameter) -> SqlError,
) -> Result<Binding, SqlError> {
    let mut values: Vec<Option<Value>> = vec![None; parameters.len()];
    let (mut outputs, mut rows, mut cursors) = (Vec::new(), Vec::new(), Vec::new());
    let mut given = vec![false; parameters.len()];
    if parameters.is_empty() && !arguments.is_empty() && !module.is_empty() {
        // 8146: the procedure has no parameters.
        return Err(SqlError::procedure_has_no_parameters(module));
    }
    for (index, argument) in arguments.iter().enumerate() {
        let place = match &argument.name {
            Some(name) => {
                let place = parameters.iter().position(|parameter| sluice_catalog::name::same(&parameter.name, name));
                place.ok_or_else(|| SqlError::unknown_parameter(name, module))?
            }
            None if index >= parameters.len() => return Err(SqlError::too_many_arguments(module)),
            None => index,
        };
        let parameter = &parameters[place];
        if std::mem::replace(&mut given[place], true) {
            return Err(SqlError::parameter_supplied_twice(&parameter.name));
        }
        let (register, data_type) = match (&argument.value, &parameter.rows) {
            (ArgumentValue::Default, _) => continue,
            (ArgumentValue::Cursor(variable), _) if parameter.is_cursor => {
                if argument.is_output {
                    cursors.push((place, variable.clone()));
                }
                values[place] = Some(Value::Null);
                continue;
            }
            (ArgumentValue::Cursor(_), wanted) => {
                let to = wanted.as_ref().map_or(parameter.data_type.name(), |wanted| &wanted.name);
                return Err(SqlError::type_clash(CURSOR, to));
            }
            (ArgumentValue::Value(_, data_type), _) if parameter.is_cursor => {
                return Err(SqlError::type_clash(data_type.operand_name(), CURSOR));
            }
            (ArgumentValue::Value(register, data_type), None) => (*register, *data_type),
            (ArgumentValue::Value(_, data_type), Some(wanted)) => {
                return Err(SqlError::type_clash(data_type.operand_name(), &wanted.name));
            }
            (ArgumentValue::Rows(variable, of), wanted) => {
                let is_wanted = of.as_ref().zip(wanted.as_ref()).is_some_and(|(of, wanted)| of == wanted);
                if !is_wanted {
                    let from = of.as_ref().map_or("table", |of| &of.name);
                    let to = wanted.as_ref().map_or(parameter.data_type.name(), |wanted| &wanted.name);
                    return Err(SqlError::type_clash(from, to));
                }
                rows.push((place, Some(variable.clone())));
                continue;
            }
        };
        if argument.is_output {
            if !parameter.is_output {
                // 8162: it was not declared as an OUTPUT parameter.
                return Err(SqlError::parameter_is_not_output(&parameter.name));
            }
            outputs.push((place, register, data_type));
        }
        values[place] = Some(parameter.converted(frame.get(register), data_type)?);
    }
    // A table-valued parameter without an argument is empty.
    for (place, _) in parameters.iter().enumerate().filter(|(_, parameter)| parameter.rows.is_some()) {
        if !rows.iter().any(|(known, _)| *known == place) {
            rows.push((place, None));
        }
        values[place] = Some(Value::Null);
    }
    let complete = values.into_iter().zip(parameters);
    let complete = complete.map(|(value, parameter)| match (value, &parameter.default) {
        (Some(value), _) => Ok(value),
        (None, Some(ParameterDefault::Constant(value))) => Ok(value.clone()),
        (None, Some(ParameterDefault::Global(global, from))) => {
            parameter.converted(&global_value(*global, frame), *from)
        }
        (None, None) => Err(missing(parameter)),
    });
    Ok(Binding { values: complete.collect::<Result<_, _>>()?, outputs, rows, cursors })
}

/// Converts a value passed between caller and called program. Fails with 8114 if the value doesn't
/// fit.
pub(super) fn converted(value: &Value, from: DataType, to: DataType) -> Result<Value, SqlError> {
    if value.is_null() || from == to {
        return Ok(value.clone());
    }
    check_implicit(&from, &to)?;
    convert(&value.clone().into_whole()?, &from, &to).map_err(|_| SqlError::error_converting(from.name(), to.name()))
}

/// Copies a return status to the caller's variable. Fails with 8114 if the variable's type can't
/// have it.
pub(super) fn give_back_status(
    env: &mut Env<'_, '_>,
    (register, data_type, status): (Reg, DataType, Value),
) -> Result<(), SqlError> {
    let value = converted(&status, DataType::Int, data_type)?;
    env.frame.set(register, value);
    Ok(())
}

/// Returns error 180: too many parameters.
pub(super) fn too_many_parameters(statement: &str) -> SqlError {
    SqlError::too_many_parameters(statement, PARAMETERS_MAX)
}

/// Maximum number of a module's parameters and of a call's arguments
/// (`sql-server/maximum-capacity-specifications-for-sql-server`).
pub(super) const PARAMETERS_MAX: usize = 2100;
/// Name of the parameter that takes the status of a request's call. It is a variable of the batch,
/// so it never conflicts with the procedure's parameters.
pub(crate) const STATUS: &str = "@0";
/// Name of the cursor type.
const CURSOR: &str = "cursor";

fn default_of(written: &ast::Expr, data_type: DataType) -> Result<ParameterDefault, SqlError> {
    let variables = Variables::default();
    let bound = Binder::new(&NoNames, &variables).untyped_argument(&argument_value(written))?;
    if let ExprKind::Global(global) = bound.kind {
        check_implicit(&bound.data_type, &data_type)?;
        return Ok(ParameterDefault::Global(global, bound.data_type));
    }
    converted(&constant(&bound)?, bound.data_type, data_type).map(ParameterDefault::Constant)
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
