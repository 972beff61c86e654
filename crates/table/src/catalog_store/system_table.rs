//! Names of the system tables, for views that show them.

use sluice_base::ids::ObjectId;

/// Returns the name of the system table with this id, or `None` if no system table has it. The
/// names are Sluice's own, not SQL Server's base tables in all cases.
pub fn system_table(object: ObjectId) -> Option<&'static str> {
    Some(match object.0 {
        3 => "sysobjects",
        4 => "sysnames",
        5 => "syscolumns",
        6 => "syssequences",
        7 => "sysmodules",
        8 => "sysindexes",
        9 => "sysconstraints",
        10 => "sysschemas",
        11 => "sysstats",
        12 => "systypes",
        13 => "sysowners",
        14 => "sysprivs",
        15 => "sysrolemembers",
        16 => "sysdates",
        17 => "sysprops",
        58 => "syslogins",
        59 => "sysservermembers",
        60 => "sysservprivs",
        61 => "sysmessages",
        62 => "sysconfigures",
        63 => "sysdatabases",
        _ => return None,
    })
}
