//! Extended events: what the engine's layers report about their work to the event sessions above.
//!
//! A layer calls [`Events::raise`] with the kind of the event and a function that makes its fields.
//! `table` has the kinds. The event sessions are above all layers that raise events, so they
//! install a [`Listener`]. An event that no session collects costs one relaxed load and a branch.
//!
//! # Invariants
//! - A raiser may hold latches and the lock manager's own lock. So a listener waits for nothing
//!   but its own short locks, does no I/O and raises no event.
//! - The fields of an event are those of its kind, in their order.

mod context;
mod table;
mod xml;

pub use context::{Context, Entered, Global, current, enter, with_context};
pub use table::{EventDef, EventKind, Field, FieldType, Map, Package};
pub use xml::escape;

use crate::clock::Clock;
use crate::ids::DatabaseId;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Arc, RwLock};
use std::collections::BTreeMap;

/// The value of a field or of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldValue {
    /// A boolean.
    Boolean(bool),
    /// A signed number.
    Int(i64),
    /// An unsigned number, or the key of a map.
    UInt(u64),
    /// A text or an XML document.
    Text(Box<str>),
}

impl From<&str> for FieldValue {
    fn from(text: &str) -> FieldValue {
        FieldValue::Text(text.into())
    }
}

/// An event that has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raised {
    /// The kind.
    pub kind: EventKind,
    /// The time in UTC, in nanoseconds since 1970.
    pub utc_ns: i64,
    /// The values of the kind's fields.
    pub fields: Vec<FieldValue>,
}

/// The receiver of the events of an instance.
pub trait Listener: Send + Sync {
    /// Receives an event on the thread that raised it. See the module's invariants.
    fn listen(&self, event: Raised);
}

/// The events of an instance.
pub struct Events {
    /// A bit for each kind that is collected.
    collected: AtomicU64,
    listener: RwLock<Option<Arc<dyn Listener>>>,
    /// The databases of the storages that have another id than their database.
    databases: RwLock<BTreeMap<DatabaseId, DatabaseId>>,
    clock: Arc<dyn Clock>,
}

impl Events {
    /// Returns the events of an instance that collects none. `clock` gives their times.
    pub fn new(clock: Arc<dyn Clock>) -> Events {
        let (listener, databases) = (RwLock::new(None), RwLock::default());
        Events { collected: AtomicU64::new(0), listener, databases, clock }
    }

    /// Sets the receiver of all later events.
    pub fn install(&self, listener: Arc<dyn Listener>) {
        *self.listener.write() = Some(listener);
    }

    /// Forgets the receiver. Later events are lost.
    pub fn uninstall(&self) {
        *self.listener.write() = None;
    }

    /// Sets the kinds that are collected.
    pub fn collect(&self, kinds: impl Iterator<Item = EventKind>) {
        self.collected.store(kinds.fold(0, |mask, kind| mask | bit(kind)), Ordering::Relaxed);
    }

    /// Whether an event session collects events of this kind.
    #[inline]
    pub fn is_collected(&self, kind: EventKind) -> bool {
        self.collected.load(Ordering::Relaxed) & bit(kind) != 0
    }

    /// Whether an event session collects events of any of these kinds.
    #[inline]
    pub fn is_any_collected(&self, kinds: KindSet) -> bool {
        self.collected.load(Ordering::Relaxed) & kinds.0 != 0
    }

    /// Records the database of a storage. Layers below the engine know a database by the id of its
    /// storage, which after a reopening may be another than the database's.
    pub fn set_database_of(&self, storage: DatabaseId, database: DatabaseId) {
        let mut databases = self.databases.write();
        if storage == database {
            databases.remove(&storage);
        } else {
            databases.insert(storage, database);
        }
    }

    /// Returns the id of the database whose storage has the id `storage`.
    pub fn database_id(&self, storage: DatabaseId) -> DatabaseId {
        self.databases.read().get(&storage).copied().unwrap_or(storage)
    }

    /// Returns the id of the database whose storage has the id `storage`, as a field.
    pub fn database_of(&self, storage: DatabaseId) -> FieldValue {
        FieldValue::UInt(self.database_id(storage).0.into())
    }

    /// Reports an event. `fields` is called only if the kind is collected.
    #[inline]
    pub fn raise(&self, kind: EventKind, fields: impl FnOnce() -> Vec<FieldValue>) {
        if self.is_collected(kind) {
            self.publish(kind, fields());
        }
    }

    #[cold]
    fn publish(&self, kind: EventKind, fields: Vec<FieldValue>) {
        debug_assert_eq!(fields.len(), kind.def().fields.len(), "the fields of {kind:?}");
        let listener = self.listener.read().clone();
        if let Some(listener) = listener {
            listener.listen(Raised { kind, utc_ns: self.clock.utc_ns(), fields });
        }
    }
}

/// Kinds of events that are raised at one place.
#[derive(Clone, Copy, Debug)]
pub struct KindSet(u64);

impl KindSet {
    /// Returns the set of `kinds`.
    pub const fn new(kinds: &[EventKind]) -> KindSet {
        let (mut mask, mut place) = (0, 0);
        while place < kinds.len() {
            mask |= bit(kinds[place]);
            place += 1;
        }
        KindSet(mask)
    }
}

#[inline]
const fn bit(kind: EventKind) -> u64 {
    1 << kind as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;
    use crate::sync::Mutex;

    #[derive(Default)]
    struct RaisedEvents(Mutex<Vec<Raised>>);

    impl Listener for RaisedEvents {
        fn listen(&self, event: Raised) {
            self.0.lock().push(event);
        }
    }

    #[test]
    fn only_collected_kinds_make_their_fields() {
        let events = Events::new(Arc::new(ManualClock::new(7)));
        let kept = Arc::<RaisedEvents>::default();
        events.install(kept.clone());
        let made = std::cell::Cell::new(0);
        let raise = |kind| {
            events.raise(kind, || {
                made.set(made.get() + 1);
                vec![FieldValue::from("GO")]
            });
        };
        raise(EventKind::SqlBatchStarting);
        events.collect([EventKind::SqlBatchStarting].into_iter());
        raise(EventKind::SqlBatchStarting);
        raise(EventKind::ErrorReported);
        assert_eq!(made.get(), 1);
        let any = |kinds: &[EventKind]| events.is_any_collected(KindSet::new(kinds));
        assert!(any(&[EventKind::ErrorReported, EventKind::SqlBatchStarting]) && !any(&[EventKind::ErrorReported]));
        let raised = Raised { kind: EventKind::SqlBatchStarting, utc_ns: 7, fields: vec![FieldValue::from("GO")] };
        assert_eq!(*kept.0.lock(), [raised]);
    }

    #[test]
    fn database_of_storage_is_its_own_id_or_recorded() {
        let events = Events::new(Arc::new(ManualClock::new(0)));
        let (database, spare) = (DatabaseId(5), DatabaseId(0x8000));
        events.set_database_of(spare, database);
        assert_eq!([database, spare].map(|id| events.database_of(id)), [5, 5].map(FieldValue::UInt));
        events.set_database_of(spare, spare);
        assert_eq!(events.database_of(spare), FieldValue::UInt(0x8000));
    }

    #[test]
    fn kinds_fit_the_mask_and_have_unique_names() {
        assert!(EventKind::ALL.len() <= 64);
        for (place, kind) in EventKind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, place);
            assert!(EventKind::ALL[..place].iter().all(|other| other.def().name != kind.def().name));
        }
    }
}
