//! `sys.databases`: the open databases and their settings.
//!
//! Columns: `relational-databases/system-catalog-views/sys-databases-transact-sql`, except columns
//! without data. `log_reuse_wait` is current, not as of the last checkpoint.

use crate::objects::dates;
use crate::view::{View, text};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Securable, codes, ids};
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_table::{DelayedDurability, SnapshotState};
use sluice_txn::RecoveryModel;
use sluice_types::type_facts::COLLATION;
use sluice_types::{DataType, Length, Value};

pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("database_id", DataType::Int),
        Column::nullable("source_database_id", DataType::Int),
        Column::nullable("owner_sid", DataType::VarBinary(Length::Limited(85))),
        Column::not_null("create_date", DataType::DateTime),
        Column::nullable("collation_name", DataType::SYSNAME),
        Column::nullable("user_access", DataType::TinyInt),
        Column::nullable("user_access_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("state", DataType::TinyInt),
        Column::nullable("state_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("snapshot_isolation_state", DataType::TinyInt),
        Column::nullable("snapshot_isolation_state_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("is_read_committed_snapshot_on", DataType::Bit),
        Column::nullable("recovery_model", DataType::TinyInt),
        Column::nullable("recovery_model_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("log_reuse_wait", DataType::TinyInt),
        Column::nullable("log_reuse_wait_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("is_read_only", DataType::Bit),
        Column::nullable("is_auto_close_on", DataType::Bit),
        Column::nullable("is_auto_shrink_on", DataType::Bit),
        Column::nullable("is_in_standby", DataType::Bit),
        Column::nullable("is_cleanly_shutdown", DataType::Bit),
        Column::nullable("is_encrypted", DataType::Bit),
        Column::nullable("page_verify_option", DataType::TinyInt),
        Column::nullable("page_verify_option_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("delayed_durability", DataType::Int),
        Column::nullable("delayed_durability_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("target_recovery_time_in_seconds", DataType::Int),
    ];
    View::sys(
        "databases",
        ViewPermission::Filtered("relational-databases/system-catalog-views/sys-databases-transact-sql.md"),
        columns,
        rows,
    )
}

/// Whether the session sees all databases: it has ALTER ANY DATABASE or VIEW ANY DATABASE, or
/// CREATE DATABASE in master.
fn sees_all(context: &ViewContext<'_>) -> bool {
    if context.who.is_unrestricted() {
        return true;
    }
    let access = context.access();
    let may = |code| access.may(Securable::Server, code);
    may(codes::ALTER_ANY_DATABASE) || may(codes::VIEW_ANY_DATABASE) || {
        let master = context.host.database("master");
        master.is_some_and(|master| {
            context.access_to(&master, &context.catalog_of(&master)).may(Securable::Database, codes::CREATE_DATABASE)
        })
    }
}

fn rows(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    let sees_all = sees_all(context);
    for database in context.host.databases() {
        let catalog = context.catalog_of(&database);
        let owner = catalog.security().principal(ids::DBO).map(|dbo| Arc::clone(&dbo.sid));
        let is_own = owner.as_ref().is_some_and(|sid| *sid == context.who.login.sid);
        if !(sees_all || is_own || PUBLIC.contains(&database.id.0) || database.id == context.database.id) {
            continue;
        }
        let [created, _] = dates(&catalog, ObjectId(0));
        let setting = database.delayed_durability();
        let described = match setting {
            DelayedDurability::Disabled => "DISABLED",
            DelayedDurability::Allowed => "ALLOWED",
            DelayedDurability::Forced => "FORCED",
        };
        let state = database.snapshot_state();
        let state_described = match state {
            SnapshotState::Off => "OFF",
            SnapshotState::On => "ON",
            SnapshotState::ToOff => "IN_TRANSITION_TO_OFF",
            SnapshotState::ToOn => "IN_TRANSITION_TO_ON",
        };
        let access = database.options().user_access;
        let model = database.storage.recovery_model();
        let model_described = match model {
            RecoveryModel::Full => "FULL",
            RecoveryModel::BulkLogged => "BULK_LOGGED",
            RecoveryModel::Simple => "SIMPLE",
        };
        let reuse_wait = database.storage.log_reuse_wait();
        rows.push(vec![
            text(&database.name),
            Value::Int(i32::from(database.id.0)),
            Value::Null,
            owner.map_or(Value::Null, Value::bytes),
            created,
            text(COLLATION),
            Value::TinyInt(access as u8),
            text(access.name()),
            Value::TinyInt(0),
            text("ONLINE"),
            Value::TinyInt(state as u8),
            text(state_described),
            Value::Bit(database.reads_versions()),
            Value::TinyInt(model as u8),
            text(model_described),
            Value::TinyInt(reuse_wait as u8),
            text(reuse_wait.name()),
            Value::Bit(false),
            Value::Bit(false),
            Value::Bit(false),
            Value::Bit(false),
            Value::Bit(false),
            Value::Bit(false),
            // Every page has a checksum.
            Value::TinyInt(2),
            text("CHECKSUM"),
            Value::Int(setting as i32),
            text(described),
            Value::Int(i32::try_from(database.options().target_recovery_time).unwrap_or(i32::MAX)),
        ]);
    }
    rows
}

/// The ids of the databases visible to everybody: master and tempdb.
const PUBLIC: [u16; 2] = [1, 2];
