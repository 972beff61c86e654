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

use FieldType::{Boolean, Int32, UInt64, Unicode};

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
