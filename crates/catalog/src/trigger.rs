//! Triggers' parents, events and options.

use sluice_base::ids::ObjectId;

/// The properties of a trigger on a table or view. The text is in the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trigger {
    /// The table or view.
    pub parent: ObjectId,
    /// The events that fire the trigger.
    pub events: TriggerEvents,
    /// INSTEAD OF rather than AFTER.
    pub instead_of: bool,
    /// Whether the trigger is disabled.
    pub is_disabled: bool,
    /// NOT FOR REPLICATION. Without effect, because there are no replication agents.
    pub not_for_replication: bool,
    /// The events for which the trigger fires first (`sp_settriggerorder`).
    pub first: TriggerEvents,
    /// The events for which the trigger fires last.
    pub last: TriggerEvents,
}

impl Trigger {
    /// Returns the trigger's place among those of `event`: -1 before the others, 0 among them, 1
    /// after them.
    pub fn rank(&self, event: TriggerEvent) -> i8 {
        match (self.first.has(event), self.last.has(event)) {
            (true, _) => -1,
            (_, true) => 1,
            _ => 0,
        }
    }
}

/// An event that fires a trigger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TriggerEvent {
    /// Rows are inserted.
    Insert,
    /// Rows are updated.
    Update,
    /// Rows are deleted.
    Delete,
}

/// A set of the events INSERT, UPDATE and DELETE.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TriggerEvents(u8);

impl TriggerEvent {
    /// All events in the order of their numbers.
    pub const ALL: [TriggerEvent; 3] = [TriggerEvent::Insert, TriggerEvent::Update, TriggerEvent::Delete];

    /// Returns the event's keyword.
    pub fn word(self) -> &'static str {
        match self {
            TriggerEvent::Insert => "INSERT",
            TriggerEvent::Update => "UPDATE",
            TriggerEvent::Delete => "DELETE",
        }
    }

    /// Returns the event of the keyword `word`, in any case.
    pub fn of_word(word: &str) -> Option<TriggerEvent> {
        TriggerEvent::ALL.into_iter().find(|event| event.word().eq_ignore_ascii_case(word))
    }

    /// Returns the number in `sys.trigger_events.type`.
    pub fn number(self) -> i32 {
        match self {
            TriggerEvent::Insert => 1,
            TriggerEvent::Update => 2,
            TriggerEvent::Delete => 3,
        }
    }

    fn bit(self) -> u8 {
        match self {
            TriggerEvent::Insert => 1,
            TriggerEvent::Update => 2,
            TriggerEvent::Delete => 4,
        }
    }
}

impl TriggerEvents {
    /// Returns the set with `event` added.
    pub fn and(self, event: TriggerEvent) -> TriggerEvents {
        TriggerEvents(self.0 | event.bit())
    }

    /// Whether the set contains `event`.
    pub fn has(self, event: TriggerEvent) -> bool {
        self.0 & event.bit() != 0
    }

    /// Returns the set without the events of `other`.
    pub fn without(self, other: TriggerEvents) -> TriggerEvents {
        TriggerEvents(self.0 & !other.0)
    }

    /// Returns the intersection of both sets.
    pub fn common(self, other: TriggerEvents) -> TriggerEvents {
        TriggerEvents(self.0 & other.0)
    }

    /// Returns the events in the order of their numbers.
    pub fn each(self) -> impl Iterator<Item = TriggerEvent> {
        TriggerEvent::ALL.into_iter().filter(move |event| self.has(*event))
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set as bits: 1 INSERT, 2 UPDATE, 4 DELETE.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Returns the set of these bits. Other bits are ignored.
    pub fn of_bits(bits: u8) -> TriggerEvents {
        TriggerEvents(bits & 7)
    }
}
