//! The resources that can be locked.

use sluice_base::hash::FixedHasher;
use sluice_base::ids::{DatabaseId, ObjectId, PageId, TxnId};
use std::hash::{BuildHasher, BuildHasherDefault, Hash};

/// A resource that can be locked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// A database, held shared by every session that uses it.
    Database(DatabaseId),
    /// A table or index.
    Object(DatabaseId, ObjectId),
    /// A page of a table, with the rows placed on it.
    Page(DatabaseId, ObjectId, PageId),
    /// A row of a table: page and slot.
    Row(DatabaseId, ObjectId, PageId, u16),
    /// A key of an index of a table, by [`Resource::key`]. In a range mode, also the gap before it.
    Key(DatabaseId, ObjectId, u64),
    /// A name locked by an application, by [`Resource::application`].
    Application(DatabaseId, u64),
    /// Metadata without an object id: a name, a schema, a type; by number or by a hash of the name.
    Metadata(DatabaseId, MetadataKind, u64),
    /// A transaction that owners wait for. Never in a queue; for the views alone.
    Transaction(DatabaseId, TxnId),
}

/// The part of a database's definitions that is locked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MetadataKind {
    /// The name of an object in a schema. CREATE, DROP and rename of the object hold it in X.
    Name,
    /// A schema: Sch-S while an object in it is created, Sch-M for its own change.
    Schema,
    /// A user-defined type: Sch-S while an object that uses it is created, Sch-M for its own
    /// change.
    Type,
    /// The principals of a scope and their memberships.
    Principals,
    /// The permissions on one securable.
    Permissions,
    /// The statistics of one table.
    Statistics,
    /// The extended properties of one thing and its parts.
    Properties,
}

impl Resource {
    /// Returns the resource of an object name, folded, in schema `schema`. Two names with the same
    /// hash share a lock.
    pub fn name(database: DatabaseId, schema: i32, folded: &str) -> Resource {
        Resource::Metadata(database, MetadataKind::Name, hash(&(schema, folded)))
    }

    /// Returns the resource of a key in the tree of `object` with root `tree`. Two keys with the
    /// same hash share a lock, as in SQL Server. The upper two bytes of the hash are a mark of the
    /// tree, by which views find the index.
    pub fn key(database: DatabaseId, object: ObjectId, tree: PageId, key: &[u8]) -> Resource {
        Resource::Key(database, object, hash(&(tree, key)) & KEY_HASH | tree_mark(tree))
    }

    /// Whether the resource is a key of the tree with root `tree`. Two trees can have the same
    /// mark, which is rare.
    pub fn is_key_of(self, tree: PageId) -> bool {
        matches!(self, Resource::Key(_, _, hash) if hash & !KEY_HASH == tree_mark(tree))
    }

    /// Returns the resource of an application's name.
    pub fn application(database: DatabaseId, name: &str) -> Resource {
        Resource::Application(database, hash(name.as_bytes()))
    }

    /// Returns the database and the table or index of a page, row or key; `None` for all other
    /// resources.
    #[inline]
    pub fn part_of(self) -> Option<(DatabaseId, ObjectId)> {
        match self {
            Resource::Page(database, object, _)
            | Resource::Row(database, object, ..)
            | Resource::Key(database, object, _) => Some((database, object)),
            _ => None,
        }
    }

    /// Returns the database of the resource.
    pub fn database(self) -> DatabaseId {
        match self {
            Resource::Database(database)
            | Resource::Object(database, _)
            | Resource::Page(database, ..)
            | Resource::Row(database, ..)
            | Resource::Key(database, ..)
            | Resource::Application(database, _)
            | Resource::Metadata(database, ..)
            | Resource::Transaction(database, _) => database,
        }
    }

    /// Returns the same resource of the database `id`. An id of the resource inside the database
    /// stays the same.
    pub fn in_database(self, id: DatabaseId) -> Resource {
        match self {
            Resource::Database(_) => Resource::Database(id),
            Resource::Object(_, object) => Resource::Object(id, object),
            Resource::Page(_, object, page) => Resource::Page(id, object, page),
            Resource::Row(_, object, page, slot) => Resource::Row(id, object, page, slot),
            Resource::Key(_, object, hash) => Resource::Key(id, object, hash),
            Resource::Application(_, hash) => Resource::Application(id, hash),
            Resource::Metadata(_, kind, number) => Resource::Metadata(id, kind, number),
            Resource::Transaction(_, txn) => Resource::Transaction(id, txn),
        }
    }

    /// Whether a lock on the resource takes memory from the locks' clerk. Locks on tables do not:
    /// an owner has one per table, mostly recorded with the owner alone (rule 2 of the parent).
    #[inline]
    pub(super) fn is_charged(self) -> bool {
        !matches!(self, Resource::Object(..))
    }
}

/// Returns the mark of a tree in the upper two bytes of its keys' hashes. Roots that are a multiple
/// of 65,536 pages apart have the same mark.
fn tree_mark(root: PageId) -> u64 {
    (u64::from(root.page) ^ u64::from(root.file.0) << 12) << 48
}

/// The bytes of a key's hash that views show.
const KEY_HASH: u64 = 0xFFFF_FFFF_FFFF;

fn hash(what: &(impl Hash + ?Sized)) -> u64 {
    BuildHasherDefault::<FixedHasher>::default().hash_one(what)
}
