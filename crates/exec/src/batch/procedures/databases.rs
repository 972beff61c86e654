//! `sp_detach_db`. The other procedures on whole databases are written in T-SQL.

use crate::batch::ending::Ending;
use crate::batch::system_procedure::{SystemProcedure, Typed, needed, optional};
use sluice_administration::statement::{detach_database, may_detach_database};
use sluice_command::statement::EventSource;
use sluice_types::{DataType, Length};

/// `relational-databases/system-stored-procedures/sp-detach-db-transact-sql.md`. Statistics are
/// kept in any case, and there are no full-text indexes, so the other parameters change nothing.
pub(in crate::batch) static DETACH: SystemProcedure = SystemProcedure::typed(
    "sp_detach_db",
    Typed {
        parameters: || {
            vec![
                needed("@dbname", DataType::SYSNAME),
                optional("@skipchecks", DataType::NVarChar(Length::Limited(10))),
                optional("@keepfulltextindexfile", DataType::NVarChar(Length::Limited(10))),
            ]
        },
        needs: |rights, given| may_detach_database(rights, given.text(0).unwrap_or_default()),
        events: |_| EventSource::None,
        run: |invocation, given| {
            detach_database(invocation.env, given.text(0).unwrap_or_default())?;
            Ok(Ending::Returned)
        },
    },
);
