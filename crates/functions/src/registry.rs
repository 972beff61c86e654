//! The one table of functions: every family's entries, and the look-up by name.

use crate::function::Function;
use crate::{
    application_lock, base64, bits, check, columns, date, error, files, format, globals, hash, index_property, json,
    math, metadata, null, object_property, principals, properties, quoted_name, random, rowversion, server, session,
    text, transcendental, trigger, type_property, variant,
};

/// All functions, family by family.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

/// The function called `name`, in any case. `None`: the caller raises 195.
pub fn find(name: &str) -> Option<&'static Function> {
    all().find(|function| function.name.eq_ignore_ascii_case(name))
}

const FAMILIES: &[&[Function]] = &[
    application_lock::FUNCTIONS,
    date::NOW,
    check::FUNCTIONS,
    columns::FUNCTIONS,
    globals::FUNCTIONS,
    index_property::FUNCTIONS,
    server::FUNCTIONS,
    type_property::FUNCTIONS,
    date::CALCULATIONS,
    date::CONSTRUCT,
    date::TRUNCATE,
    date::OFFSETS,
    error::FUNCTIONS,
    files::FUNCTIONS,
    math::FUNCTIONS,
    metadata::FUNCTIONS,
    null::FUNCTIONS,
    object_property::FUNCTIONS,
    properties::FUNCTIONS,
    quoted_name::FUNCTIONS,
    random::FUNCTIONS,
    hash::FUNCTIONS,
    rowversion::FUNCTIONS,
    principals::FUNCTIONS,
    session::FUNCTIONS,
    trigger::FUNCTIONS,
    text::SHAPE,
    text::SEARCH,
    text::CODES,
    text::COMPOSE,
    text::SOUND,
    text::TRIMMING,
    text::ESCAPE,
    bits::FUNCTIONS,
    json::FUNCTIONS,
    variant::FUNCTIONS,
    format::FUNCTIONS,
    transcendental::FUNCTIONS,
    text::MATCHING,
    text::DISTANCES,
    text::UNISTR,
    base64::FUNCTIONS,
];
