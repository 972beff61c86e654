//! `ring_buffer`: the newest events, within bounds of bytes and of their number.

use crate::record::Record;
use crate::target_definition::TargetDefinition;
use sluice_base::memory::{Clerk, HeapCharge, MemoryBroker};
use sluice_base::sync::{Arc, Mutex};
use std::collections::VecDeque;

/// The newest events of a session.
pub(super) struct RingBuffer {
    events_max: usize,
    bytes_max: u64,
    state: Mutex<State>,
}

struct State {
    records: VecDeque<Arc<Record>>,
    /// All events so far.
    processed: u64,
    /// Events that were larger than the whole buffer.
    dropped: u64,
    /// The bytes of `records`.
    charge: HeapCharge,
}

impl RingBuffer {
    /// Returns an empty buffer of the target's `max_memory`, or else of `bytes_max` bytes.
    pub(super) fn new(target: &TargetDefinition, bytes_max: u64, broker: &Arc<MemoryBroker>) -> RingBuffer {
        let events_max = target.number("max_events_limit").filter(|max| *max > 0);
        let bytes_set = target.number("max_memory").filter(|kilobytes| *kilobytes > 0);
        let charge = HeapCharge::new(broker, Clerk::Events);
        RingBuffer {
            events_max: events_max.map_or(usize::MAX, |max| max as usize),
            bytes_max: bytes_set.map_or(bytes_max, |kilobytes| (u64::from(kilobytes) << 10).min(bytes_max)),
            state: Mutex::new(State { records: VecDeque::new(), processed: 0, dropped: 0, charge }),
        }
    }

    /// Keeps the event, and drops the oldest ones beyond the limits of bytes and events. An event
    /// that is larger than the limit is dropped itself, and counted. Every event counts as
    /// processed.
    pub(super) fn take(&self, record: &Arc<Record>) {
        let mut state = self.state.lock();
        let bytes = record.bytes();
        state.processed += 1;
        if bytes > self.bytes_max {
            state.dropped += 1;
            return;
        }
        state.charge.add(bytes as i64);
        state.records.push_back(record.clone());
        while state.charge.bytes() > self.bytes_max || state.records.len() > self.events_max {
            let Some(oldest) = state.records.pop_front() else { return };
            state.charge.add(-(oldest.bytes() as i64));
        }
    }

    /// Returns the target's data with the kept events, the oldest first. Events beyond [`XML_MAX`]
    /// bytes are left out, and the data says so.
    pub(super) fn xml(&self) -> String {
        let (records, processed, dropped, bytes) = {
            let state = self.state.lock();
            let records: Vec<Arc<Record>> = state.records.iter().cloned().collect();
            (records, state.processed, state.dropped, state.charge.bytes())
        };
        let mut events = String::new();
        let mut is_truncated = false;
        for record in &records {
            let before = events.len();
            record.write_xml(&mut events);
            if events.len() > XML_MAX {
                events.truncate(before);
                is_truncated = true;
                break;
            }
        }
        format!(
            "<RingBufferTarget truncated=\"{}\" processingTime=\"0\" totalEventsProcessed=\"{processed}\" \
             eventCount=\"{}\" droppedCount=\"{dropped}\" memoryUsed=\"{bytes}\">{events}</RingBufferTarget>",
            u8::from(is_truncated),
            records.len(),
        )
    }
}

/// The greatest length of the events' XML
/// (`relational-databases/extended-events/targets-for-extended-events-in-sql-server.md`).
const XML_MAX: usize = 4 << 20;
