//! `sp_describe_first_result_set`: the columns of a batch's first possible result set, determined
//! without running the batch
//! (`relational-databases/system-stored-procedures/sp-describe-first-result-set-transact-sql`).
//!
//! The analysis follows every path through the program. It takes both branches of an IF, enters
//! called procedures and strings, and goes from each TRY block into its CATCH block. A path ends at
//! its first result or at an error. The results of all paths must agree.

use super::body::within;
use super::call::{Call, ProcedureCall};
use super::calls::{Calls, refuse};
use super::compiled_batch::Batch;
use super::cursor_call::ROW_STATE;
use super::ending::Ending;
use super::interpreter::Interpreter;
use super::parameter::ArgumentValue;
use super::prepare::prepare;
use super::procedure_name::{FoundProcedure, find_procedure};
use super::program::{BoundProgram, Program, Slot, Step};
use super::result_sets::shown;
use sluice_base::sync::Arc;
use sluice_binder::Binder;
use sluice_catalog::{Module, ModuleKind};
use sluice_command::statement::{Description, Env};
use sluice_command::triggers::TriggerTables;
use sluice_plan::{BrowseMode, Browsed, Variables, unsupported};
use sluice_query::code::{Op, Pc, Reg};
use sluice_session::CompileMode;
use sluice_session::cached_plan::CachedPlan;
use sluice_session::host::{DescribedProgram, FirstResultOf};
use sluice_session::running_module::FirstSchema;
use sluice_session::sink::{ColumnInfo, ColumnOrigin};
use sluice_syntax::ast::{StatementKind, TriggerScope};
use sluice_table::database::Database;
use sluice_types::type_facts::{COLLATION, facts};
use sluice_types::{DataType, Length, SqlError, Value};

/// Findings of the analysis so far.
#[derive(Default)]
struct Findings {
    first: Option<FirstResult>,
    /// Errors on some of the paths.
    errors: Vec<SqlError>,
    /// Procedures on the current call path.
    procedures: Vec<Box<str>>,
}

/// The first result of a path.
struct FirstResult {
    columns: Vec<DescribedColumn>,
    statement: QuotedStatement,
}

/// A statement as messages quote it: its text, and the procedure that contains it.
#[derive(Clone)]
struct QuotedStatement {
    text: String,
    procedure: Option<Box<str>>,
}

/// A column of a result. The name is `None` if the paths disagree on it.
type DescribedColumn = (Option<String>, ColumnInfo);

/// Whether some path leaves a program without a result.
type CanPass = Result<bool, Vec<SqlError>>;

impl Interpreter<'_, '_, '_, '_> {
    /// Sends the columns of the first result of a batch with the declared parameters. Appends 11501
    /// to the batch's own errors. Fails with 11509 to 11530 if paths disagree or can't be followed.
    /// `browse` is the mode of FOR BROWSE, 0 to 2; others fail with 11552. The batch doesn't run.
    /// Fails with 3617 when cancelled.
    pub(super) fn describe(&mut self, text: &str, declarations: &str, browse: Option<i64>) -> Result<Ending, SqlError> {
        let mode = match browse {
            Some(0) => BrowseMode::Order,
            Some(1) => BrowseMode::Tables,
            Some(2) => BrowseMode::Named,
            // 11552: invalid browse mode.
            _ => return Err(SqlError::invalid_browse_mode()),
        };
        match self.first_result(&DescribedProgram::Batch(text, declarations), mode) {
            Ok(columns) => {
                tell(self.env, &columns, mode);
                Ok(Ending::Returned)
            }
            Err(errors) => Ok(refuse(self.env, self.calls, errors)),
        }
    }

    /// Returns the columns of the first result that a program can have.
    fn first_result(
        &mut self,
        program: &DescribedProgram<'_>,
        mode: BrowseMode,
    ) -> Result<Vec<DescribedColumn>, Vec<SqlError>> {
        let mut found = Findings::default();
        let state = &mut *self.env.state;
        // The described statements don't feed an enclosing INSERT EXECUTE, though the description
        // may.
        let compile_mode = CompileMode::PLAIN.browsing(mode);
        let around = (std::mem::replace(&mut state.options.compile_mode, compile_mode), state.module.inserting.take());
        let passes = match program {
            DescribedProgram::Batch(text, declarations) => self.discover(text, declarations, &mut found),
            DescribedProgram::Module(module) => self.discover_module(module, &mut found),
        };
        (self.env.state.options.compile_mode, self.env.state.module.inserting) = around;
        let passes = passes?;
        if found.first.is_none() && !passes && !found.errors.is_empty() {
            let mut errors = found.errors;
            // 11529: every path ends with an error.
            errors.push(SqlError::metadata_not_determined().at_line(1));
            return Err(errors);
        }
        let mut columns = found.first.map_or_else(Vec::new, |first| first.columns);
        if mode == BrowseMode::Named && !columns.is_empty() {
            let browsed = Some(Box::new(Browsed { is_hidden: true, ..Browsed::default() }));
            let state = ColumnInfo { browsed, ..ColumnInfo::expression(ROW_STATE, DataType::Int, true) };
            columns.push((Some(ROW_STATE.to_owned()), state));
        }
        Ok(columns)
    }

