//! Triggers: CREATE and ALTER, DROP, ENABLE and DISABLE.

use super::module::{DefinitionVerb, ModuleOption, SourceText};
use super::name::{Name, ObjectName};
use super::statement::Statement;

/// `CREATE TRIGGER name ON target [WITH options] AFTER | INSTEAD OF events [NOT FOR REPLICATION] AS
/// statements`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trigger {
    /// CREATE, ALTER or CREATE OR ALTER.
    pub verb: DefinitionVerb,
    /// The name.
    pub name: ObjectName,
    /// The table, database or server that fires the trigger.
    pub scope: TriggerScope,
    /// `WITH`.
    pub options: Vec<ModuleOption>,
    /// `INSTEAD OF` (else `AFTER`, also written `FOR`).
    pub instead_of: bool,
    /// `INSERT`, `UPDATE`, `DELETE`, or names of DDL events; never empty.
    pub events: Vec<Name>,
    /// `NOT FOR REPLICATION`.
    pub not_for_replication: bool,
    /// The body: all statements up to the end of the batch.
    pub body: Vec<Statement>,
    /// The source text of the whole batch.
    pub text: SourceText,
}

/// The scope of a trigger.
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
    /// Never empty.
    pub names: Vec<ObjectName>,
    /// `ON`; `None` for triggers on tables.
    pub scope: Option<TriggerScope>,
}

/// `ENABLE | DISABLE TRIGGER names | ALL ON scope`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriggerSwitch {
    /// `ENABLE`.
    pub enable: bool,
    /// Empty is `ALL`.
    pub names: Vec<ObjectName>,
    /// The triggers' scope.
    pub scope: TriggerScope,
}
