//! Services of a batch for its expressions and operators.

use super::context::CallContext;
use super::function_rows::{Caller, FunctionCall};
use super::helper_contexts::degree;
use crate::configuration_options::QUERY_WAIT;
use crate::host::{SystemView, ViewContext, ViewRows};
use crate::object_filter::ObjectFilter;
use sluice_base::grants::Grants;
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_base::waits::Waits;
use sluice_functions::FunctionContext;
use sluice_plan::unsupported;
use sluice_query::code::Globals;
use sluice_query::code::context::{self, CallSite, Context, ViewRead};
use sluice_table::database::Database;
use sluice_table::databases::Databases;
use sluice_types::SqlError;
use sluice_types::date_text::DateOrder;

impl Context for CallContext<'_> {
    fn databases(&self) -> &dyn Databases {
        self.host
    }

    fn grants(&self) -> &Arc<Grants> {
        self.host.grants()
    }

    fn query_wait_s(&self) -> i32 {
        self.host.configurations().in_use(QUERY_WAIT)
    }

    fn degree(&self, cost: f64, hint: Option<u16>) -> usize {
        degree(self.host, &self.database, cost, hint)
    }

    fn run_together(&self, wanted: usize, help: &(dyn Fn(&dyn Context) + Sync), own: &mut dyn FnMut()) {
        self.run_with_helpers(wanted, help, own);
    }

    fn waits(&self) -> &Waits {
        self.host.waits()
    }

    #[inline]
    fn database(&self) -> &Arc<Database> {
        &self.database
    }

    fn session(&self) -> SessionId {
        self.session
    }

    #[inline(always)]
    fn cancel_flag(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    fn date_order(&self) -> DateOrder {
        self.values.date_order()
    }

    fn note_rows_read(&self, rows: u64) {
        if let Some(sight) = &self.sight {
            sight.note_rows_read(rows);
        }
    }

    #[inline(always)]
    fn next_statement(&self) {
        self.now.set(None);
        self.timer.pass();
    }

    #[inline(always)]
    fn enter_call(&self, globals: &Globals) -> &dyn FunctionContext {
        self.timer.let_go();
        self.in_transaction.set(globals.tran_count > 0);
        self.level.set(globals.nest_level);
        self
    }

    #[inline(always)]
    fn leave_call(&self) -> Result<(), SqlError> {
        match self.failed.take() {
            None => Ok(()),
            Some(error) => Err(*error),
        }
    }

    fn function_rows(&self, call: context::FunctionCall<'_>) -> Result<ViewRows, SqlError> {
        let functions = self.functions.as_ref().ok_or_else(|| unsupported("function of several statements here"))?;
        let (function, arguments, lent) = (call.function, call.arguments, call.lent);
        functions.rows(FunctionCall { function, arguments, lent, caller: self.caller(call.site) })
    }

    fn view_rows(&self, read: ViewRead<'_>) -> Result<ViewRows, SqlError> {
        let Some(view) = read.view.downcast_ref::<Arc<dyn SystemView>>() else {
            unreachable!("`SessionNames` makes all handles of views")
        };
        let (who, definitions) = (self.who(), self.definitions());
        let catalog = definitions.catalog(read.database);
        let limited = self.limited(read.database, &catalog);
        let caller = self.caller(read.site);
        let context = ViewContext {
            host: self.host,
            database: read.database,
            catalog: limited.as_ref().map_or(&catalog, |limited| &limited.seen),
            whole: &catalog,
            definitions,
            limits: limited.as_ref().map(|limited| &limited.access),
            session: self.session,
            who,
            permissions: self,
            first_results: &caller,
            arguments: read.arguments,
            wanted: read.wanted,
            objects: ObjectFilter::new(view.def(), read.sought),
        };
        view.rows(&context)
    }
}

impl CallContext<'_> {
    fn caller<'c>(&'c self, site: CallSite<'c>) -> Caller<'c> {
        Caller { context: self, globals: site.globals, sight: site.sight }
    }
}
