//! DATABASEPROPERTYEX (`t-sql/functions/databasepropertyex-transact-sql.md`).

use sluice_table::{DatabaseState, ListedDatabase};
use sluice_txn::RecoveryModel;
use sluice_types::named_collation::DEFAULT_NAME;
use sluice_types::{DataType, Value};

/// Returns a property's value and type. Returns `None` if the property is unknown, or unknown while
/// the database isn't started. `model` reads the recovery model, which is in the database's log.
/// Names are compared without case. A database that isn't started has only state, access and
/// recovery model.
pub fn property_value(
    database: &ListedDatabase,
    model: impl FnOnce() -> Option<RecoveryModel>,
    property: &str,
) -> Option<(Value, DataType)> {
    let options = &database.options;
    let property = property.to_ascii_lowercase();
    let is_started = matches!(database.state, DatabaseState::Online | DatabaseState::Emergency);
    if !is_started && !matches!(property.as_str(), "status" | "updateability" | "useraccess" | "recovery") {
        return None;
    }
    let text = |text: &str| Some((Value::text(text), DataType::SYSNAME));
    let number = |number| Some((Value::Int(number), DataType::Int));
    let session_default = |name| number(options.session_defaults.is_on(name).into());
    match property.as_str() {
        // NULL while AUTO_CLOSE keeps the database closed.
        "collation" if database.open.is_none() && options.auto_close => None,
        "collation" => text(DEFAULT_NAME),
        "recovery" => text(match model()? {
            RecoveryModel::Full => "FULL",
            RecoveryModel::BulkLogged => "BULK_LOGGED",
            RecoveryModel::Simple => "SIMPLE",
        }),
        "status" => text(database.state.name()),
        "updateability" => text(if options.is_updatable() { "READ_WRITE" } else { "READ_ONLY" }),
        "useraccess" => text(options.user_access.name()),
        "isansinulldefault" => session_default("ANSI_NULL_DEFAULT"),
        "isansinullsenabled" => session_default("ANSI_NULLS"),
        "isansipaddingenabled" => session_default("ANSI_PADDING"),
        "isansiwarningsenabled" => session_default("ANSI_WARNINGS"),
        "isarithmeticabortenabled" => session_default("ARITHABORT"),
        "isnullconcat" => session_default("CONCAT_NULL_YIELDS_NULL"),
        "isquotedidentifiersenabled" => session_default("QUOTED_IDENTIFIER"),
        "islocalcursorsdefault" => session_default("CURSOR_DEFAULT"),
        "isclosecursorsoncommitenabled" | "isnumericroundabortenabled" => number(0),
        "isrecursivetriggersenabled" => number(options.recursive_triggers.into()),
        "isautoclose" => number(options.auto_close.into()),
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
        "isautocreatestatistics" => number(options.auto_create_statistics.into()),
        "isautoupdatestatistics" => number(options.auto_update_statistics.into()),
        // Language and collation of the instance.
        "comparisonstyle" => number(196_609),
        "lcid" => number(1033),
        // The internal version of databases of SQL Server 2022.
        "version" => number(957),
        "sqlsortorder" => Some((Value::TinyInt(52), DataType::TinyInt)),
        _ => None,
    }
}
