//! Table of data.
//!
//! The configuration options of the instance. `sp_configure` shows and sets them,
//! `sys.configurations` shows them
//! (`database-engine/configure-windows/server-configuration-options-sql-server.md`). Options
//! without a mechanism in this engine keep their default: another value is refused by name. A value
//! of an option is kept without an effect if the documentation says that it has none (`allow
//! updates`, `open objects`, `set working set size`), or if it rules what doesn't exist here:
//! remote servers, replication, distributed transactions, tapes, soft-NUMA, the default trace, and
//! backups other than to NUL.

/// A configuration option.
#[derive(Debug)]
pub struct ConfigurationOption {
    /// SQL Server's `configuration_id`.
    pub id: i32,
    /// Name in `sp_configure`.
    pub name: &'static str,
    /// Minimum and maximum value.
    pub range: (i32, i32),
    /// Initial value.
    pub default: i32,
    /// Whether a new value takes effect with RECONFIGURE.
    pub is_dynamic: bool,
    /// Whether the option is shown only with 'show advanced options'.
    pub is_advanced: bool,
    /// Whether the option can be set.
    pub is_settable: bool,
    /// Description in `sys.configurations`.
    pub description: &'static str,
}

/// `allow updates`.
pub const ALLOW_UPDATES: i32 = 102;
/// `recovery interval (min)`.
pub const RECOVERY_INTERVAL: i32 = 101;
/// `nested triggers`.
pub const NESTED_TRIGGERS: i32 = 115;
/// `show advanced options`.
pub const SHOW_ADVANCED_OPTIONS: i32 = 518;
/// `user options`.
pub const USER_OPTIONS: i32 = 1534;
/// `cost threshold for parallelism`.
pub const COST_THRESHOLD: i32 = 1538;
/// `max degree of parallelism`.
pub const MAX_DEGREE: i32 = 1539;
/// `query wait (s)`.
pub const QUERY_WAIT: i32 = 1541;
/// `max server memory (MB)`.
pub const MAX_SERVER_MEMORY: i32 = 1544;
/// `optimize for ad hoc workloads`.
pub const OPTIMIZE_FOR_AD_HOC: i32 = 1581;
/// `blocked process threshold (s)`.
pub const BLOCKED_PROCESS_THRESHOLD: i32 = 1569;

