//! `sys.databases`: the databases and their settings.
//!
//! Columns: `relational-databases/system-catalog-views/sys-databases-transact-sql`, except columns
//! without data. `log_reuse_wait` is current, not as of the last checkpoint.

use crate::view::{View, moment, text};
use sluice_base::sync::Arc;
use sluice_catalog::security::{Securable, codes};
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_table::{
    Database, DatabaseFacts, DatabaseOptions, DatabaseState, DelayedDurability, ListedDatabase, SnapshotState,
};
use sluice_txn::RecoveryModel;
use sluice_types::type_facts::COLLATION;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.databases`. The view itself omits rows that the session may not see.
pub(crate) fn view() -> View {
    let name = DataType::NVarChar(Length::Limited(128));
    let described = DataType::NVarChar(Length::Limited(60));
    let bit = |name: &str| Column::nullable(name, DataType::Bit);
    let mut columns = vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("database_id", DataType::Int),
        Column::nullable("source_database_id", DataType::Int),
        Column::nullable("owner_sid", DataType::VarBinary(Length::Limited(85))),
        Column::nullable("create_date", DataType::DateTime),
        Column::not_null("compatibility_level", DataType::TinyInt),
        Column::nullable("collation_name", DataType::SYSNAME),
        Column::nullable("user_access", DataType::TinyInt),
        Column::nullable("user_access_desc", described),
        bit("is_read_only"),
        Column::not_null("is_auto_close_on", DataType::Bit),
        bit("is_auto_shrink_on"),
        Column::nullable("state", DataType::TinyInt),
        Column::nullable("state_desc", described),
        bit("is_in_standby"),
        bit("is_cleanly_shutdown"),
        bit("is_supplemental_logging_enabled"),
        Column::nullable("snapshot_isolation_state", DataType::TinyInt),
        Column::nullable("snapshot_isolation_state_desc", described),
        bit("is_read_committed_snapshot_on"),
        Column::nullable("recovery_model", DataType::TinyInt),
        Column::nullable("recovery_model_desc", described),
        Column::nullable("page_verify_option", DataType::TinyInt),
        Column::nullable("page_verify_option_desc", described),
    ];
    columns.extend(OPTIONS.map(|(option, _)| bit(option)));
    columns.extend([
        Column::not_null("service_broker_guid", DataType::UniqueIdentifier),
        Column::not_null("is_broker_enabled", DataType::Bit),
        Column::nullable("log_reuse_wait", DataType::TinyInt),
        Column::nullable("log_reuse_wait_desc", described),
        Column::not_null("is_date_correlation_on", DataType::Bit),
        Column::not_null("is_cdc_enabled", DataType::Bit),
        bit("is_encrypted"),
        bit("is_honor_broker_priority_on"),
        Column::nullable("replica_id", DataType::UniqueIdentifier),
        Column::nullable("group_database_id", DataType::UniqueIdentifier),
        Column::nullable("resource_pool_id", DataType::Int),
        Column::nullable("default_language_lcid", DataType::SmallInt),
        Column::nullable("default_language_name", name),
        Column::nullable("default_fulltext_language_lcid", DataType::Int),
        Column::nullable("default_fulltext_language_name", name),
        bit("is_nested_triggers_on"),
        bit("is_transform_noise_words_on"),
        Column::nullable("two_digit_year_cutoff", DataType::SmallInt),
        Column::nullable("containment", DataType::TinyInt),
        Column::nullable("containment_desc", described),
        Column::nullable("target_recovery_time_in_seconds", DataType::Int),
        Column::nullable("delayed_durability", DataType::Int),
        Column::nullable("delayed_durability_desc", described),
        bit("is_memory_optimized_elevate_to_snapshot_on"),
        bit("is_federation_member"),
        bit("is_remote_data_archive_enabled"),
        bit("is_mixed_page_allocation_on"),
        bit("is_temporal_history_retention_enabled"),
        Column::not_null("catalog_collation_type", DataType::Int),
        Column::nullable("catalog_collation_type_desc", described),
        Column::nullable("physical_database_name", name),
        bit("is_result_set_caching_on"),
        bit("is_accelerated_database_recovery_on"),
        bit("is_tempdb_spill_to_remote_store"),
        bit("is_stale_page_detection_on"),
        bit("is_memory_optimized_enabled"),
        bit("is_data_retention_enabled"),
        bit("is_ledger_on"),
        bit("is_change_feed_enabled"),
    ]);
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
    let sees_all = sees_all(context);
    let listed = context.host.listed().into_iter().map(|listed| (facts_of(context, &listed), listed));
    let is_seen = |(facts, listed): &(Option<DatabaseFacts>, ListedDatabase)| {
        let owner = facts.as_ref().and_then(|facts| facts.owner.as_deref());
        let is_own = owner.is_some_and(|sid| *sid == *context.who.login.sid);
        sees_all || is_own || PUBLIC.contains(&listed.id.0) || listed.id == context.database.id
    };
    listed.filter(is_seen).map(|(facts, listed)| row(&listed, facts.as_ref())).collect()
}

/// Returns what a database's own files say of it. A closed database has the facts of its last
/// opening. Opens a database only if there was none since the instance started, and not if it
/// closes by itself.
fn facts_of(context: &ViewContext<'_>, listed: &ListedDatabase) -> Option<DatabaseFacts> {
    let of_open = |database: &Arc<Database>| database.facts(&context.catalog_of(database));
    if let Some(database) = &listed.open {
        return Some(of_open(database));
    }
    let last = listed.last.as_deref().cloned();
    let opens = listed.state == DatabaseState::Online && !listed.options.auto_close;
    last.or_else(|| opens.then(|| context.host.database_by_id(listed.id))?.as_ref().map(of_open))
}

/// Returns the row of a database. A fact that isn't known is NULL.
fn row(listed: &ListedDatabase, facts: Option<&DatabaseFacts>) -> Vec<Value> {
    let (options, no) = (&listed.options, Value::Bit(false));
    let setting = options.delayed_durability;
    let described = match setting {
        DelayedDurability::Disabled => "DISABLED",
        DelayedDurability::Allowed => "ALLOWED",
        DelayedDurability::Forced => "FORCED",
    };
    let access = options.user_access;
    let is_started = listed.open.is_some() || listed.state == DatabaseState::Online && !options.auto_close;
    let owner = facts.and_then(|facts| facts.owner.clone());
    let mut row = vec![
        text(&listed.name),
        Value::Int(i32::from(listed.id.0)),
        options.snapshot_of.map_or(Value::Null, |source| Value::Int(source.0.into())),
        owner.map_or(Value::Null, Value::bytes),
        facts.and_then(|facts| facts.created_ns).map_or(Value::Null, moment),
        Value::TinyInt(options.compatibility_level),
        if is_started { text(COLLATION) } else { Value::Null },
        Value::TinyInt(access as u8),
        text(access.name()),
        Value::Bit(!options.is_updatable()),
        Value::Bit(options.auto_close),
        no.clone(),
        Value::TinyInt(listed.state as u8),
        text(listed.state.name()),
        no.clone(),
        Value::Bit(!is_started && matches!(listed.state, DatabaseState::Online | DatabaseState::Offline)),
        no.clone(),
    ];
    row.extend(snapshot_values(facts));
    row.push(Value::Bit(options.read_committed_snapshot));
    row.extend(model_values(facts));
    // Every page has a checksum.
    row.extend([Value::TinyInt(2), text("CHECKSUM")]);
    row.extend(OPTIONS.map(|(_, is_on)| Value::Bit(is_on(options))));
    row.extend([Value::Guid([0; 16]), no.clone()]);
    let reuse_wait = facts.map(|facts| facts.log_reuse_wait);
    row.push(reuse_wait.map_or(Value::Null, |wait| Value::TinyInt(wait as u8)));
    row.push(reuse_wait.map_or(Value::Null, |wait| text(wait.name())));
    row.extend(std::iter::repeat_n(no.clone(), 4));
    // Replicas and resource pools don't exist. The languages are those of contained databases.
    row.extend(std::iter::repeat_n(Value::Null, 10));
    row.extend([
        Value::TinyInt(0),
        text("NONE"),
        Value::Int(i32::try_from(options.target_recovery_time).unwrap_or(i32::MAX)),
        Value::Int(setting as i32),
        text(described),
    ]);
    row.extend(std::iter::repeat_n(no.clone(), 4));
    // TEMPORAL_HISTORY_RETENTION is ON in a new database.
    row.push(Value::Bit(true));
    row.extend([Value::Int(0), text("DATABASE_DEFAULT"), text(&listed.name)]);
    row.extend(std::iter::repeat_n(no, 8));
    row
}

/// Returns the columns of ALLOW_SNAPSHOT_ISOLATION.
fn snapshot_values(facts: Option<&DatabaseFacts>) -> [Value; 2] {
    let Some(facts) = facts else { return [Value::Null, Value::Null] };
    let described = match facts.snapshot_state {
        SnapshotState::Off => "OFF",
        SnapshotState::On => "ON",
        SnapshotState::ToOff => "IN_TRANSITION_TO_OFF",
        SnapshotState::ToOn => "IN_TRANSITION_TO_ON",
    };
    [Value::TinyInt(facts.snapshot_state as u8), text(described)]
}

/// Returns the columns of the recovery model.
fn model_values(facts: Option<&DatabaseFacts>) -> [Value; 2] {
    let Some(facts) = facts else { return [Value::Null, Value::Null] };
    let described = match facts.recovery_model {
        RecoveryModel::Full => "FULL",
        RecoveryModel::BulkLogged => "BULK_LOGGED",
        RecoveryModel::Simple => "SIMPLE",
    };
    [Value::TinyInt(facts.recovery_model as u8), text(described)]
}

/// Reads an option.
type Setting = fn(&DatabaseOptions) -> bool;

/// The options of a database between its page verification and its broker, each with its setting.
const OPTIONS: [(&str, Setting); 26] = [
    ("is_auto_create_stats_on", |options| options.auto_create_statistics),
    ("is_auto_create_stats_incremental_on", |_| false),
    ("is_auto_update_stats_on", |options| options.auto_update_statistics),
    ("is_auto_update_stats_async_on", |_| false),
    ("is_ansi_null_default_on", |options| options.session_defaults.is_on("ANSI_NULL_DEFAULT")),
    ("is_ansi_nulls_on", |options| options.session_defaults.is_on("ANSI_NULLS")),
    ("is_ansi_padding_on", |options| options.session_defaults.is_on("ANSI_PADDING")),
    ("is_ansi_warnings_on", |options| options.session_defaults.is_on("ANSI_WARNINGS")),
    ("is_arithabort_on", |options| options.session_defaults.is_on("ARITHABORT")),
    ("is_concat_null_yields_null_on", |options| options.session_defaults.is_on("CONCAT_NULL_YIELDS_NULL")),
    ("is_numeric_roundabort_on", |_| false),
    ("is_quoted_identifier_on", |options| options.session_defaults.is_on("QUOTED_IDENTIFIER")),
    ("is_recursive_triggers_on", |options| options.recursive_triggers),
    ("is_cursor_close_on_commit_on", |_| false),
    ("is_local_cursor_default", |options| options.session_defaults.is_on("CURSOR_DEFAULT")),
    ("is_fulltext_enabled", |_| false),
    ("is_trustworthy_on", |_| false),
    ("is_db_chaining_on", |_| false),
    ("is_parameterization_forced", |_| false),
    ("is_master_key_encrypted_by_server", |_| false),
    ("is_query_store_on", |_| false),
    ("is_published", |_| false),
    ("is_subscribed", |_| false),
    ("is_merge_published", |_| false),
    ("is_distributor", |_| false),
    ("is_sync_with_backup", |_| false),
];
/// The ids of the databases visible to everybody: master and tempdb.
const PUBLIC: [u16; 2] = [1, 2];
