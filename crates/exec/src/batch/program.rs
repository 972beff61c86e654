//! A compiled batch: its code and its statements, and what a session has bound of it.
//!
//! A program is immutable, and sessions may share it. A bound program has a slot for each step,
//! with the statement that the session has bound. The registers are in the frame beside it
//! (`docs/decisions/2026-11-25-commands-and-executions.md`).

use super::call::{Call, DeclaredCall, InsertCall};
use super::procedure_name::ResolvedProcedure;
use sluice_base::sync::Arc;
use sluice_command::statement::{BoundSlot, BoundStatement, BulkInsert, BulkLoad, Command, OptionSwitch, RunningLoad};
use sluice_command::statement_event::StatementFacts;
use sluice_cursor::{CompiledChange, Positioned};
use sluice_plan::{SetOptions, TableDefinition};
use sluice_query::code::{Code, Op, Pc, Reg};
use sluice_session::cached_plan::CachedPlan;
use sluice_syntax::Span;
use sluice_syntax::ast::Statement;
use sluice_types::SqlError;

/// A batch's program. It is immutable.
pub(super) struct Program {
    /// Control flow, and all expressions that name no database objects.
    pub code: Code,
    /// Steps that [`Op::Statement`](sluice_query::code::Op::Statement) runs.
    pub steps: Vec<Step>,
    /// Line of each step's statement.
    pub lines: Vec<u32>,
    /// Statements' instruction ranges, sorted by start.
    pub regions: Vec<Region>,
    /// Registers of the variables.
    pub variables: Arc<[Reg]>,
    /// Names and definitions of the table variables.
    pub tables: Vec<(String, TableDefinition)>,
    /// Names of the cursor variables.
    pub cursors: Vec<Box<str>>,
    /// TRY blocks, each before the blocks nested in it.
    pub handlers: Vec<Handler>,
    /// Name of the module whose body the program is, for messages.
    pub name: Option<Box<str>>,
    /// Whether the batch sets PARSEONLY ON. The rest of the batch isn't compiled then.
    pub parses_only: bool,
    /// SET options that the program was compiled with.
    pub options: SetOptions,
    /// The text that the regions' positions refer to.
    pub text: ProgramText,
}

/// The text of a program and the position at which its statements' positions start.
#[derive(Clone, Default)]
pub(super) struct ProgramText {
    text: Arc<str>,
    body: usize,
}

/// A TRY block and its CATCH block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handler {
    /// First instruction of the TRY block.
    pub start: Pc,
    /// End of the TRY block, exclusive.
    pub end: Pc,
    /// First instruction of the CATCH block.
    pub catch: Pc,
}

/// The code of a statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    /// First instruction.
    pub start: Pc,
    /// Where the batch continues if the statement fails without ending the batch.
    pub resume: Pc,
    /// Line, from 1.
    pub line: u32,
    /// Position in the text.
    pub span: Span,
}

/// A statement that is more than an expression.
pub(super) enum Step {
    /// A statement that names database objects.
    Bound(Arc<BoundStatement>),
    /// A condition of IF or WHILE that names database objects. The register receives the outcome.
    Test(Arc<BoundStatement>, Reg),
    /// SET of options.
    Switch(Vec<OptionSwitch>),
    /// USE.
    Use(Box<str>),
    /// A definition that failed to compile for a reason other than syntax. It is compiled again
    /// when it runs, since an earlier statement may have created the type that it names.
    Late(Box<Statement>),
    /// UPDATE or DELETE of a cursor's current row.
    Positioned(Box<Positioned>),
    /// EXECUTE of a string or a module.
    Call(Box<Call>),
    /// EXECUTE ... WITH RESULT SETS.
    DeclaredCall(Box<DeclaredCall>),
    /// INSERT ... EXECUTE.
    InsertCall(Box<InsertCall>),
    /// INSERT BULK and the rows that follow it.
    InsertBulk(Box<BulkLoad>),
    /// BULK INSERT.
    BulkInsert(Box<BulkInsert>),
    /// Leaves a CATCH block for that of another handler, or for none.
    Leave(Option<usize>),
    /// A statement that raises DDL events, or DBCC. Its words go with its end.
    Named(Box<dyn Command>, Box<str>),
    /// Any other statement.
    Command(Box<dyn Command>),
    /// An unsupported statement. It fails when it is reached.
    Fail(Box<SqlError>),
}

