//! Statements that define objects.
//!
//! Start reading at `definition.rs`, which describes their locks.

pub(super) mod alter_table;
pub(super) mod binding;
pub(super) mod bound_object;
pub(super) mod create_table;
pub(super) mod definition;
pub(super) mod drop_table;
pub(super) mod extended_property;
pub(super) mod gone_permissions;
pub(super) mod index;
pub(super) mod index_build;
pub(super) mod index_disable;
pub(super) mod index_event;
mod index_replace;
mod low_priority;
pub(super) mod marked_object;
pub(super) mod module;
pub(super) mod module_command;
pub(super) mod new_object;
pub(super) mod other_object;
pub(super) mod refresh;
pub(super) mod rename;
pub(super) mod schema;
pub(super) mod schema_command;
pub(super) mod sequence;
pub(super) mod statistics;
pub(super) mod table_option;
pub(super) mod truncate;
pub(super) mod user_type;
pub(super) mod view_index;
