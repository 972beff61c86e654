//! Table of data.
//!
//! The configuration options of the instance. `sp_configure` shows and sets them,
//! `sys.configurations` shows them
//! (`database-engine/configure-windows/server-configuration-options-sql-server.md`). Options
//! without an effect are listed only if their fixed value is true for this engine.

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

/// `recovery interval (min)`.
pub const RECOVERY_INTERVAL: i32 = 101;
/// `show advanced options`.
pub const SHOW_ADVANCED_OPTIONS: i32 = 518;
/// `user options`.
pub const USER_OPTIONS: i32 = 1534;
/// `query wait (s)`.
pub const QUERY_WAIT: i32 = 1541;
/// `max server memory (MB)`.
pub const MAX_SERVER_MEMORY: i32 = 1544;

const fn set(
    (id, name): (i32, &'static str),
    range: (i32, i32),
    default: i32,
    is_advanced: bool,
    description: &'static str,
) -> ConfigurationOption {
    ConfigurationOption { id, name, range, default, is_dynamic: true, is_advanced, is_settable: true, description }
}

const fn fixed(
    (id, name): (i32, &'static str),
    range: (i32, i32),
    (is_dynamic, is_advanced): (bool, bool),
    description: &'static str,
) -> ConfigurationOption {
    ConfigurationOption { id, name, range, default: 0, is_dynamic, is_advanced, is_settable: false, description }
}

const DYNAMIC: (bool, bool) = (true, false);
const DYNAMIC_ADVANCED: (bool, bool) = (true, true);
const STATIC_ADVANCED: (bool, bool) = (false, true);

/// The options, in the order of their ids.
pub static OPTIONS: [ConfigurationOption; 23] = [
    set((RECOVERY_INTERVAL, "recovery interval (min)"), (0, 32767), 0, true, "Maximum recovery interval in minutes"),
    fixed((109, "fill factor (%)"), (0, 100), STATIC_ADVANCED, "Default fill factor percentage"),
    fixed((124, "default language"), (0, 9999), DYNAMIC, "default language"),
    set((SHOW_ADVANCED_OPTIONS, "show advanced options"), (0, 1), 0, false, "show advanced options"),
    fixed((542, "remote proc trans"), (0, 1), DYNAMIC, "Create DTC transaction for remote procedures"),
    fixed((544, "c2 audit mode"), (0, 1), STATIC_ADVANCED, "c2 audit mode"),
    fixed((1517, "priority boost"), (0, 1), STATIC_ADVANCED, "Priority boost"),
    set((USER_OPTIONS, "user options"), (0, 32767), 0, false, "user options"),
    set((QUERY_WAIT, "query wait (s)"), (-1, i32::MAX), -1, true, "maximum time to wait for query memory (s)"),
    fixed((1543, "min server memory (MB)"), (0, i32::MAX), DYNAMIC_ADVANCED, "Minimum size of server memory (MB)"),
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
        DYNAMIC_ADVANCED,
        "Maximum estimated cost allowed by query governor",
    ),
    fixed((1546, "lightweight pooling"), (0, 1), STATIC_ADVANCED, "User mode scheduler uses lightweight pooling"),
    fixed((1547, "scan for startup procs"), (0, 1), STATIC_ADVANCED, "scan for startup stored procedures"),
    fixed((1562, "clr enabled"), (0, 1), DYNAMIC, "CLR user code execution enabled in the server"),
    fixed((1569, "blocked process threshold (s)"), (0, 86400), DYNAMIC_ADVANCED, "Blocked process reporting threshold"),
    fixed((1579, "backup compression default"), (0, 1), DYNAMIC, "Enable compression of backups by default"),
    fixed((1580, "filestream access level"), (0, 2), DYNAMIC, "Sets the FILESTREAM access level"),
    fixed((1584, "backup checksum default"), (0, 1), DYNAMIC, "Enable checksum of backups by default"),
    fixed((16384, "Agent XPs"), (0, 1), DYNAMIC_ADVANCED, "Enable or disable Agent XPs"),
    fixed(
        (16388, "Ole Automation Procedures"),
        (0, 1),
        DYNAMIC_ADVANCED,
        "Enable or disable Ole Automation Procedures",
    ),
    fixed((16390, "xp_cmdshell"), (0, 1), DYNAMIC_ADVANCED, "Enable or disable command shell"),
    fixed(
        (16391, "Ad Hoc Distributed Queries"),
        (0, 1),
        DYNAMIC_ADVANCED,
        "Enable or disable Ad Hoc Distributed Queries",
    ),
];
