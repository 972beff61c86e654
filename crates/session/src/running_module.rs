//! The running batch or module: the names that only it knows, and the limits on its statements.

use crate::host::SystemView;
use crate::table_variables::TableVariables;
use sluice_base::sync::Arc;
use sluice_plan::Binding;

/// The running batch or module.
#[derive(Default)]
pub struct RunningModule {
    /// Schema of the module, if it isn't the default schema. Names are looked up in this schema
    /// first.
    pub schema: Option<Arc<str>>,
    /// The multi-statement function that is being created WITH SCHEMABINDING.
    pub binding: Option<Binding>,
    /// `inserted` and `deleted` of the running trigger. Modules that it calls don't see them.
    pub trigger_rows: Option<[Arc<dyn SystemView>; 2]>,
    /// Captured rows that only the running statement can name.
    pub captured: Option<Arc<dyn SystemView>>,
    /// Table variables of the batch or module.
    pub table_variables: TableVariables,
    /// `@@TRANCOUNT` at the start of the running INSERT ... EXECUTE.
    pub inserting: Option<i32>,
}
