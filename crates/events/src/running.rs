//! A started event session.

use crate::definition::{EventDefinition, SessionDefinition};
use crate::record::Record;
use crate::targets::TargetState;
use sluice_base::clock::Clock;
use sluice_base::counters::Counter;
use sluice_base::events::{EventKind, Raised, with_context};
use sluice_base::memory::MemoryBroker;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicU64, Ordering};

/// A started event session and its targets.
pub struct RunningSession {
    /// The definition.
    pub definition: Arc<SessionDefinition>,
    /// The targets, in the order of the definition.
    pub targets: Vec<TargetState>,
    /// The time of the start in UTC, in nanoseconds since 1970.
    pub started_ns: i64,
    /// Number of events that were too large for the session.
    pub dropped: Counter,
    /// The bytes of the largest of these events.
    pub largest_dropped: AtomicU64,
    /// Number of evaluations of each event's condition.
    counts: Vec<AtomicU64>,
}

impl RunningSession {
    pub(crate) fn new(definition: Arc<SessionDefinition>, started_ns: i64, broker: &Arc<MemoryBroker>) -> Self {
        let targets = definition.targets.iter().map(|target| TargetState::new(target, &definition, broker)).collect();
        let counts = definition.events.iter().map(|_| AtomicU64::new(0)).collect();
        let largest_dropped = AtomicU64::new(0);
        RunningSession { definition, targets, started_ns, dropped: Counter::default(), largest_dropped, counts }
    }

    /// Returns the kinds of events that the session collects.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = EventKind> {
        self.definition.events.iter().map(|event| event.kind)
    }

    /// Gives an event to the targets if the session collects it and the condition holds.
    pub(crate) fn offer(&self, raised: &Raised, clock: &dyn Clock) {
        let place = self.definition.events.iter().position(|event| event.kind == raised.kind);
        let Some((event, count)) = place.map(|place| (&self.definition.events[place], &self.counts[place])) else {
            return;
        };
        let Some(record) = collected(event, count, raised) else { return };
        let bytes = record.bytes();
        let options = &self.definition.options;
        if bytes > u64::from(options.max_memory_kb.max(options.max_event_kb)) << 10 {
            self.dropped.add(1);
            self.largest_dropped.fetch_max(bytes, Ordering::Relaxed);
            return;
        }
        let record = Arc::new(record);
        self.targets.iter().for_each(|target| target.take(&record, clock));
    }
}

/// Returns the event with its actions, or `None` if the condition doesn't hold.
fn collected(event: &EventDefinition, count: &AtomicU64, raised: &Raised) -> Option<Record> {
    with_context(|context| {
        if let Some(predicate) = &event.predicate {
            let count = count.fetch_add(1, Ordering::Relaxed) + 1;
            if !predicate.holds(&raised.fields, context, count) {
                return None;
            }
        }
        let value = |action: &&'static crate::objects::Action| Some((*action, context?.global(action.global)?));
        Some(Record { raised: raised.clone(), actions: event.actions.iter().filter_map(value).collect() })
    })
}
