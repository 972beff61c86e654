//! Threads that help a statement of the batch. Each has a context of its own for its expressions.

use super::context::CallContext;
use crate::configuration_options::{COST_THRESHOLD, MAX_DEGREE};
use crate::host::Host;
use crate::session_sight::SessionSight;
use sluice_base::helped_request::HelpedRequest;
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_base::waits::WaitType;
use sluice_functions::{FunctionContext, SessionValues};
use sluice_query::code::context::Context;
use sluice_table::database::Database;
use sluice_table::own_definitions::OwnDefinitions;

/// The parts of a batch's context that its helpers share.
struct HelperParts<'a> {
    host: &'a dyn Host,
    database: Arc<Database>,
    callers_database: Option<Arc<Database>>,
    session: SessionId,
    cancel: Arc<AtomicBool>,
    values: Arc<SessionValues>,
    sight: Option<Arc<SessionSight>>,
    definitions: Arc<OwnDefinitions>,
    /// The time of the statement, which is the same for all its rows.
    now_ns: i64,
}

impl<'a> HelperParts<'a> {
    /// Returns the parts of a context whose statement has the time `now_ns`.
    fn new(context: &CallContext<'a>, now_ns: i64) -> HelperParts<'a> {
        HelperParts {
            host: context.host,
            database: Arc::clone(&context.database),
            callers_database: context.callers_database.clone(),
            session: context.session,
            cancel: Arc::clone(&context.cancel),
            values: Arc::clone(&context.values),
            sight: context.sight.clone(),
            definitions: Arc::clone(&context.definitions),
            now_ns,
        }
    }

    /// Returns a context for one helper.
    fn context(&self) -> CallContext<'a> {
        let (database, cancel) = (Arc::clone(&self.database), Arc::clone(&self.cancel));
        let mut context = CallContext::new(self.host, database, self.session, cancel);
        context = context.with_values(Arc::clone(&self.values));
        context.callers_database.clone_from(&self.callers_database);
        context.sight.clone_from(&self.sight);
        context.definitions = Arc::clone(&self.definitions);
        context.now.set(Some(self.now_ns));
        context
    }
}

/// Returns the greatest number of threads for a plan of this estimated cost. `hint` is the value of
/// OPTION (MAXDOP), which replaces the scoped configuration MAXDOP of the current database. Unless
/// that is 0, it replaces 'max degree of parallelism'; 0 means one thread for each processor
/// (`configure-the-max-degree-of-parallelism-server-configuration-option.md`).
pub fn degree(host: &dyn Host, database: &Database, cost: f64, hint: Option<u16>) -> usize {
    let options = host.configurations();
    if cost <= f64::from(options.in_use(COST_THRESHOLD)) {
        return 1;
    }
    let configured = || match database.options().max_degree {
        0 => usize::try_from(options.in_use(MAX_DEGREE)).unwrap_or_default(),
        scoped => scoped.into(),
    };
    match (hint.map_or_else(configured, usize::from), host.degree_max()) {
        (0, most) => most,
        (wanted, most) => wanted.min(most),
    }
}

impl CallContext<'_> {
    /// Runs `own` on this thread and `help` on up to `wanted` others, as [`Context::run_together`]
    /// describes.
    pub(super) fn run_with_helpers(&self, wanted: usize, help: &(dyn Fn(&dyn Context) + Sync), own: &mut dyn FnMut()) {
        let (parts, request) = (HelperParts::new(self, self.utc_now_ns()), HelpedRequest::current());
        let mut waiting = None;
        let helped = || request.help(|| help(&parts.context()));
        self.host.run_together(wanted, &helped, &mut |helpers| {
            if let Some(sight) = &self.sight {
                sight.set_degree(helpers + 1);
            }
            own();
            waiting = (helpers > 0).then(|| self.host.waits().begin(WaitType::ParallelConsumer));
        });
        drop(waiting);
        request.settle();
    }
}
