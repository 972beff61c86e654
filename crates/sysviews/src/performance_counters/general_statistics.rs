//! `sql-server-general-statistics-object`: connections, temporary tables, transactions.

use super::counters::{Counters, PER_SECOND, PLAIN};
use crate::blocking::blocked;
use crate::exec_sessions::children_of;
use crate::transactions::open_beside;
use sluice_base::usage::UsageTotals;
use sluice_base::work_counts::WorkCount;
use sluice_session::ViewContext;
use sluice_table::temporary::{TEMPDB, is_temporary};

/// Adds the counters of the instance's sessions. A connection with MARS has a logical connection
/// for each of its SMP sessions, another one a single. Requests of a connection run in turn, so
/// they have no deadlocks.
pub(super) fn add(context: &ViewContext<'_>, totals: &UsageTotals, counters: &mut Counters) {
    counters.begin_object("SQLServer:General Statistics");
    let host = context.host;
    let count = |kind| totals.work.get(kind);
    let sessions = host.sessions();
    let logical = sessions.iter().map(|session| children_of(session).len().max(1) as u64).sum();
    let made = count(WorkCount::TempTable) + count(WorkCount::TableVariable);
    let gauges = [
        ("User Connections", sessions.len() as u64),
        ("Logical Connections", logical),
        ("Processes blocked", blocked(context).len() as u64),
        ("Transactions", open_beside(context).len() as u64),
        ("Active Temp Tables", temporary_tables(context, totals)),
        ("Mars Deadlocks", 0),
    ];
    let rates = [
        ("Logins/sec", host.connections_made()),
        ("Logouts/sec", host.connections_ended()),
        ("Connection resets/sec", count(WorkCount::ConnectionReset)),
        ("Temp Tables Creation Rate", made),
    ];
    gauges.into_iter().for_each(|(counter, value)| counters.add((counter, ""), value, PLAIN));
    rates.into_iter().for_each(|(counter, value)| counters.add((counter, ""), value, PER_SECOND));
}

/// Returns the number of committed temporary tables and of table variables.
fn temporary_tables(context: &ViewContext<'_>, totals: &UsageTotals) -> u64 {
    let tempdb = context.host.database(TEMPDB);
    let is_counted = |table: &&sluice_base::sync::Arc<sluice_catalog::Table>| is_temporary(&table.name);
    let tables = tempdb.map_or(0, |tempdb| tempdb.catalog().tables().into_iter().filter(is_counted).count());
    let made = totals.work.get(WorkCount::TableVariable);
    tables as u64 + made.saturating_sub(totals.work.get(WorkCount::TableVariableEnd))
}
