//! Table of data: system procedures and functions of log shipping, availability groups and the
//! vardecimal storage format. The engine lacks these features, so no database takes part in them.

use crate::procedure_text::Text;
use sluice_catalog::ModuleKind;
use sluice_session::ProcedurePermission;

/// Declares a procedure of log shipping by its name and documentation page. Only sysadmin may call
/// it.
macro_rules! log_shipping {
    ($name:literal, $page:literal) => {
        Text {
            schema: "sys",
            name: $name,
            kind: ModuleKind::Procedure,
            permission: ProcedurePermission::Execute(concat!(
                "relational-databases/system-stored-procedures/sp-help-log-shipping-",
                $page,
                "-transact-sql.md"
            )),
            text: include_str!(concat!("procedures/", $name, ".sql")),
        }
    };
}

/// Declares a function of availability groups by its name, documentation page and permission. The
/// permission is that of the views in its text.
macro_rules! availability {
    ($name:literal, $page:literal, $permission:ident) => {
        Text {
            schema: "sys",
            name: $name,
            kind: ModuleKind::ScalarFunction,
            permission: ProcedurePermission::$permission(concat!(
                "relational-databases/system-functions/sys-fn-hadr-",
                $page,
                "-transact-sql.md"
            )),
            text: include_str!(concat!("procedures/", $name, ".sql")),
        }
    };
}

/// The procedures and functions.
pub(crate) const TEXTS: &[Text] = &[
    availability!("fn_hadr_backup_is_preferred_replica", "backup-is-preferred-replica", Statements),
    availability!("fn_hadr_is_primary_replica", "is-primary-replica", ServerState),
    Text {
        schema: "sys",
        name: "sp_db_vardecimal_storage_format",
        kind: ModuleKind::Procedure,
        permission: ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-db-vardecimal-storage-format-transact-sql.md",
        ),
        text: include_str!("procedures/sp_db_vardecimal_storage_format.sql"),
    },
    log_shipping!("sp_help_log_shipping_alert_job", "alert-job"),
    log_shipping!("sp_help_log_shipping_monitor", "monitor"),
    log_shipping!("sp_help_log_shipping_monitor_primary", "monitor-primary"),
    log_shipping!("sp_help_log_shipping_monitor_secondary", "monitor-secondary"),
    log_shipping!("sp_help_log_shipping_primary_database", "primary-database"),
    log_shipping!("sp_help_log_shipping_primary_secondary", "primary-secondary"),
    log_shipping!("sp_help_log_shipping_secondary_database", "secondary-database"),
    log_shipping!("sp_help_log_shipping_secondary_primary", "secondary-primary"),
];
