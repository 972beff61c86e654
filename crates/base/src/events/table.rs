//! Table of data.
//!
//! The events: names, packages, keywords, channels and fields as in SQL Server's
//! `sys.dm_xe_objects` and `sys.dm_xe_object_columns`. A field exists only if the engine knows its
//! value.

use crate::wait_type::WaitType;

/// A package of events and other objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Package {
    /// Targets, comparators and basic types.
    Package0,
    /// The operating system's layer.
    SqlOs,
    /// The database engine.
    SqlServer,
}

impl Package {
    /// All packages.
    pub const ALL: [Package; 3] = [Package::Package0, Package::SqlOs, Package::SqlServer];

    /// Returns the package's name.
    pub fn name(self) -> &'static str {
        match self {
            Package::Package0 => "package0",
            Package::SqlOs => "sqlos",
            Package::SqlServer => "sqlserver",
        }
    }
}

/// The type of a field.
#[derive(Clone, Copy, Debug)]
pub enum FieldType {
    /// `boolean`.
    Boolean,
    /// `int32`.
    Int32,
    /// `int64`.
    Int64,
    /// `uint16`.
    UInt16,
    /// `uint32`.
    UInt32,
    /// `uint64`.
    UInt64,
    /// `unicode_string`.
    Unicode,
    /// `xml`.
    Xml,
    /// `filetime`, a text of a time in UTC.
    FileTime,
    /// A number that stands for a text.
    Map(&'static Map),
}

impl FieldType {
    /// Returns the name and the package of the type.
    pub fn name(self) -> (&'static str, Package) {
        let name = match self {
            FieldType::Boolean => "boolean",
            FieldType::Int32 => "int32",
            FieldType::Int64 => "int64",
            FieldType::UInt16 => "uint16",
            FieldType::UInt32 => "uint32",
            FieldType::UInt64 => "uint64",
            FieldType::Unicode => "unicode_string",
            FieldType::Xml => "xml",
            FieldType::FileTime => "filetime",
            FieldType::Map(map) => return (map.name, map.package),
        };
        (name, Package::Package0)
    }
}

/// The texts of a numbered set of values.
#[derive(Debug)]
pub struct Map {
    /// The name.
    pub name: &'static str,
    /// The package.
    pub package: Package,
    /// Returns the text of a key.
    pub text: fn(u64) -> Option<&'static str>,
}

impl Map {
    /// Returns the keys and their texts.
    pub fn values(&self) -> impl Iterator<Item = (u64, &'static str)> {
        (0..).map_while(|key| Some((key, (self.text)(key)?)))
    }
}

/// A field of an event.
#[derive(Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub field_type: FieldType,
}

/// The definition of a kind of events.
#[derive(Debug)]
pub struct EventDef {
    /// The name.
    pub name: &'static str,
    /// The package.
    pub package: Package,
    /// The description.
    pub description: &'static str,
    /// The fields.
    pub fields: &'static [Field],
}

macro_rules! events {
    ($(
        $variant:ident = $package:ident $name:literal, $description:literal
        { $($field:literal: $type:expr,)* }
    )*) => {
        /// The kinds of events.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum EventKind { $(#[doc = $description] $variant,)* }

        impl EventKind {
            /// All kinds, in the order of their numbers.
            pub const ALL: &'static [EventKind] = &[$(EventKind::$variant,)*];

            /// Returns the definition of the kind.
            pub fn def(self) -> &'static EventDef {
                match self {
                    $(EventKind::$variant => {
                        static DEF: EventDef = EventDef {
                            name: $name,
                            package: Package::$package,
                            description: $description,
                            fields: &[$(Field { name: $field, field_type: $type },)*],
                        };
                        &DEF
                    })*
                }
            }
        }
    };
}

use FieldType::{Boolean, Int32, Int64, UInt16, UInt32, UInt64, Unicode, Xml};

