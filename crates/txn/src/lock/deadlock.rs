//! Reports of deadlocks: the events `lock_deadlock` and `xml_deadlock_report`.
//!
//! The XML has the form of "Deadlock information tools" in
//! `relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md`. It has the
//! elements and attributes whose values the engine knows.

use super::mode::LockMode;
use super::owner_cell::OwnerId;
use super::resource::Resource;
use sluice_base::events::{Context, EventKind, Events, FieldValue, Global, KindSet, escape};
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use std::fmt::Write;

/// The events of a deadlock.
pub(super) const KINDS: KindSet = KindSet::new(&[EventKind::LockDeadlock, EventKind::XmlDeadlockReport]);

/// A cycle of waits.
pub(super) struct Deadlock {
    /// The number of the deadlock, from 1.
    pub(super) number: u64,
    pub(super) victim: OwnerId,
    /// The owners of the cycle. Each waits for the next, the last for the first.
    pub(super) processes: Vec<Process>,
}

/// An owner in a cycle of waits.
pub(super) struct Process {
    pub(super) owner: OwnerId,
    pub(super) session: SessionId,
    /// The session's facts; `None` for a thread without a session.
    pub(super) context: Option<Arc<dyn Context>>,
    pub(super) priority: i64,
    pub(super) log_used: u64,
    pub(super) waited_ms: u64,
    /// The resource that the owner waits for.
    pub(super) resource: Resource,
    /// The application's name for the resource.
    pub(super) resource_name: Box<str>,
    pub(super) wanted: LockMode,
    /// The mode of the next owner on the resource, and whether it holds the lock.
    pub(super) blocker: (LockMode, bool),
}

/// Raises the events of a deadlock: `lock_deadlock` for the victim, and `xml_deadlock_report`.
/// Takes no lock of the manager.
pub(super) fn report(events: &Events, mut deadlock: Deadlock) {
    for process in &mut deadlock.processes {
        process.resource = process.resource.in_database(events.database_id(process.resource.database()));
    }
    let victim = deadlock.processes.iter().find(|process| process.owner == deadlock.victim);
    if let Some(victim) = victim {
        events.raise(EventKind::LockDeadlock, || {
            vec![
                FieldValue::UInt(type_key(victim.resource)),
                FieldValue::UInt(mode_key(victim.wanted)),
                FieldValue::UInt(victim.resource.database().0.into()),
                FieldValue::Int(victim.resource.description("").object.into()),
                FieldValue::UInt(deadlock.number),
            ]
        });
    }
    events.raise(EventKind::XmlDeadlockReport, || vec![FieldValue::Text(xml(&deadlock).into())]);
}

fn xml(deadlock: &Deadlock) -> String {
    let mut xml = format!(
        "<deadlock><victim-list><victimProcess id=\"{}\"/></victim-list><process-list>",
        process_id(deadlock.victim)
    );
    deadlock.processes.iter().for_each(|process| write_process(process, &mut xml));
    xml.push_str("</process-list><resource-list>");
    for (place, process) in deadlock.processes.iter().enumerate() {
        let is_of_it = |other: &Process| other.resource == process.resource;
        if !deadlock.processes[..place].iter().any(is_of_it) {
            write_resource(deadlock, process, &mut xml);
        }
    }
    xml.push_str("</resource-list></deadlock>");
    xml
}

