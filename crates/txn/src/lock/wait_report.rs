//! Reports of single lock waits: the events `lock_timeout` and `blocked_process_report`.
//!
//! The waiting session raises both itself, without a lock of the manager. The XML of a blocked
//! process has the form of the event class "Blocked Process Report"
//! (`relational-databases/event-classes/blocked-process-report-event-class`).

use super::deadlock::{ProcessFacts, mode_key, process_id, type_key};
use super::facts::LockFacts;
use super::manager::{LockManager, Main};
use super::mode::LockMode;
use super::owner_cell::{OwnerCell, OwnerId};
use super::resource::Resource;
use sluice_base::events::{self, EventKind, Events, FieldValue, Global};
use sluice_base::ids::SessionId;
use sluice_base::sync::atomic::Ordering;
use sluice_base::sync::{Arc, MutexGuard, Weak};
use std::time::Duration;

/// A request that waits, or has waited.
struct WaitReport<'a> {
    /// The owner, and its session.
    owner: (OwnerId, SessionId),
    resource: Resource,
    /// The application's name for the resource.
    resource_name: Box<str>,
    wanted: LockMode,
    waited_ns: u64,
    log_used: u64,
    events: &'a Events,
}

impl LockManager {
    /// Sets the instance that gives reports the names of resources and the facts of sessions. A
    /// second call has no effect.
    pub fn set_facts(&self, facts: Weak<dyn LockFacts>) {
        self.facts.get_or_init(|| facts);
    }

    /// Returns the instance. `None` if there is none any more.
    pub(super) fn facts(&self) -> Option<Arc<dyn LockFacts>> {
        self.facts.get()?.upgrade()
    }

    /// Raises `lock_timeout` for a request that has waited for `waited_ns`, after the mutex of the
    /// table is released.
    pub(super) fn report_timeout(
        &self,
        main: MutexGuard<'_, Main>,
        cell: &OwnerCell,
        (resource, wanted): (Resource, LockMode),
        waited_ns: u64,
    ) {
        if !self.waits.events().is_collected(EventKind::LockTimeout) {
            return;
        }
        let resource_name = main.names.get(&resource).cloned().unwrap_or_default();
        drop(main);
        self.wait_report(cell, (resource, resource_name, wanted), waited_ns).raise_timeout();
    }

    fn wait_report(
        &self,
        cell: &OwnerCell,
        (resource, resource_name, wanted): (Resource, Box<str>, LockMode),
        waited_ns: u64,
    ) -> WaitReport<'_> {
        WaitReport {
            owner: (cell.id, cell.session_id()),
            resource,
            resource_name,
            wanted,
            waited_ns,
            log_used: cell.log_used.load(Ordering::Relaxed),
            events: self.waits.events(),
        }
    }

    /// Whether a wait must be reported once more as a blocked process.
    pub(super) fn is_report_due(&self, waited: Duration, reports: u32) -> bool {
        self.waits.events().is_collected(EventKind::BlockedProcessReport)
            && self
                .facts()
                .and_then(|facts| facts.blocked_process_threshold())
                .is_some_and(|threshold| waited >= threshold * (reports + 1))
    }

    /// Raises `blocked_process_report` for a waiting owner, without the mutex of the table, which
    /// is locked again on return. The wait may be over by then.
    #[cold]
    pub(super) fn report_blocked<'m>(
        &'m self,
        main: MutexGuard<'m, Main>,
        cell: &OwnerCell,
        waited: Duration,
    ) -> MutexGuard<'m, Main> {
        let session_of = |owner: &OwnerId| main.owners.get(owner).map(|cell| cell.session_id());
        let blocker = main.blockers(cell.id).iter().find_map(session_of);
        let request = main.request_of(cell.id);
        drop(main);
        if let (Some((resource, name, wanted)), Some(facts)) = (request, self.facts()) {
            let waited_ns = waited.as_nanos() as u64;
            self.wait_report(cell, (resource, name, wanted), waited_ns).raise_blocked(&*facts, blocker);
        }
        self.main.lock()
    }
}

impl WaitReport<'_> {
    /// The resource with the id of its database, as users know it.
    fn shown(&self) -> Resource {
        self.resource.in_database(self.events.database_id(self.resource.database()))
    }

    /// Raises `lock_timeout`.
    fn raise_timeout(&self) {
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
    fn raise_blocked(&self, facts: &dyn LockFacts, blocker: Option<SessionId>) {
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
            ProcessFacts::from_context(own.as_deref()).write(&blocked, &mut xml);
            xml.push_str("</blocked-process><blocking-process>");
            let context = blocker.and_then(|blocker| facts.session(blocker));
            let spid = blocker.map_or(0, |blocker| blocker.0);
            let blocking = [("spid", spid.to_string()), ("sbid", "0".to_owned()), ("ecid", "0".to_owned())];
            ProcessFacts::from_context(context.as_deref()).write(&blocking, &mut xml);
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
