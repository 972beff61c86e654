//! `event_counter`: the number of events of each kind.

use crate::definition::SessionDefinition;
use sluice_base::counters::Counter;
use sluice_base::events::{EventKind, Package};
use std::fmt::Write;

/// The counts of a session's events.
pub(super) struct EventCounter(Vec<(EventKind, Counter)>);

impl EventCounter {
    /// Returns counts of zero for the events of the session.
    pub(super) fn new(session: &SessionDefinition) -> EventCounter {
        EventCounter(session.events.iter().map(|event| (event.kind, Counter::default())).collect())
    }

    /// Counts an event. Takes no lock.
    pub(super) fn take(&self, kind: EventKind) {
        self.0.iter().filter(|(counted, _)| *counted == kind).for_each(|(_, count)| count.add(1));
    }

    /// Returns the target's data: the count of each event, by package.
    pub(super) fn xml(&self) -> String {
        let mut xml = "<CounterTarget truncated=\"0\"><Packages>".to_owned();
        for package in Package::ALL {
            let mut events = self.0.iter().filter(|(kind, _)| kind.def().package == package).peekable();
            if events.peek().is_none() {
                continue;
            }
            let _ = write!(xml, "<Package name=\"{}\">", package.name());
            for (kind, count) in events {
                let _ = write!(xml, "<Event name=\"{}\" count=\"{}\"/>", kind.def().name, count.get());
            }
            xml.push_str("</Package>");
        }
        xml.push_str("</Packages></CounterTarget>");
        xml
    }
}
