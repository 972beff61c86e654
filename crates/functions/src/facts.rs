//! What there is to know of the things of a database that functions tell of: objects, their columns and indexes.

use sluice_types::DataType;

/// How a table, a column or an index is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked<'a> {
    /// By its id.
    Id(i32),
    /// By its name, in any case.
    Name(&'a str),
}

/// How a login or a user is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskedPrincipal<'a> {
    /// By its id.
    Id(i32),
    /// By its name, in any case.
    Name(&'a str),
    /// By its sid.
    Sid(&'a [u8]),
}

/// What there is to know of a login, a user or a role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrincipalFacts {
    /// Its id.
    pub id: i32,
    /// Its name.
    pub name: String,
    /// Its sid; empty where it has none.
    pub sid: Vec<u8>,
}

/// What there is to know of a type that a user made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserTypeFacts {
    /// Its id.
    pub id: i32,
    /// Its name.
    pub name: String,
    /// The type that it is another name for; none for a table type.
    pub data_type: Option<DataType>,
    /// Whether a column that doesn't say may hold NULL.
    pub nullable: bool,
}

/// What there is to know of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectFacts {
    /// The schema it is in.
    pub schema: String,
    /// Its name.
    pub name: String,
    /// Its code in `sys.objects.type`, without blanks.
    pub type_code: &'static str,
    /// The text that defines it, if it is a module.
    pub definition: Option<String>,
    /// Of a module, whether it is defined WITH SCHEMABINDING, and WITH ENCRYPTION; the text is none then.
    pub module: Option<(bool, bool)>,
    /// What there is to know of it as a table, if it is one.
    pub table: Option<TableFacts>,
}

/// What there is to know of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableFacts {
    /// Whether it has an identity column.
    pub has_identity: bool,
    /// Whether it has a rowversion column.
    pub has_rowversion: bool,
    /// Whether it has a PRIMARY KEY.
    pub has_primary_key: bool,
    /// Whether it has a UNIQUE constraint.
    pub has_unique: bool,
    /// Whether it has a clustered index.
    pub has_clustered_index: bool,
    /// Whether it has another index.
    pub has_other_index: bool,
    /// Whether it has a CHECK constraint.
    pub has_check: bool,
    /// Whether it has a FOREIGN KEY.
    pub has_foreign_key: bool,
    /// Whether another table's FOREIGN KEY, or one of its own, refers to it.
    pub is_referenced: bool,
    /// Whether it has a DEFAULT constraint.
    pub has_default: bool,
}

/// What there is to know of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnFacts {
    /// Its id in its table.
    pub id: i32,
    /// Its name.
    pub name: String,
    /// Its type.
    pub data_type: DataType,
    /// Whether it may hold NULL.
    pub nullable: bool,
    /// Whether it is the table's identity column.
    pub is_identity: bool,
    /// Whether it is computed.
    pub is_computed: bool,
    /// Whether an index may have it in its key.
    pub is_indexable: bool,
}

/// What there is to know of an index, or of statistics that belong to none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IndexFacts {
    /// Its id in its table.
    pub id: i32,
    /// Whether it has the table's rows.
    pub is_clustered: bool,
    /// Whether no two rows have the same key.
    pub is_unique: bool,
    /// Whether it is no index but statistics that came by themselves.
    pub is_automatic: bool,
    /// FILLFACTOR, in percent.
    pub fill_factor: u8,
    /// PAD_INDEX.
    pub is_padded: bool,
    /// Of an index, the columns of its key: each one's id and name, and whether greater values come first.
    pub keys: Vec<(i32, String, bool)>,
}

/// What there is to know of an identity column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Its first value.
    pub seed: i128,
    /// From each value to the next.
    pub increment: i128,
    /// The value that was given last; none if none ever was.
    pub last: Option<i128>,
}

/// What there is to know of the program at the other end of a session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClientFacts {
    /// The name of its machine, if it said it.
    pub host_name: Option<String>,
    /// Its own name, if it said it.
    pub program_name: Option<String>,
    /// The library that it connects with, if it said it.
    pub interface_name: Option<String>,
    /// The id of its process, if it said it.
    pub process_id: Option<i32>,
    /// Where it comes from, if that is a network; else it is in the engine's own process.
    pub network: Option<NetworkFacts>,
}

/// The two ends of a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkFacts {
    /// The client's address.
    pub client_address: String,
    /// The address that it connected to.
    pub local_address: String,
    /// And the port.
    pub local_port: u16,
    /// Whether everything is encrypted between them.
    pub is_encrypted: bool,
}

/// Which of the triggers are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CountedTriggers {
    /// Only that one.
    pub id: Option<i32>,
    /// Only those that run in place of statements, or only the others.
    pub instead_of: Option<bool>,
}
