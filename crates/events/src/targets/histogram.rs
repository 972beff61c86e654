//! `histogram`: the number of events for each value of a field or an action.

use crate::record::{Record, value_text};
use crate::target_definition::{Source, TargetDefinition};
use sluice_base::events::{EventKind, escape};
use sluice_base::hash::HashMap;
use sluice_base::memory::{Clerk, HeapCharge, MemoryBroker};
use sluice_base::sync::{Arc, Mutex};
use std::fmt::Write;

/// The counts of a source's values.
pub(super) struct Histogram {
    source: Source,
    /// The only kind that is counted, if it was set.
    filter: Option<EventKind>,
    slots_max: usize,
    bytes_max: u64,
    state: Mutex<State>,
}

struct State {
    slots: HashMap<String, u64>,
    /// Events without the source, or beyond the slots.
    others: u64,
    charge: HeapCharge,
}

impl Histogram {
    /// Returns a histogram without slots. The target's parameters are the source, the filter and
    /// the number of slots, which is rounded up to a power of two.
    pub(super) fn new(target: &TargetDefinition, bytes_max: u64, broker: &Arc<MemoryBroker>) -> Histogram {
        let slots_max = target.number("slots").unwrap_or_default().max(1).next_power_of_two() as usize;
        let state = State { slots: HashMap::default(), others: 0, charge: HeapCharge::new(broker, Clerk::Events) };
        let source = target.source().unwrap_or(Source::Field(""));
        Histogram { source, filter: target.filter(), slots_max, bytes_max, state: Mutex::new(state) }
    }

    /// Counts an event in the slot of its source's value, cut to [`VALUE_MAX`] bytes. An event that
    /// the filter leaves out isn't counted. An event without a value, a free slot or memory has no
    /// slot, and the data doesn't show it.
    pub(super) fn take(&self, record: &Record) {
        if self.filter.is_some_and(|kind| kind != record.raised.kind) {
            return;
        }
        let value = match &self.source {
            Source::Field(name) => {
                let fields = record.raised.kind.def().fields.iter().zip(&record.raised.fields);
                fields.into_iter().find(|(field, _)| field.name == *name).map(|(_, value)| value)
            }
            Source::Action(name) => {
                record.actions.iter().find(|(action, _)| action.name == *name).map(|(_, value)| value)
            }
        };
        let mut state = self.state.lock();
        let Some(value) = value else {
            state.others += 1;
            return;
        };
        let mut text = value_text(value);
        text.truncate(text.floor_char_boundary(VALUE_MAX));
        if let Some(count) = state.slots.get_mut(&text) {
            *count += 1;
            return;
        }
        let bytes = (text.len() + SLOT_BYTES) as u64;
        if state.slots.len() >= self.slots_max || state.charge.bytes() + bytes > self.bytes_max {
            state.others += 1;
            return;
        }
        state.charge.add(bytes as i64);
        state.slots.insert(text, 1);
    }

    /// Returns the target's data: the slots, the greatest count first.
    pub(super) fn xml(&self) -> String {
        let state = self.state.lock();
        let mut slots: Vec<(&String, u64)> = state.slots.iter().map(|(value, count)| (value, *count)).collect();
        slots.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
        let mut xml = format!("<HistogramTarget truncated=\"0\" buckets=\"{}\">", self.slots_max);
        for (value, count) in slots {
            let _ = write!(xml, "<Slot count=\"{count}\"><value>");
            escape(value, &mut xml);
            xml.push_str("</value></Slot>");
        }
        xml.push_str("</HistogramTarget>");
        xml
    }
}

/// The bytes of a value that distinguish it.
const VALUE_MAX: usize = 1024;
/// The bytes of a slot besides its value.
const SLOT_BYTES: usize = 48;
