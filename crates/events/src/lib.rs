//! Event sessions: which events are collected, with which facts, under which condition, and where
//! they go.
//!
//! # Main types
//! - [`EventSessions`]: the sessions of an instance. It receives every collected event as the
//!   listener of `sluice_base::events`, and carries out CREATE, ALTER and DROP EVENT SESSION.
//! - [`SessionDefinition`]: a checked definition. It keeps the statement that creates it, which is
//!   also its form on disk.
//! - [`RunningSession`]: a started session with its targets.
//! - [`objects`]: the actions, targets and comparators, as the views show them.
//!
//! # Data flow
//! A layer raises an event. Each running session checks its predicate, reads the actions from the
//! context of the thread, and gives the record to its targets, all on the raising thread. A target
//! keeps what it needs within a bound of bytes. An `event_file` keeps the records until they are
//! written, by a background thread or at the end of the session.
//!
//! # Invariants
//! - The raising thread may hold latches, so a session takes only its own short locks, does no I/O
//!   and asks no one for memory.
//! - A session holds at most the bytes of its MAX_MEMORY for each target, and MAX_EVENT_SIZE for
//!   one record.
//! - A definition is durable before it is in force. STATE is not stored: STARTUP_STATE decides
//!   which sessions run after a start.
//!
//! # Where to start reading
//! `sessions.rs`, then `running.rs` and `targets/ring_buffer.rs`.

pub mod objects;

mod wildcard;

mod predicate;

mod target_definition;

mod definition;

mod record;

mod file;

mod targets;

mod running;

mod sessions;

pub use definition::{EventDefinition, Retention, SessionDefinition, SessionOptions};
pub use file::{FileEnvironment, FileEvents, ReadEvent, StoredEvent, WriterCall};
pub use record::Record;
pub use running::RunningSession;
pub use sessions::{EventSessions, SessionStore, StartFailure};
pub use target_definition::{ParameterValue, TargetDefinition};
pub use targets::TargetState;
