//! The one table of functions: every family's entries, and the look-up by name.

use crate::function::Function;
use crate::{
    application_lock, base64, bits, check, columns, date, error, files, format, globals, hash, index_property, json,
    math, metadata, null, object_property, principals, properties, quoted_name, random, rowversion, server, session,
    text, transcendental, trigger, type_property, variant,
};

/// A family of functions.
pub struct Family {
    /// The data that its functions read beside their arguments.
    pub reads: Reads,
    /// The functions.
    pub functions: &'static [Function],
}

/// What a function reads beside its arguments, and so what limits it to what its caller may know. No function changes data; all need no
/// permission to be called (`t-sql/functions/functions.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// Nothing, the clock, or the state of the session itself.
    Session,
    /// Facts of the server that every login may know.
    Server,
    /// Objects, columns, databases and principals: NULL for one that the session has no permission on
    /// (`relational-databases/security/metadata-visibility-configuration.md`). [`FunctionContext`](crate::FunctionContext) decides.
    Metadata,
    /// Application locks of a principal that the session must be a member of (`t-sql/functions/applock-mode-transact-sql.md`).
    Membership,
}

/// All functions, family by family.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FAMILIES.iter().flat_map(|family| family.functions.iter())
}

/// Every family.
pub fn families() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter()
}

/// The function called `name`, in any case. `None`: the caller raises 195.
pub fn find(name: &str) -> Option<&'static Function> {
    all().find(|function| function.name.eq_ignore_ascii_case(name))
}

const FAMILIES: &[Family] = &[
    Family { reads: Reads::Membership, functions: application_lock::FUNCTIONS },
    Family { reads: Reads::Session, functions: date::NOW },
    Family { reads: Reads::Session, functions: check::FUNCTIONS },
    Family { reads: Reads::Metadata, functions: columns::FUNCTIONS },
    Family { reads: Reads::Session, functions: globals::FUNCTIONS },
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
    Family { reads: Reads::Session, functions: base64::FUNCTIONS },
];
