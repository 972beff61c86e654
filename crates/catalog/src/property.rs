//! Extended properties: named values that users attach to a database and to the things in it
//! (`relational-databases/system-stored-procedures/sp-addextendedproperty-transact-sql.md`).
//!
//! # Invariants
//! - A securable has at most one property of a name, compared without case.
//! - A property's owner exists: [`crate::Catalog::without_orphans`] removes properties whose owner
//!   a definition has dropped. Files and filegroups are no definitions: the properties of removed
//!   ones stay stored. They are not shown, and the ids aren't used again.

use crate::name;
use sluice_base::sync::Arc;
use sluice_base::trie_map::TrieMap;
use sluice_types::Value;

/// The class of a property's owner: `sys.extended_properties.class`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PropertyClass {
    /// The database.
    Database = 0,
    /// An object, or a column of one.
    ObjectOrColumn = 1,
    /// A parameter.
    Parameter = 2,
    /// A schema.
    Schema = 3,
    /// A user or a role.
    Principal = 4,
    /// A user-defined type.
    Type = 6,
    /// An index.
    Index = 7,
    /// A column of a table type.
    TypeColumn = 8,
    /// A filegroup.
    Dataspace = 20,
    /// A file of the database.
    DatabaseFile = 22,
}

/// A thing that can have extended properties.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PropertyOwner {
    /// The class.
    pub class: PropertyClass,
    /// Id of the object, schema, principal, type, filegroup or file; 0 for the database.
    pub major: i32,
    /// Id of the column, parameter or index in the object; else 0.
    pub minor: i32,
}

/// An extended property. Immutable.
#[derive(Clone, PartialEq, Debug)]
pub struct ExtendedProperty {
    /// The thing that has the property.
    pub owner: PropertyOwner,
    /// The name as defined.
    pub name: String,
    /// The value, a sql_variant or NULL.
    pub value: Value,
}

/// The extended properties of a database. Clones share their common parts.
#[derive(Clone, Default, Debug)]
pub struct Properties {
    // The properties of a thing and of its parts, by minor id and name.
    by_thing: TrieMap<(PropertyClass, i32), Arc<[Arc<ExtendedProperty>]>>,
}

impl PropertyClass {
    /// Returns the class with this number.
    pub fn of_number(number: u8) -> Option<PropertyClass> {
        ALL.into_iter().find(|class| *class as u8 == number)
    }

    /// Returns the description in `sys.extended_properties.class_desc`; every class has one.
    pub fn description(self) -> &'static str {
        match self {
            PropertyClass::Database => "DATABASE",
            PropertyClass::ObjectOrColumn => "OBJECT_OR_COLUMN",
            PropertyClass::Parameter => "PARAMETER",
            PropertyClass::Schema => "SCHEMA",
            PropertyClass::Principal => "DATABASE_PRINCIPAL",
            PropertyClass::Type => "TYPE",
            PropertyClass::Index => "INDEX",
            PropertyClass::TypeColumn => "TABLE_TYPE_COLUMN",
            PropertyClass::Dataspace => "DATASPACE",
            PropertyClass::DatabaseFile => "DATABASE_FILE",
        }
    }
}

impl PropertyOwner {
    /// Creates the owner with these ids.
    pub fn new(class: PropertyClass, major: i32, minor: i32) -> PropertyOwner {
        PropertyOwner { class, major, minor }
    }
}

impl Properties {
    /// Whether the database has no extended properties.
    pub fn is_empty(&self) -> bool {
        self.by_thing.is_empty()
    }

    /// Returns all properties, in the order of their owners and names.
    pub fn all(&self) -> Vec<&Arc<ExtendedProperty>> {
        let mut all: Vec<_> = self.by_thing.values().flat_map(|known| known.iter()).collect();
        all.sort_by_key(|property| property.owner);
        all
    }

    /// Returns the properties of a thing, and of its columns or parameters if it has such parts in
    /// this class.
    pub fn of_thing(&self, class: PropertyClass, major: i32) -> &[Arc<ExtendedProperty>] {
        self.by_thing.get(&(class, major)).map_or(&[], |known| known)
    }

    /// Returns the properties of one owner, in the order of their names.
    pub fn of_owner(&self, owner: PropertyOwner) -> impl Iterator<Item = &Arc<ExtendedProperty>> {
        self.of_thing(owner.class, owner.major).iter().filter(move |known| known.owner == owner)
    }

    /// Returns the property of `owner` called `name`, in any case, or `None`.
    pub fn named(&self, owner: PropertyOwner, name: &str) -> Option<&Arc<ExtendedProperty>> {
        self.of_owner(owner).find(|known| name::same(&known.name, name))
    }

    /// Removes one property and adds another. Both have the same owner. The properties of a thing
    /// stay sorted by minor id and name; without any, the thing is removed.
    pub(crate) fn replace(&mut self, before: Option<&ExtendedProperty>, after: Option<&Arc<ExtendedProperty>>) {
        let Some(owner) = before.or(after.map(|after| &**after)).map(|property| property.owner) else { return };
        let thing = (owner.class, owner.major);
        let is_kept = |known: &&Arc<ExtendedProperty>| {
            before.is_none_or(|before| known.owner != before.owner || !name::same(&known.name, &before.name))
        };
        let mut properties: Vec<_> =
            self.of_thing(owner.class, owner.major).iter().filter(is_kept).map(Arc::clone).collect();
        if let Some(after) = after {
            let key = |known: &ExtendedProperty| (known.owner.minor, name::Folded::new(&known.name));
            let place = properties.partition_point(|known| key(known) < key(after));
            properties.insert(place, Arc::clone(after));
        }
        match properties.is_empty() {
            true => drop(self.by_thing.remove(&thing)),
            false => drop(self.by_thing.insert(thing, properties.into())),
        }
    }
}

impl FromIterator<ExtendedProperty> for Properties {
    fn from_iter<I: IntoIterator<Item = ExtendedProperty>>(properties: I) -> Properties {
        let mut all = Properties::default();
        properties.into_iter().for_each(|property| all.replace(None, Some(&Arc::new(property))));
        all
    }
}

const ALL: [PropertyClass; 10] = [
    PropertyClass::Database,
    PropertyClass::ObjectOrColumn,
    PropertyClass::Parameter,
    PropertyClass::Schema,
    PropertyClass::Principal,
    PropertyClass::Type,
    PropertyClass::Index,
    PropertyClass::TypeColumn,
    PropertyClass::Dataspace,
    PropertyClass::DatabaseFile,
];
