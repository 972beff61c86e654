//! Facts about database objects, their columns and indexes, principals and clients, as functions
//! return them.

use sluice_base::counters::{ChildConnections, ConnectionCounters};
use sluice_base::sync::Arc;
use sluice_types::DataType;

/// A reference to a table, a column or an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked<'a> {
    /// By id.
    Id(i32),
    /// By name, ignoring case.
    Name(&'a str),
}

/// A reference to a login or a user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskedPrincipal<'a> {
    /// By id.
    Id(i32),
    /// By name, ignoring case.
    Name(&'a str),
    /// By sid.
    Sid(&'a [u8]),
}

/// A login, a user or a role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrincipalFacts {
    /// The principal's id.
    pub id: i32,
    /// The principal's name.
    pub name: String,
    /// The principal's sid; empty if it has none.
    pub sid: Vec<u8>,
}

/// The resources that an instance has used since its start.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct InstanceUse {
    /// Microseconds since the start, times the number of processors.
    pub available_us: u64,
    /// Microseconds of the processors that the process has used; at most `available_us`.
    pub processor_us: u64,
    /// Microseconds of reads from files and writes to them.
    pub io_us: u64,
    /// Number of reads from files.
    pub reads: u64,
    /// Number of writes to files.
    pub writes: u64,
    /// Number of writes to files that failed.
    pub write_errors: u64,
    /// Number of sessions that have begun.
    pub connections: u64,
    /// Number of packets read from connections.
    pub packets_received: u64,
    /// Number of packets written to connections.
    pub packets_sent: u64,
    /// Number of connections that ended by a packet error.
    pub packet_errors: u64,
}

impl InstanceUse {
    /// Returns the processors' microseconds that the process has not used, but other processes may
    /// have.
    pub fn idle_us(&self) -> u64 {
        self.available_us.saturating_sub(self.processor_us)
    }
}

/// The settings of a login.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoginSettings {
    /// The initial database of the login's sessions.
    pub default_database: Arc<str>,
    /// The initial language of the login's sessions.
    pub default_language: Arc<str>,
    /// Whether the next log-in must change the password.
    pub must_change: bool,
    /// The hash of the password; `None` if there is none or the caller lacks CONTROL SERVER.
    pub password_hash: Option<Arc<[u8]>>,
}

/// A user-defined type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserTypeFacts {
    /// The type's id.
    pub id: i32,
    /// The type's name.
    pub name: String,
    /// The base type of an alias type; `None` for a table type.
    pub data_type: Option<DataType>,
    /// Whether a column of the type is nullable by default.
    pub nullable: bool,
}

/// An object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectFacts {
    /// The object's schema.
    pub schema: String,
    /// The object's name.
    pub name: String,
    /// The code in `sys.objects.type`, without blanks.
    pub type_code: &'static str,
    /// The definition of a module.
    pub definition: Option<String>,
    /// The name for which a synonym stands.
    pub base: Option<String>,
    /// The facts of a module.
    pub module: Option<ModuleFacts>,
    /// The facts of a table.
    pub table: Option<TableFacts>,
    /// The triggers of a table or view; of a trigger, itself.
    pub triggers: Vec<TriggerFacts>,
    /// The facts of a constraint.
    pub constraint: Option<ConstraintFacts>,
}

/// A trigger of a table or view. Events are INSERT, UPDATE and DELETE, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TriggerFacts {
    /// The trigger's id.
    pub id: i32,
    /// INSTEAD OF rather than AFTER.
    pub instead_of: bool,
    /// Whether the trigger is disabled.
    pub is_disabled: bool,
    /// NOT FOR REPLICATION.
    pub not_for_replication: bool,
    /// The events that fire the trigger.
    pub events: [bool; 3],
    /// The events for which the trigger fires first.
    pub first: [bool; 3],
    /// The events for which the trigger fires last.
    pub last: [bool; 3],
}

/// A constraint.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ConstraintFacts {
    /// Whether the index of a PRIMARY KEY or UNIQUE constraint is clustered; `None` without an
    /// index.
    pub is_clustered: Option<bool>,
    /// Whether the constraint is a CHECK, DEFAULT or FOREIGN KEY on a single column.
    pub is_of_column: bool,
    /// Whether the constraint is disabled.
    pub is_disabled: bool,
    /// Whether rows may exist that were never checked.
    pub is_not_trusted: bool,
    /// NOT FOR REPLICATION.
    pub not_for_replication: bool,
    /// ON DELETE CASCADE.
    pub cascades_deletes: bool,
    /// ON UPDATE CASCADE.
    pub cascades_updates: bool,
}

