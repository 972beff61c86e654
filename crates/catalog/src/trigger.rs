//! What a trigger watches.

use sluice_base::ids::ObjectId;

/// A trigger of a table or view. Its text is a module's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trigger {
    /// The table or view.
    pub parent: ObjectId,
    /// What it fires for.
    pub events: TriggerEvents,
    /// Whether it runs in place of the statement (else after it).
    pub instead_of: bool,
    /// Whether it does not fire at the moment.
    pub is_disabled: bool,
    /// NOT FOR REPLICATION; nobody here is a replication agent.
    pub not_for_replication: bool,
}

/// What a statement does with rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TriggerEvent {
    /// They come.
    Insert,
    /// They change.
    Update,
    /// They go.
    Delete,
}

/// Some of the events.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TriggerEvents(u8);

impl TriggerEvent {
    /// All of them, in the order of their numbers.
    pub const ALL: [TriggerEvent; 3] = [TriggerEvent::Insert, TriggerEvent::Update, TriggerEvent::Delete];

    /// The event's word.
    pub fn word(self) -> &'static str {
        match self {
            TriggerEvent::Insert => "INSERT",
            TriggerEvent::Update => "UPDATE",
            TriggerEvent::Delete => "DELETE",
        }
    }

    /// The event that `word`, in any case, is for.
    pub fn of_word(word: &str) -> Option<TriggerEvent> {
        TriggerEvent::ALL.into_iter().find(|event| event.word().eq_ignore_ascii_case(word))
    }

    /// Its number in `sys.trigger_events.type`.
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
    /// These and one more.
    pub fn and(self, event: TriggerEvent) -> TriggerEvents {
        TriggerEvents(self.0 | event.bit())
    }

    /// Whether the event is among them.
    pub fn has(self, event: TriggerEvent) -> bool {
        self.0 & event.bit() != 0
    }

    /// Those that are both here and there.
    pub fn common(self, other: TriggerEvents) -> TriggerEvents {
        TriggerEvents(self.0 & other.0)
    }

    /// Each of them, in the order of their numbers.
    pub fn each(self) -> impl Iterator<Item = TriggerEvent> {
        TriggerEvent::ALL.into_iter().filter(move |event| self.has(*event))
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// As bits: 1 INSERT, 2 UPDATE, 4 DELETE.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// The events of these bits; others are left out.
    pub fn of_bits(bits: u8) -> TriggerEvents {
        TriggerEvents(bits & 7)
    }
}
