//! The properties of DDL and logon triggers. Scope, events and the order of execution; the text is
//! in the module.

use crate::event_type::EventType;
use sluice_base::ids::ObjectId;

/// The properties of a DDL or logon trigger. The text is in the module. The trigger has no schema,
/// and its name is apart from the names of objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DdlTrigger {
    /// The scope, which also contains the name.
    pub scope: DdlScope,
    /// The events and groups, as written.
    pub events: Vec<EventType>,
    /// The events for which the trigger fires first (`sp_settriggerorder`).
    pub first: Vec<EventType>,
    /// The events for which the trigger fires last.
    pub last: Vec<EventType>,
    /// Whether the trigger is disabled.
    pub is_disabled: bool,
}

/// The scope of a DDL trigger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DdlScope {
    /// ON DATABASE.
    Database,
    /// ON ALL SERVER. The trigger is in master.
    Server,
}

impl DdlTrigger {
    /// Whether the event fires the trigger: it is enabled and names the event or a group around it.
    pub fn watches(&self, event: EventType) -> bool {
        !self.is_disabled && self.events.iter().any(|written| event.is_within(*written))
    }

    /// Returns the trigger's place among those of `event`: -1 before the others, 0 among them, 1
    /// after them.
    pub fn rank(&self, event: EventType) -> i8 {
        match (self.first.contains(&event), self.last.contains(&event)) {
            (true, _) => -1,
            (_, true) => 1,
            _ => 0,
        }
    }
}

impl DdlScope {
    /// Returns the key under which a catalog keeps the triggers of the scope, instead of the id of
    /// a table.
    pub fn parent(self) -> ObjectId {
        match self {
            DdlScope::Database => ObjectId(0),
            DdlScope::Server => ObjectId(-1),
        }
    }

    /// Returns the T-SQL words after ON.
    pub fn words(self) -> &'static str {
        match self {
            DdlScope::Database => "DATABASE",
            DdlScope::Server => "ALL SERVER",
        }
    }

    /// Returns the schema under which the stored catalog keeps the names of the triggers.
    pub fn stored_schema(self) -> &'static str {
        match self {
            DdlScope::Database => "",
            DdlScope::Server => "\0",
        }
    }
}
