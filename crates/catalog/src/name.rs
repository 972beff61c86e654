//! Names of objects. Names are compared without regard to case, as under the catalog collation of SQL Server; that is
//! done in one place, by folding them when they enter a map and when they are looked up.
//!
//! A folded name stands in a key on disk, so it is the default collation's table that folds, which changes only under a
//! new number.

use sluice_types::collation::fold;
use std::fmt;

/// A name folded for comparison: two names are the same where their folded forms are equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Folded(Box<str>);

impl Folded {
    /// Folds `name`.
    pub fn new(name: &str) -> Folded {
        Folded(name.chars().map(fold).collect())
    }

    /// The folded text; for keys on disk, never for showing.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether two names are the same.
pub fn same(a: &str, b: &str) -> bool {
    a.chars().map(fold).eq(b.chars().map(fold))
}

/// The name of an object as written: one to three parts; what was left out is `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectName {
    /// The database, where the name says it; else the current one is meant.
    pub database: Option<String>,
    /// The schema, where the name says it; else the default schema and then `sys` are meant.
    pub schema: Option<String>,
    /// The object's own name.
    pub object: String,
}

impl ObjectName {
    /// A name of one part.
    pub fn unqualified(object: &str) -> ObjectName {
        ObjectName { database: None, schema: None, object: object.to_owned() }
    }

    /// A name of a schema and an object.
    pub fn qualified(schema: &str, object: &str) -> ObjectName {
        ObjectName { database: None, schema: Some(schema.to_owned()), object: object.to_owned() }
    }

    /// A name from its parts, the last being the object's own; `None` where there are none or more than three. An empty
    /// part in the middle (`db..t`) counts as left out.
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
    /// The name as messages show it: the parts that were written, with dots between them.
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
