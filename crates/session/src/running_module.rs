//! The running batch or module: the names that only it knows, and the limits on its statements.

use crate::host::SystemView;
use crate::table_variables::TableVariables;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_plan::Binding;

/// The schema in which a statement's names without a schema are looked up before dbo
/// (`t-sql/statements/create-procedure-transact-sql.md`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum FirstSchema {
    /// The default schema of the session's user: in batches and dynamic statements.
    #[default]
    OfUser,
    /// The schema of the running module; `None` for dbo.
    OfModule(Option<Arc<str>>),
}

impl FirstSchema {
    /// Returns the lookup rule inside modules of `schema`: names without a schema are looked up
    /// there first, then in dbo.
    pub fn of_module(schema: &str) -> FirstSchema {
        FirstSchema::OfModule(Some(schema).filter(|schema| *schema != DEFAULT_SCHEMA).map(Arc::from))
    }
}

/// Rows that stand for a table inside views.
pub struct StandIn {
    /// The table.
    pub table: ObjectId,
    /// The rows, under a name that no other rows of the session have.
    pub rows: Arc<dyn SystemView>,
}

/// The running batch or module.
#[derive(Default)]
pub struct RunningModule {
    /// Schema in which names are looked up first.
    pub schema: FirstSchema,
    /// The multi-statement function that is being created WITH SCHEMABINDING.
    pub binding: Option<Binding>,
    /// `inserted` and `deleted` of the running trigger. Modules that it calls don't see them.
    pub trigger_rows: Option<[Arc<dyn SystemView>; 2]>,
    /// Captured rows that only the running statement can name.
    pub captured: Option<Arc<dyn SystemView>>,
    /// Tables for which other rows stand inside views, in the running statement.
    pub stand_ins: Vec<StandIn>,
    /// Table variables of the batch or module.
    pub table_variables: TableVariables,
    /// `@@TRANCOUNT` at the start of the running INSERT ... EXECUTE.
    pub inserting: Option<i32>,
}
