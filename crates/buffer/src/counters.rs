//! What the pool counts; the views read it from here.

use sluice_base::counters::Counter;

/// The instance's pool; `sys.dm_os_performance_counters`, object "SQLServer:Buffer Manager".
#[derive(Debug, Default)]
pub struct PoolCounters {
    /// Pages read from files: "Page reads/sec".
    pub page_reads: Counter,
    /// Of those, pages read before anybody asked for them: "Readahead pages/sec".
    pub read_ahead_pages: Counter,
    /// Pages written in place: "Page writes/sec".
    pub page_writes: Counter,
    /// Of those, pages that a checkpoint wrote which was asked for, or a clean end: "Checkpoint pages/sec".
    pub checkpoint_pages: Counter,
    /// Of those, pages written so that the redo of the log stays short: "Background writer pages/sec".
    pub background_writer_pages: Counter,
    /// Of those, pages that the lazy writer wrote: "Lazy writes/sec".
    pub lazy_writes: Counter,
    /// Misses that found no free frame: "Free list stalls/sec".
    pub free_list_stalls: Counter,
    /// Clean pages given up for others.
    pub evictions: Counter,
    /// Batches of dirty pages written.
    pub write_batches: Counter,
    /// Of those, batches that went through a double-write area.
    pub double_write_batches: Counter,
}
