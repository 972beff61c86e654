//! Cursor statements, keysets, and changes through a cursor.

pub(super) mod command;
pub(super) mod compile;
pub(super) mod keyset;
pub(super) mod positioned;
