//! Trigger definitions, and the rows that a change captures for its triggers.

pub(super) mod capture;
pub(super) mod ddl_trigger;
pub(super) mod definition;
pub(super) mod instead;
pub(super) mod order;
pub(super) mod switch;