    /// Follows the paths of a procedure or trigger of the current database.
    fn discover_module(&mut self, module: &Arc<Module>, found: &mut Findings) -> CanPass {
        let database = Arc::clone(&self.env.state.database);
        if self.env.state.security.is_restricted && module.kind != ModuleKind::Trigger {
            let may = self.env.state.check_execute(self.env.context.host, &database, module);
            may.map_err(|error| vec![error.at_line(1)])?;
        }
        let body = match module.kind {
            ModuleKind::Trigger => trigger_body(self, &database, module),
            _ => self.calls.plans.take_procedure(&database, module, self.env.state),
        }
        .map_err(uncompiled)?;
        let state = &mut *self.env.state;
        let schema = std::mem::replace(&mut state.module.schema, FirstSchema::of_module(&module.schema));
        let rows = std::mem::replace(&mut state.module.trigger_rows, body.trigger.as_ref().map(TriggerTables::views));
        found.procedures.push(module.name.as_str().into());
        let (body, passes) = self.discover_batch(body, found);
        found.procedures.pop();
        let state = &mut *self.env.state;
        (state.module.schema, state.module.trigger_rows) = (schema, rows);
        self.calls.plans.put_procedure(database.id, Arc::clone(module), body);
        passes
    }

    /// Follows the paths of a text.
    fn discover(&mut self, text: &str, declarations: &str, found: &mut Findings) -> CanPass {
        let taken = self.calls.plans.take(text, declarations, self.env.state);
        let taken = taken.map_err(uncompiled)?;
        let (batch, passes) = self.discover_batch(taken, found);
        self.calls.plans.put(text, batch);
        passes
    }

    fn discover_batch(&mut self, mut batch: Box<Batch>, found: &mut Findings) -> (Box<Batch>, CanPass) {
        let (calls, plan) = (&mut *self.calls, Arc::clone(&batch.plan));
        let passes = within(self.env, &mut batch, |bound, env| {
            prepare(bound, env).map_err(uncompiled)?;
            let interpreter = Interpreter::new(env, calls);
            Ways { interpreter, found, plan: &plan }.go(bound)
        });
        (batch, passes)
    }
}

/// The paths through a program.
struct Ways<'w, 't, 'e, 'h, 'c> {
    interpreter: Interpreter<'t, 'e, 'h, 'c>,
    found: &'w mut Findings,
    /// The plan with the program's text.
    plan: &'w CachedPlan,
}

