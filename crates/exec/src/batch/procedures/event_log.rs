//! `xp_logevent` and `sp_cycle_errorlog`
//! (`relational-databases/system-stored-procedures/xp-logevent-transact-sql.md`,
//! `sp-cycle-errorlog-transact-sql.md`).

use crate::batch::ending::Ending;
use crate::batch::system_procedure::{SystemProcedure, Typed, needed, with_default};
use sluice_base::error_log::{LogLevel, LogSource};
use sluice_catalog::security::ids;
use sluice_command::statement::EventSource;
use sluice_types::{DataType, Length, SqlError, Value};

/// Writes a user's message to the error log, and nothing to the client.
pub(in crate::batch) static LOG_EVENT: SystemProcedure = SystemProcedure::typed(
    "xp_logevent",
    Typed {
        parameters: || {
            vec![
                needed("@error_number", DataType::Int),
                needed("@message", DataType::NVarChar(Length::Limited(MESSAGE_LENGTH_MAX))),
                with_default("@severity", DataType::varchar(Length::Limited(13)), Value::text("INFORMATIONAL")),
            ]
        },
        needs: |rights, _| rights.owner_of_master(),
        events: |_| EventSource::None,
        run: |invocation, given| {
            let invalid = || SqlError::invalid_procedure_option("xp_logevent");
            let number = given.number(0).and_then(|number| i32::try_from(number).ok());
            let number = number.filter(|number| *number > NUMBER_OF_SYSTEM_MAX).ok_or_else(invalid)?;
            let level = match given.text(2).unwrap_or_default().trim_end().to_uppercase().as_str() {
                "INFORMATIONAL" => LogLevel::Information,
                "WARNING" => LogLevel::Warning,
                "ERROR" => LogLevel::Error,
                _ => return Err(invalid()),
            };
            let env = &invocation.env;
            let (log, source) = (env.context.host.error_log(), LogSource::Session(env.state.id));
            log.sql_error(level, source, (number, SEVERITY, 1), given.text(1).unwrap_or_default());
            Ok(Ending::Returned)
        },
    },
);

/// Ends the current error log and begins another one.
pub(in crate::batch) static CYCLE_ERROR_LOG: SystemProcedure = SystemProcedure::typed(
    "sp_cycle_errorlog",
    Typed {
        parameters: Vec::new,
        needs: |rights, _| rights.server_role(ids::SYSADMIN),
        events: |_| EventSource::None,
        run: |invocation, _| {
            let env = &mut *invocation.env;
            env.context.host.error_log().cycle(LogSource::Session(env.state.id));
            env.inform(SqlError::dbcc_completed());
            Ok(Ending::Returned)
        },
    },
);

/// The severity of a message that isn't sent to a client.
const SEVERITY: u8 = 10;
/// The greatest number that belongs to system messages.
const NUMBER_OF_SYSTEM_MAX: i32 = 50_000;
const MESSAGE_LENGTH_MAX: u16 = 2048;
