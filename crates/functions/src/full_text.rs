//! FULLTEXTSERVICEPROPERTY and FULLTEXTCATALOGPROPERTY
//! (`fulltextserviceproperty-transact-sql.md`, `fulltextcatalogproperty-transact-sql.md`).
//! Full-text search isn't installed, so there are no catalogs.

use crate::function::{Argument, Function};
use sluice_types::{DataType, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "FULLTEXTCATALOGPROPERTY",
        doc: "FULLTEXTCATALOGPROPERTY(catalog, property): NULL, because there are no full-text catalogs.",
        arity: (2, 2),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |_, _, _| Ok(Value::Null),
    },
    Function {
        name: "FULLTEXTSERVICEPROPERTY",
        doc: "FULLTEXTSERVICEPROPERTY(property): IsFullTextInstalled is 0; NULL for an unknown property.",
        arity: (1, 1),
        deterministic: false,
        arguments: &[Argument::As(DataType::SYSNAME)],
        result: |_| DataType::Int,
        null_makes_null: true,
        body: |_, _, values| {
            let property = values[0].as_str().unwrap_or_default().trim_end_matches(' ');
            let is_known = PROPERTIES.iter().any(|known| known.eq_ignore_ascii_case(property));
            Ok(if is_known { Value::Int(0) } else { Value::Null })
        },
    },
];

/// The first three are documented as 0. Word breakers and filters, which the others are for, are
/// not installed.
const PROPERTIES: [&str; 6] =
    ["ResourceUsage", "ConnectTimeout", "DataTimeout", "IsFulltextInstalled", "LoadOSResources", "VerifySignature"];
