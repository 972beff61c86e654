//! What can be locked.

use sluice_base::hash::FixedHasher;
use sluice_base::ids::{DatabaseId, ObjectId, PageId, TxnId};
use std::hash::{BuildHasher, BuildHasherDefault, Hash};

/// Something that can be locked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// A database: shared by whoever uses it.
    Database(DatabaseId),
    /// A table or index.
    Object(DatabaseId, ObjectId),
    /// A page of a table, with the rows that have their place there.
    Page(DatabaseId, ObjectId, PageId),
    /// A row of a table: its page and slot.
    Row(DatabaseId, ObjectId, PageId, u16),
    /// A key of an index of a table, by [`Resource::key`]; with a range mode also the gap before it.
    Key(DatabaseId, ObjectId, u64),
    /// A name that an application locks, by [`Resource::application`].
    Application(DatabaseId, u64),
    /// A thing without an object id: a name, a schema, a type; by its number, or by a hash of what it is called.
    Metadata(DatabaseId, MetadataKind, u64),
    /// A transaction, which everybody who waits for its end waits for: never in a queue, for the views alone.
    Transaction(DatabaseId, TxnId),
}

/// The part of a database's definitions that is locked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MetadataKind {
    /// The name of an object in a schema. Whoever makes, drops or renames the object holds it in X.
    Name,
    /// A schema: in Sch-S for what is made in it, in Sch-M for its own change.
    Schema,
    /// A user's type: in Sch-S for what is made with it, in Sch-M for its own change.
    Type,
    /// The principals of a scope and their memberships.
    Principals,
    /// The permissions on one securable.
    Permissions,
    /// The statistics of one table.
    Statistics,
}

impl Resource {
    /// The name of an object in the schema with that id, folded. Two names of one hash share a lock.
    pub fn name(database: DatabaseId, schema: i32, folded: &str) -> Resource {
        Resource::Metadata(database, MetadataKind::Name, hash(&(schema, folded)))
    }

    /// A key of the tree of `object` with this root. Two keys of one hash share a lock, as in SQL Server.
    pub fn key(database: DatabaseId, object: ObjectId, tree: PageId, key: &[u8]) -> Resource {
        Resource::Key(database, object, hash(&(tree, key)))
    }

    /// A name that an application locks.
    pub fn application(database: DatabaseId, name: &str) -> Resource {
        Resource::Application(database, hash(name.as_bytes()))
    }

    /// The table or index that a page, row or key is part of.
    #[inline]
    pub fn part_of(self) -> Option<(DatabaseId, ObjectId)> {
        match self {
            Resource::Page(database, object, _)
            | Resource::Row(database, object, ..)
            | Resource::Key(database, object, _) => Some((database, object)),
            _ => None,
        }
    }

    /// The database that it is in.
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

    /// Whether a lock on it takes memory of the clerk of locks. Those on tables do not: an owner has one a table, mostly with itself
    /// alone (rule 2 of the parent).
    #[inline]
    pub(super) fn is_charged(self) -> bool {
        !matches!(self, Resource::Object(..))
    }
}

fn hash(what: &(impl Hash + ?Sized)) -> u64 {
    BuildHasherDefault::<FixedHasher>::default().hash_one(what)
}
