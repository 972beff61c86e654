//! What a database contains, in memory: tables, columns, sequences, schemas, and the definitions of system views.
//!
//! A [`Catalog`] is an immutable snapshot behind an `Arc`: whoever holds one sees one state of the names, whatever other
//! sessions define meanwhile. It knows neither pages nor transactions; where it is kept is a [`CatalogStore`]'s business.

pub mod name;

pub mod progression;

pub mod rule;

pub mod type_id;

pub mod column;
pub mod histogram;
pub mod index_filter;

pub mod index;
pub mod trigger;

pub mod module;
mod principal_id;

pub mod schema;
pub mod security;
pub mod sequence;
pub mod statistics;

pub mod table;
mod table_statistics;
pub mod user_type;
pub mod view;

pub mod object;

pub mod dates;

pub mod change;
mod dating;
pub mod lookups;

pub mod snapshot;

pub mod heap_bytes;
pub mod store;

pub use change::Change;
pub use column::{Column, Identity};
pub use dates::Dates;
pub use histogram::{Histogram, HistogramStep};
pub use index::{Index, IndexKey, IndexOptions, KeyConstraint};
pub use index_filter::IndexFilter;
pub use lookups::{Lookup, Lookups, NameKey};
pub use module::{Module, ModuleKind, ModuleOptions};
pub use name::{Folded, ObjectName};
pub use object::Object;
pub use progression::{Cache, Progression};
pub use rule::{Action, Computed, Constraint, Enforcement, ForeignKey, Rule};
pub use schema::{Schema, SchemaId};
pub use security::Security;
pub use sequence::Sequence;
pub use snapshot::Catalog;
pub use statistics::{Density, Measured, Origin, Statistics};
pub use store::CatalogStore;
pub use table::Table;
pub use trigger::{Trigger, TriggerEvent, TriggerEvents};
pub use type_id::TypeId;
pub use user_type::{TypeKind, UserType};
pub use view::{SystemViewDef, ViewPermission};

#[cfg(test)]
mod tests;
