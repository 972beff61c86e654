//! Schemas: the name spaces of a database. `dbo` and the other built-in ones exist in every
//! database. A new database also has one for each fixed role, which can be dropped, and users
//! create more.

use crate::name;
use crate::principal_id::{PrincipalId, ids};
use std::borrow::Cow;

/// A schema's id: SQL Server's `schema_id`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SchemaId(pub i32);

/// A schema. Its name never changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schema {
    /// The schema's id, never reused in the database.
    pub id: SchemaId,
    /// The name as defined.
    pub name: Cow<'static, str>,
    /// The owner of the schema and of its objects.
    pub owner: PrincipalId,
}

impl Schema {
    /// Whether users can create objects in the schema: user-defined schemas, `dbo` and `guest`.
    pub fn takes_objects(&self) -> bool {
        self.id == DBO || self.id == GUEST || !self.is_built_in()
    }

    /// Whether every database has the schema: `dbo`, `sys` and the like.
    pub fn is_built_in(&self) -> bool {
        self.id <= LAST_BUILT_IN
    }

    /// Returns the built-in schema called `name`, in any case, or `None`.
    pub fn built_in(name: &str) -> Option<&'static Schema> {
        BUILT_IN.iter().find(|schema| name::same(&schema.name, name))
    }
}

impl SchemaId {
    /// Returns the first of the numbers from `next` that isn't kept for a fixed role.
    pub fn for_users(mut next: impl FnMut() -> i32) -> SchemaId {
        loop {
            let id = SchemaId(next());
            if !id.is_of_fixed_role() {
                return id;
            }
        }
    }

    /// Whether the id is kept for the schema of a fixed role.
    pub fn is_of_fixed_role(self) -> bool {
        (FIRST_OF_ROLES..=LAST_OF_ROLES).contains(&self.0)
    }
}

/// The schema of names without a schema.
pub const DEFAULT_SCHEMA: &str = "dbo";
/// The schema of the system views.
pub const SYSTEM_SCHEMA: &str = "sys";
/// The schemas of every database, in the order of their ids, which are SQL Server's.
pub(crate) static BUILT_IN: [Schema; 4] = [
    Schema { id: DBO, name: Cow::Borrowed(DEFAULT_SCHEMA), owner: ids::DBO },
    Schema { id: GUEST, name: Cow::Borrowed("guest"), owner: ids::GUEST },
    Schema { id: SchemaId(3), name: Cow::Borrowed("INFORMATION_SCHEMA"), owner: ids::INFORMATION_SCHEMA },
    Schema { id: LAST_BUILT_IN, name: Cow::Borrowed(SYSTEM_SCHEMA), owner: ids::SYS },
];
const DBO: SchemaId = SchemaId(1);
const GUEST: SchemaId = SchemaId(2);
/// The ids of the fixed roles and of their schemas.
const FIRST_OF_ROLES: i32 = 16384;
const LAST_OF_ROLES: i32 = 16393;
/// The last id of the built-in schemas. User-defined schemas have greater ids.
pub(crate) const LAST_BUILT_IN: SchemaId = SchemaId(4);
