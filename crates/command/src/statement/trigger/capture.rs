//! Captures the rows of a change for its triggers.

use crate::captured::CapturedRows;
use crate::triggers::{FiredEvent, Firing};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, TriggerEvent, TriggerEvents};
use sluice_plan::BoundFiring;
use sluice_table::database::Database;
use sluice_table::databases::Databases;
use sluice_types::{SqlError, Value};

/// Captures the rows of one statement by trigger event. The rows are those of `inserted` and
/// `deleted`, for each event of the statement that has triggers.
pub(in crate::statement) struct Capturing {
    database: Arc<Database>,
    triggers: Arc<[Arc<Module>]>,
    columns: Arc<[Column]>,
    events: TriggerEvents,
    // Ids of the columns that an UPDATE sets.
    updated: Arc<[u16]>,
    rows: Vec<CapturedEvent>,
    cascades_fire: bool,
}

/// The captured rows of one event.
struct CapturedEvent {
    event: TriggerEvent,
    inserted: CapturedRows,
    deleted: CapturedRows,
}

impl Capturing {
    /// Returns a capture without rows for the triggers that `firing` names.
    pub(in crate::statement) fn new(firing: &BoundFiring, database: Arc<Database>) -> Capturing {
        Capturing {
            database,
            triggers: Arc::from(firing.triggers.as_slice()),
            columns: Arc::from(firing.columns.as_slice()),
            events: firing.events,
            updated: Arc::from(firing.updated.as_slice()),
            rows: Vec::new(),
            cascades_fire: firing.cascades_fire,
        }
    }

    /// Starts a statement with no rows. Rows of an earlier run are forgotten.
    pub(in crate::statement) fn begin(&mut self) {
        let kept = |event| CapturedEvent {
            event,
            inserted: CapturedRows::for_database(&self.database),
            deleted: CapturedRows::for_database(&self.database),
        };
        self.rows = self.events.each().map(kept).collect();
    }

    /// Captures a row. `values` has the layout of [`sluice_plan::BoundCapture`]: the new row, then
    /// the old row. Events without triggers keep nothing. Fails if memory and tempdb have no room.
    pub(in crate::statement) fn keep(
        &mut self,
        host: &dyn Databases,
        mut values: Vec<Value>,
        event: TriggerEvent,
    ) -> Result<(), SqlError> {
        let width = self.columns.len();
        let Some(kept) = self.rows.iter_mut().find(|kept| kept.event == event) else { return Ok(()) };
        let old = if values.len() > width { values.split_off(width) } else { Vec::new() };
        match event {
            TriggerEvent::Insert => kept.inserted.push(host, values),
            // A DELETE statement has only the old row; a MERGE has the old row after the new one.
            TriggerEvent::Delete => kept.deleted.push(host, if old.is_empty() { values } else { old }),
            TriggerEvent::Update => {
                kept.inserted.push(host, values)?;
                kept.deleted.push(host, old)
            }
        }
    }

    /// Ends the statement and returns the captured rows for its triggers. The capture is empty
    /// afterwards. `count` is the statement's row count, and the bits of changed columns come with
    /// UPDATE.
    pub(in crate::statement) fn finish(&mut self, count: u64) -> Firing {
        let rows = std::mem::take(&mut self.rows);
        let event = |kept: CapturedEvent| FiredEvent {
            event: kept.event,
            updated: self.bits(kept.event),
            inserted: Arc::new(kept.inserted),
            deleted: Arc::new(kept.deleted),
        };
        Firing {
            database: Arc::clone(&self.database),
            triggers: Arc::clone(&self.triggers),
            columns: Arc::clone(&self.columns),
            events: rows.into_iter().map(event).collect(),
            count,
            kind: None,
            is_alone: false,
            cascaded: Vec::new(),
        }
    }

    /// Returns a bit mask by column id of the columns that `event` writes: all for INSERT, none for
    /// DELETE.
    fn bits(&self, event: TriggerEvent) -> Arc<[u8]> {
        let ids = || self.columns.iter().map(|column| column.id);
        let mut bits = vec![0; usize::from(ids().max().unwrap_or_default()).div_ceil(8)];
        let updated = |id: &u16| match event {
            TriggerEvent::Insert => true,
            TriggerEvent::Update => self.updated.contains(id),
            TriggerEvent::Delete => false,
        };
        for place in ids().filter(updated).filter_map(|id| id.checked_sub(1)) {
            bits[usize::from(place / 8)] |= 1 << (place % 8);
        }
        Arc::from(bits)
    }

    /// Whether triggers receive the rows, or those of cascades. Otherwise the rows are captured for
    /// indexed views alone.
    pub(in crate::statement) fn has_triggers(&self) -> bool {
        !self.triggers.is_empty() || self.cascades_fire
    }

    /// The statement's first event. `None` if no trigger is to fire.
    pub(in crate::statement) fn event(&self) -> Option<TriggerEvent> {
        self.events.each().next()
    }
}
