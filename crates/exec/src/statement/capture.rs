//! The rows of a change, kept for its triggers.

use super::output::Output;
use crate::captured::CapturedRows;
use crate::host::Host;
use crate::triggers::{FiredEvent, Firing};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Module, TriggerEvent, TriggerEvents};
use sluice_plan::BoundFiring;
use sluice_table::database::Database;
use sluice_types::{SqlError, Value};

/// Keeps the rows of one kind of statement.
pub(super) struct Capturing {
    database: Arc<Database>,
    triggers: Arc<[Arc<Module>]>,
    columns: Arc<[Column]>,
    events: TriggerEvents,
    // The ids of the columns that an UPDATE sets.
    updated: Arc<[u16]>,
    rows: Vec<Kept>,
}

/// The rows of one event.
struct Kept {
    event: TriggerEvent,
    inserted: CapturedRows,
    deleted: CapturedRows,
}

/// A change whose rows are kept: what makes their values, and where they are kept.
pub(super) struct Captured {
    /// The values.
    pub(super) output: Output,
    /// The rows.
    pub(super) rows: Capturing,
}

impl Capturing {
    /// Nothing is kept yet.
    pub(super) fn new(firing: &BoundFiring, database: Arc<Database>) -> Capturing {
        Capturing {
            database,
            triggers: Arc::from(firing.triggers.as_slice()),
            columns: Arc::from(firing.columns.as_slice()),
            events: firing.events,
            updated: Arc::from(firing.updated.as_slice()),
            rows: Vec::new(),
        }
    }

    /// A statement begins.
    pub(super) fn begin(&mut self) {
        let kept = |event| Kept {
            event,
            inserted: CapturedRows::of(&self.database),
            deleted: CapturedRows::of(&self.database),
        };
        self.rows = self.events.each().map(kept).collect();
    }

    /// A row, as [`sluice_plan::BoundCapture`] has its values.
    pub(super) fn keep(
        &mut self,
        host: &dyn Host,
        mut values: Vec<Value>,
        event: TriggerEvent,
    ) -> Result<(), SqlError> {
        let width = self.columns.len();
        let Some(kept) = self.rows.iter_mut().find(|kept| kept.event == event) else { return Ok(()) };
        let old = if values.len() > width { values.split_off(width) } else { Vec::new() };
        match event {
            TriggerEvent::Insert => kept.inserted.push(host, values),
            // A statement that only deletes has no others; a MERGE has them behind.
            TriggerEvent::Delete => kept.deleted.push(host, if old.is_empty() { values } else { old }),
            TriggerEvent::Update => {
                kept.inserted.push(host, values)?;
                kept.deleted.push(host, old)
            }
        }
    }

    /// The statement is through: what its triggers get.
    pub(super) fn finish(&mut self, count: u64) -> Firing {
        let rows = std::mem::take(&mut self.rows);
        let event = |kept: Kept| FiredEvent {
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
            is_alone: false,
        }
    }

    /// A bit for each column that gets values by `event`, by its id: all of them, if rows come.
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

    /// What the statement does, if it does one thing.
    pub(super) fn event(&self) -> Option<TriggerEvent> {
        self.events.each().next()
    }
}