fn write_process(process: &Process, xml: &mut String) {
    let global = |global| process.context.as_ref().and_then(|context| context.global(global));
    let text = |which: Global| match global(which)? {
        FieldValue::Text(text) => Some(text.into()),
        FieldValue::UInt(number) => Some(number.to_string()),
        FieldValue::Boolean(_) | FieldValue::Int(_) => None,
    };
    let attributes = [
        ("id", Some(process_id(process.owner))),
        ("taskpriority", Some("0".to_owned())),
        ("logused", Some(process.log_used.to_string())),
        ("waitresource", Some(process.resource.wait_resource(&process.resource_name))),
        ("waittime", Some(process.waited_ms.to_string())),
        ("lockMode", Some(process.wanted.name().to_owned())),
        ("status", Some("suspended".to_owned())),
        ("spid", Some(process.session.0.to_string())),
        ("sbid", Some("0".to_owned())),
        ("ecid", Some("0".to_owned())),
        ("priority", Some(process.priority.to_string())),
        ("clientapp", text(Global::ClientAppName)),
        ("hostname", text(Global::ClientHostName)),
        ("hostpid", text(Global::ClientPid)),
        ("loginname", text(Global::ServerPrincipalName)),
        ("currentdb", text(Global::DatabaseId)),
        ("currentdbname", text(Global::DatabaseName)),
    ];
    xml.push_str("<process");
    attributes.iter().for_each(|(name, value)| value.iter().for_each(|value| write_attribute(name, value, xml)));
    xml.push_str("><inputbuf>");
    escape(&text(Global::SqlText).unwrap_or_default(), xml);
    xml.push_str("</inputbuf></process>");
}

/// Writes the resource of `first` with its owners and waiters in the cycle.
fn write_resource(deadlock: &Deadlock, first: &Process, xml: &mut String) {
    let of_resource = || {
        let nexts = deadlock.processes.iter().cycle().skip(1);
        deadlock.processes.iter().zip(nexts).filter(|(process, _)| process.resource == first.resource)
    };
    let description = first.resource.description(&first.resource_name);
    let _ = write!(xml, "<{}", description.kind);
    description.attributes.iter().for_each(|(name, value)| write_attribute(name, value, xml));
    write_attribute("id", &description.id, xml);
    write_attribute("mode", first.blocker.0.name(), xml);
    write_attribute("associatedObjectId", &description.object.to_string(), xml);
    xml.push_str("><owner-list>");
    for (process, next) in of_resource() {
        let (mode, holds) = process.blocker;
        let request = if holds { "" } else { " requestType=\"wait\"" };
        let _ = write!(xml, "<owner id=\"{}\" mode=\"{}\"{request}/>", process_id(next.owner), mode.name());
    }
    xml.push_str("</owner-list><waiter-list>");
    for (process, _) in of_resource() {
        let (id, mode) = (process_id(process.owner), process.wanted.name());
        let _ = write!(xml, "<waiter id=\"{id}\" mode=\"{mode}\" requestType=\"wait\"/>");
    }
    let _ = write!(xml, "</waiter-list></{}>", description.kind);
}

fn write_attribute(name: &str, value: &str, xml: &mut String) {
    let _ = write!(xml, " {name}=\"");
    escape(value, xml);
    xml.push('"');
}

fn process_id(owner: OwnerId) -> String {
    format!("process{:x}", owner.0)
}

/// Returns the key of the map `lock_resource_type`.
fn type_key(resource: Resource) -> u64 {
    match resource {
        Resource::Database(_) => 2,
        Resource::Object(..) => 5,
        Resource::Page(..) => 6,
        Resource::Key(..) => 7,
        Resource::Row(..) => 9,
        Resource::Application(..) => 10,
        Resource::Metadata(..) => 11,
        Resource::Transaction(..) => 16,
    }
}

/// Returns the key of the map `lock_mode`.
fn mode_key(mode: LockMode) -> u64 {
    match mode {
        LockMode::SchemaStability => 1,
        LockMode::SchemaModification => 2,
        LockMode::Shared => 3,
        LockMode::Update => 4,
        LockMode::Exclusive => 5,
        LockMode::IntentShared => 6,
        LockMode::IntentUpdate => 7,
        LockMode::IntentExclusive => 8,
        LockMode::SharedIntentUpdate => 9,
        LockMode::SharedIntentExclusive => 10,
        LockMode::UpdateIntentExclusive => 11,
        LockMode::RangeSharedShared => 13,
        LockMode::RangeSharedUpdate => 14,
        LockMode::RangeInsertNull => 15,
        LockMode::RangeExclusiveExclusive => 21,
    }
}
