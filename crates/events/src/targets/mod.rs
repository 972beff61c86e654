//! Targets: what a running session keeps of its events.

mod event_counter;
mod histogram;
mod ring_buffer;

use self::event_counter::EventCounter;
use self::histogram::Histogram;
use self::ring_buffer::RingBuffer;
use crate::definition::SessionDefinition;
use crate::file::{EventFile, FileEnvironment};
use crate::objects::TargetKind;
use crate::record::Record;
use crate::target_definition::TargetDefinition;
use sluice_base::clock::Clock;
use sluice_base::counters::Counter;
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_types::SqlError;

/// A target of a running session.
pub struct TargetState {
    data: TargetData,
    executions: Counter,
    execution_ns: Counter,
}

enum TargetData {
    EventCounter(EventCounter),
    EventFile(EventFile),
    Histogram(Histogram),
    RingBuffer(RingBuffer),
}

impl TargetState {
    /// Begins a target. Fails with 25602 if its file can't be created.
    pub(crate) fn new(
        target: &TargetDefinition,
        session: &SessionDefinition,
        (broker, clock): (&Arc<MemoryBroker>, &dyn Clock),
        environment: &Arc<FileEnvironment>,
    ) -> Result<TargetState, SqlError> {
        let bytes_max = u64::from(session.options.max_memory_kb) << 10;
        let data = match target.target.kind {
            TargetKind::EventCounter => TargetData::EventCounter(EventCounter::new(session)),
            TargetKind::EventFile => {
                let opened = EventFile::open((target, session), environment, broker, clock);
                let failed = |error| SqlError::event_target_not_configured("target", "package0.event_file", error);
                TargetData::EventFile(opened.map_err(failed)?)
            }
            TargetKind::Histogram => TargetData::Histogram(Histogram::new(target, bytes_max, broker)),
            TargetKind::RingBuffer => TargetData::RingBuffer(RingBuffer::new(target, bytes_max, broker)),
        };
        Ok(TargetState { data, executions: Counter::default(), execution_ns: Counter::default() })
    }

    /// Takes a record. `clock` times it.
    pub(crate) fn take(&self, record: &Arc<Record>, clock: &dyn Clock) {
        let began_ns = clock.monotonic_ns();
        match &self.data {
            TargetData::EventCounter(counter) => counter.take(record.raised.kind),
            TargetData::EventFile(file) => file.take(record, clock),
            TargetData::Histogram(histogram) => histogram.take(record),
            TargetData::RingBuffer(ring) => ring.take(record),
        }
        self.executions.add(1);
        self.execution_ns.add(clock.monotonic_ns().saturating_sub(began_ns));
    }

    /// Returns the number of records that the target took.
    pub fn execution_count(&self) -> u64 {
        self.executions.get()
    }

    /// Returns the time that the target worked, in nanoseconds.
    pub fn execution_ns(&self) -> u64 {
        self.execution_ns.get()
    }

    /// Returns the target's XML, as in `target_data` of `sys.dm_xe_session_targets`.
    pub fn xml(&self) -> String {
        match &self.data {
            TargetData::EventCounter(counter) => counter.xml(),
            TargetData::EventFile(file) => file.xml(),
            TargetData::Histogram(histogram) => histogram.xml(),
            TargetData::RingBuffer(ring) => ring.xml(),
        }
    }

    /// Returns the file of an `event_file`. `None` for other targets.
    pub(crate) fn file(&self) -> Option<&EventFile> {
        match &self.data {
            TargetData::EventFile(file) => Some(file),
            TargetData::EventCounter(_) | TargetData::Histogram(_) | TargetData::RingBuffer(_) => None,
        }
    }
}
