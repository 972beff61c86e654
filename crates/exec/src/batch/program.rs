//! A compiled batch: code with its statements.

use super::Batch;
use super::call::Call;
use super::insert_call::InsertCall;
use super::security::SecurityStep;
use super::trigger::TriggerStep;
use crate::cached_plan::CachedPlan;
use crate::code::{Code, Op, Pc, Reg};
use crate::new_files::NewFiles;
use crate::statement::{
    ApplicationLockCall, BoundSlot, BulkLoad, Checked, CursorStatement, IdentityCheck, Inspection, Kill,
    ModuleDefinition, NewStatistics, OptionSwitch, RaiseError, Rebuild, SchemaDefinition, SchemaTransfer,
    SequenceRange, SessionContextCall, StatisticsUpdate, TableChange, Trace, TriggerSwitch, TypeDefinition,
    ValueOption,
};
use sluice_base::sync::Arc;
use sluice_catalog::{ModuleKind, ObjectName};
use sluice_plan::{IndexDefinition, SequenceOptions, TableDefinition};
use sluice_syntax::Span;
use sluice_syntax::ast::{AlterDatabase, AlterDatabaseSet, Backup, NamedOption, Statement};
use sluice_types::SqlError;

/// A batch's program.
pub(super) struct Program {
    /// Control flow and all expressions that name no table.
    pub code: Code,
    /// What [`Op::Statement`](crate::code::Op::Statement) runs.
    pub steps: Vec<Step>,
    /// The line of each step's statement.
    pub lines: Vec<u32>,
    /// Which statement an instruction belongs to; in the order of their beginnings.
    pub regions: Vec<Region>,
    /// The registers of the variables.
    pub variables: Arc<[Reg]>,
    /// The table variables: names and definitions.
    pub tables: Vec<(String, TableDefinition)>,
    /// The variables for cursors.
    pub cursors: Vec<Box<str>>,
    /// The TRY blocks, each before those inside it.
    pub handlers: Vec<Handler>,
    /// The module that it is the body of, as messages name it.
    pub name: Option<Box<str>>,
    /// Whether the batch has SET PARSEONLY ON, so that nothing else of it is here.
    pub parses_only: bool,
}

/// A TRY block and the CATCH block behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handler {
    /// The TRY block's first instruction.
    pub start: Pc,
    /// Behind its last one.
    pub end: Pc,
    /// The CATCH block's first instruction.
    pub catch: Pc,
}

/// The code of a statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    /// Its first instruction.
    pub start: Pc,
    /// Where the batch goes on if the statement fails and the batch does not end.
    pub resume: Pc,
    /// Its line, from 1.
    pub line: u32,
    /// Where it is written.
    pub span: Span,
}

