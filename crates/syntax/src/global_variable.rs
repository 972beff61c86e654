//! The system functions whose names begin with `@@`. Any other such name is a variable, which
//! DECLARE can make: `DECLARE @@x int`.

/// Whether `name`, with its `@@`, is that of a system function.
pub fn is_global_variable(name: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

const NAMES: &[&str] = &[
    "@@CONNECTIONS",
    "@@CPU_BUSY",
    "@@CURSOR_ROWS",
    "@@DATEFIRST",
    "@@DBTS",
    "@@DEFAULT_LANGID",
    "@@ERROR",
    "@@FETCH_STATUS",
    "@@IDENTITY",
    "@@IDLE",
    "@@IO_BUSY",
    "@@LANGID",
    "@@LANGUAGE",
    "@@LOCK_TIMEOUT",
    "@@MAX_CONNECTIONS",
    "@@MAX_PRECISION",
    "@@MICROSOFTVERSION",
    "@@NESTLEVEL",
    "@@OPTIONS",
    "@@PACKET_ERRORS",
    "@@PACK_RECEIVED",
    "@@PACK_SENT",
    "@@PROCID",
    "@@REMSERVER",
    "@@ROWCOUNT",
    "@@SERVERNAME",
    "@@SERVICENAME",
    "@@SPID",
    "@@TEXTSIZE",
    "@@TIMETICKS",
    "@@TOTAL_ERRORS",
    "@@TOTAL_READ",
    "@@TOTAL_WRITE",
    "@@TRANCOUNT",
    "@@VERSION",
];