impl Ways<'_, '_, '_, '_, '_> {
    /// Follows all paths.
    fn go(&mut self, bound: &mut BoundProgram) -> CanPass {
        let BoundProgram { program, slots } = bound;
        let mut seen = vec![false; program.code.ops.len()];
        let (mut open, mut passes): (Vec<Pc>, bool) = (vec![0], false);
        while let Some(pc) = open.pop() {
            let Some(is_seen) = seen.get_mut(pc as usize) else { continue };
            if std::mem::replace(is_seen, true) {
                continue;
            }
            // Any instruction in a TRY block may fail.
            open.extend(program.handler(pc).map(|place| program.handlers[place].catch));
            match program.code.ops[pc as usize] {
                Op::End | Op::Accept => passes = true,
                Op::Jump(to) | Op::JumpBack(to) => open.push(to),
                Op::BranchInt { to, .. }
                | Op::Branch { to, .. }
                | Op::BranchNull { to, .. }
                | Op::BranchBit { to, .. } => open.extend([to, pc + 1]),
                Op::Statement(_) => {
                    if self.passes(program, slots, pc)? {
                        open.push(pc + 1);
                    }
                }
                _ => open.push(pc + 1),
            }
        }
        Ok(passes)
    }

    /// Returns whether the path continues after the statement at `pc`, that is, without a result or
    /// error.
    fn passes(&mut self, program: &Program, slots: &mut [Slot], pc: Pc) -> CanPass {
        let place = self.place(program, pc);
        let constants = &program.code.constants;
        let Op::Statement(number) = program.code.ops[pc as usize] else { return Ok(true) };
        match (&program.steps[number as usize], &mut slots[number as usize]) {
            (Step::Bound(_), Slot::Bound(slot)) => match slot.columns(self.interpreter.env) {
                Ok(Some(columns)) => self.add(columns, place).map(|()| false),
                Ok(None) => Ok(true),
                Err(error)
                    if error.number == NO_OBJECT && error.args.first().is_some_and(|name| name.starts_with('#')) =>
                {
                    Err(vec![place.error(TEMPORARY)])
                }
                Err(error) => {
                    let line = program.line_of_step(number as usize);
                    self.found.errors.push(error.at_line(line).in_procedure(place.procedure));
                    Ok(false)
                }
            },
            (Step::Fail(_), _) => Ok(false),
            (Step::Command(command) | Step::Named(command, _), _) => match command.description(constants) {
                Description::Continues => Ok(true),
                Description::Ends => Ok(false),
                Description::Unknown => Err(vec![place.error(UNSUPPORTED)]),
            },
            (Step::Positioned(_), _) => Err(vec![place.error(UNSUPPORTED)]),
            (Step::DeclaredCall(call), _) => match call.sets.first() {
                Some(set) => self.add(set.iter().map(shown).collect(), place).map(|()| false),
                None => Ok(true),
            },
            (Step::Call(call), _) => match &**call {
                Call::Text(text, None) => match constant(constants, *text) {
                    Some(text) => self.text(text.as_str().unwrap_or_default(), "", &place),
                    None => Err(vec![place.error(DYNAMIC)]),
                },
                Call::Text(_, Some(_)) => Err(vec![place.error(DYNAMIC)]),
                Call::Statement(call) => {
                    let text = |place: usize| match call.arguments.get(place).map(|argument| &argument.value) {
                        None => Some(String::new()),
                        Some(ArgumentValue::Value(register, _)) => {
                            let value = constant(constants, *register)?;
                            Some(value.as_str().unwrap_or_default().to_owned())
                        }
                        Some(_) => None,
                    };
                    match (text(0), text(1)) {
                        (Some(text), Some(declarations)) => self.text(&text, &declarations, &place),
                        _ => Err(vec![place.error(DYNAMIC)]),
                    }
                }
                Call::Procedure(call) => self.procedure(call, &place),
                Call::Command(call) => self.text(&call.text, &call.declarations, &place),
                Call::System(_) | Call::Elsewhere(..) => Err(vec![place.error(UNSUPPORTED)]),
            },
            _ => Ok(true),
        }
    }

    /// Follows the paths of an executed string.
    fn text(&mut self, text: &str, declarations: &str, place: &QuotedStatement) -> CanPass {
        if self.found.procedures.len() >= DEPTH_MAX {
            return Err(vec![place.error(RECURSIVE)]);
        }
        self.found.procedures.push("".into());
        let passes = self.interpreter.discover(text, declarations, self.found);
        self.found.procedures.pop();
        passes
    }

    /// Follows the paths of a procedure. A procedure that calls itself has already been followed.
    fn procedure(&mut self, call: &ProcedureCall, place: &QuotedStatement) -> CanPass {
        let FoundProcedure { database, module, .. } = match find_procedure(self.interpreter.env, &call.name, &mut None)
        {
            Ok(known) => known,
            Err(error) => {
                self.found.errors.push(error.at_line(1));
                return Ok(false);
            }
        };
        if !Arc::ptr_eq(&database, &self.interpreter.env.state.database) {
            return Err(vec![place.error(UNSUPPORTED)]);
        }
        if place.procedure.as_deref() == Some(module.name.as_str()) {
            return Ok(true);
        }
        if self.found.procedures.iter().any(|known| **known == *module.name) {
            return Err(vec![place.error(RECURSIVE)]);
        }
        self.interpreter.discover_module(&module, self.found)
    }

    /// Records a result that a path reaches.
    fn add(&mut self, columns: Vec<ColumnInfo>, place: QuotedStatement) -> Result<(), Vec<SqlError>> {
        let columns: Vec<_> = columns
            .into_iter()
            .map(|column| (Some(column.name.clone()).filter(|name| !name.is_empty()), column))
            .collect();
        let Some(first) = &mut self.found.first else {
            self.found.first = Some(FirstResult { columns, statement: place });
            return Ok(());
        };
        let conflict = || vec![incompatible(&first.statement, &place)];
        if first.columns.len() != columns.len() {
            return Err(conflict());
        }
        let mut agreed = Vec::with_capacity(columns.len());
        for ((name, known), (other, column)) in first.columns.iter().zip(columns) {
            let data_type = wider(known.data_type, column.data_type).ok_or_else(conflict)?;
            let name = name.clone().filter(|_| *name == other);
            let origin = if known.origin == column.origin { column.origin } else { ColumnOrigin::Expression };
            let browsed = if known.browsed == column.browsed { column.browsed } else { None };
            let ordered = if known.ordered == column.ordered { column.ordered } else { None };
            let nullable = known.nullable || column.nullable;
            agreed.push((name, ColumnInfo { data_type, nullable, origin, ordered, browsed, ..column }));
        }
        first.columns = agreed;
        Ok(())
    }

    fn place(&self, program: &Program, pc: Pc) -> QuotedStatement {
        let span = program.region(pc).map(|region| region.span).unwrap_or_default();
        let place = |at: u32| self.plan.body + at as usize;
        let text = self.plan.text.get(place(span.start)..place(span.end)).unwrap_or_default().to_owned();
        QuotedStatement { text, procedure: program.name.clone() }
    }
}

