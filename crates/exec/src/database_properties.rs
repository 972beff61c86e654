//! What DATABASEPROPERTYEX tells of an open database.

use crate::database::Database;
use sluice_txn::RecoveryModel;

/// The property called `property`, in any case; none if it is not known.
pub fn of(database: &Database, property: &str) -> Option<&'static str> {
    Some(match property.to_ascii_lowercase().as_str() {
        "collation" => "SQL_Latin1_General_CP1_CI_AS",
        "recovery" => match database.storage.recovery_model() {
            RecoveryModel::Full => "FULL",
            RecoveryModel::BulkLogged => "BULK_LOGGED",
            RecoveryModel::Simple => "SIMPLE",
        },
        "status" => "ONLINE",
        "updateability" => "READ_WRITE",
        "useraccess" => database.options().user_access.name(),
        "isautoclose"
        | "isautoshrink"
        | "isclone"
        | "isfulltextenabled"
        | "isinstandby"
        | "ispublished"
        | "issubscribed"
        | "issyncwithbackup"
        | "istornpagedetectionenabled"
        | "isxtpsupported" => "0",
        // Of the instance's language and collation.
        "lcid" => "1033",
        "sqlsortorder" => "52",
        _ => return None,
    })
}