events! {
    ErrorReported = SqlServer "error_reported", "Occurs when an error is reported." {
        "error_number": Int32,
        "severity": Int32,
        "state": Int32,
        "user_defined": Boolean,
        "is_intercepted": Boolean,
        "message": Unicode,
    }
    SqlBatchStarting = SqlServer "sql_batch_starting", "Occurs when a Transact-SQL batch has started executing." {
        "batch_text": Unicode,
    }
    SqlBatchCompleted = SqlServer "sql_batch_completed",
    "Occurs when a Transact-SQL batch has finished executing." {
        "cpu_time": UInt64,
        "duration": UInt64,
        "physical_reads": UInt64,
        "logical_reads": UInt64,
        "writes": UInt64,
        "result": FieldType::Map(&RESULT),
        "batch_text": Unicode,
    }
    RpcStarting = SqlServer "rpc_starting", "Occurs when a remote procedure call has started." {
        "object_name": Unicode,
        "statement": Unicode,
    }
    RpcCompleted = SqlServer "rpc_completed", "Occurs when a remote procedure call has completed." {
        "cpu_time": UInt64,
        "duration": UInt64,
        "physical_reads": UInt64,
        "logical_reads": UInt64,
        "writes": UInt64,
        "result": FieldType::Map(&RESULT),
        "object_name": Unicode,
        "statement": Unicode,
    }
    SqlStatementStarting = SqlServer "sql_statement_starting", "Occurs when a Transact-SQL statement has started." {
        "line_number": Int32,
        "statement": Unicode,
    }
    SqlStatementCompleted = SqlServer "sql_statement_completed",
    "Occurs when a Transact-SQL statement has completed." {
        "duration": Int64,
        "cpu_time": UInt64,
        "physical_reads": UInt64,
        "logical_reads": UInt64,
        "writes": UInt64,
        "row_count": UInt64,
        "line_number": Int32,
        "statement": Unicode,
    }
    SpStatementStarting = SqlServer "sp_statement_starting",
    "Occurs when a statement inside a stored procedure has started." {
        "nest_level": UInt16,
        "line_number": Int32,
        "object_name": Unicode,
        "statement": Unicode,
    }
    SpStatementCompleted = SqlServer "sp_statement_completed",
    "Occurs when a statement inside a stored procedure has completed." {
        "nest_level": UInt16,
        "duration": Int64,
        "cpu_time": UInt64,
        "physical_reads": UInt64,
        "logical_reads": UInt64,
        "writes": UInt64,
        "row_count": UInt64,
        "line_number": Int32,
        "object_name": Unicode,
        "statement": Unicode,
    }
    ModuleStart = SqlServer "module_start", "Occurs when a module (stored procedure, function or trigger) has started." {
        "object_type": Unicode,
        "object_name": Unicode,
        "object_id": Int32,
        "source_database_id": UInt32,
        "line_number": Int32,
        "statement": Unicode,
    }
    ModuleEnd = SqlServer "module_end", "Occurs when a module (stored procedure, function or trigger) has ended." {
        "duration": UInt64,
        "row_count": UInt64,
        "object_type": Unicode,
        "object_name": Unicode,
        "object_id": Int32,
        "source_database_id": UInt32,
        "line_number": Int32,
        "statement": Unicode,
    }
    Attention = SqlServer "attention", "Indicates that a cancel operation, client-interrupt request, or broken client connection has occurred." {
        "duration": UInt64,
        "request_id": UInt32,
    }
    LockTimeout = SqlServer "lock_timeout", "Occurs when lock acquisition has timed out." {
        "resource_type": FieldType::Map(&LOCK_RESOURCE_TYPE),
        "mode": FieldType::Map(&LOCK_MODE),
        "duration": UInt64,
        "database_id": UInt32,
        "object_id": Int32,
        "resource_description": Unicode,
    }
    BlockedProcessReport = SqlServer "blocked_process_report",
    "Occurs when a task has been blocked for more than the specified amount of time." {
        "duration": UInt64,
        "database_id": UInt32,
        "object_id": Int32,
        "lock_mode": FieldType::Map(&LOCK_MODE),
        "transaction_id": UInt64,
        "blocked_process": Xml,
        "database_name": Unicode,
    }
    Login = SqlServer "login", "Occurs when a successful connection is made to the Server." {
        "is_cached": Boolean,
        "database_id": UInt32,
        "database_name": Unicode,
    }
    Logout = SqlServer "logout", "Occurs when a user has logged out of the Server." {
        "is_cached": Boolean,
        "duration": UInt64,
    }
    LogFlushStart = SqlServer "log_flush_start",
    "Occurs when asynchronous write for flushing log block to disk starts." {
        "database_id": UInt32,
        "log_block_id": UInt64,
        "write_size": UInt32,
    }
    LogFlushComplete = SqlServer "log_flush_complete",
    "Occurs when asynchronous write for flushing log block to disk has completed." {
        "database_id": UInt32,
        "log_block_id": UInt64,
        "write_size": UInt32,
        "duration": UInt32,
    }
    CheckpointBegin = SqlServer "checkpoint_begin", "Occurs when a checkpoint has begun." {
        "database_id": UInt32,
    }
    CheckpointEnd = SqlServer "checkpoint_end", "Occurs when a checkpoint has ended." {
        "database_id": UInt32,
    }
    PhysicalPageRead = SqlServer "physical_page_read", "Occurs when a physical page read takes place." {
        "database_id": UInt16,
        "file_id": UInt16,
        "page_id": UInt32,
    }
    PhysicalPageWrite = SqlServer "physical_page_write", "Occurs when a physical page write takes place." {
        "database_id": UInt16,
        "file_id": UInt16,
        "page_id": UInt32,
    }
    ExtensionPagesWritten = SqlServer "buffer_pool_extension_pages_written",
    "Page or contiguous set of pages evicted into the buffer pool extension cache." {
        "number_page": UInt32,
        "first_page_id": UInt32,
        "first_page_offset": UInt64,
    }
    ExtensionPagesRead = SqlServer "buffer_pool_extension_pages_read",
    "Page is read from the buffer pool extension cache." {
        "number_page": UInt32,
        "first_page_id": UInt32,
        "first_page_offset": UInt64,
    }
    ExtensionPagesEvicted = SqlServer "buffer_pool_extension_pages_evicted",
    "Page is evicted from the buffer pool extension cache." {
        "number_page": UInt32,
        "first_page_id": UInt32,
        "first_page_offset": UInt64,
    }
    LockDeadlock = SqlServer "lock_deadlock",
    "Occurs when an attempt to acquire a lock is canceled for the victim of a deadlock." {
        "resource_type": FieldType::Map(&LOCK_RESOURCE_TYPE),
        "mode": FieldType::Map(&LOCK_MODE),
        "database_id": UInt32,
        "object_id": Int32,
        "deadlock_id": UInt64,
    }
    XmlDeadlockReport = SqlServer "xml_deadlock_report", "Produces a deadlock report in XML format." {
        "xml_report": Xml,
    }
    WaitInfo = SqlOs "wait_info", "Occurs when there is a wait on a SQLOS controlled resource." {
        "wait_type": FieldType::Map(&WAIT_TYPES),
        "opcode": FieldType::Map(&EVENT_OPCODE),
        "duration": UInt64,
        "signal_duration": UInt64,
    }
    WaitCompleted = SqlOs "wait_completed", "Occurs when there is a wait completed on a SQLOS controlled resource." {
        "wait_type": FieldType::Map(&WAIT_TYPES),
        "duration": UInt64,
        "signal_duration": UInt64,
    }
}

