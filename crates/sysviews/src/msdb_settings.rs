//! Table of data: the tables of msdb whose rows don't change: the settings of Database Mail and of
//! Policy-Based Management, which the engine lacks, and the servers that jobs come from.

use crate::column_list;
use crate::view::{View, text};
use sluice_base::sync::Arc;
use sluice_catalog::ViewPermission;
use sluice_catalog::view::MSDB_SCHEMA;
use sluice_functions::SERVER_NAME;
use sluice_types::value::Variant;
use sluice_types::{DataType, Value};

/// `msdb.dbo.sysmail_configuration`: the defaults of the settings. The columns are those of the
/// result of `sysmail_help_configure_sp`. Only the owners of msdb may read it.
pub(crate) fn mail() -> View {
    View::sys(
        "sysmail_configuration",
        ViewPermission::Control(
            "relational-databases/system-stored-procedures/sysmail-help-configure-sp-transact-sql.md",
        ),
        column_list::columns("paramname nvarchar(256)!; paramvalue nvarchar(256); description nvarchar(256)"),
        |_| MAIL.iter().map(|row| row.iter().map(|word| text(word)).collect()).collect(),
    )
    .in_schema(MSDB_SCHEMA)
}

/// `msdb.dbo.syspolicy_configuration`: Policy-Based Management is disabled. The columns are those
/// of the query on the page. Only the owners of msdb may read it.
pub(crate) fn policies() -> View {
    View::sys(
        "syspolicy_configuration",
        ViewPermission::Control(
            "relational-databases/system-stored-procedures/sp-syspolicy-purge-history-transact-sql.md",
        ),
        column_list::columns("name sysname!; current_value sql_variant"),
        |_| {
            let value = || Value::Variant(Arc::new(Variant { value: Value::Int(0), data_type: DataType::Int }));
            POLICIES.iter().map(|name| vec![text(name), value()]).collect()
        },
    )
    .in_schema(MSDB_SCHEMA)
}

/// `msdb.dbo.sysoriginatingservers_view`: the server itself, since no master server sends it jobs.
/// Not documented, but scripts join jobs and schedules with it. Only the owners of msdb may read
/// it.
pub(crate) fn originating_servers() -> View {
    View::sys(
        "sysoriginatingservers_view",
        ViewPermission::Control("relational-databases/system-tables/dbo-sysjobs-transact-sql.md"),
        column_list::columns("originating_server_id int!; originating_server sysname; master_server int!"),
        |_| vec![vec![Value::Int(0), text(SERVER_NAME), Value::Int(0)]],
    )
    .in_schema(MSDB_SCHEMA)
}

/// Name, default value and description of each setting of Database Mail.
const MAIL: [[&str; 3]; 7] = [
    ["AccountRetryAttempts", "1", "Number of retry attempts for a mail server"],
    ["AccountRetryDelay", "5000", "Delay between each retry attempt to mail server"],
    ["DatabaseMailExeMinimumLifeTime", "600", "Minimum process lifetime in seconds"],
    ["DefaultAttachmentEncoding", "MIME", "Default attachment encoding"],
    ["LoggingLevel", "2", "Database Mail logging level: normal - 1, extended - 2 (default), verbose - 3"],
    ["MaxFileSize", "1000000", "Default maximum file size"],
    ["ProhibitedExtensions", "exe,dll,vbs,js", "Extensions not allowed in outgoing mails"],
];

/// The settings of Policy-Based Management
/// (`relational-databases/system-stored-procedures/sp-syspolicy-configure-transact-sql`): disabled,
/// history is kept, successes aren't logged.
const POLICIES: [&str; 3] = ["Enabled", "HistoryRetentionInDays", "LogOnSuccess"];
