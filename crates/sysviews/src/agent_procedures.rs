//! Table of data: the system procedures of msdb, for jobs, schedules, operators, alerts and mail,
//! and its function. Each is a file in `procedures/msdb`.
//!
//! Jobs are stored in tables of msdb, which the first one creates (`sp_create_agent_tables`). No
//! service runs them: `sp_start_job` fails with 22022, as if SQL Server Agent were stopped. Only
//! sysadmin may call the procedures, because msdb has none of the roles of SQL Server Agent.

use crate::procedure_text::Text;
use sluice_catalog::ModuleKind;
use sluice_catalog::view::MSDB_SCHEMA;
use sluice_session::ProcedurePermission;

/// Declares a procedure by its name and documentation page.
macro_rules! procedure {
    ($name:literal, $page:literal) => {
        Text {
            schema: MSDB_SCHEMA,
            name: $name,
            kind: ModuleKind::Procedure,
            permission: ProcedurePermission::Execute(concat!("relational-databases/", $page, "-transact-sql.md")),
            text: include_str!(concat!("procedures/msdb/", $name, ".sql")),
        }
    };
}

/// The procedures.
pub(crate) const TEXTS: &[Text] = &[
    Text {
        schema: MSDB_SCHEMA,
        name: "agent_datetime",
        kind: ModuleKind::ScalarFunction,
        permission: ProcedurePermission::Statements(
            "relational-databases/system-tables/dbo-sysjobhistory-transact-sql.md",
        ),
        text: include_str!("procedures/msdb/agent_datetime.sql"),
    },
    procedure!("sp_add_alert", "system-stored-procedures/sp-add-alert"),
    procedure!("sp_add_category", "system-stored-procedures/sp-add-category"),
    procedure!("sp_add_job", "system-stored-procedures/sp-add-job"),
    procedure!("sp_add_jobschedule", "system-stored-procedures/sp-add-jobschedule"),
    procedure!("sp_add_jobserver", "system-stored-procedures/sp-add-jobserver"),
    procedure!("sp_add_jobstep", "system-stored-procedures/sp-add-jobstep"),
    procedure!("sp_add_notification", "system-stored-procedures/sp-add-notification"),
    procedure!("sp_add_operator", "system-stored-procedures/sp-add-operator"),
    procedure!("sp_add_schedule", "system-stored-procedures/sp-add-schedule"),
    procedure!("sp_attach_schedule", "system-stored-procedures/sp-attach-schedule"),
    procedure!("sp_create_agent_tables", "system-tables/sql-server-agent-tables"),
    procedure!("sp_delete_alert", "system-stored-procedures/sp-delete-alert"),
    procedure!("sp_delete_backuphistory", "system-stored-procedures/sp-delete-backuphistory"),
    procedure!("sp_delete_category", "system-stored-procedures/sp-delete-category"),
    procedure!("sp_delete_database_backuphistory", "system-stored-procedures/sp-delete-database-backuphistory"),
    procedure!("sp_delete_job", "system-stored-procedures/sp-delete-job"),
    procedure!("sp_delete_jobschedule", "system-stored-procedures/sp-delete-jobschedule"),
    procedure!("sp_delete_jobserver", "system-stored-procedures/sp-delete-jobserver"),
    procedure!("sp_delete_jobstep", "system-stored-procedures/sp-delete-jobstep"),
    procedure!("sp_delete_notification", "system-stored-procedures/sp-delete-notification"),
    procedure!("sp_delete_operator", "system-stored-procedures/sp-delete-operator"),
    procedure!("sp_delete_schedule", "system-stored-procedures/sp-delete-schedule"),
    procedure!("sp_detach_schedule", "system-stored-procedures/sp-detach-schedule"),
    procedure!("sp_help_alert", "system-stored-procedures/sp-help-alert"),
    procedure!("sp_help_category", "system-stored-procedures/sp-help-category"),
    procedure!("sp_help_job", "system-stored-procedures/sp-help-job"),
    procedure!("sp_help_jobactivity", "system-stored-procedures/sp-help-jobactivity"),
    procedure!("sp_help_jobcount", "system-stored-procedures/sp-help-jobcount"),
    procedure!("sp_help_jobhistory", "system-stored-procedures/sp-help-jobhistory"),
    procedure!("sp_help_jobs_in_schedule", "system-stored-procedures/sp-help-jobs-in-schedule"),
    procedure!("sp_help_jobschedule", "system-stored-procedures/sp-help-jobschedule"),
    procedure!("sp_help_jobserver", "system-stored-procedures/sp-help-jobserver"),
    procedure!("sp_help_jobstep", "system-stored-procedures/sp-help-jobstep"),
    procedure!("sp_help_notification", "system-stored-procedures/sp-help-notification"),
    procedure!("sp_help_operator", "system-stored-procedures/sp-help-operator"),
    procedure!("sp_help_schedule", "system-stored-procedures/sp-help-schedule"),
    procedure!("sp_purge_jobhistory", "system-stored-procedures/sp-purge-jobhistory"),
    procedure!("sp_send_dbmail", "system-stored-procedures/sp-send-dbmail"),
    procedure!("sp_start_job", "system-stored-procedures/sp-start-job"),
    procedure!("sp_stop_job", "system-stored-procedures/sp-stop-job"),
    procedure!("sp_update_alert", "system-stored-procedures/sp-update-alert"),
    procedure!("sp_update_job", "system-stored-procedures/sp-update-job"),
    procedure!("sp_update_jobschedule", "system-stored-procedures/sp-update-jobschedule"),
    procedure!("sp_update_jobstep", "system-stored-procedures/sp-update-jobstep"),
    procedure!("sp_update_notification", "system-stored-procedures/sp-update-notification"),
    procedure!("sp_update_operator", "system-stored-procedures/sp-update-operator"),
    procedure!("sp_update_schedule", "system-stored-procedures/sp-update-schedule"),
    procedure!("sp_verify_category", "system-stored-procedures/sp-help-category"),
    procedure!("sp_verify_job_identifiers", "system-stored-procedures/sp-help-job"),
    procedure!("sp_verify_job_properties", "system-stored-procedures/sp-add-job"),
    procedure!("sp_verify_jobstep", "system-stored-procedures/sp-add-jobstep"),
    procedure!("sp_verify_notification", "system-stored-procedures/sp-add-notification"),
    procedure!("sp_verify_schedule", "system-stored-procedures/sp-add-schedule"),
    procedure!("sp_verify_schedule_identifiers", "system-stored-procedures/sp-help-schedule"),
    procedure!("sysmail_delete_log_sp", "system-stored-procedures/sysmail-delete-log-sp"),
    procedure!("sysmail_delete_mailitems_sp", "system-stored-procedures/sysmail-delete-mailitems-sp"),
    procedure!("sysmail_help_account_sp", "system-stored-procedures/sysmail-help-account-sp"),
    procedure!("sysmail_help_configure_sp", "system-stored-procedures/sysmail-help-configure-sp"),
    procedure!("sysmail_help_principalprofile_sp", "system-stored-procedures/sysmail-help-principalprofile-sp"),
    procedure!("sysmail_help_profile_sp", "system-stored-procedures/sysmail-help-profile-sp"),
    procedure!("sysmail_help_profileaccount_sp", "system-stored-procedures/sysmail-help-profileaccount-sp"),
    procedure!("sysmail_help_queue_sp", "system-stored-procedures/sysmail-help-queue-sp"),
    procedure!("sysmail_help_status_sp", "system-stored-procedures/sysmail-help-status-sp"),
];
