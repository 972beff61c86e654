//! Names of objects. Names compare case-insensitively, as under SQL Server's catalog collation.
//! Names are folded when they enter a map and when they are looked up.
//!
//! Keys on disk contain folded names. The folding table is therefore the default collation's, which
//! changes only under a new number.

use sluice_types::collation::fold;
use std::fmt;

/// A name folded for comparison: two names are equal if their folded forms are equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Folded(Box<str>);

impl Folded {
    /// Folds `name`, so that names that [`same`] calls equal are equal.
    pub fn new(name: &str) -> Folded {
        Folded(name.chars().map(fold).collect())
    }

    /// Returns the folded text, for keys on disk, not for display.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether two names are equal by the folding of the default collation: without regard to case.
/// Trailing blanks count.
pub fn same(a: &str, b: &str) -> bool {
    a.chars().map(fold).eq(b.chars().map(fold))
}

/// The name of an object as written, with one to three parts. Omitted parts are `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectName {
    /// The database. `None` means the current database.
    pub database: Option<String>,
    /// The schema. `None` means the default schema, then `sys`.
    pub schema: Option<String>,
    /// The object's own name.
    pub object: String,
}

impl ObjectName {
    /// Returns a name of a single part.
    pub fn unqualified(object: &str) -> ObjectName {
        ObjectName { database: None, schema: None, object: object.to_owned() }
    }

    /// Returns a name of a schema and an object.
    pub fn qualified(schema: &str, object: &str) -> ObjectName {
        ObjectName { database: None, schema: Some(schema.to_owned()), object: object.to_owned() }
    }

    /// Returns a name from its parts, the object's own name last. Returns `None` for no parts or
    /// more than three. An empty part in the middle (`db..t`) counts as omitted.
    pub fn from_parts(parts: &[String]) -> Option<ObjectName> {
        let given = |part: &String| if part.is_empty() { None } else { Some(part.clone()) };
        match parts {
            [object] => Some(ObjectName { database: None, schema: None, object: object.clone() }),
            [schema, object] => Some(ObjectName { database: None, schema: given(schema), object: object.clone() }),
            [database, schema, object] => {
                Some(ObjectName { database: given(database), schema: given(schema), object: object.clone() })
            }
            _ => None,
        }
    }
}

impl fmt::Display for ObjectName {
    /// Formats the name as messages show it: the parts as written, with dots between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(database) = &self.database {
            write!(f, "{database}.")?;
        }
        match &self.schema {
            Some(schema) => write!(f, "{schema}.")?,
            None if self.database.is_some() => write!(f, ".")?,
            None => {}
        }
        f.write_str(&self.object)
    }
}
