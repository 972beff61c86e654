//! Reports of deadlocks: the events `lock_deadlock` and `xml_deadlock_report`.
//!
//! The XML has the form of "Deadlock information tools" in
//! `relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md`. It has the
//! elements and attributes whose values the engine knows.

use super::facts::{LockFacts, LockedNames};
use super::mode::LockMode;
use super::owner_cell::OwnerId;
use super::resource::Resource;
use sluice_base::events::{Context, EventKind, Events, FieldValue, Global, KindSet, escape};
use sluice_base::ids::SessionId;
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
    /// The session's facts as elements of the report, taken when the deadlock was found.
    pub(super) facts: ProcessFacts,
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

/// Facts of a session, as XML.
#[derive(Clone, Default)]
pub(super) struct ProcessFacts {
    /// Attributes, each after a blank.
    attributes: String,
    /// The elements `executionStack` and `inputbuf`.
    elements: String,
}

impl ProcessFacts {
    /// Returns the facts of a session as of now. A thread without a session has none.
    pub(super) fn from_context(context: Option<&dyn Context>) -> ProcessFacts {
        let global = |global| context.and_then(|context| context.global(global));
        let text = |which: Global| match global(which)? {
            FieldValue::Text(text) => Some(text.into()),
            FieldValue::UInt(number) => Some(number.to_string()),
            FieldValue::Boolean(_) | FieldValue::Int(_) => None,
        };
        let attributes = [
            ("clientapp", text(Global::ClientAppName)),
            ("hostname", text(Global::ClientHostName)),
            ("hostpid", text(Global::ClientPid)),
            ("loginname", text(Global::ServerPrincipalName)),
            ("currentdb", text(Global::DatabaseId)),
            ("currentdbname", text(Global::DatabaseName)),
        ];
        let mut facts =
            ProcessFacts { attributes: text(Global::ProcessAttributes).unwrap_or_default(), ..Self::default() };
        let into = &mut facts.attributes;
        attributes.iter().for_each(|(name, value)| value.iter().for_each(|value| write_attribute(name, value, into)));
        let stack = text(Global::ExecutionStack).unwrap_or_default();
        facts.elements = format!("<executionStack>{stack}</executionStack><inputbuf>");
        escape(&text(Global::SqlText).unwrap_or_default(), &mut facts.elements);
        facts.elements.push_str("</inputbuf>");
        facts
    }

    /// Appends a `process` element with attributes of the caller before those of the session.
    pub(super) fn write(&self, attributes: &[(&str, String)], xml: &mut String) {
        xml.push_str("<process");
        attributes.iter().for_each(|(name, value)| write_attribute(name, value, xml));
        let _ = write!(xml, "{}>{}</process>", self.attributes, self.elements);
    }
}

/// Raises the events of a deadlock: `lock_deadlock` for the victim, and `xml_deadlock_report`. The
/// caller holds no lock of the manager. `facts` gives the names of what is locked.
pub(super) fn report(events: &Events, facts: Option<&dyn LockFacts>, mut deadlock: Deadlock) {
    let names = |process: &Process| facts.and_then(|facts| facts.names(process.resource)).unwrap_or_default();
    let names: Vec<LockedNames> = deadlock.processes.iter().map(names).collect();
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
    events.raise(EventKind::XmlDeadlockReport, || vec![FieldValue::Text(xml(&deadlock, &names).into())]);
}

fn xml(deadlock: &Deadlock, names: &[LockedNames]) -> String {
    let mut xml = format!(
        "<deadlock><victim-list><victimProcess id=\"{}\"/></victim-list><process-list>",
        process_id(deadlock.victim)
    );
    deadlock.processes.iter().for_each(|process| write_process(process, &mut xml));
    xml.push_str("</process-list><resource-list>");
    for (place, process) in deadlock.processes.iter().enumerate() {
        let is_of_it = |other: &Process| other.resource == process.resource;
        if !deadlock.processes[..place].iter().any(is_of_it) {
            write_resource(deadlock, (process, &names[place]), &mut xml);
        }
    }
    xml.push_str("</resource-list></deadlock>");
    xml
}

fn write_process(process: &Process, xml: &mut String) {
    let attributes = [
        ("id", process_id(process.owner)),
        ("taskpriority", "0".to_owned()),
        ("logused", process.log_used.to_string()),
        ("waitresource", process.resource.wait_resource(&process.resource_name)),
        ("waittime", process.waited_ms.to_string()),
        ("lockMode", process.wanted.name().to_owned()),
        ("status", "suspended".to_owned()),
        ("spid", process.session.0.to_string()),
        ("sbid", "0".to_owned()),
        ("ecid", "0".to_owned()),
        ("priority", process.priority.to_string()),
    ];
    process.facts.write(&attributes, xml);
}

/// Writes the resource of `first` with its owners and waiters in the cycle.
fn write_resource(deadlock: &Deadlock, (first, names): (&Process, &LockedNames), xml: &mut String) {
    let of_resource = || {
        let nexts = deadlock.processes.iter().cycle().skip(1);
        deadlock.processes.iter().zip(nexts).filter(|(process, _)| process.resource == first.resource)
    };
    let description = first.resource.description(&first.resource_name);
    let _ = write!(xml, "<{}", description.kind);
    description.attributes.iter().for_each(|(name, value)| write_attribute(name, value, xml));
    if !names.object.is_empty() {
        write_attribute("objectname", &names.object, xml);
    }
    names.index.iter().for_each(|index| write_attribute("indexname", index, xml));
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

pub(super) fn process_id(owner: OwnerId) -> String {
    format!("process{:x}", owner.0)
}

/// Returns the key of the map `lock_resource_type`.
pub(super) fn type_key(resource: Resource) -> u64 {
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
pub(super) fn mode_key(mode: LockMode) -> u64 {
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