const fn set(
    (id, name): (i32, &'static str),
    range: (i32, i32),
    default: i32,
    is_advanced: bool,
    description: &'static str,
) -> ConfigurationOption {
    ConfigurationOption { id, name, range, default, is_dynamic: true, is_advanced, is_settable: true, description }
}

const fn kept(
    (id, name): (i32, &'static str),
    range: (i32, i32),
    default: i32,
    flags: (bool, bool),
    description: &'static str,
) -> ConfigurationOption {
    ConfigurationOption { is_settable: true, ..fixed((id, name), range, default, flags, description) }
}

const fn fixed(
    (id, name): (i32, &'static str),
    range: (i32, i32),
    default: i32,
    (is_dynamic, is_advanced): (bool, bool),
    description: &'static str,
) -> ConfigurationOption {
    ConfigurationOption { id, name, range, default, is_dynamic, is_advanced, is_settable: false, description }
}

const DYNAMIC: (bool, bool) = (true, false);
const DYNAMIC_ADVANCED: (bool, bool) = (true, true);
const STATIC: (bool, bool) = (false, false);
const STATIC_ADVANCED: (bool, bool) = (false, true);

/// The options, in the order of their ids.
pub static OPTIONS: [ConfigurationOption; 81] = [
    set((RECOVERY_INTERVAL, "recovery interval (min)"), (0, 32767), 0, true, "Maximum recovery interval in minutes"),
    kept((ALLOW_UPDATES, "allow updates"), (0, 1), 0, DYNAMIC, "Allow updates to system tables"),
    fixed((103, "user connections"), (0, 32767), 0, STATIC_ADVANCED, "Number of user connections allowed"),
    fixed((106, "locks"), (5000, i32::MAX), 0, STATIC_ADVANCED, "Number of locks for all users"),
    kept((107, "open objects"), (0, i32::MAX), 0, STATIC_ADVANCED, "Number of open database objects"),
    fixed((109, "fill factor (%)"), (0, 100), 0, STATIC_ADVANCED, "Default fill factor percentage"),
    fixed(
        (114, "disallow results from triggers"),
        (0, 1),
        0,
        DYNAMIC_ADVANCED,
        "Disallow returning results from triggers",
    ),
    set((NESTED_TRIGGERS, "nested triggers"), (0, 1), 1, false, "Allow triggers to be invoked within triggers"),
    fixed((116, "server trigger recursion"), (0, 1), 1, DYNAMIC, "Allow recursion for server level triggers"),
    kept((117, "remote access"), (0, 1), 1, STATIC, "Allow remote access"),
    fixed((124, "default language"), (0, 9999), 0, DYNAMIC, "default language"),
    fixed((400, "cross db ownership chaining"), (0, 1), 0, DYNAMIC, "Allow cross db ownership chaining"),
    fixed((503, "max worker threads"), (128, 65535), 0, DYNAMIC_ADVANCED, "Maximum worker threads"),
    fixed((505, "network packet size (B)"), (512, 32767), 4096, DYNAMIC_ADVANCED, "Network packet size"),
    set((SHOW_ADVANCED_OPTIONS, "show advanced options"), (0, 1), 0, false, "show advanced options"),
    kept((542, "remote proc trans"), (0, 1), 0, DYNAMIC, "Create DTC transaction for remote procedures"),
    fixed((544, "c2 audit mode"), (0, 1), 0, STATIC_ADVANCED, "c2 audit mode"),
    fixed((1126, "default full-text language"), (0, i32::MAX), 1033, DYNAMIC_ADVANCED, "default full-text language"),
    fixed((1127, "two digit year cutoff"), (1753, 9999), 2049, DYNAMIC_ADVANCED, "two digit year cutoff"),
    fixed(
        (1505, "index create memory (KB)"),
        (704, i32::MAX),
        0,
        DYNAMIC_ADVANCED,
        "Memory for index create sorts (kBytes)",
    ),
    fixed((1517, "priority boost"), (0, 1), 0, STATIC_ADVANCED, "Priority boost"),
    kept((1519, "remote login timeout (s)"), (0, i32::MAX), 10, DYNAMIC, "remote login timeout"),
    kept((1520, "remote query timeout (s)"), (0, i32::MAX), 600, DYNAMIC, "remote query timeout"),
    fixed((1531, "cursor threshold"), (-1, i32::MAX), -1, DYNAMIC_ADVANCED, "cursor threshold"),
    kept((1532, "set working set size"), (0, 1), 0, STATIC_ADVANCED, "set working set size"),
    set((USER_OPTIONS, "user options"), (0, 32767), 0, false, "user options"),
    fixed((1535, "affinity mask"), (i32::MIN, i32::MAX), 0, DYNAMIC_ADVANCED, "affinity mask"),
    kept(
        (1536, "max text repl size (B)"),
        (-1, i32::MAX),
        65536,
        DYNAMIC,
        "Maximum size of a text field in replication.",
    ),
    kept((1537, "media retention"), (0, 365), 0, DYNAMIC_ADVANCED, "Tape retention period in days"),
    set((COST_THRESHOLD, "cost threshold for parallelism"), (0, 32767), 5, true, "cost threshold for parallelism"),
    set((MAX_DEGREE, "max degree of parallelism"), (0, 32767), 0, true, "maximum degree of parallelism"),
    fixed(
        (1540, "min memory per query (KB)"),
        (512, i32::MAX),
        1024,
        DYNAMIC_ADVANCED,
        "minimum memory per query (kBytes)",
    ),
    set((QUERY_WAIT, "query wait (s)"), (-1, i32::MAX), -1, true, "maximum time to wait for query memory (s)"),
    fixed((1543, "min server memory (MB)"), (0, i32::MAX), 0, DYNAMIC_ADVANCED, "Minimum size of server memory (MB)"),
    set(
        (MAX_SERVER_MEMORY, "max server memory (MB)"),
        (128, i32::MAX),
        i32::MAX,
        true,
        "Maximum size of server memory (MB)",
    ),
    fixed(
        (1545, "query governor cost limit"),
        (0, i32::MAX),
        0,
        DYNAMIC_ADVANCED,
        "Maximum estimated cost allowed by query governor",
    ),
    fixed((1546, "lightweight pooling"), (0, 1), 0, STATIC_ADVANCED, "User mode scheduler uses lightweight pooling"),
    fixed((1547, "scan for startup procs"), (0, 1), 0, STATIC_ADVANCED, "scan for startup stored procedures"),
    fixed((1549, "affinity64 mask"), (i32::MIN, i32::MAX), 0, DYNAMIC_ADVANCED, "affinity64 mask"),
    fixed((1550, "affinity I/O mask"), (i32::MIN, i32::MAX), 0, STATIC_ADVANCED, "affinity I/O mask"),
    fixed((1551, "affinity64 I/O mask"), (i32::MIN, i32::MAX), 0, STATIC_ADVANCED, "affinity64 I/O mask"),
    fixed((1555, "transform noise words"), (0, 1), 0, DYNAMIC_ADVANCED, "Transform noise words for full-text query"),
    fixed((1556, "precompute rank"), (0, 1), 0, DYNAMIC_ADVANCED, "Use precomputed rank for full-text query"),
    fixed(
        (1557, "PH timeout (s)"),
        (1, 3600),
        60,
        DYNAMIC_ADVANCED,
        "DB connection timeout for full-text protocol handler (s)",
    ),
    fixed((1562, "clr enabled"), (0, 1), 0, DYNAMIC, "CLR user code execution enabled in the server"),
    fixed(
        (1563, "max full-text crawl range"),
        (0, 256),
        4,
        DYNAMIC_ADVANCED,
        "Maximum  crawl ranges allowed in full-text indexing",
    ),
    fixed(
        (1564, "ft notify bandwidth (min)"),
        (0, 32767),
        0,
        DYNAMIC_ADVANCED,
        "Number of reserved full-text notifications buffers",
    ),
    fixed(
        (1565, "ft notify bandwidth (max)"),
        (0, 32767),
        100,
        DYNAMIC_ADVANCED,
        "Max number of full-text notifications buffers",
    ),
    fixed(
        (1566, "ft crawl bandwidth (min)"),
        (0, 32767),
        0,
        DYNAMIC_ADVANCED,
        "Number of reserved full-text crawl buffers",
    ),
    fixed(
        (1567, "ft crawl bandwidth (max)"),
        (0, 32767),
        100,
        DYNAMIC_ADVANCED,
        "Max number of full-text crawl buffers",
    ),
    kept((1568, "default trace enabled"), (0, 1), 1, DYNAMIC_ADVANCED, "Enable or disable the default trace"),
    set(
        (BLOCKED_PROCESS_THRESHOLD, "blocked process threshold (s)"),
        (0, 86400),
        0,
        true,
        "Blocked process reporting threshold",
    ),
    kept(
        (1570, "in-doubt xact resolution"),
        (0, 2),
        0,
        DYNAMIC_ADVANCED,
        "Recovery policy for DTC transactions with unknown outcome",
    ),
    fixed(
        (1576, "remote admin connections"),
        (0, 1),
        0,
        DYNAMIC,
        "Dedicated Admin Connections are allowed from remote clients",
    ),
    fixed(
        (1577, "common criteria compliance enabled"),
        (0, 1),
        0,
        STATIC_ADVANCED,
        "Common Criteria compliance mode enabled",
    ),
    fixed((1578, "EKM provider enabled"), (0, 1), 0, DYNAMIC_ADVANCED, "Enable or disable EKM provider"),
    kept((1579, "backup compression default"), (0, 1), 0, DYNAMIC, "Enable compression of backups by default"),
    fixed((1580, "filestream access level"), (0, 2), 0, DYNAMIC, "Sets the FILESTREAM access level"),
    kept(
        (OPTIMIZE_FOR_AD_HOC, "optimize for ad hoc workloads"),
        (0, 1),
        0,
        DYNAMIC_ADVANCED,
        "When this option is set, plan cache size is further reduced for single-use adhoc OLTP workload.",
    ),
    fixed(
        (1582, "access check cache bucket count"),
        (0, 65536),
        0,
        DYNAMIC_ADVANCED,
        "Default hash bucket count for the access check result security cache",
    ),
    fixed(
        (1583, "access check cache quota"),
        (0, i32::MAX),
        0,
        DYNAMIC_ADVANCED,
        "Default quota for the access check result security cache",
    ),
    kept((1584, "backup checksum default"), (0, 1), 0, DYNAMIC, "Enable checksum of backups by default"),
    kept(
        (1585, "automatic soft-NUMA disabled"),
        (0, 1),
        0,
        STATIC_ADVANCED,
        "Automatic soft-NUMA is enabled by default",
    ),
    fixed((1586, "external scripts enabled"), (0, 1), 0, DYNAMIC, "Allows execution of external scripts"),
    fixed((1587, "clr strict security"), (0, 1), 1, DYNAMIC_ADVANCED, "CLR strict security enabled in the server"),
    fixed(
        (1588, "column encryption enclave type"),
        (0, 2),
        0,
        STATIC,
        "Type of enclave used for computations on encrypted columns",
    ),
    fixed(
        (1589, "tempdb metadata memory-optimized"),
        (0, 1),
        0,
        STATIC_ADVANCED,
        "Tempdb metadata memory-optimized is disabled by default.",
    ),
    fixed((16384, "Agent XPs"), (0, 1), 0, DYNAMIC_ADVANCED, "Enable or disable Agent XPs"),
    fixed((16386, "Database Mail XPs"), (0, 1), 0, DYNAMIC_ADVANCED, "Enable or disable Database Mail XPs"),
    fixed((16387, "SMO and DMO XPs"), (0, 1), 1, DYNAMIC_ADVANCED, "Enable or disable SMO and DMO XPs"),
    fixed(
        (16388, "Ole Automation Procedures"),
        (0, 1),
        0,
        DYNAMIC_ADVANCED,
        "Enable or disable Ole Automation Procedures",
    ),
    fixed((16390, "xp_cmdshell"), (0, 1), 0, DYNAMIC_ADVANCED, "Enable or disable command shell"),
    fixed(
        (16391, "Ad Hoc Distributed Queries"),
        (0, 1),
        0,
        DYNAMIC_ADVANCED,
        "Enable or disable Ad Hoc Distributed Queries",
    ),
    fixed((16392, "Replication XPs"), (0, 1), 0, DYNAMIC_ADVANCED, "Enable or disable Replication XPs"),
    fixed(
        (16393, "contained database authentication"),
        (0, 1),
        0,
        DYNAMIC,
        "Enables contained databases and contained authentication",
    ),
    fixed(
        (16394, "hadoop connectivity"),
        (0, 7),
        0,
        STATIC,
        "Configure SQL Server to connect to external Hadoop or Microsoft Azure storage blob data sources through PolyBase",
    ),
    fixed(
        (16395, "polybase network encryption"),
        (0, 1),
        1,
        DYNAMIC,
        "Configure SQL Server to encrypt control and data channels when using PolyBase",
    ),
    fixed(
        (16396, "remote data archive"),
        (0, 1),
        0,
        DYNAMIC,
        "Allow the use of the REMOTE_DATA_ARCHIVE data access for databases",
    ),
    fixed((16397, "allow polybase export"), (0, 1), 0, DYNAMIC, "Allow INSERT into a Hadoop external table"),
    fixed((16398, "allow filesystem enumeration"), (0, 1), 1, DYNAMIC_ADVANCED, "Allow enumeration of filesystem"),
    fixed(
        (16399, "polybase enabled"),
        (0, 1),
        0,
        DYNAMIC,
        "Configure SQL Server to connect to external data sources through PolyBase",
    ),
];
