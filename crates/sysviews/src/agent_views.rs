//! Table of data.
//!
//! Views of msdb defined as queries over its tables. A reader needs the permissions on the tables.

/// Name and query of each view.
pub(crate) const TEXTS: &[(&str, &str)] = &[
    (
        // The jobs, with the names of the servers that they come from. Not documented, but tools
        // list jobs with it; the columns are those of
        // `relational-databases/system-tables/dbo-sysjobs-transact-sql`.
        "sysjobs_view",
        "SELECT j.job_id, CAST(SERVERPROPERTY('ServerName') AS sysname) AS originating_server, j.name, j.enabled, j.description, j.start_step_id, j.category_id, j.owner_sid,
            j.notify_level_eventlog, j.notify_level_email, j.notify_level_netsend, j.notify_level_page, j.notify_email_operator_id, j.notify_netsend_operator_id,
            j.notify_page_operator_id, j.delete_level, j.date_created, j.date_modified, j.version_number, j.originating_server_id, CAST(0 AS bit) AS master_server
     FROM dbo.sysjobs AS j",
    ),
    (
        // The schedules that no master server defines, of
        // `relational-databases/system-tables/dbo-sysschedules-transact-sql`. Scripts look for a
        // schedule in it before they add one.
        "sysschedules_localserver_view",
        "SELECT s.schedule_id, s.schedule_uid, s.originating_server_id, s.name, s.owner_sid, s.enabled, s.freq_type, s.freq_interval,
            s.freq_subday_type, s.freq_subday_interval, s.freq_relative_interval, s.freq_recurrence_factor,
            s.active_start_date, s.active_end_date, s.active_start_time, s.active_end_time, s.date_created, s.date_modified, s.version_number,
            o.originating_server, o.master_server
     FROM dbo.sysschedules AS s JOIN dbo.sysoriginatingservers_view AS o ON o.originating_server_id = s.originating_server_id
     WHERE o.master_server = 0",
    ),
];
