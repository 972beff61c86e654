//! A started event session.

use crate::definition::{EventDefinition, SessionDefinition};
use crate::file::EventFile;
use crate::objects::{Action, ActionSource, TargetKind};
use crate::record::{Record, timestamp};
use crate::target_definition::TargetDefinition;
use crate::targets::TargetState;
use sluice_base::clock::Clock;
use sluice_base::counters::Counter;
use sluice_base::events::{EventKind, FieldValue, Raised, with_context};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicU64, Ordering};

/// A started event session and its targets.
pub struct RunningSession {
    /// The definition.
    pub definition: Arc<SessionDefinition>,
    /// The targets, in the order of the definition.
    pub targets: Vec<Arc<TargetState>>,
    /// The time of the start in UTC, in nanoseconds since 1970.
    pub started_ns: i64,
    /// Number of events that were too large for the session.
    too_large: Counter,
    /// The bytes of the largest of these events.
    pub largest_dropped: AtomicU64,
    /// Number of evaluations of each event's condition.
    counts: Vec<AtomicU64>,
    /// Number of events collected.
    sequence: AtomicU64,
}

impl RunningSession {
    /// Returns a session that begins at `started_ns`, in nanoseconds since 1970, with all its
    /// counts at zero.
    pub(crate) fn new(
        definition: Arc<SessionDefinition>,
        targets: Vec<Arc<TargetState>>,
        started_ns: i64,
    ) -> RunningSession {
        let counts = definition.events.iter().map(|_| AtomicU64::new(0)).collect();
        let largest_dropped = AtomicU64::new(0);
        let (too_large, sequence) = (Counter::default(), AtomicU64::new(0));
        RunningSession { definition, targets, started_ns, too_large, largest_dropped, counts, sequence }
    }

    /// Returns the number of events that were lost: too large for the session, without room in the
    /// memory of an `event_file`, or not written to its file. Events that other targets drop aren't
    /// counted.
    pub fn dropped_events(&self) -> u64 {
        self.too_large.get() + self.files().map(|file| file.dropped_events.get()).sum::<u64>()
    }

    /// Returns how often an `event_file` dropped all its pending events.
    pub fn dropped_buffers(&self) -> u64 {
        self.files().map(|file| file.dropped_buffers.get()).sum()
    }

    /// Returns the target with the same definition, if it would serve `session` the same. The
    /// counter of events is made for the session's events.
    pub(crate) fn target_like(
        &self,
        target: &TargetDefinition,
        session: &SessionDefinition,
    ) -> Option<Arc<TargetState>> {
        let place = self
            .definition
            .targets
            .iter()
            .position(|own| own.target.kind == target.target.kind && own.parameters == target.parameters)?;
        let counts_events = target.target.kind == TargetKind::EventCounter;
        let is_same = self.definition.options == session.options
            && (!counts_events || self.kinds().eq(session.events.iter().map(|event| event.kind)));
        is_same.then(|| self.targets[place].clone())
    }

    /// Returns the targets that write files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &EventFile> {
        self.targets.iter().filter_map(|target| target.file())
    }

    /// Returns the kinds of events that the session collects.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = EventKind> {
        self.definition.events.iter().map(|event| event.kind)
    }

    /// Gives an event to the targets if the session collects it and the condition holds. An event
    /// larger than MAX_MEMORY and MAX_EVENT_SIZE is dropped and counted. Does no I/O.
    pub(crate) fn offer(&self, raised: &Raised, clock: &dyn Clock) {
        let place = self.definition.events.iter().position(|event| event.kind == raised.kind);
        let Some((event, count)) = place.map(|place| (&self.definition.events[place], &self.counts[place])) else {
            return;
        };
        let Some(record) = collected(event, (count, &self.sequence), raised) else { return };
        let bytes = record.bytes();
        let options = &self.definition.options;
        if bytes > u64::from(options.max_memory_kb.max(options.max_event_kb)) << 10 {
            self.too_large.add(1);
            self.largest_dropped.fetch_max(bytes, Ordering::Relaxed);
            return;
        }
        let record = Arc::new(record);
        self.targets.iter().for_each(|target| target.take(&record, clock));
    }
}

/// Returns the event with its actions, or `None` if the condition doesn't hold.
fn collected(event: &EventDefinition, (count, sequence): (&AtomicU64, &AtomicU64), raised: &Raised) -> Option<Record> {
    with_context(|context| {
        if let Some(predicate) = &event.predicate {
            let count = count.fetch_add(1, Ordering::Relaxed) + 1;
            if !predicate.holds(&raised.fields, context, count) {
                return None;
            }
        }
        let number = sequence.fetch_add(1, Ordering::Relaxed) + 1;
        let value = |action: &&'static Action| {
            let value = match action.source {
                ActionSource::Session(global) => context?.global(global)?,
                ActionSource::Sequence => FieldValue::UInt(number),
                ActionSource::Time => FieldValue::Text(timestamp(raised.utc_ns).into()),
            };
            Some((*action, value))
        };
        Some(Record { raised: raised.clone(), actions: event.actions.iter().filter_map(value).collect() })
    })
}