impl QuotedStatement {
    /// Returns the error for the statement.
    fn error(&self, (in_batch, in_procedure): Refusal) -> SqlError {
        match &self.procedure {
            None => in_batch(self.text.clone()),
            Some(procedure) => in_procedure(self.text.clone(), procedure.to_string()),
        }
        .at_line(1)
    }
}

/// The errors for a statement of a batch and for a statement of a procedure.
type Refusal = (fn(String) -> SqlError, fn(String, String) -> SqlError);

/// Returns errors 11509 to 11512: two statements have different results.
fn incompatible(first: &QuotedStatement, second: &QuotedStatement) -> SqlError {
    let (one, other) = (&first.text, &second.text);
    match (&first.procedure, &second.procedure) {
        (None, None) => SqlError::results_differ(one, other),
        (None, Some(procedure)) => SqlError::results_differ_in_second_procedure(one, other, procedure),
        (Some(procedure), None) => SqlError::results_differ_in_first_procedure(one, procedure, other),
        (Some(first), Some(second)) => SqlError::results_differ_in_procedures(one, first, other, second),
    }
    .at_line(1)
}

/// Returns the common type of two types that differ at most in length.
fn wider(one: DataType, other: DataType) -> Option<DataType> {
    let length = |one: Length, other: Length| match (one, other) {
        (Length::Limited(one), Length::Limited(other)) => Length::Limited(one.max(other)),
        _ => Length::Max,
    };
    match (one, other) {
        _ if one == other => Some(one),
        (DataType::NVarChar(one), DataType::NVarChar(other)) => Some(DataType::NVarChar(length(one, other))),
        (DataType::VarBinary(one), DataType::VarBinary(other)) => Some(DataType::VarBinary(length(one, other))),
        (DataType::VarChar(one, page), DataType::VarChar(other, also)) if page == also => {
            Some(DataType::VarChar(length(one, other), page))
        }
        _ => None,
    }
}

/// Appends 11501 (line 1) to the errors of a batch that can't be compiled.
pub(super) fn uncompiled(mut errors: Vec<SqlError>) -> Vec<SqlError> {
    errors.push(SqlError::batch_not_analyzed().at_line(1));
    errors
}

/// Returns the value of a register that holds a constant.
fn constant(constants: &[(Reg, Value)], register: Reg) -> Option<&Value> {
    constants.iter().find(|(known, _)| *known == register).map(|(_, value)| value)
}

/// Returns a row for each column of the first result of `asked`, without the TDS columns. Fails
/// with the first error. Nothing runs. Fails with 3617 when cancelled.
pub(super) fn first_result(
    env: &mut Env<'_, '_>,
    calls: &mut Calls<'_>,
    asked: &FirstResultOf<'_>,
) -> Result<Vec<Vec<Value>>, SqlError> {
    let mode = if asked.browses { BrowseMode::Tables } else { BrowseMode::Order };
    let mut interpreter = Interpreter::new(env, calls);
    let columns = interpreter.first_result(&asked.program, mode);
    // If there was no error, there would be columns.
    let columns = columns.map_err(|errors| errors.into_iter().next().unwrap_or_else(SqlError::cancelled))?;
    let rows = columns.iter().enumerate().map(|(place, (name, column))| {
        let mut row = row(place, name.as_deref(), column, mode);
        row.truncate(COLUMNS.len() - OF_TDS);
        row
    });
    Ok(rows.collect())
}

