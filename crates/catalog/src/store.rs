//! Where a database's catalog is kept.

use crate::module::Module;
use crate::schema::Schema;
use crate::security::{Member, Permission, Principal, PrincipalId, Scope};
use crate::sequence::Sequence;
use crate::snapshot::Catalog;
use crate::table::Table;
use crate::user_type::UserType;

/// The durable side of a catalog. Changes are made inside the caller's transaction, so that definitions are rolled back
/// and recovered like data; after a rollback to a savepoint the snapshot is loaded again.
pub trait CatalogStore {
    /// The transaction that changes belong to.
    type Transaction;
    /// Why the store could not do it.
    type Error;

    /// Reads everything; the snapshot has the version `version`.
    fn load(&self, version: u64) -> Result<Catalog, Self::Error>;

    /// Writes down a table.
    fn insert_table(&self, transaction: &mut Self::Transaction, table: &Table) -> Result<(), Self::Error>;

    /// Forgets a table.
    fn delete_table(&self, transaction: &mut Self::Transaction, table: &Table) -> Result<(), Self::Error>;

    /// Writes down a sequence.
    fn insert_sequence(&self, transaction: &mut Self::Transaction, sequence: &Sequence) -> Result<(), Self::Error>;

    /// Forgets a sequence.
    fn delete_sequence(&self, transaction: &mut Self::Transaction, sequence: &Sequence) -> Result<(), Self::Error>;

    /// Writes down a module.
    fn insert_module(&self, transaction: &mut Self::Transaction, module: &Module) -> Result<(), Self::Error>;

    /// Forgets a module.
    fn delete_module(&self, transaction: &mut Self::Transaction, module: &Module) -> Result<(), Self::Error>;

    /// Writes down a schema.
    fn insert_schema(&self, transaction: &mut Self::Transaction, schema: &Schema) -> Result<(), Self::Error>;

    /// Forgets a schema.
    fn delete_schema(&self, transaction: &mut Self::Transaction, schema: &Schema) -> Result<(), Self::Error>;

    /// Writes down a user's type.
    fn insert_type(&self, transaction: &mut Self::Transaction, user_type: &UserType) -> Result<(), Self::Error>;

    /// Forgets a user's type.
    fn delete_type(&self, transaction: &mut Self::Transaction, user_type: &UserType) -> Result<(), Self::Error>;

    /// Writes down a principal.
    fn insert_principal(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        principal: &Principal,
    ) -> Result<(), Self::Error>;

    /// Forgets a principal.
    fn delete_principal(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        id: PrincipalId,
    ) -> Result<(), Self::Error>;

    /// Writes down that somebody has a role.
    fn insert_member(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        member: Member,
    ) -> Result<(), Self::Error>;

    /// Forgets that.
    fn delete_member(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        member: Member,
    ) -> Result<(), Self::Error>;

    /// Writes down what is granted or denied.
    fn insert_permission(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        permission: &Permission,
    ) -> Result<(), Self::Error>;

    /// Forgets that.
    fn delete_permission(
        &self,
        transaction: &mut Self::Transaction,
        scope: Scope,
        permission: &Permission,
    ) -> Result<(), Self::Error>;
}