static RESULT: Map = Map {
    name: "result",
    package: Package::SqlServer,
    text: |key| ["OK", "Error", "Abort"].get(key as usize).copied(),
};

static EVENT_OPCODE: Map =
    Map { name: "event_opcode", package: Package::SqlOs, text: |key| ["Begin", "End"].get(key as usize).copied() };

static WAIT_TYPES: Map = Map {
    name: "wait_types",
    package: Package::SqlOs,
    text: |key| WaitType::ALL.get(key as usize).map(|wait| wait.name()),
};

/// Keys and texts are SQL Server's, of `sys.dm_xe_map_values`.
static LOCK_RESOURCE_TYPE: Map = Map {
    name: "lock_resource_type",
    package: Package::SqlServer,
    text: |key| LOCK_RESOURCE_TYPES.get(key as usize).copied(),
};

static LOCK_MODE: Map =
    Map { name: "lock_mode", package: Package::SqlServer, text: |key| LOCK_MODES.get(key as usize).copied() };

const LOCK_RESOURCE_TYPES: &[&str] = &[
    "UNKNOWN_LOCK_RESOURCE",
    "NULL_RESOURCE",
    "DATABASE",
    "FILE",
    "UNUSED1",
    "OBJECT",
    "PAGE",
    "KEY",
    "EXTENT",
    "RID",
    "APPLICATION",
    "METADATA",
    "HOBT",
    "ALLOCATION_UNIT",
    "OIB",
    "ROWGROUP",
    "XACT",
];

const LOCK_MODES: &[&str] = &[
    "NL", "SCH_S", "SCH_M", "S", "U", "X", "IS", "IU", "IX", "SIU", "SIX", "UIX", "BU", "RS_S", "RS_U", "RI_NL",
    "RI_S", "RI_U", "RI_X", "RX_S", "RX_U", "RX_X",
];
