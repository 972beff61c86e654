//! Compiled calls: EXECUTE and INSERT ... EXECUTE.

use super::parameter::Argument;
use super::procedure_name::is_in_sys;
use super::procedures;
use super::system_procedure::{Body, SystemCall, SystemProcedure};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, ObjectName};
use sluice_command::statement::{BoundStatement, ContextSource};
use sluice_query::code::Reg;
use sluice_types::DataType;

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

/// A call of a procedure.
pub(super) struct ProcedureCall {
    /// Name of the procedure.
    pub name: ProcedureName,
    pub arguments: Vec<Argument>,
    /// The variable that receives the return status, and its type.
    pub status: Option<(Reg, DataType)>,
}

/// Source of a procedure's name.
pub(super) enum ProcedureName {
    /// The name is in the statement.
    Written(ObjectName),
    /// The name is in a variable.
    Variable(Reg),
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

/// Returns the call of the system procedure `name`. `None` for other names, and for procedures that
/// are compiled to steps.
pub(super) fn native_call(name: &ObjectName, arguments: &[Argument], status: Option<(Reg, DataType)>) -> Option<Call> {
    let procedure = Some(name).filter(|name| is_in_sys(name)).and_then(|name| procedures::named(&name.object))?;
    let is_step = matches!(procedure.body, Body::Command(_));
    (!is_step).then(|| call_of_system(procedure, arguments.to_vec(), status))
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
