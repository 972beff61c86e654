//! System procedures with typed parameters: name, parameters, permission and code of each.

mod configure;
mod definitions;
mod extended_properties;
mod for_each;
mod messages;

pub(super) use configure::CONFIGURE;
pub(super) use definitions::{DESCRIBE_UNDECLARED, HELP_TEXT, RENAME, UPDATE_STATISTICS};
pub(super) use extended_properties::{ADD_PROPERTY, DROP_PROPERTY, UPDATE_PROPERTY};
pub(super) use for_each::{FOR_EACH_DATABASE, FOR_EACH_TABLE};
pub(super) use messages::{ADD_MESSAGE, ALTER_MESSAGE, DROP_MESSAGE};
