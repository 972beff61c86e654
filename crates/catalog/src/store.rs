//! The storage interface of a database's catalog: `table` implements it, so this crate knows no
//! page.

use crate::column::Column;
use crate::index_filter::IndexFilter;
use crate::module::Module;
use crate::property::ExtendedProperty;
use crate::schema::Schema;
use crate::security::{Member, Permission, Principal, PrincipalId, Scope};
use crate::sequence::Sequence;
use crate::snapshot::Catalog;
use crate::table::Table;
use crate::user_type::UserType;
use sluice_base::ids::ObjectId;
use sluice_types::SqlError;

/// Binds definitions that a catalog store keeps as text, when a database is opened. `plan`
/// implements it.
pub trait DefinitionBinder {
    /// Binds the filter of `index`, an index or statistics of a table with this name and these
    /// columns.
    fn filter(&self, index: &str, table: (&str, &[Column]), definition: &str) -> Result<IndexFilter, SqlError>;

    /// Returns the table that variables of the table type `name` are made like. `definition` is the
    /// statement that defines the type, `types` has the types of its columns, and `id` is the id of
    /// the table.
    fn table_of_type(&self, id: ObjectId, name: &str, definition: &str, types: &Catalog) -> Result<Table, SqlError>;
}

/// The durable side of a catalog. Changes are part of the caller's transaction, so definitions are
/// rolled back and recovered like data. After a rollback to a savepoint the snapshot is loaded
/// again.
pub trait CatalogStore {
    /// The transaction that changes belong to.
    type Transaction;
    /// The store's error.
    type Error;

    /// Loads the whole catalog as a snapshot with the version `version`. Definitions that are
    /// stored as text are bound by `binder`.
    fn load(&self, version: u64, binder: &dyn DefinitionBinder) -> Result<Catalog, Self::Error>;

    /// Stores a table.
    fn insert_table(&self, transaction: &mut Self::Transaction, table: &Table) -> Result<(), Self::Error>;

    /// Deletes a table.
    fn delete_table(&self, transaction: &mut Self::Transaction, table: &Table) -> Result<(), Self::Error>;

    /// Stores a sequence.
    fn insert_sequence(&self, transaction: &mut Self::Transaction, sequence: &Sequence) -> Result<(), Self::Error>;

    /// Deletes a sequence.
    fn delete_sequence(&self, transaction: &mut Self::Transaction, sequence: &Sequence) -> Result<(), Self::Error>;

    /// Stores a module.
    fn insert_module(&self, transaction: &mut Self::Transaction, module: &Module) -> Result<(), Self::Error>;

    /// Deletes a module.
    fn delete_module(&self, transaction: &mut Self::Transaction, module: &Module) -> Result<(), Self::Error>;

    /// Stores a schema.
    fn insert_schema(&self, transaction: &mut Self::Transaction, schema: &Schema) -> Result<(), Self::Error>;

    /// Deletes a schema.
    fn delete_schema(&self, transaction: &mut Self::Transaction, schema: &Schema) -> Result<(), Self::Error>;

    /// Stores a user-defined type.
    fn insert_type(&self, transaction: &mut Self::Transaction, user_type: &UserType) -> Result<(), Self::Error>;

    /// Deletes a user-defined type.
    fn delete_type(&self, transaction: &mut Self::Transaction, user_type: &UserType) -> Result<(), Self::Error>;

    /// Stores an extended property.
    fn insert_property(
        &self,
        transaction: &mut Self::Transaction,
        property: &ExtendedProperty,
    ) -> Result<(), Self::Error>;

    /// Deletes an extended property.
    fn delete_property(
        &self,
        transaction: &mut Self::Transaction,
        property: &ExtendedProperty,
    ) -> Result<(), Self::Error>;

    /// Stores a principal.
    fn insert_principal(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        principal: &Principal,
    ) -> Result<(), Self::Error>;

    /// Deletes a principal.
    fn delete_principal(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        id: PrincipalId,
    ) -> Result<(), Self::Error>;

    /// Stores a role membership.
    fn insert_member(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        member: Member,
    ) -> Result<(), Self::Error>;

    /// Deletes a role membership.
    fn delete_member(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        member: Member,
    ) -> Result<(), Self::Error>;

    /// Stores a permission.
    fn insert_permission(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        permission: &Permission,
    ) -> Result<(), Self::Error>;

    /// Deletes a permission.
    fn delete_permission(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        permission: &Permission,
    ) -> Result<(), Self::Error>;
}
