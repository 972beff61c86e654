//! Compiles `EXEC sp_set_session_context`.

use super::compiler::Compiler;
use super::procedure;
use super::program::Step;
use super::system_procedure::{Body, SystemProcedure};
use sluice_command::statement::SessionContextCall;
use sluice_syntax::ast::{Execute, ExecuteArgument};
use sluice_types::{DataType, SqlError};

pub(super) static SET_SESSION_CONTEXT: SystemProcedure =
    SystemProcedure { name: SET, body: Body::Step(Compiler::session_context) };

impl Compiler {
    /// Compiles a call. Fails with 201 if the key or the value is missing.
    fn session_context(&mut self, execute: &Execute) -> Result<(), SqlError> {
        let [key, value, read_only] = procedure::arguments(SET, PARAMETERS, &execute.arguments)?;
        let needed =
            |argument: Option<_>, place: usize| argument.ok_or_else(|| procedure::missing(SET, PARAMETERS[place]));
        let (key, value): (&ExecuteArgument, &ExecuteArgument) = (needed(key, 0)?, needed(value, 1)?);
        let call = SessionContextCall {
            key: self.input(&key.value, DataType::SYSNAME)?,
            value: self.input(&value.value, DataType::SqlVariant)?,
            read_only: read_only.map(|argument| self.input(&argument.value, DataType::Bit)).transpose()?,
        };
        self.step(Step::SessionContext(call));
        self.set_status(execute)
    }
}

/// Name of the procedure.
const SET: &str = "sp_set_session_context";
const PARAMETERS: [&str; 3] = ["@key", "@value", "@read_only"];
