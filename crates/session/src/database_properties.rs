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
    let session_default = |name| number(database.options().session_defaults.is_on(name).into());
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
        "isansinulldefault" => session_default("ANSI_NULL_DEFAULT"),
        "isansinullsenabled" => session_default("ANSI_NULLS"),
        "isansipaddingenabled" => session_default("ANSI_PADDING"),
        "isansiwarningsenabled" => session_default("ANSI_WARNINGS"),
        "isarithmeticabortenabled" => session_default("ARITHABORT"),
        "isnullconcat" => session_default("CONCAT_NULL_YIELDS_NULL"),
        "isquotedidentifiersenabled" => session_default("QUOTED_IDENTIFIER"),
        "isclosecursorsoncommitenabled" | "islocalcursorsdefault" | "isnumericroundabortenabled" => number(0),
        "isrecursivetriggersenabled" => number(database.options().recursive_triggers.into()),
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
