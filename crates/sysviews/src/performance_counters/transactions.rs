//! `sql-server-transactions-object`: open transactions, row versions, and the space for them.

use super::counters::{Counters, PLAIN};
use crate::transactions::open_beside;
use sluice_access as access;
use sluice_base::sync::Arc;
use sluice_session::{SeenTransaction, SessionSight, ViewContext};
use sluice_table::temporary::TEMPDB;
use sluice_txn::StorageError;

/// Adds the gauges of transactions. All databases share one version store. The space in tempdb has
/// no row if its files can't be read.
pub(super) fn add(context: &ViewContext<'_>, counters: &mut Counters) {
    counters.begin_object("SQLServer:Transactions");
    let open = open_beside(context);
    let now_ns = context.host.clock().utc_ns();
    let sees_versions = |(session, _): &&(Arc<SessionSight>, SeenTransaction)| {
        let database = context.host.database_by_id(session.database());
        let is_versioned = database.is_some_and(|database| database.options().read_committed_snapshot);
        is_versioned || session.transaction.is_snapshot()
    };
    let oldest_ns = open.iter().filter(sees_versions).map(|(_, seen)| seen.began_ns).min().unwrap_or(now_ns);
    let longest_s = now_ns.saturating_sub(oldest_ns).max(0) as u64 / NS_OF_S;
    let snapshots = open.iter().filter(|(session, seen)| seen.open > 0 && session.transaction.is_snapshot());
    let versions = context.database.storage.versions.bytes();
    let gauges = [
        ("Transactions", open.len() as u64),
        ("Snapshot Transactions", snapshots.count() as u64),
        ("Longest Transaction Running Time", longest_s),
        ("Version Store Size (KB)", versions.div_ceil(1024)),
    ];
    gauges.into_iter().for_each(|(counter, value)| counters.add((counter, ""), value, PLAIN));
    if let Some(free) = free_in_tempdb(context) {
        counters.add(("Free Space in tempdb (KB)", ""), free, PLAIN);
    }
}

/// Returns the free space in the files of tempdb, in KB.
fn free_in_tempdb(context: &ViewContext<'_>) -> Option<u64> {
    let tempdb = context.host.database(TEMPDB)?;
    let storage = &tempdb.storage;
    let free = |file| -> Result<u64, StorageError> {
        let used = access::used_extents(storage, file)? * access::EXTENT_PAGES;
        Ok(access::file_pages(storage, file)?.saturating_sub(used).into())
    };
    let pages = storage.space.files().iter().map(|file| free(file.id)).sum::<Result<u64, StorageError>>();
    Some(pages.ok()? * PAGE_KB)
}

const NS_OF_S: u64 = 1_000_000_000;
const PAGE_KB: u64 = 8;