/// A statement that is more than an expression.
pub(super) enum Step {
    /// It names tables.
    Bound(Box<BoundSlot>),
    /// The same, of an IF or WHILE: the answer goes into a register.
    Test(Box<BoundSlot>, Reg),
    /// BEGIN TRANSACTION.
    Begin(Option<NameSource>),
    /// COMMIT; whether it asks to be delayed.
    Commit(bool),
    /// ROLLBACK.
    RollBack(Option<NameSource>),
    /// SAVE TRANSACTION.
    Save(NameSource),
    /// PRINT of a register.
    Print(Reg),
    /// A statement about who there is and who may do what.
    Security(Box<SecurityStep>),
    /// SET of options.
    Switch(Vec<OptionSwitch>),
    /// SET of an option to what is in a register.
    SetValue(ValueOption, Reg),
    /// SET IDENTITY_INSERT.
    IdentityInsert(Box<ObjectName>, bool),
    /// USE.
    Use(Box<str>),
    /// CREATE DATABASE.
    CreateDatabase(Box<str>, Box<NewFiles>),
    /// DROP DATABASE.
    DropDatabase(bool, Vec<String>),
    /// ALTER DATABASE ... SET.
    AlterDatabase(Box<AlterDatabaseSet>),
    /// ALTER DATABASE ... MODIFY FILE, MODIFY NAME.
    ChangeDatabase(Box<AlterDatabase>),
    /// BACKUP.
    Backup(Box<Backup>),
    /// ALTER DATABASE SCOPED CONFIGURATION.
    AlterScopedConfiguration(Box<NamedOption>),
    /// CREATE TABLE.
    CreateTable(Box<(ObjectName, TableDefinition)>),
    /// ALTER TABLE.
    AlterTable(Box<(ObjectName, TableChange)>),
    /// CREATE INDEX on a table.
    CreateIndex(Box<(ObjectName, IndexDefinition)>),
    /// DROP INDEX: tables and indexes.
    DropIndex(bool, Vec<(ObjectName, String)>),
    /// ALTER INDEX REBUILD of a table's index, or of all.
    RebuildIndex(Box<Rebuild>),
    /// CREATE STATISTICS on a table.
    CreateStatistics(Box<(ObjectName, NewStatistics)>),
    /// UPDATE STATISTICS of a table.
    UpdateStatistics(Box<(ObjectName, StatisticsUpdate)>),
    /// DROP STATISTICS: tables and names.
    DropStatistics(Vec<(ObjectName, String)>),
    /// DROP TABLE.
    DropTable(bool, Vec<ObjectName>),
    /// TRUNCATE TABLE.
    TruncateTable(ObjectName),
    /// DBCC CHECKDB or CHECKALLOC: of which database, what of it, and whether informational messages are wanted.
    CheckDatabase(Option<String>, Checked, bool),
    /// DBCC CHECKTABLE: the table as it is written, and whether informational messages are wanted.
    CheckTable(String, bool),
    /// DBCC of what shows something of the engine, or forgets it; and whether informational messages are wanted.
    Inspect(Box<Inspection>, bool),
    /// DBCC CHECKIDENT.
    CheckIdentity(Box<IdentityCheck>),
    /// DBCC TRACEON, TRACEOFF, TRACESTATUS.
    Trace(Box<Trace>),
    /// CREATE SEQUENCE.
    CreateSequence(Box<(ObjectName, SequenceOptions)>),
    /// ALTER SEQUENCE.
    AlterSequence(Box<(ObjectName, SequenceOptions)>),
    /// DROP SEQUENCE.
    DropSequence(bool, Vec<ObjectName>),
    /// CREATE or ALTER of a view or function.
    DefineModule(Box<ModuleDefinition>),
    /// CREATE or ALTER of a procedure, with its body.
    DefineProcedure(Box<(ModuleDefinition, Batch)>),
    /// CREATE or ALTER of a trigger.
    DefineTrigger(Box<TriggerStep>),
    /// ENABLE or DISABLE of triggers.
    SwitchTriggers(Box<TriggerSwitch>),
    /// CREATE SCHEMA.
    CreateSchema(Box<SchemaDefinition>),
    /// ALTER SCHEMA TRANSFER.
    TransferToSchema(Box<SchemaTransfer>),
    /// CREATE TYPE.
    CreateType(Box<TypeDefinition>),
    /// DROP TYPE.
    DropTypes(bool, Vec<ObjectName>),
    /// A definition with an error that is not of syntax. It is compiled at its own turn and mostly fails then; an earlier
    /// statement may have made the type that it names.
    Late(Box<Statement>),
    /// DROP SCHEMA.
    DropSchema(bool, Box<str>),
    /// DROP of modules.
    DropModules(bool, ModuleKind, Vec<ObjectName>),
    /// KILL.
    Kill(Kill),
    /// CHECKPOINT.
    Checkpoint,
    /// `sys.sp_sequence_get_range`.
    SequenceRange(Box<SequenceRange>),
    /// `sp_getapplock` and `sp_releaseapplock`.
    ApplicationLock(Box<ApplicationLockCall>),
    /// A value of the session's context is stored.
    SessionContext(SessionContextCall),
    /// RECONFIGURE, WITH OVERRIDE or without.
    Reconfigure(bool),
    /// `sys.sp_flush_log`.
    FlushLog,
    /// THROW of a number, a message and a state.
    Throw([Reg; 3]),
    /// THROW of what the CATCH block around was entered for.
    ThrowAgain,
    /// RAISERROR.
    RaiseError(Box<RaiseError>),
    /// A statement about a cursor.
    Cursor(Box<CursorStatement>),
    /// WAITFOR a time in a register: until that time of day, or for so long.
    WaitFor(Reg, bool),
    /// EXECUTE of a string or a module.
    Call(Box<Call>),
    /// INSERT of what an EXECUTE gives.
    InsertCall(Box<InsertCall>),
    /// INSERT BULK, and the rows that come behind it.
    InsertBulk(Box<BulkLoad>),
    /// A CATCH block is left: for the one of that handler, or for where there is none.
    Leave(Option<usize>),
    /// A statement that fails whenever it is come to: what Sluice does not support.
    Fail(Box<SqlError>),
}

