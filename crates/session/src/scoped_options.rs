//! Table of data.
//!
//! The database scoped configurations: ALTER DATABASE SCOPED CONFIGURATION sets them, and
//! `sys.database_scoped_configurations` shows them
//! (`t-sql/statements/alter-database-scoped-configuration-transact-sql.md`). All but IDENTITY_CACHE
//! and MAXDOP have no mechanism in this engine and keep their default: another value is refused by
//! name.

/// A database scoped configuration.
#[derive(Debug)]
pub struct ScopedOption {
    /// SQL Server's `configuration_id`.
    pub id: i32,
    /// The name.
    pub name: &'static str,
    /// The initial value.
    pub default: ScopedValue,
}

/// The value of a database scoped configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopedValue {
    /// ON or OFF.
    Switch(bool),
    /// A number.
    Number(i32),
    /// A word other than ON: `OFF`.
    Off,
}

/// The name of the option that lets identity columns keep values in memory.
pub const IDENTITY_CACHE: &str = "IDENTITY_CACHE";
/// The name of the option that limits the threads of a statement.
pub const MAX_DEGREE: &str = "MAXDOP";

/// Returns the option called `name`, in any case. `None` if there is none.
pub fn scoped_option(name: &str) -> Option<&'static ScopedOption> {
    SCOPED_OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name))
}

const fn switch(id: i32, name: &'static str, on: bool) -> ScopedOption {
    ScopedOption { id, name, default: ScopedValue::Switch(on) }
}

const fn number(id: i32, name: &'static str, value: i32) -> ScopedOption {
    ScopedOption { id, name, default: ScopedValue::Number(value) }
}

const fn word(id: i32, name: &'static str) -> ScopedOption {
    ScopedOption { id, name, default: ScopedValue::Off }
}

/// All options, by their ids.
pub const SCOPED_OPTIONS: &[ScopedOption] = &[
    number(1, MAX_DEGREE, 0),
    switch(2, "LEGACY_CARDINALITY_ESTIMATION", false),
    switch(3, "PARAMETER_SNIFFING", true),
    switch(4, "QUERY_OPTIMIZER_HOTFIXES", false),
    switch(6, IDENTITY_CACHE, true),
    switch(7, "INTERLEAVED_EXECUTION_TVF", true),
    switch(8, "BATCH_MODE_MEMORY_GRANT_FEEDBACK", true),
    switch(9, "BATCH_MODE_ADAPTIVE_JOINS", true),
    switch(10, "TSQL_SCALAR_UDF_INLINING", true),
    word(11, "ELEVATE_ONLINE"),
    word(12, "ELEVATE_RESUMABLE"),
    switch(13, "OPTIMIZE_FOR_AD_HOC_WORKLOADS", false),
    switch(14, "XTP_PROCEDURE_EXECUTION_STATISTICS", false),
    switch(15, "XTP_QUERY_EXECUTION_STATISTICS", false),
    switch(16, "ROW_MODE_MEMORY_GRANT_FEEDBACK", true),
    switch(17, "ISOLATE_SECURITY_POLICY_CARDINALITY", false),
    switch(18, "BATCH_MODE_ON_ROWSTORE", true),
    switch(19, "DEFERRED_COMPILATION_TV", true),
    switch(20, "ACCELERATED_PLAN_FORCING", true),
    switch(21, "GLOBAL_TEMPORARY_TABLE_AUTO_DROP", true),
    switch(22, "LIGHTWEIGHT_QUERY_PROFILING", true),
    switch(23, "VERBOSE_TRUNCATION_WARNINGS", true),
    switch(24, "LAST_QUERY_PLAN_STATS", false),
    number(25, "PAUSED_RESUMABLE_INDEX_ABORT_DURATION_MINUTES", 1440),
    switch(27, "EXEC_QUERY_STATS_FOR_SCALAR_FUNCTIONS", true),
    switch(28, "PARAMETER_SENSITIVE_PLAN_OPTIMIZATION", true),
    switch(29, "ASYNC_STATS_UPDATE_WAIT_AT_LOW_PRIORITY", false),
];
