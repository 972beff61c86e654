//! The registry of functions: the entries of all families, and lookup by name.

use crate::function::Function;
use crate::{
    application_lock, base64, bits, check, columns, compression, date, error, files, format, full_text, globals, hash,
    index_property, json, login, math, metadata, null, object_property, principals, properties, quoted_name, random,
    regexp, rowversion, server, session, system_statistics, text, transcendental, trigger, type_property, variant,
};

/// A family of functions.
pub struct Family {
    /// The data that its functions read beside their arguments.
    pub reads: Reads,
    /// The family's functions.
    pub functions: &'static [Function],
}

/// The data that a function reads beside its arguments, which determines the permissions that limit
/// it. No function changes data, and calls need no permission (`t-sql/functions/functions.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// Nothing, the clock, or the session's own state.
    Session,
    /// Facts of the server that are visible to every login.
    Server,
    /// Objects, columns, databases and principals: NULL if the session has no permission on them
    /// (`relational-databases/security/metadata-visibility-configuration.md`).
    /// [`FunctionContext`](crate::FunctionContext) checks the permission.
    Metadata,
    /// Application locks of a principal of which the session must be a member
    /// (`t-sql/functions/applock-mode-transact-sql.md`).
    Membership,
}

/// Returns all functions, family by family. Names are unique.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FAMILIES.iter().flat_map(|family| family.functions.iter())
}

/// Returns all families with their functions.
pub fn families() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter()
}

/// Returns the function `name`, ignoring case. For `None` the caller raises 195.
pub fn find(name: &str) -> Option<&'static Function> {
    all().find(|function| function.name.eq_ignore_ascii_case(name))
}

const FAMILIES: &[Family] = &[
    Family { reads: Reads::Membership, functions: application_lock::FUNCTIONS },
    Family { reads: Reads::Session, functions: date::NOW },
    Family { reads: Reads::Server, functions: date::ZONES },
    Family { reads: Reads::Session, functions: check::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: columns::FUNCTIONS },
    Family { reads: Reads::Session, functions: globals::FUNCTIONS },
    Family { reads: Reads::Session, functions: system_statistics::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: index_property::FUNCTIONS },
    Family { reads: Reads::Server, functions: server::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: type_property::FUNCTIONS },
    Family { reads: Reads::Session, functions: date::CALCULATIONS },
    Family { reads: Reads::Session, functions: date::CONSTRUCT },
    Family { reads: Reads::Session, functions: date::TRUNCATE },
    Family { reads: Reads::Session, functions: date::OFFSETS },
    Family { reads: Reads::Session, functions: error::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: files::FUNCTIONS },
    Family { reads: Reads::Session, functions: math::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: metadata::FUNCTIONS },
    Family { reads: Reads::Session, functions: null::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: object_property::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: properties::FUNCTIONS },
    Family { reads: Reads::Session, functions: quoted_name::FUNCTIONS },
    Family { reads: Reads::Session, functions: random::FUNCTIONS },
    Family { reads: Reads::Session, functions: hash::FUNCTIONS },
    Family { reads: Reads::Server, functions: rowversion::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: principals::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: login::FUNCTIONS },
    Family { reads: Reads::Server, functions: full_text::FUNCTIONS },
    Family { reads: Reads::Session, functions: session::FUNCTIONS },
    Family { reads: Reads::Session, functions: trigger::FUNCTIONS },
    Family { reads: Reads::Session, functions: text::SHAPE },
    Family { reads: Reads::Session, functions: text::SEARCH },
    Family { reads: Reads::Session, functions: text::CODES },
    Family { reads: Reads::Server, functions: text::COMPOSE },
    Family { reads: Reads::Session, functions: text::SOUND },
    Family { reads: Reads::Session, functions: text::TRIMMING },
    Family { reads: Reads::Session, functions: text::ESCAPE },
    Family { reads: Reads::Session, functions: bits::FUNCTIONS },
    Family { reads: Reads::Session, functions: json::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: variant::FUNCTIONS },
    Family { reads: Reads::Session, functions: format::FUNCTIONS },
    Family { reads: Reads::Session, functions: transcendental::FUNCTIONS },
    Family { reads: Reads::Session, functions: text::MATCHING },
    Family { reads: Reads::Session, functions: text::DISTANCES },
    Family { reads: Reads::Session, functions: text::UNISTR },
    Family { reads: Reads::Session, functions: regexp::FUNCTIONS },
    Family { reads: Reads::Session, functions: base64::FUNCTIONS },
    Family { reads: Reads::Session, functions: compression::FUNCTIONS },
];