impl Step {
    /// Whether a client is told of its end by itself: a statement that has neither rows nor a status.
    pub(super) fn has_end(&self) -> bool {
        !matches!(
            self,
            Step::Bound(_)
                | Step::Test(..)
                | Step::CheckDatabase(..)
                | Step::CheckTable(..)
                | Step::Inspect(..)
                | Step::SequenceRange(_)
                | Step::SessionContext(_)
                | Step::ApplicationLock(_)
                | Step::FlushLog
                | Step::Cursor(_)
                | Step::Call(_)
                | Step::InsertCall(_)
                | Step::InsertBulk(_)
                | Step::Late(_)
                | Step::Leave(_)
        )
    }
}

/// A transaction's or savepoint's name.
#[derive(Clone, Debug)]
pub(super) enum NameSource {
    /// As written.
    Text(Box<str>),
    /// In a variable.
    Register(Reg),
}

impl Program {
    /// The statement that the instruction at `pc` belongs to.
    pub(super) fn region(&self, pc: Pc) -> Option<Region> {
        let after = self.regions.partition_point(|region| region.start <= pc);
        Some(self.regions[after.checked_sub(1)?])
    }

    /// The innermost TRY block around the instruction at `pc`.
    pub(super) fn handler(&self, pc: Pc) -> Option<usize> {
        self.handlers.iter().rposition(|handler| (handler.start..handler.end).contains(&pc))
    }

    /// The first instruction from `pc` on that switches NOEXEC off.
    #[cold]
    pub(super) fn switching_on(&self, pc: Pc) -> Option<Pc> {
        let on = |pc: &Pc| match self.step(*pc) {
            Some(Step::Switch(switches)) => switches.contains(&OptionSwitch::NoExec(false)),
            _ => false,
        };
        (pc..self.code.ops.len() as Pc).find(on)
    }

    /// The step that the instruction at `pc` runs, if it runs one.
    pub(super) fn step(&self, pc: Pc) -> Option<&Step> {
        match self.code.ops[pc as usize] {
            Op::Statement(number) => self.steps.get(number as usize),
            _ => None,
        }
    }

    /// Tells its statements that they stand in the text of `plan`.
    pub(super) fn stand_in(&mut self, plan: &Arc<CachedPlan>) {
        let mut places = vec![(0, 0); self.steps.len()];
        for (pc, op) in self.code.ops.iter().enumerate() {
            let Op::Statement(number) = op else { continue };
            let region = self.regions.partition_point(|region| region.start as usize <= pc);
            let span = region.checked_sub(1).map(|region| self.regions[region].span).unwrap_or_default();
            let place = (plan.body + span.start as usize, plan.body + span.end as usize);
            let number = *number as usize;
            if let Some(of_step) = places.get_mut(number) {
                *of_step = place;
            }
            if let Some(Step::Bound(slot) | Step::Test(slot, _)) = self.steps.get_mut(number) {
                slot.stands_in(plan, place);
            }
        }
        plan.set_places(places);
    }

    /// The line of the statement that runs step `number`.
    #[cold]
    pub(super) fn line_of_step(&self, number: usize) -> u32 {
        let runs = |op: &Op| matches!(op, Op::Statement(step) if *step as usize == number);
        let place = self.code.ops.iter().position(runs).and_then(|pc| self.region(pc as Pc));
        place.map_or(1, |region| region.line)
    }
}
