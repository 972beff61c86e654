//! Reports of single lock waits: the events `lock_timeout` and `blocked_process_report`.
//!
//! The waiting session raises both itself, without a lock of the manager. The XML of a blocked
//! process has the form of the event class "Blocked Process Report"
//! (`relational-databases/event-classes/blocked-process-report-event-class`).

use super::deadlock::{ProcessFacts, mode_key, process_id, type_key};
use super::facts::LockFacts;
use super::mode::LockMode;
use super::owner_cell::OwnerId;
use super::resource::Resource;
use sluice_base::events::{self, EventKind, Events, FieldValue, Global};
use sluice_base::ids::SessionId;

/// A request that waits, or has waited.
pub(super) struct WaitReport<'a> {
    /// The owner, and its session.
    pub(super) owner: (OwnerId, SessionId),
    pub(super) resource: Resource,
    /// The application's name for the resource.
    pub(super) resource_name: Box<str>,
    pub(super) wanted: LockMode,
    pub(super) waited_ns: u64,
    pub(super) log_used: u64,
    pub(super) events: &'a Events,
}

impl WaitReport<'_> {
    /// The resource with the id of its database, as users know it.
    fn shown(&self) -> Resource {
        self.resource.in_database(self.events.database_id(self.resource.database()))
    }

    /// Raises `lock_timeout`.
    pub(super) fn raise_timeout(&self) {
        self.events.raise(EventKind::LockTimeout, || {
            let resource = self.shown();
            vec![
                FieldValue::UInt(type_key(resource)),
                FieldValue::UInt(mode_key(self.wanted)),
                FieldValue::UInt(self.waited_ns / NS_OF_US),
                FieldValue::UInt(resource.database().0.into()),
                FieldValue::Int(resource.description("").object.into()),
                FieldValue::Text(resource.wait_resource(&self.resource_name).into()),
            ]
        });
    }

    /// Raises `blocked_process_report`. `blocker` is the session that blocks, if there is one.
    pub(super) fn raise_blocked(&self, facts: &dyn LockFacts, blocker: Option<SessionId>) {
        self.events.raise(EventKind::BlockedProcessReport, || {
            let resource = self.shown();
            let own = events::current();
            let global = |global| own.as_ref().and_then(|context| context.global(global));
            let transaction = match global(Global::TransactionId) {
                Some(FieldValue::Int(number)) => number as u64,
                _ => 0,
            };
            let (owner, session) = self.owner;
            let blocked = [
                ("id", process_id(owner)),
                ("taskpriority", "0".to_owned()),
                ("logused", self.log_used.to_string()),
                ("waitresource", resource.wait_resource(&self.resource_name)),
                ("waittime", (self.waited_ns / NS_OF_MS).to_string()),
                ("lockMode", self.wanted.name().to_owned()),
                ("status", "suspended".to_owned()),
                ("spid", session.0.to_string()),
                ("sbid", "0".to_owned()),
                ("ecid", "0".to_owned()),
            ];
            let mut xml = "<blocked-process-report><blocked-process>".to_owned();
            ProcessFacts::of(own.as_deref()).write(&blocked, &mut xml);
            xml.push_str("</blocked-process><blocking-process>");
            let context = blocker.and_then(|blocker| facts.session(blocker));
            let spid = blocker.map_or(0, |blocker| blocker.0);
            let blocking = [("spid", spid.to_string()), ("sbid", "0".to_owned()), ("ecid", "0".to_owned())];
            ProcessFacts::of(context.as_deref()).write(&blocking, &mut xml);
            xml.push_str("</blocking-process></blocked-process-report>");
            vec![
                FieldValue::UInt(self.waited_ns / NS_OF_US),
                FieldValue::UInt(resource.database().0.into()),
                FieldValue::Int(resource.description("").object.into()),
                FieldValue::UInt(mode_key(self.wanted)),
                FieldValue::UInt(transaction),
                FieldValue::Text(xml.into()),
                global(Global::DatabaseName).unwrap_or(FieldValue::from("")),
            ]
        });
    }
}

const NS_OF_US: u64 = 1000;
const NS_OF_MS: u64 = 1_000_000;