/// Returns the names and types of the values that describe a column of a first result, without
/// those on TDS, which only `sp_describe_first_result_set` returns.
pub fn first_result_columns() -> impl Iterator<Item = (&'static str, DataType)> {
    COLUMNS[..COLUMNS.len() - OF_TDS].iter().map(|(name, data_type, _)| (*name, *data_type))
}

/// Returns the body of a trigger, compiled for the columns of its table.
fn trigger_body(
    interpreter: &mut Interpreter<'_, '_, '_, '_>,
    database: &Arc<Database>,
    module: &Arc<Module>,
) -> Result<Box<Batch>, Vec<SqlError>> {
    let script = sluice_plan::script_of(module);
    let Some(StatementKind::Trigger(trigger)) = script.statements.first().map(|statement| &statement.kind) else {
        return Err(vec![unsupported("module of this kind")]);
    };
    let TriggerScope::Table(target) = &trigger.scope else { return Err(vec![unsupported("trigger of this kind")]) };
    let columns = Binder::new(&interpreter.env.names(), &Variables::default()).trigger_columns(target);
    let columns = Arc::from(columns.map_err(|error| vec![error])?);
    interpreter.calls.plans.take_trigger(database, (module, &columns), interpreter.env.state)
}

/// Sends a row for each column.
fn tell(env: &mut Env<'_, '_>, columns: &[DescribedColumn], mode: BrowseMode) {
    let told = COLUMNS.iter().map(|(name, data_type, nullable)| ColumnInfo::expression(*name, *data_type, *nullable));
    env.sink.columns(&told.collect::<Vec<_>>());
    for (place, (name, column)) in columns.iter().enumerate() {
        env.sink.row(&row(place, name.as_deref(), column, mode));
    }
    env.done(columns.len() as u64);
}

fn row(place: usize, name: Option<&str>, column: &ColumnInfo, mode: BrowseMode) -> Vec<Value> {
    let facts = facts(column.data_type);
    let (no, text) = (Value::Bit(false), |is_text: bool, value: Value| if is_text { value } else { Value::Null });
    let browsed = column.browsed.as_deref();
    let source = browsed.and_then(|browsed| browsed.source.as_ref());
    let mut row = vec![
        Value::Bit(browsed.is_some_and(|browsed| browsed.is_hidden)),
        Value::Int(i32::try_from(place + 1).unwrap_or(i32::MAX)),
        name.map_or(Value::Null, Value::text),
        Value::Bit(column.nullable),
        Value::Int(facts.id.into()),
        Value::text(column.data_type.to_string()),
        Value::SmallInt(facts.max_length),
        Value::TinyInt(facts.precision),
        Value::TinyInt(facts.scale),
        text(facts.is_text, Value::text(COLLATION)),
    ];
    // User-defined types, assemblies and XML schema collections aren't reported.
    row.extend(std::iter::repeat_n(Value::Null, 9));
    row.extend([no.clone(), no.clone(), no]);
    // The source server is always the local one.
    row.push(Value::Null);
    let database = source.and_then(|source| source.database.as_deref());
    row.push(database.map_or(Value::Null, Value::text));
    let names = source.map(|source| [&source.schema, &source.table, &source.column]);
    row.extend(
        names.map_or([Value::Null, Value::Null, Value::Null], |names| names.map(|name| Value::text(name.as_str()))),
    );
    let is_computed = match column.origin {
        // The column may be an expression over a computed column.
        ColumnOrigin::Expression | ColumnOrigin::Gathered => Value::Null,
        origin => Value::Bit(origin == ColumnOrigin::Computed && column.data_type != DataType::RowVersion),
    };
    let is_unique = match mode {
        BrowseMode::Off | BrowseMode::Order => Value::Null,
        // Uniqueness is unknown for a column on which the paths disagree.
        BrowseMode::Tables | BrowseMode::Named => {
            browsed.map_or(Value::Null, |_| Value::Bit(source.is_some_and(|source| source.is_unique)))
        }
    };
    row.extend([Value::Bit(column.origin == ColumnOrigin::Identity), is_unique]);
    row.extend([Value::Bit(column.origin == ColumnOrigin::Stored), is_computed, Value::Bit(false)]);
    let small = |number: u16| Value::SmallInt(i16::try_from(number).unwrap_or(i16::MAX));
    let length = browsed.map_or(0, |browsed| browsed.order_length);
    let ordered = column.ordered;
    row.push(ordered.map_or(Value::Null, |(place, _)| small(place)));
    row.push(if length == 0 { Value::Null } else { small(length) });
    row.push(ordered.map_or(Value::Null, |(_, descending)| small(descending.into())));
    let (token, length) = on_the_wire(column.data_type, column.nullable);
    row.extend([Value::Int(token), Value::Int(length)]);
    row.extend([text(facts.is_text, Value::Int(COLLATION_ID)), text(facts.is_text, Value::TinyInt(SORT_ID))]);
    row
}

