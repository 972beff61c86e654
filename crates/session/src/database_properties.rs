//! DATABASEPROPERTYEX for an open database (`t-sql/functions/databasepropertyex-transact-sql.md`).

use sluice_table::database::Database;
use sluice_txn::RecoveryModel;
use sluice_types::named_collation::DEFAULT_NAME;
use sluice_types::{DataType, Value};

/// Returns a property's value and type; `None` if the property is unknown. Names are compared
/// without case.
pub fn property_value(database: &Database, property: &str) -> Option<(Value, DataType)> {
    let text = |text: &str| Some((Value::text(text), DataType::SYSNAME));
    let number = |number| Some((Value::Int(number), DataType::Int));
    match property.to_ascii_lowercase().as_str() {
        "collation" => text(DEFAULT_NAME),
        "recovery" => text(match database.storage.recovery_model() {
            RecoveryModel::Full => "FULL",
            RecoveryModel::BulkLogged => "BULK_LOGGED",
            RecoveryModel::Simple => "SIMPLE",
        }),
        "status" => text("ONLINE"),
        "updateability" => text(if database.options().is_read_only { "READ_ONLY" } else { "READ_WRITE" }),
        "useraccess" => text(database.options().user_access.name()),
        // The session's SET options decide these; a database has no defaults.
        "isansinulldefault"
        | "isansinullsenabled"
        | "isansipaddingenabled"
        | "isansiwarningsenabled"
        | "isarithmeticabortenabled"
        | "isclosecursorsoncommitenabled"
        | "islocalcursorsdefault"
        | "isnullconcat"
        | "isnumericroundabortenabled"
        | "isquotedidentifiersenabled" => number(0),
        "isautoclose" => number(database.options().auto_close.into()),
        "isautocreatestatisticsincremental"
        | "isdatabasesuspendedforsnapshotbackup"
        | "isautoshrink"
        | "isclone"
        | "isfulltextenabled"
        | "isinstandby"
        | "ismemoryoptimizedelevatetosnapshotenabled"
        | "ismergepublished"
        | "isparameterizationforced"
        | "ispublished"
        | "isrecursivetriggersenabled"
        | "issubscribed"
        | "issyncwithbackup"
        | "istornpagedetectionenabled"
        | "isverifiedclone"
        | "isxtpsupported" => number(0),
        "isautocreatestatistics" => number(database.options().auto_create_statistics.into()),
        "isautoupdatestatistics" => number(database.options().auto_update_statistics.into()),
        // Language and collation of the instance.
        "comparisonstyle" => number(196_609),
        "lcid" => number(1033),
        // The internal version of databases of SQL Server 2022.
        "version" => number(957),
        "sqlsortorder" => Some((Value::TinyInt(52), DataType::TinyInt)),
        _ => None,
    }
}
