//! Compiles `EXEC sp_getapplock` and `sp_releaseapplock`.

use super::compiler::Compiler;
use super::procedure;
use super::program::Step;
use super::system_procedure::{Body, SystemProcedure};
use sluice_command::statement::ApplicationLockCall;
use sluice_syntax::ast::Execute;
use sluice_types::{DataType, Length, SqlError};

pub(super) static GET_APPLICATION_LOCK: SystemProcedure =
    SystemProcedure { name: GET, body: Body::Step(|compiler, execute| compiler.application_lock(execute, true)) };
pub(super) static RELEASE_APPLICATION_LOCK: SystemProcedure =
    SystemProcedure { name: RELEASE, body: Body::Step(|compiler, execute| compiler.application_lock(execute, false)) };

impl Compiler {
    /// Compiles a call of either procedure. Fails with 201 if `sp_getapplock` has no mode.
    fn application_lock(&mut self, execute: &Execute, locks: bool) -> Result<(), SqlError> {
        let [resource, mode, owner, timeout, principal] = if locks {
            procedure::arguments(GET, PARAMETERS, &execute.arguments)?
        } else {
            let [resource, owner, principal] =
                procedure::arguments(RELEASE, [PARAMETERS[0], PARAMETERS[2], PARAMETERS[4]], &execute.arguments)?;
            [resource, None, owner, None, principal]
        };
        if locks && mode.is_none() {
            return Err(procedure::missing(GET, PARAMETERS[1]));
        }
        let mut input = |argument: Option<&sluice_syntax::ast::ExecuteArgument>, data_type| {
            argument.map(|argument| self.input(&argument.value, data_type)).transpose()
        };
        let call = ApplicationLockCall {
            locks,
            resource: input(resource, DataType::NVarChar(Length::Limited(255)))?,
            mode: input(mode, DataType::varchar(Length::Limited(32)))?,
            owner: input(owner, DataType::varchar(Length::Limited(32)))?,
            timeout: input(timeout, DataType::Int)?,
            principal: input(principal, DataType::SYSNAME)?,
            status: match &execute.status {
                Some(status) => {
                    let variable = self.variables.get(&status.text)?;
                    Some((self.builder.variables()[variable.slot], variable.data_type))
                }
                None => None,
            },
        };
        self.step(Step::ApplicationLock(Box::new(call)));
        Ok(())
    }
}

const GET: &str = "sp_getapplock";
const RELEASE: &str = "sp_releaseapplock";
/// Parameters of `sp_getapplock`. `sp_releaseapplock` has the first, third and last of them.
const PARAMETERS: [&str; 5] = ["@Resource", "@LockMode", "@LockOwner", "@LockTimeout", "@DbPrincipal"];
