//! Names within an expression: the prolog's prefixes, and values of the statement.

use super::ast::NameTest;
use super::namespaces::{XML, split};
use sluice_types::SqlError;

/// A value of the statement that the expression uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum External {
    /// `sql:variable("@name")`.
    Variable(String),
    /// `sql:column("table.column")`.
    Column(String),
}

/// The namespaces that the prolog declares.
#[derive(Default)]
pub(super) struct Prefixes {
    declared: Vec<(String, String)>,
    default: String,
}

impl Prefixes {
    /// Declares a prefix; a later declaration of the same prefix replaces it.
    pub(super) fn declare(&mut self, prefix: &str, namespace: String) {
        self.declared.retain(|(known, _)| known != prefix);
        self.declared.push((prefix.to_owned(), namespace));
    }

    /// Makes `namespace` that of element names without a prefix. Empty means none.
    pub(super) fn set_default(&mut self, namespace: String) {
        self.default = namespace;
    }

    /// Returns the namespace of a prefix. Fails with 2229 if it isn't declared.
    pub(super) fn namespace(&self, prefix: &str, method: &str) -> Result<String, SqlError> {
        let declared = self.declared.iter().find(|(known, _)| known == prefix).map(|(_, namespace)| namespace.clone());
        let known =
            || PREDEFINED.iter().find(|(known, _)| *known == prefix).map(|(_, namespace)| (*namespace).to_owned());
        declared.or_else(known).ok_or_else(|| SqlError::xquery_undeclared_prefix(method, prefix))
    }

    /// Returns the test that a written name stands for: `name`, `p:name`, `*`, `p:*`, `*:name`. An
    /// element without a prefix is in the default namespace, an attribute in none. Fails with 2229
    /// for an undeclared prefix, naming `method`.
    pub(super) fn test(&self, written: &str, is_attribute: bool, method: &str) -> Result<NameTest, SqlError> {
        let (prefix, local) = split(written);
        let local = (local != "*").then(|| local.to_owned());
        let namespace = match prefix {
            "*" => None,
            "" if local.is_none() => None,
            "" if is_attribute => Some(String::new()),
            "" => Some(self.default.clone()),
            prefix => Some(self.namespace(prefix, method)?),
        };
        Ok(NameTest { namespace, local })
    }

    /// Returns the declaration that a constructed element's name needs. Name and value of an
    /// `xmlns` attribute; `None` for an unprefixed name without a default namespace. Fails with
    /// 2229 for an undeclared prefix.
    pub(super) fn declaration(&self, name: &str, method: &str) -> Result<Option<(String, String)>, SqlError> {
        match split(name).0 {
            "" if self.default.is_empty() => Ok(None),
            "" => Ok(Some(("xmlns".to_owned(), self.default.clone()))),
            prefix => Ok(Some((format!("xmlns:{prefix}"), self.namespace(prefix, method)?))),
        }
    }
}

/// Prefixes that need no declaration.
const PREDEFINED: [(&str, &str); 6] = [
    ("xml", XML),
    ("xs", "http://www.w3.org/2001/XMLSchema"),
    ("xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ("xdt", "http://www.w3.org/2004/07/xpath-datatypes"),
    ("fn", "http://www.w3.org/2004/07/xpath-functions"),
    ("sqltypes", "http://schemas.microsoft.com/sqlserver/2004/sqltypes"),
];
