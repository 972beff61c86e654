//! The contents of a database's catalog, in memory: tables, columns, sequences, modules, schemas,
//! types and principals.
//!
//! # Purpose
//! The crate describes objects and resolves names. It knows neither pages nor transactions. A
//! [`CatalogStore`] stores the catalog.
//!
//! # Main types
//! - [`Catalog`]: an immutable snapshot of a database's names, shared behind an `Arc`. A snapshot
//!   does not change while other sessions define objects.
//! - [`Table`], [`column::Column`], [`index::Index`], [`rule::Constraint`], [`module::Module`],
//!   [`sequence::Sequence`], [`user_type::UserType`]: the definitions.
//! - [`security::Security`]: principals, memberships and permissions; [`security::Privileges`]
//!   decides access.
//! - [`statistics::Statistics`] and [`histogram::Histogram`]: the estimates by which plans are
//!   chosen.
//! - [`view::SystemViewDef`]: the definition of a system view.
//!
//! # Data flow
//! A DDL statement derives a new snapshot from the present snapshot and writes the same change to
//! the store in its transaction. Each snapshot records its [`change::Change`]s, which are applied
//! to other snapshots at commit. A watched snapshot records its answers in [`lookups::Lookups`]. A
//! cached plan remains valid while a later snapshot gives the same answers.
//!
//! # Invariants
//! - A snapshot never changes, and a derived snapshot has a greater version.
//! - Ids of objects are unique in a database and never reused. Names are unique in their schema,
//!   compared without case.
//!
//! # Failures
//! Adding an object whose name is taken returns `None`, and the caller reports the error. Nothing
//! in this crate does I/O.
//!
//! Start reading with [`snapshot`], [`object`] and [`table`].

pub mod documented_views;

pub mod name;

pub mod progression;

pub mod rule;

pub mod type_id;

pub mod bound_object;

pub mod column;
mod compression;
pub mod histogram;
pub mod index_filter;
pub mod lock_hints;

mod event_table;
pub mod event_type;
pub mod index;

pub mod ddl_trigger;
pub mod trigger;

pub mod statistics;
pub mod table;
mod table_statistics;

pub mod module;
mod principal_id;

pub mod schema;
pub mod security;
pub mod sequence;
pub mod user_type;
pub mod view;

pub mod object;
pub mod property;

pub mod dates;

pub mod change;
mod dating;
pub mod lookups;

pub mod snapshot;

mod orphans;

pub mod heap_bytes;
pub mod store;

pub use bound_object::{BoundObject, BoundObjects};
pub use change::Change;
pub use column::{Column, ColumnFlags, Identity};
pub use compression::Compression;
pub use dates::Dates;
pub use ddl_trigger::{DdlScope, DdlTrigger};
pub use event_type::EventType;
pub use histogram::{Histogram, HistogramStep};
pub use index::{Index, IndexKey, IndexOptions, KeyConstraint, key_bytes_max};
pub use index_filter::IndexFilter;
pub use lock_hints::{HintedLevel, HintedMode, LockHints};
pub use lookups::{Lookup, Lookups, NameKey};
pub use module::{Module, ModuleKind, ModuleOptions, numbered_name};
pub use name::{Folded, ObjectName};
pub use object::Object;
pub use progression::{Cache, Progression};
pub use property::{ExtendedProperty, Properties, PropertyClass, PropertyOwner};
pub use rule::{Action, Computed, Constraint, Enforcement, ForeignKey, Rule};
pub use schema::{Schema, SchemaId};
pub use security::Security;
pub use sequence::Sequence;
pub use snapshot::Catalog;
pub use statistics::{Density, Measured, Origin, Statistics};
pub use store::{CatalogStore, DefinitionBinder};
pub use table::{LockEscalation, Table, TableFilegroups, TableOptions};
pub use trigger::{Trigger, TriggerEvent, TriggerEvents};
pub use type_id::TypeId;
pub use user_type::{TypeKind, UserType};
pub use view::{RowsGuess, SystemViewDef, ViewPermission, ViewReach};

#[cfg(test)]
mod tests;
