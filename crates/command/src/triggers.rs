//! The rows that a statement passes to the triggers it fires.
//!
//! The rows are stored as [`crate::captured`] stores result sets. Triggers run after the statement,
//! within its transaction (`batch::fire`).

use crate::captured::CapturedRows;
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::{Column, Module, SystemViewDef, TriggerEvent, ViewPermission};
use sluice_session::StatementKind;
use sluice_session::host::{SystemView, ViewContext, ViewRows};
use sluice_table::database::Database;
use sluice_table::databases::Databases;
use sluice_types::SqlError;

/// The triggers that a statement fires, and their input.
pub struct Firing {
    /// Database of the triggers.
    pub database: Arc<Database>,
    /// Triggers in firing order.
    pub triggers: Arc<[Arc<Module>]>,
    /// Columns of `inserted` and `deleted`.
    pub columns: Arc<[Column]>,
    /// Events of the statement, each with its rows.
    pub events: Vec<FiredEvent>,
    /// Number of rows that the statement affected.
    pub count: u64,
    /// Whether the transaction was begun by the statement and ends with it.
    pub is_alone: bool,
    /// Kind of the statement. `None` for a bulk load.
    pub kind: Option<StatementKind>,
    /// Firings of the tables that the statement's cascades have changed. Their triggers run before
    /// those of the statement's table, in this order.
    pub cascaded: Vec<Firing>,
}

impl Firing {
    /// Adds the rows of another part of the same statement. Both have the same columns and events.
    /// The rows must not be shared yet: shared rows get none. Fails if memory and tempdb have no
    /// room.
    pub(crate) fn append(&mut self, host: &dyn Databases, part: &Firing) -> Result<(), SqlError> {
        for (event, added) in self.events.iter_mut().zip(&part.events) {
            let width = self.columns.len();
            for (rows, added) in [(&mut event.inserted, &added.inserted), (&mut event.deleted, &added.deleted)] {
                let Some(rows) = Arc::get_mut(rows) else { continue };
                (0..added.count()).try_for_each(|place| rows.push(host, added.get(place, width)?))?;
            }
        }
        Ok(())
    }
}

/// An event and its rows.
pub struct FiredEvent {
    /// Kind of the event.
    pub event: TriggerEvent,
    /// A bit for each column that the event sets.
    pub updated: Arc<[u8]>,
    /// New rows.
    pub inserted: Arc<CapturedRows>,
    /// Old rows.
    pub deleted: Arc<CapturedRows>,
}

/// `inserted` and `deleted` of a compiled trigger. Its statements are bound to them; each run fills
/// them. The rows are those of the running trigger only.
pub struct TriggerTables {
    columns: Arc<[Column]>,
    inserted: Arc<TriggerRows>,
    deleted: Arc<TriggerRows>,
}

/// Rows of `inserted` or `deleted`.
struct TriggerRows {
    def: Arc<SystemViewDef>,
    rows: Mutex<Option<Arc<CapturedRows>>>,
}

impl TriggerTables {
    /// Returns the tables without rows. An INSTEAD OF trigger can read text, ntext and image
    /// columns, so it gets them as columns of the `max` types. Both are views without a schema.
    pub fn new(columns: Arc<[Column]>, instead_of: bool) -> TriggerTables {
        let rows = |name| {
            let mut columns = columns.to_vec();
            let lobs = columns.iter_mut().filter(|column| instead_of && column.data_type.is_lob());
            lobs.for_each(|column| column.data_type = column.data_type.stored());
            let def = Arc::new(SystemViewDef {
                schema: "",
                name,
                permission: ViewPermission::Own,
                columns,
                parameters: None,
                reach: sluice_catalog::ViewReach::default(),
            });
            Arc::new(TriggerRows { def, rows: Mutex::new(None) })
        };
        TriggerTables { inserted: rows(INSERTED), deleted: rows(DELETED), columns }
    }

    /// Whether the tables have these columns.
    pub fn are_of(&self, columns: &[Column]) -> bool {
        *self.columns == *columns
    }

    /// Sets the rows of a run.
    pub fn fill(&self, event: &FiredEvent) {
        *self.inserted.rows.lock() = Some(Arc::clone(&event.inserted));
        *self.deleted.rows.lock() = Some(Arc::clone(&event.deleted));
    }

    /// Removes the rows after a run.
    pub fn empty(&self) {
        *self.inserted.rows.lock() = None;
        *self.deleted.rows.lock() = None;
    }

    /// Returns `inserted` and `deleted` as views.
    pub fn views(&self) -> [Arc<dyn SystemView>; 2] {
        [&self.inserted, &self.deleted].map(|rows| Arc::clone(rows) as Arc<dyn SystemView>)
    }
}

impl SystemView for TriggerRows {
    fn def(&self) -> &Arc<SystemViewDef> {
        &self.def
    }

    fn rows(&self, _: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
        let (rows, width) = (self.rows.lock().clone(), self.def.columns.len());
        let Some(rows) = rows else { return Ok(Box::new(std::iter::empty())) };
        Ok(Box::new((0..rows.count()).map(move |place| rows.get(place, width))))
    }
}

const INSERTED: &str = "inserted";
const DELETED: &str = "deleted";
