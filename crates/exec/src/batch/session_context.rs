//! `EXEC sp_set_session_context`: its arguments.

use super::compiler::Compiler;
use super::procedure;
use super::program::Step;
use crate::statement::SessionContextCall;
use sluice_syntax::ast::ExecuteArgument;
use sluice_types::{DataType, SqlError};

impl Compiler {
    /// Enters a call: 201 without a key or a value.
    pub(super) fn session_context(&mut self, arguments: &[ExecuteArgument]) -> Result<(), SqlError> {
        let [key, value, read_only] = procedure::arguments(SET, PARAMETERS, arguments)?;
        let needed =
            |argument: Option<_>, place: usize| argument.ok_or_else(|| procedure::missing(SET, PARAMETERS[place]));
        let (key, value): (&ExecuteArgument, &ExecuteArgument) = (needed(key, 0)?, needed(value, 1)?);
        let call = SessionContextCall {
            key: self.input(&key.value, DataType::SYSNAME)?,
            value: self.input(&value.value, DataType::SqlVariant)?,
            read_only: read_only.map(|argument| self.input(&argument.value, DataType::Bit)).transpose()?,
        };
        self.step(Step::SessionContext(call));
        Ok(())
    }
}

/// The procedure's name.
pub(super) const SET: &str = "sp_set_session_context";
const PARAMETERS: [&str; 3] = ["@key", "@value", "@read_only"];
