//! The trees of CREATE, ALTER and DROP EVENT SESSION. Names of packages, events and fields are as
//! written. A text value is always a `NationalString`, and a number includes its sign.

use super::expr::ComparisonOperator;
use super::file::FileSize;
use super::literal::Literal;
use super::name::Name;

/// `CREATE | ALTER | DROP EVENT SESSION name ON SERVER ...`. `ON DATABASE` is refused by the
/// parser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventSession {
    /// CREATE, ALTER or DROP.
    pub verb: EventSessionVerb,
    /// The session's name.
    pub name: Name,
    /// `ADD` and `DROP`, in order. Empty for `DROP EVENT SESSION` and beside `STATE`.
    pub parts: Vec<EventSessionPart>,
    /// `WITH`.
    pub options: Vec<EventSessionOption>,
    /// `STATE = START` (true) or `STOP` (false), of ALTER alone.
    pub state: Option<bool>,
}

/// The statements on event sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventSessionVerb {
    /// `CREATE`.
    Create,
    /// `ALTER`.
    Alter,
    /// `DROP`.
    Drop,
}

impl EventSessionVerb {
    /// Returns the statement's words.
    pub fn words(self) -> &'static str {
        match self {
            EventSessionVerb::Create => "CREATE EVENT SESSION",
            EventSessionVerb::Alter => "ALTER EVENT SESSION",
            EventSessionVerb::Drop => "DROP EVENT SESSION",
        }
    }
}

/// An `ADD` or `DROP` of an event session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventSessionPart {
    /// `ADD EVENT`.
    AddEvent(SessionEvent),
    /// `DROP EVENT`.
    DropEvent(EventObject),
    /// `ADD TARGET`.
    AddTarget(SessionTarget),
    /// `DROP TARGET`.
    DropTarget(EventObject),
}

impl EventSessionPart {
    /// Whether the part is `DROP`.
    pub fn is_drop(&self) -> bool {
        matches!(self, EventSessionPart::DropEvent(_) | EventSessionPart::DropTarget(_))
    }
}

/// `[module.][package.]name` of an event, action, target or predicate object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventObject {
    /// The module's GUID.
    pub module: Option<Name>,
    /// The package.
    pub package: Option<Name>,
    /// The object.
    pub name: Name,
}

/// `ADD EVENT event [(SET ... ACTION (...) WHERE ...)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionEvent {
    /// The event.
    pub event: EventObject,
    /// `SET`.
    pub fields: Vec<EventSetting>,
    /// `ACTION`.
    pub actions: Vec<EventObject>,
    /// `WHERE`.
    pub predicate: Option<EventPredicate>,
}

/// `ADD TARGET target [(SET ...)]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionTarget {
    /// The target.
    pub target: EventObject,
    /// `SET`.
    pub parameters: Vec<EventSetting>,
}

/// `name = value` of a `SET`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventSetting {
    /// The attribute.
    pub name: Name,
    /// A string as `NationalString`, or an `Integer` or `Decimal` with its sign.
    pub value: Literal,
}

/// A condition of `WHERE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventPredicate {
    /// Two or more conditions joined by AND.
    And(Vec<EventPredicate>),
    /// Two or more conditions joined by OR.
    Or(Vec<EventPredicate>),
    /// `NOT`.
    Not(Box<EventPredicate>),
    /// `source operator value`.
    Compare {
        /// A field of the event, or a global source.
        source: EventObject,
        /// The operator.
        operator: ComparisonOperator,
        /// A string as `NationalString`, or an `Integer` or `Decimal` with its sign.
        value: Literal,
    },
    /// `package.comparator(source, value)`.
    Call {
        /// The comparator.
        comparator: EventObject,
        /// A field of the event, or a global source.
        source: EventObject,
        /// A string or a number, like the value of `Compare`.
        value: Literal,
    },
}

/// An option of `WITH`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventSessionOption {
    /// `MAX_MEMORY = size`.
    MaxMemory(FileSize),
    /// `EVENT_RETENTION_MODE = mode`.
    RetentionMode(Name),
    /// `MAX_DISPATCH_LATENCY = n SECONDS`; `None` for INFINITE.
    DispatchLatency(Option<u32>),
    /// `MAX_EVENT_SIZE = size`.
    MaxEventSize(FileSize),
    /// `MEMORY_PARTITION_MODE = mode`.
    PartitionMode(Name),
    /// `TRACK_CAUSALITY = ON | OFF`.
    TrackCausality(bool),
    /// `MAX_DURATION = UNLIMITED`, the only duration that the parser accepts.
    UnlimitedDuration,
    /// `STARTUP_STATE = ON | OFF`.
    StartupState(bool),
}

impl EventSessionOption {
    /// Returns the option's word.
    pub fn word(&self) -> &'static str {
        match self {
            EventSessionOption::MaxMemory(_) => "MAX_MEMORY",
            EventSessionOption::RetentionMode(_) => "EVENT_RETENTION_MODE",
            EventSessionOption::DispatchLatency(_) => "MAX_DISPATCH_LATENCY",
            EventSessionOption::MaxEventSize(_) => "MAX_EVENT_SIZE",
            EventSessionOption::PartitionMode(_) => "MEMORY_PARTITION_MODE",
            EventSessionOption::TrackCausality(_) => "TRACK_CAUSALITY",
            EventSessionOption::UnlimitedDuration => "MAX_DURATION",
            EventSessionOption::StartupState(_) => "STARTUP_STATE",
        }
    }
}
