//! `sql-server-memory-manager-object`: gauges of memory in KB, the numbers of memory grants and of
//! locks.

use super::counters::{Counters, PLAIN};
use sluice_base::grants::most_granted;
use sluice_base::hash::HashSet;
use sluice_base::memory::Clerk;
use sluice_session::ViewContext;
use sluice_txn::LockStatus;

/// Adds the gauges. A lock block is a locked resource, a lock owner block an owner's lock on it.
pub(super) fn add(context: &ViewContext<'_>, counters: &mut Counters) {
    counters.begin_object("SQLServer:Memory Manager");
    let (storage, grants) = (&context.database.storage, context.host.grants());
    let broker = storage.pool.broker();
    let held = |clerks: &[Clerk]| clerks.iter().map(|clerk| broker.held_by(*clerk)).sum::<u64>() / 1024;
    let mut locks = storage.locks.inventory();
    locks.retain(|lock| lock.status == LockStatus::Granted);
    let resources: HashSet<_> = locks.iter().map(|lock| lock.resource).collect();
    let pool = broker.held_by(Clerk::BufferPool);
    let gauges = [
        ("Connection Memory (KB)", held(&[Clerk::Connections, Clerk::Buffers])),
        ("Database Cache Memory (KB)", storage.pool.pages() as u64 * PAGE_KB),
        ("Granted Workspace Memory (KB)", grants.granted_bytes() / 1024),
        ("Lock Blocks", resources.len() as u64),
        ("Lock Memory (KB)", held(&[Clerk::LockManager])),
        ("Lock Owner Blocks", locks.len() as u64),
        ("Log Pool Memory (KB)", held(&[Clerk::LogBuffer])),
        ("Maximum Workspace Memory (KB)", most_granted(broker.limit()) / 1024),
        ("Memory Grants Outstanding", grants.given() as u64),
        ("Memory Grants Pending", grants.waiting() as u64),
        ("SQL Cache Memory (KB)", held(&[Clerk::Plans])),
        ("Stolen Server Memory (KB)", broker.held().saturating_sub(pool) / 1024),
        ("Target Server Memory (KB)", broker.limit() / 1024),
        ("Total Server Memory (KB)", broker.held() / 1024),
    ];
    gauges.into_iter().for_each(|(counter, value)| counters.add((counter, ""), value, PLAIN));
}

const PAGE_KB: u64 = 8;
