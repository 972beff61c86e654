//! Counts of the work of requests, for `sys.dm_os_performance_counters`.
//!
//! Frequent kinds are counted per thread ([`count`]) and reported to the thread's session with the
//! rest of its usage (`usage`), so a count costs an addition. The others are added to the session
//! at once (`waits::note_work`). The sum of an instance is that of its sessions, so no session
//! writes to what another session writes to. Work outside a request isn't counted.

use std::cell::Cell;

macro_rules! kinds {
    ($($(#[doc = $text:literal])* $kind:ident,)*) => {
        /// A kind of work that is counted. The frequent kinds come first.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum WorkCount { $($(#[doc = $text])* $kind,)* }

        /// All kinds, in their order.
        const ALL: &[WorkCount] = &[$(WorkCount::$kind,)*];
    };
}

kinds! {
    /// A lock requested on a database.
    DatabaseLock,
    /// A lock requested on a table or another object.
    ObjectLock,
    /// A lock requested on a page.
    PageLock,
    /// A lock requested on a row of a heap.
    RowLock,
    /// A lock requested on a key.
    KeyLock,
    /// A lock requested on an application's name.
    ApplicationLock,
    /// A lock requested on a name, a schema and the like.
    MetadataLock,
    /// A wait requested for the end of a transaction.
    TransactionLock,
    /// A scan of a whole heap or index.
    FullScan,
    /// A scan of a range of an index.
    RangeScan,
    /// A search of an index for the rows of one key.
    ProbeScan,
    /// A descent from the root of an index.
    IndexSearch,
    /// A split of an index page.
    PageSplit,
    /// A moved row read through the stub in its place.
    ForwardedRow,
    /// A lock on a table that replaced locks on its parts.
    LockEscalation,
    /// A request: a batch or a call. The first kind that isn't frequent.
    Batch,
    /// A batch ended by its client.
    Attention,
    /// A reset of a connection for another use.
    ConnectionReset,
    /// A compilation of a batch, a module or a statement.
    Compilation,
    /// A compilation of a single statement at its turn, included in `Compilation`.
    Recompilation,
    /// A search for the program of a text.
    TextLookup,
    /// A program of a text that was found.
    TextHit,
    /// A search for the program of a module.
    ModuleLookup,
    /// A program of a module that was found.
    ModuleHit,
    /// A temporary table made.
    TempTable,
    /// A table variable made.
    TableVariable,
    /// A table variable dropped at the end of its batch or module.
    TableVariableEnd,
    /// A message of severity 10 or less.
    Information,
    /// An error of severity 11 to 19.
    UserError,
    /// An error of severity 20 or more, which ends the session.
    FatalError,
}

/// Numbers of work by kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WorkCounts([u64; WorkCounts::KINDS]);

impl WorkCounts {
    /// The number of kinds.
    pub(crate) const KINDS: usize = ALL.len();

    /// Returns the counts with these values, in the order of the kinds.
    pub(crate) fn from_values(values: [u64; WorkCounts::KINDS]) -> WorkCounts {
        WorkCounts(values)
    }

    /// Returns the number of a kind.
    pub fn get(&self, kind: WorkCount) -> u64 {
        self.0[kind as usize]
    }

    /// Adds other counts, kind by kind.
    pub fn add(&mut self, more: &WorkCounts) {
        self.0.iter_mut().zip(more.0).for_each(|(own, more)| *own += more);
    }
}

/// The counts of a thread's frequent work.
pub(crate) type FrequentCounts = [u64; FREQUENT];

/// Counts work of this thread. Kinds that aren't frequent are for `waits::note_work`.
#[inline]
pub fn count(kind: WorkCount) {
    debug_assert!((kind as usize) < FREQUENT, "{kind:?} isn't frequent");
    THREAD.with(
        #[inline(always)]
        |counts| {
            let cell = &counts[kind as usize];
            cell.set(cell.get() + 1);
        },
    );
}

/// Returns this thread's counts so far.
pub(crate) fn of_thread() -> FrequentCounts {
    THREAD.with(|counts| counts.each_ref().map(Cell::get))
}

/// Adds the counts of a helper to this thread's.
pub(crate) fn add_to_thread(counts: FrequentCounts) {
    THREAD.with(|own| own.iter().zip(counts).for_each(|(own, more)| own.set(own.get() + more)));
}

/// Returns what was counted between two states of a thread.
pub(crate) fn between(before: &FrequentCounts, after: &FrequentCounts) -> FrequentCounts {
    std::array::from_fn(|kind| after[kind] - before[kind])
}

thread_local! {
    static THREAD: [Cell<u64>; FREQUENT] = const { [const { Cell::new(0) }; FREQUENT] };
}

/// The number of frequent kinds.
pub(crate) const FREQUENT: usize = WorkCount::Batch as usize;