/// Returns TDS's number and length of a type. The length is in bytes; a `max` type has the number
/// that stands for it.
pub(super) fn on_the_wire(data_type: DataType, is_nullable: bool) -> (i32, i32) {
    let facts = facts(data_type);
    let spec = data_type.spec();
    let token = spec.tds_token(is_nullable).into();
    if let Some(units) = spec.lob_length() {
        return (token, units.saturating_mul(data_type.unit_bytes() as i32));
    }
    (token, if facts.max_length < 0 { LENGTH_OF_MAX } else { facts.max_length.into() })
}

/// Number of columns that describe the TDS type.
const OF_TDS: usize = 4;
const NO_OBJECT: i32 = 208;
const DYNAMIC: Refusal = (SqlError::dynamic_result, SqlError::dynamic_result_in_procedure);
const RECURSIVE: Refusal = (SqlError::recursive_result, SqlError::recursive_result_in_procedure);
const TEMPORARY: Refusal = (SqlError::temporary_table_result, SqlError::temporary_table_result_in_procedure);
const UNSUPPORTED: Refusal = (SqlError::undescribable_result, SqlError::undescribable_result_in_procedure);
/// Maximum nesting of calls.
const DEPTH_MAX: usize = 32;
/// TDS's collation id of SQL_Latin1_General_CP1_CI_AS.
const COLLATION_ID: i32 = 13_632_521;
const SORT_ID: u8 = 52;
const LENGTH_OF_MAX: i32 = 65_535;

const NAME: DataType = DataType::SYSNAME;
/// Columns of the result, and whether each is nullable.
const COLUMNS: [(&str, DataType, bool); 39] = [
    ("is_hidden", DataType::Bit, false),
    ("column_ordinal", DataType::Int, false),
    ("name", NAME, true),
    ("is_nullable", DataType::Bit, false),
    ("system_type_id", DataType::Int, false),
    ("system_type_name", DataType::NVarChar(Length::Limited(256)), true),
    ("max_length", DataType::SmallInt, false),
    ("precision", DataType::TinyInt, false),
    ("scale", DataType::TinyInt, false),
    ("collation_name", NAME, true),
    ("user_type_id", DataType::Int, true),
    ("user_type_database", NAME, true),
    ("user_type_schema", NAME, true),
    ("user_type_name", NAME, true),
    ("assembly_qualified_type_name", DataType::NVarChar(Length::Limited(4000)), true),
    ("xml_collection_id", DataType::Int, true),
    ("xml_collection_database", NAME, true),
    ("xml_collection_schema", NAME, true),
    ("xml_collection_name", NAME, true),
    ("is_xml_document", DataType::Bit, false),
    ("is_case_sensitive", DataType::Bit, false),
    ("is_fixed_length_clr_type", DataType::Bit, false),
    ("source_server", NAME, true),
    ("source_database", NAME, true),
    ("source_schema", NAME, true),
    ("source_table", NAME, true),
    ("source_column", NAME, true),
    ("is_identity_column", DataType::Bit, true),
    ("is_part_of_unique_key", DataType::Bit, true),
    ("is_updateable", DataType::Bit, true),
    ("is_computed_column", DataType::Bit, true),
    ("is_sparse_column_set", DataType::Bit, true),
    ("ordinal_in_order_by_list", DataType::SmallInt, true),
    ("order_by_list_length", DataType::SmallInt, true),
    ("order_by_is_descending", DataType::SmallInt, true),
    ("tds_type_id", DataType::Int, false),
    ("tds_length", DataType::Int, false),
    ("tds_collation_id", DataType::Int, true),
    ("tds_collation_sort_id", DataType::TinyInt, true),
];