/// A module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModuleFacts {
    /// WITH SCHEMABINDING.
    pub is_schema_bound: bool,
    /// WITH ENCRYPTION. The module shows no definition.
    pub is_encrypted: bool,
    /// Whether it was created under ANSI_NULLS ON.
    pub uses_ansi_nulls: bool,
    /// Whether it was created under QUOTED_IDENTIFIER ON.
    pub uses_quoted_identifier: bool,
    /// Whether it is marked as an object of the system.
    pub is_marked: bool,
}

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableFacts {
    /// Whether the table has an identity column.
    pub has_identity: bool,
    /// Whether a column is a column set.
    pub has_column_set: bool,
    /// Whether the table has a rowversion column.
    pub has_rowversion: bool,
    /// Whether the table has a ROWGUIDCOL column.
    pub has_row_guid: bool,
    /// Whether a bulk load locks the table.
    pub locks_on_bulk_load: bool,
    /// Whether the table is marked as an object of the system.
    pub is_marked: bool,
    /// Whether the table has a PRIMARY KEY.
    pub has_primary_key: bool,
    /// Whether the table has a UNIQUE constraint.
    pub has_unique: bool,
    /// Whether the table has a clustered index.
    pub has_clustered_index: bool,
    /// Whether the table has a nonclustered index.
    pub has_other_index: bool,
    /// Whether the table has a CHECK constraint.
    pub has_check: bool,
    /// Whether the table has a FOREIGN KEY.
    pub has_foreign_key: bool,
    /// Whether a FOREIGN KEY of any table refers to the table.
    pub is_referenced: bool,
    /// Whether the table has a DEFAULT constraint.
    pub has_default: bool,
    /// Whether the table has a text, ntext or image column.
    pub has_text_or_image: bool,
}

/// A parameter of a procedure or function.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ParameterFacts {
    /// Whether the parameter is OUTPUT.
    pub is_output: bool,
    /// Whether the parameter is a cursor.
    pub is_cursor: bool,
}

/// The value of a computed column.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ComputedFacts {
    /// Whether the value depends on the row alone.
    pub is_deterministic: bool,
    /// Whether the value is computed without floating-point numbers.
    pub is_precise: bool,
    /// Whether a function that the value calls reads a table.
    pub reads_data: bool,
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnFacts {
    /// The column's id in its table.
    pub id: i32,
    /// The column's position among the columns that exist, from 1.
    pub ordinal: i32,
    /// The column's name.
    pub name: String,
    /// The column's type.
    pub data_type: DataType,
    /// Whether the column is nullable.
    pub nullable: bool,
    /// Whether the column is the table's identity column.
    pub is_identity: bool,
    /// Whether the column is computed.
    pub is_computed: bool,
    /// Whether the column is computed and PERSISTED, so that its value is deterministic.
    pub is_persisted: bool,
    /// Whether the column may be an index key.
    pub is_indexable: bool,
    /// Whether the column is the table's ROWGUIDCOL column.
    pub is_row_guid: bool,
    /// Whether the identity column is NOT FOR REPLICATION.
    pub not_for_replication: bool,
    /// Whether trailing blanks or zeros are removed, as under ANSI_PADDING OFF.
    pub is_trimmed: bool,
    /// Whether the column is SPARSE.
    pub is_sparse: bool,
    /// Whether the column is a column set.
    pub is_column_set: bool,
    /// The properties of a parameter; `None` for a column.
    pub parameter: Option<ParameterFacts>,
}

/// An index, or statistics that belong to no index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IndexFacts {
    /// The index's id in its table.
    pub id: i32,
    /// Whether the index is clustered.
    pub is_clustered: bool,
    /// Whether the index is unique.
    pub is_unique: bool,
    /// Whether this is not an index but automatic statistics.
    pub is_automatic: bool,
    /// FILLFACTOR, in percent.
    pub fill_factor: u8,
    /// PAD_INDEX.
    pub is_padded: bool,
    /// Whether the index is disabled.
    pub is_disabled: bool,
    /// ALLOW_ROW_LOCKS = OFF.
    pub denies_row_locks: bool,
    /// ALLOW_PAGE_LOCKS = OFF.
    pub denies_page_locks: bool,
    /// OPTIMIZE_FOR_SEQUENTIAL_KEY.
    pub is_for_sequential_key: bool,
    /// An index's key columns: id, name, and whether the order is descending.
    pub keys: Vec<(i32, String, bool)>,
}

/// An identity column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The first value.
    pub seed: i128,
    /// The difference between successive values.
    pub increment: i128,
    /// The last value assigned; `None` if there is none.
    pub last: Option<i128>,
}

/// The client program of a session.
#[derive(Clone, Debug, Default)]
pub struct ClientFacts {
    /// The name of the client's machine, if sent.
    pub host_name: Option<String>,
    /// The program's name, if sent.
    pub program_name: Option<String>,
    /// The name of the client library, if sent.
    pub interface_name: Option<String>,
    /// The process id, if sent.
    pub process_id: Option<i32>,
    /// The network connection; `None` for a client in the engine's own process.
    pub network: Option<NetworkFacts>,
}

/// The two ends of a connection.
#[derive(Clone, Debug)]
pub struct NetworkFacts {
    /// The client's address.
    pub client_address: String,
    /// The client's port.
    pub client_port: u16,
    /// The server's address.
    pub local_address: String,
    /// The server's port.
    pub local_port: u16,
    /// Whether the connection is encrypted completely.
    pub is_encrypted: bool,
    /// The size of the connection's packets in bytes.
    pub packet_bytes: u16,
    /// The version of the protocol, as the server acknowledges it.
    pub protocol_version: u32,
    /// The packets of the connection.
    pub traffic: Arc<ConnectionCounters>,
    /// The SMP sessions of a connection with MARS.
    pub children: Arc<ChildConnections>,
}

/// The triggers to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CountedTriggers {
    /// Count only this trigger.
    pub id: Option<i32>,
    /// Count only INSTEAD OF triggers (true) or only AFTER triggers (false).
    pub instead_of: Option<bool>,
    /// Count only DDL triggers (true) or only triggers on tables and views (false).
    pub ddl: Option<bool>,
}
