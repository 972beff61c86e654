//! Triggers that a statement fires: what it hands on to them.
//!
//! What they see of the statement's rows is kept as [`crate::captured`] keeps result sets. They run when the statement is through, within its
//! transaction (`batch::fire`).

use crate::captured::CapturedRows;
use crate::host::{SystemView, ViewContext, ViewRows};
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::{Column, Module, SystemViewDef, TriggerEvent, ViewPermission};
use sluice_table::database::Database;
use sluice_types::SqlError;

/// What a statement hands on to its triggers.
pub struct Firing {
    /// The database that they are in.
    pub database: Arc<Database>,
    /// The triggers, in the order in which they fire.
    pub triggers: Arc<[Arc<Module>]>,
    /// The columns of `inserted` and `deleted`.
    pub columns: Arc<[Column]>,
    /// What the statement has done, and the rows of each.
    pub events: Vec<FiredEvent>,
    /// How many rows the statement is about.
    pub count: u64,
    /// Whether the statement began the transaction, which ends with it.
    pub is_alone: bool,
}

impl Firing {
    /// Whether the triggers run in place of the statement.
    pub fn is_instead(&self) -> bool {
        self.triggers.iter().any(|module| module.trigger.is_some_and(|trigger| trigger.instead_of))
    }
}

/// The rows of one event.
pub struct FiredEvent {
    /// Which.
    pub event: TriggerEvent,
    /// A bit for each column that gets values by it.
    pub updated: Arc<[u8]>,
    /// The rows as they are now.
    pub inserted: Arc<CapturedRows>,
    /// The rows as they were.
    pub deleted: Arc<CapturedRows>,
}

/// `inserted` and `deleted` of a compiled trigger: its statements are bound to them, and find in them the rows of each run.
pub struct TriggerTables {
    columns: Arc<[Column]>,
    inserted: Arc<TriggerRows>,
    deleted: Arc<TriggerRows>,
}

/// One of the two.
struct TriggerRows {
    def: Arc<SystemViewDef>,
    rows: Mutex<Option<Arc<CapturedRows>>>,
}

impl TriggerTables {
    /// Without rows.
    pub fn new(columns: Arc<[Column]>) -> TriggerTables {
        let rows = |name| {
            let columns = columns.to_vec();
            let def = Arc::new(SystemViewDef {
                schema: "",
                name,
                permission: ViewPermission::Own,
                columns,
                parameters: None,
            });
            Arc::new(TriggerRows { def, rows: Mutex::new(None) })
        };
        TriggerTables { inserted: rows(INSERTED), deleted: rows(DELETED), columns }
    }

    /// Whether they have these columns.
    pub fn are_of(&self, columns: &[Column]) -> bool {
        *self.columns == *columns
    }

    /// The trigger runs for these rows.
    pub fn fill(&self, event: &FiredEvent) {
        *self.inserted.rows.lock() = Some(Arc::clone(&event.inserted));
        *self.deleted.rows.lock() = Some(Arc::clone(&event.deleted));
    }

    /// It is through.
    pub fn empty(&self) {
        *self.inserted.rows.lock() = None;
        *self.deleted.rows.lock() = None;
    }

    /// The two, as statements are bound to them.
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
