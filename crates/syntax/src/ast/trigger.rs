//! Triggers: CREATE and ALTER, DROP, ENABLE and DISABLE.

use super::module::{DefinitionVerb, ModuleOption, SourceText};
use super::name::{Name, ObjectName};
use super::statement::Statement;

/// `CREATE TRIGGER name ON target [WITH options] AFTER | INSTEAD OF events [NOT FOR REPLICATION] AS statements`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trigger {
    /// CREATE, ALTER or both.
    pub verb: DefinitionVerb,
    /// Its name.
    pub name: ObjectName,
    /// What it watches.
    pub scope: TriggerScope,
    /// `WITH`.
    pub options: Vec<ModuleOption>,
    /// `INSTEAD OF` (else `AFTER`, also written `FOR`).
    pub instead_of: bool,
    /// `INSERT`, `UPDATE`, `DELETE`, or names of DDL events; at least one.
    pub events: Vec<Name>,
    /// `NOT FOR REPLICATION`.
    pub not_for_replication: bool,
    /// What it runs: everything up to the end of the batch.
    pub body: Vec<Statement>,
    /// The whole batch as written.
    pub text: SourceText,
}

/// What a trigger watches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TriggerScope {
    /// A table or view.
    Table(ObjectName),
    /// `DATABASE`.
    Database,
    /// `ALL SERVER`.
    Server,
}

/// `DROP TRIGGER [IF EXISTS] names [ON DATABASE | ALL SERVER]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropTrigger {
    /// `IF EXISTS`.
    pub if_exists: bool,
    /// At least one.
    pub names: Vec<ObjectName>,
    /// `ON`; `None` for triggers of tables.
    pub scope: Option<TriggerScope>,
}

/// `ENABLE | DISABLE TRIGGER names | ALL ON scope`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriggerSwitch {
    /// `ENABLE`.
    pub enable: bool,
    /// Empty is `ALL`.
    pub names: Vec<ObjectName>,
    /// Where they are.
    pub scope: TriggerScope,
}
