//! The pool's counters, shown by system views.

use sluice_base::counters::Counter;
use sluice_base::probe::Probe;
use sluice_base::sync::reached;

/// Counters of the instance's pool, shown by `sys.dm_os_performance_counters`, object
/// "SQLServer:Buffer Manager".
#[derive(Debug, Default)]
pub struct PoolCounters {
    /// Pages read from files: "Page reads/sec".
    pub page_reads: Counter,
    /// Pages read ahead of a request, included in `page_reads`: "Readahead pages/sec".
    pub read_ahead_pages: Counter,
    /// Nanoseconds spent reading pages ahead: "Readahead time/sec", which is in microseconds.
    pub read_ahead_ns: Counter,
    /// Pages written in place: "Page writes/sec".
    pub page_writes: Counter,
    /// Clean pages written again with the dirty pages around them, included in `page_writes`.
    pub filler_pages: Counter,
    /// Pages written by a requested checkpoint or a clean shutdown, included in `page_writes`:
    /// "Checkpoint pages/sec".
    pub checkpoint_pages: Counter,
    /// Pages written to keep redo short, included in `page_writes`: "Background writer pages/sec".
    pub background_writer_pages: Counter,
    /// Pages written by the lazy writer, included in `page_writes`: "Lazy writes/sec".
    pub lazy_writes: Counter,
    /// Misses that found no free frame: "Free list stalls/sec".
    pub free_list_stalls: Counter,
    /// Clean pages evicted for other pages.
    pub evictions: Counter,
    /// Pages read from the extension: "Extension page reads/sec".
    pub extension_page_reads: Counter,
    /// Pages written to the extension: "Extension page writes/sec".
    pub extension_page_writes: Counter,
    /// Valid copies that lost their slot in the extension to another page: "Extension page
    /// evictions/sec".
    pub extension_page_evictions: Counter,
    /// Batches of dirty pages written.
    pub write_batches: Counter,
    /// Batches written through a double-write area, included in `write_batches`.
    pub double_write_batches: Counter,
}

impl PoolCounters {
    /// Counts the eviction of a page, and marks the probe of the simulator.
    pub(crate) fn evicted(&self) {
        self.evictions.add(1);
        reached(Probe::Eviction);
    }
}
