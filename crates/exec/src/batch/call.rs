//! Compiled calls: EXECUTE and INSERT ... EXECUTE.

use super::parameter::{Argument, ArgumentValue};
use super::procedure_name::is_in_sys;
use super::procedures;
use super::system_procedure::{Body, SystemCall, SystemProcedure};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ObjectName};
use sluice_command::statement::{BoundStatement, ContextSource};
use sluice_query::code::{Frame, Reg};
use sluice_session::quoted_name;
use sluice_types::DataType;
use std::fmt::Write;

/// A compiled EXECUTE.
pub(super) enum Call {
    /// The string in a register, run as another principal if a context is given.
    Text(Reg, Option<ContextSource>),
    /// `sp_executesql`.
    Statement(StatementCall),
    /// A procedure or scalar function.
    Procedure(ProcedureCall),
    /// A system procedure.
    System(SystemCall),
    /// A system procedure that is compiled to a command, where no command can be compiled in place.
    Command(CommandCall),
    /// A system procedure that runs in the context of another database.
    Elsewhere(Box<str>, Box<Call>),
}

/// A call of `sp_executesql`.
pub(super) struct StatementCall {
    /// The statement, the parameter declarations, and the arguments.
    pub arguments: Vec<Argument>,
    /// The variable that receives the return status, and its type.
    pub status: Option<(Reg, DataType)>,
}

/// A call of a system procedure that is compiled to a command: an EXECUTE with parameters.
pub(super) struct CommandCall {
    /// The EXECUTE, with a parameter for each argument.
    pub text: Box<str>,
    /// The declarations of the parameters.
    pub declarations: Box<str>,
    /// The arguments, preceded by the variable that receives the return status, if any.
    pub arguments: Vec<Argument>,
}

/// A call of a procedure.
pub(super) struct ProcedureCall {
    /// Name of the procedure.
    pub name: ProcedureName,
    /// The name in the statement, for messages; empty if it is in a variable.
    pub spelled: Arc<str>,
    pub arguments: Vec<Argument>,
    /// The variable that receives the return status, and its type.
    pub status: Option<(Reg, DataType)>,
    /// Whether a function makes the call, which may call functions alone.
    pub is_of_function: bool,
}

/// Source of a procedure's name.
pub(super) enum ProcedureName {
    /// The name is in the statement.
    Written(ObjectName),
    /// The name is in a variable.
    Variable(Reg),
}

impl ProcedureCall {
    /// Returns the call of a procedure that is named in the statement or in a variable.
    pub(super) fn new(name: ProcedureName, arguments: Vec<Argument>, status: Option<(Reg, DataType)>) -> ProcedureCall {
        let spelled = match &name {
            ProcedureName::Written(name) => Arc::from(name.to_string()),
            ProcedureName::Variable(_) => Arc::from(""),
        };
        ProcedureCall { name, spelled, arguments, status, is_of_function: false }
    }

    /// Returns the procedure's name as the call has it, without brackets: errors in the procedure
    /// show it.
    pub(super) fn spelled(&self, frame: &Frame) -> Arc<str> {
        let ProcedureName::Variable(register) = self.name else { return Arc::clone(&self.spelled) };
        let text = frame.get(register).as_str().unwrap_or_default();
        quoted_name::parse(text).map_or_else(|| Arc::from(text), |name| Arc::from(name.to_string()))
    }
}

/// A compiled EXECUTE ... WITH RESULT SETS.
pub(super) struct DeclaredCall {
    /// The call.
    pub call: Call,
    /// The columns of each result set.
    pub sets: Vec<Vec<Column>>,
}

/// A compiled INSERT ... EXECUTE.
pub(super) struct InsertCall {
    /// The call whose rows are inserted.
    pub call: Call,
    /// INSERT of the captured rows. It is bound for each execution, since the row types are known
    /// only then.
    pub insert: Arc<BoundStatement>,
    /// The target table; `None` for a table variable.
    pub target: Option<ObjectName>,
    /// Number of columns in the column list, if any.
    pub listed: Option<usize>,
}

impl CommandCall {
    /// Returns the call of the procedure `name`. `None` if an argument is a table or a cursor.
    pub(super) fn new(name: &str, arguments: &[Argument], status: Option<(Reg, DataType)>) -> Option<CommandCall> {
        let (mut text, mut declarations, mut values) = ("EXEC ".to_owned(), String::new(), Vec::new());
        let mut declare = |value: (Reg, DataType), is_output: bool| {
            let output = if is_output { " OUTPUT" } else { "" };
            let comma = if declarations.is_empty() { "" } else { ", " };
            let _ = write!(declarations, "{comma}@{} {}{output}", values.len(), value.1);
            values.push(Argument { name: None, value: ArgumentValue::Value(value.0, value.1), is_output });
            format!("@{}", values.len() - 1)
        };
        if let Some(status) = status {
            let _ = write!(text, "{} = ", declare(status, true));
        }
        let _ = write!(text, "sys.{name}");
        for (place, argument) in arguments.iter().enumerate() {
            text.push_str(if place == 0 { " " } else { ", " });
            if let Some(parameter) = &argument.name {
                let _ = write!(text, "{parameter} = ");
            }
            match argument.value {
                ArgumentValue::Default => text.push_str("DEFAULT"),
                ArgumentValue::Value(register, data_type) => {
                    text.push_str(&declare((register, data_type), argument.is_output));
                    text.push_str(if argument.is_output { " OUTPUT" } else { "" });
                }
                ArgumentValue::Rows(..) | ArgumentValue::Cursor(_) => return None,
            }
        }
        Some(CommandCall { text: text.into(), declarations: declarations.into(), arguments: values })
    }
}

/// Returns the call of the system procedure `name`. `None` for other names, and for a procedure
/// that is compiled to a command if an argument is a table or a cursor.
pub(super) fn native_call(name: &ObjectName, arguments: &[Argument], status: Option<(Reg, DataType)>) -> Option<Call> {
    let procedure = Some(name).filter(|name| is_in_sys(name)).and_then(|name| procedures::named(&name.object))?;
    match procedure.body {
        Body::Command(_) => CommandCall::new(procedure.name, arguments, status).map(Call::Command),
        _ => Some(call_of_system(procedure, arguments.to_vec(), status)),
    }
}

/// Returns the call of a system procedure: `sp_executesql` and the like run a statement, all others
/// run their own code.
pub(super) fn call_of_system(
    procedure: &'static SystemProcedure,
    arguments: Vec<Argument>,
    status: Option<(Reg, DataType)>,
) -> Call {
    match procedure.body {
        Body::Statement => Call::Statement(StatementCall { arguments, status }),
        _ => Call::System(SystemCall { procedure, arguments, status }),
    }
}