impl Step {
    /// Whether the step is measured as a statement. A call is measured until its program has ended.
    /// The end of a CATCH block is no statement.
    pub(super) fn is_measured(&self) -> bool {
        !matches!(
            self,
            Step::Call(_) | Step::DeclaredCall(_) | Step::InsertCall(_) | Step::BulkInsert(_) | Step::Leave(_)
        )
    }

    /// Sets the words of the end of a definition, or of DBCC if `is_dbcc`.
    pub(super) fn name_end(&mut self, is_dbcc: bool, words: impl FnOnce() -> Box<str>) {
        match std::mem::replace(self, Step::Leave(None)) {
            Step::Named(command, _) => *self = Step::Named(command, words()),
            Step::Command(command) if is_dbcc => *self = Step::Named(command, words()),
            other => *self = other,
        }
    }

    /// Returns the words of the step's end, often empty, if the end is sent to the client
    /// separately. This holds for statements without rows and without a return status. Calls and
    /// queries report their own ends, so that they have none.
    pub(super) fn end(&self) -> Option<&str> {
        match self {
            Step::Named(command, words) => command.has_end().then_some(&**words),
            Step::Command(command) => command.has_end().then_some(""),
            Step::Switch(_) | Step::Use(_) | Step::Fail(_) => Some(""),
            Step::Bound(_)
            | Step::Test(..)
            | Step::Positioned(_)
            | Step::Call(_)
            | Step::DeclaredCall(_)
            | Step::InsertCall(_)
            | Step::InsertBulk(_)
            | Step::BulkInsert(_)
            | Step::Late(_)
            | Step::Leave(_) => None,
        }
    }
}

impl Program {
    /// Returns the last region that begins at or before `pc`: the innermost statement that contains
    /// the instruction, or the one before it. `None` before the first statement.
    pub(super) fn region(&self, pc: Pc) -> Option<Region> {
        let after = self.regions.partition_point(|region| region.start <= pc);
        Some(self.regions[after.checked_sub(1)?])
    }

    /// Returns the text of the statement of the region at `pc`, or the whole text before the first
    /// one.
    pub(super) fn statement_text(&self, pc: Pc) -> &str {
        let span = self.region(pc).map(|region| region.span).unwrap_or_default();
        let at = |place: u32| self.text.body + place as usize;
        self.text.text.get(at(span.start)..at(span.end)).unwrap_or(&self.text.text)
    }

    /// Returns the statement at `pc` as its events show it. Code outside any statement counts as
    /// line 1.
    pub(super) fn facts(&self, pc: Pc) -> StatementFacts<'_> {
        let line = self.region(pc).map_or(1, |region| region.line);
        StatementFacts { text: self.statement_text(pc), line, module: self.name.as_deref() }
    }

    /// Returns the innermost TRY block that contains the instruction at `pc`. `None` outside of TRY
    /// blocks.
    pub(super) fn handler(&self, pc: Pc) -> Option<usize> {
        self.handlers.iter().rposition(|handler| (handler.start..handler.end).contains(&pc))
    }

    /// Returns the first instruction from `pc` on that switches NOEXEC off. `None` if there is
    /// none.
    #[cold]
    pub(super) fn switching_on(&self, pc: Pc) -> Option<Pc> {
        let on = |pc: &Pc| match self.step(*pc) {
            Some(Step::Switch(switches)) => switches.contains(&OptionSwitch::NoExec(false)),
            _ => false,
        };
        (pc..self.code.ops.len() as Pc).find(on)
    }

    /// Returns the step of the instruction at `pc`. `None` if the instruction runs no step.
    pub(super) fn step(&self, pc: Pc) -> Option<&Step> {
        match self.code.ops[pc as usize] {
            Op::Statement(number) => self.steps.get(number as usize),
            _ => None,
        }
    }

    /// Returns where the statement of each step stands in a text whose statements begin at `body`,
    /// in bytes.
    fn places(&self, body: usize) -> Vec<(usize, usize)> {
        let mut places = vec![(0, 0); self.steps.len()];
        for (pc, op) in self.code.ops.iter().enumerate() {
            let Op::Statement(number) = op else { continue };
            let region = self.regions.partition_point(|region| region.start as usize <= pc);
            let span = region.checked_sub(1).map(|region| self.regions[region].span).unwrap_or_default();
            if let Some(place) = places.get_mut(*number as usize) {
                *place = (body + span.start as usize, body + span.end as usize);
            }
        }
        places
    }

    /// Returns the line of the statement that runs step `number`, or 1 if none does.
    #[cold]
    pub(super) fn line_of_step(&self, number: usize) -> u32 {
        let runs = |op: &Op| matches!(op, Op::Statement(step) if *step as usize == number);
        let place = self.code.ops.iter().position(runs).and_then(|pc| self.region(pc as Pc));
        place.map_or(1, |region| region.line)
    }
}

