//! Table of data.
//!
//! The wait types of `sys.dm_os_wait_stats`.

macro_rules! wait_types {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// The reason for a wait of a session or background thread. The names are SQL Server's.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum WaitType { $($(#[$doc])* $variant,)* }

        impl WaitType {
            /// All wait types in the order of their numbers.
            pub const ALL: &'static [WaitType] = &[$(WaitType::$variant,)*];

            /// Returns SQL Server's name of the wait type.
            pub fn name(self) -> &'static str {
                match self { $(WaitType::$variant => $name,)* }
            }
        }
    };
}

wait_types! {
    /// A flush of the log, even if the committer writes the block itself.
    WriteLog = "WRITELOG",
    /// Space in the log buffer: all blocks are full and being written.
    LogBuffer = "LOGBUFFER",
    /// A separate sync call of a file.
    FlushFileBuffers = "PREEMPTIVE_OS_FLUSHFILEBUFFERS",
    /// A page being read from its file, wanted for reading.
    PageIoLatchShared = "PAGEIOLATCH_SH",
    /// A page being read from its file, wanted for writing.
    PageIoLatchExclusive = "PAGEIOLATCH_EX",
    /// A page that another thread changes, wanted for reading.
    PageLatchShared = "PAGELATCH_SH",
    /// A page that another thread reads or changes, wanted for writing.
    PageLatchExclusive = "PAGELATCH_EX",
    /// Other reads and writes of files: growth, headers, checkpoints.
    IoCompletion = "IO_COMPLETION",
    /// A schema stability lock on an object, for using its definition.
    LockSchemaStability = "LCK_M_SCH_S",
    /// A schema modification lock on an object, for changing its definition.
    LockSchemaModification = "LCK_M_SCH_M",
    /// An intent shared lock.
    LockIntentShared = "LCK_M_IS",
    /// An intent update lock.
    LockIntentUpdate = "LCK_M_IU",
    /// An intent exclusive lock.
    LockIntentExclusive = "LCK_M_IX",
    /// A shared lock.
    LockShared = "LCK_M_S",
    /// An update lock.
    LockUpdate = "LCK_M_U",
    /// An exclusive lock.
    LockExclusive = "LCK_M_X",
    /// A shared lock with intent exclusive.
    LockSharedIntentExclusive = "LCK_M_SIX",
    /// A shared lock with intent update.
    LockSharedIntentUpdate = "LCK_M_SIU",
    /// An update lock with intent exclusive.
    LockUpdateIntentExclusive = "LCK_M_UIX",
    /// A shared lock on a key and the range before it.
    LockRangeSharedShared = "LCK_M_RS_S",
    /// An update lock on a key, shared on the range before it.
    LockRangeSharedUpdate = "LCK_M_RS_U",
    /// A lock for inserting a key into a range.
    LockRangeInsertNull = "LCK_M_RIn_NL",
    /// An exclusive lock on a key and the range before it.
    LockRangeExclusiveExclusive = "LCK_M_RX_X",
    /// The end of the transaction that wrote a row, for reading the row.
    LockSharedTransactionRead = "LCK_M_S_XACT_READ",
    /// The end of the transaction that wrote a row, for changing the row.
    LockSharedTransactionModify = "LCK_M_S_XACT_MODIFY",
    /// A WAITFOR statement.
    WaitFor = "WAITFOR",
    /// A memory grant, while other requests sort, hash and spool.
    ResourceSemaphore = "RESOURCE_SEMAPHORE",
    /// A client that reads its results more slowly than they are produced.
    AsyncNetworkIo = "ASYNC_NETWORK_IO",
    /// A processor, while other requests compute for long.
    SchedulerYield = "SOS_SCHEDULER_YIELD",
    /// The rows of the other threads of a parallel plan.
    ParallelConsumer = "CXCONSUMER",
    /// Room for more rows in front of the thread that takes them.
    ParallelProducer = "CXPACKET",
}
