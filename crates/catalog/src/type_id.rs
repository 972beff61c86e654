//! The ids of types.

/// The id of a type (`sys.types.user_type_id`). User-defined types have ids from 257.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub i32);