/// A program and the state of its steps.
pub(super) struct BoundProgram {
    /// The program.
    pub program: Arc<Program>,
    /// The state of each step.
    pub slots: Vec<Slot>,
}

/// The state of a step between its runs.
pub(super) enum Slot {
    /// The step has none.
    Empty,
    /// A statement that names database objects.
    Bound(Box<BoundSlot>),
    /// A call: the procedure that was called last.
    Call(Box<Option<ResolvedProcedure>>),
    /// INSERT ... EXECUTE: the INSERT, and the procedure that was called last.
    InsertCall(Box<(BoundSlot, Option<ResolvedProcedure>)>),
    /// UPDATE or DELETE of a cursor's current row.
    Positioned(Box<Option<CompiledChange>>),
    /// INSERT BULK: the load that is receiving rows.
    Load(Box<Option<RunningLoad>>),
}

impl BoundProgram {
    /// Returns a program whose statements are unbound. Records in `plan`, and in the statements,
    /// where each statement stands in the text of `plan`. Views of running statements and of their
    /// statistics show these positions.
    pub(super) fn new(mut program: Program, plan: &Arc<CachedPlan>) -> BoundProgram {
        program.text = ProgramText { text: Arc::clone(&plan.text), body: plan.body };
        BoundProgram::of_shared(Arc::new(program), plan)
    }

    /// Returns a session's own state of a program that sessions share. No statement is bound yet.
    /// Its text is that of `plan`.
    pub(super) fn of_shared(program: Arc<Program>, plan: &Arc<CachedPlan>) -> BoundProgram {
        let places = program.places(plan.body);
        let slots = program.steps.iter().zip(&places).map(|(step, place)| Slot::new(step, plan, *place)).collect();
        plan.set_places(places);
        BoundProgram { program, slots }
    }
}

impl Slot {
    fn new(step: &Step, plan: &Arc<CachedPlan>, place: (usize, usize)) -> Slot {
        match step {
            Step::Bound(statement) | Step::Test(statement, _) => {
                let mut slot = BoundSlot::for_statement(Arc::clone(statement));
                slot.stands_in(plan, place);
                slot.suspends();
                Slot::Bound(Box::new(slot))
            }
            Step::Call(_) | Step::DeclaredCall(_) => Slot::Call(Box::default()),
            Step::InsertCall(step) => {
                Slot::InsertCall(Box::new((BoundSlot::for_statement(Arc::clone(&step.insert)), None)))
            }
            Step::Positioned(_) => Slot::Positioned(Box::default()),
            Step::InsertBulk(_) => Slot::Load(Box::default()),
            Step::Switch(_)
            | Step::Use(_)
            | Step::Late(_)
            | Step::Leave(_)
            | Step::BulkInsert(_)
            | Step::Named(..)
            | Step::Command(_)
            | Step::Fail(_) => Slot::Empty,
        }
    }

    /// Returns the bound statement of a step that has one, for its binding and run. `None` for
    /// other steps.
    #[inline]
    pub(super) fn bound(&mut self) -> Option<&mut BoundSlot> {
        if let Slot::Bound(slot) = self { Some(slot) } else { None }
    }
}

const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Program>();
};
