//! `sp_configure`: shows or sets options of the instance
//! (`relational-databases/system-stored-procedures/sp-configure-transact-sql.md`).

use crate::batch::ending::Ending;
use crate::batch::invocation::Invocation;
use crate::batch::system_procedure::{SystemProcedure, Typed, optional};
use sluice_administration::statement::{configure, options_named};
use sluice_catalog::EventType;
use sluice_catalog::security::codes;
use sluice_command::statement::{DdlEvent, EventSource};
use sluice_types::{DataType, Length, SqlError};

pub(in crate::batch) static CONFIGURE: SystemProcedure = SystemProcedure::typed(
    "sp_configure",
    Typed {
        parameters: || {
            vec![
                optional("@configname", DataType::varchar(Length::Limited(35))),
                optional("@configvalue", DataType::Int),
            ]
        },
        // Showing options needs no permission; setting an option needs ALTER SETTINGS.
        needs: |rights, given| match given.number(1) {
            None => rights.everybody("relational-databases/system-stored-procedures/sp-configure-transact-sql.md"),
            Some(_) => rights.server_or(codes::ALTER_SETTINGS, SqlError::action_denied()),
        },
        events: |given| match given.number(1) {
            None => EventSource::None,
            Some(_) => EventSource::of_final(|_| vec![DdlEvent::new(EventType::ALTER_INSTANCE, None)]),
        },
        run: |invocation, given| invocation.configure(given.text(0), given.number(1)),
    },
);

impl Invocation<'_, '_, '_> {
    /// Runs `sp_configure`: shows all options or one option, or sets an option.
    fn configure(&mut self, name: Option<&str>, value: Option<i64>) -> Result<Ending, SqlError> {
        let Some(name) = name else {
            return self.run_text(&format!("{OPTIONS_SHOWN} {NOT_ADVANCED} ORDER BY name"));
        };
        let found = options_named(self.env, name)?;
        let names: Vec<String> = found.iter().map(|option| format!("'{}'", option.name)).collect();
        let shown = format!("{OPTIONS_SHOWN} name IN ({}) ORDER BY name", names.join(", "));
        match (found.as_slice(), value.and_then(|value| i32::try_from(value).ok())) {
            ([_], None) => self.run_text(&shown),
            ([option], Some(value)) => configure(self.env, option, value).map(|()| Ending::Returned),
            // 15124: the name is ambiguous. The matching options are shown first.
            _ => match self.run_text(&shown)? {
                Ending::Returned | Ending::ScopeEnded => Err(SqlError::option_not_unique(name)),
                other => Ok(other),
            },
        }
    }
}

/// Query of the instance's options, in the form that `sp_configure` shows.
const OPTIONS_SHOWN: &str = "SELECT CAST(name AS nvarchar(35)) AS name, CAST(minimum AS int) AS minimum, CAST(maximum AS int) AS maximum, \
     CAST(value AS int) AS config_value, CAST(value_in_use AS int) AS run_value FROM sys.configurations WHERE";
const NOT_ADVANCED: &str = "is_advanced = 0 OR EXISTS (SELECT * FROM sys.configurations WHERE configuration_id = 518 \
     AND CAST(value_in_use AS int) = 1)";
