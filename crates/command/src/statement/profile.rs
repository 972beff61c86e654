//! The plan of a statement that has run, with the rows that its operators returned: SET STATISTICS
//! PROFILE and XML.

use super::Env;
use sluice_base::sync::Arc;
use sluice_plan::Need;
use sluice_plan::node_key::Counted;
use sluice_query::operator::Counters;
use sluice_session::rights::Rights;
use sluice_showplan::{Counts, StoredPlan};
use sluice_table::database::Database;
use sluice_types::SqlError;

/// The plan of a compiled statement and the counters of its operators.
pub struct Profile {
    /// The plan.
    pub plan: Arc<StoredPlan>,
    counters: Counters,
}

impl Profile {
    /// Returns the plan of a statement with its counters.
    pub(super) fn new(plan: &Arc<StoredPlan>, counters: Counters) -> Profile {
        Profile { plan: Arc::clone(plan), counters }
    }

    /// Begins to count a run.
    pub(super) fn begin(&self) {
        self.counters.clear();
    }

    /// Returns the figures of an operator in the last run, which changed or returned `rows` rows.
    /// `None` if the operator isn't counted. The only row of an INSERT has no operator.
    pub fn counted(&self, counts: Counts, rows: u64) -> Option<Counted> {
        match counts {
            Counts::None => None,
            Counts::Node(key) => self.counters.get(key),
            Counts::Lookups(key) => {
                let rows = self.counters.get(key)?.rows;
                Some(Counted { rows, executions: rows, ends: 0 })
            }
            Counts::Changed => Some(Counted { rows, executions: 1, ends: 1 }),
            Counts::Once => Some(Counted { rows: 1, executions: 1, ends: 1 }),
        }
    }
}

/// Fails unless the session has SHOWPLAN in the databases that a statement names
/// (`t-sql/statements/set-statistics-xml-transact-sql.md`). The error is 262. Databases that aren't
/// open are left out.
pub fn may_show_plan(env: &Env<'_, '_>, needs: &[Need], database: &Arc<Database>) -> Result<(), SqlError> {
    let host = env.context.host;
    let others = needs.iter().filter_map(|need| host.database(need.database.as_deref()?));
    let mut databases = vec![Arc::clone(database)];
    databases.extend(others.filter(|other| !Arc::ptr_eq(other, database)));
    Rights::new(env.state, host).show_plan(&databases)
}
