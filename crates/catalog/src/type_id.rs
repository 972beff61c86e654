//! The numbers of types.

/// The number of a type (`sys.types.user_type_id`); users' types have those from 257 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub i32);
