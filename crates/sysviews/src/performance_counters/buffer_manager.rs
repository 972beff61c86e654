//! `sql-server-buffer-manager-object`: the buffer pool, which all databases share, and its
//! extension. Counters of the extension are 0 without one.
//!
//! Page lookups are those of requests; the engine's own threads don't count theirs. The hit ratio
//! is that of all lookups since the instance started.

use super::counters::{Counters, PER_SECOND, PLAIN};
use sluice_base::usage::UsageTotals;
use sluice_buffer::{BufferPool, ExtensionStatus};
use sluice_session::ViewContext;

/// Adds the counters of the buffer pool.
pub(super) fn add(context: &ViewContext<'_>, totals: &UsageTotals, counters: &mut Counters) {
    counters.begin_object("SQLServer:Buffer Manager");
    let pool = &context.database.storage.pool;
    for (counter, kind, read) in COUNTERS {
        counters.add((counter, ""), read(pool), *kind);
    }
    let pages = totals.used.pages;
    let hits = pages.logical_reads.saturating_sub(pages.physical_reads);
    counters.add(("Page lookups/sec", ""), pages.logical_reads, PER_SECOND);
    counters.add_ratio(("Buffer cache hit ratio", "Buffer cache hit ratio base"), "", hits, pages.logical_reads);
}

type ReadPool = fn(&BufferPool) -> u64;

const COUNTERS: &[(&str, i32, ReadPool)] = &[
    ("Page reads/sec", PER_SECOND, |pool| pool.counters().page_reads.get()),
    ("Readahead pages/sec", PER_SECOND, |pool| pool.counters().read_ahead_pages.get()),
    ("Readahead time/sec", PER_SECOND, |pool| pool.counters().read_ahead_ns.get() / 1_000),
    ("Page life expectancy", PLAIN, |pool| pool.page_life_s()),
    ("Page writes/sec", PER_SECOND, |pool| pool.counters().page_writes.get()),
    ("Checkpoint pages/sec", PER_SECOND, |pool| pool.counters().checkpoint_pages.get()),
    ("Background writer pages/sec", PER_SECOND, |pool| pool.counters().background_writer_pages.get()),
    ("Lazy writes/sec", PER_SECOND, |pool| pool.counters().lazy_writes.get()),
    ("Free list stalls/sec", PER_SECOND, |pool| pool.counters().free_list_stalls.get()),
    ("Database pages", PLAIN, |pool| pool.pages() as u64),
    ("Target pages", PLAIN, |pool| pool.target_pages() as u64),
    ("Extension page writes/sec", PER_SECOND, |pool| pool.counters().extension_page_writes.get()),
    ("Extension page reads/sec", PER_SECOND, |pool| pool.counters().extension_page_reads.get()),
    ("Extension page evictions/sec", PER_SECOND, |pool| pool.counters().extension_page_evictions.get()),
    ("Extension outstanding IO counter", PLAIN, |pool| of_extension(pool, |extension| extension.outstanding_io)),
    ("Extension allocated pages", PLAIN, |pool| of_extension(pool, |extension| extension.allocated_pages)),
    ("Extension free pages", PLAIN, |pool| of_extension(pool, |extension| extension.free_pages)),
    ("Extension in use as percentage", PLAIN, |pool| {
        of_extension(pool, |extension| {
            extension.allocated_pages * 100 / (extension.allocated_pages + extension.free_pages).max(1)
        })
    }),
    ("Extension page unreferenced time", PLAIN, |pool| of_extension(pool, |extension| extension.unreferenced_s)),
];

/// Returns a gauge of the buffer pool extension. Zero without one.
fn of_extension(pool: &BufferPool, gauge: fn(&ExtensionStatus) -> u64) -> u64 {
    pool.extension().as_ref().map_or(0, gauge)
}
