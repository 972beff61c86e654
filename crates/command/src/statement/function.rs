//! Compiles user functions as part of the statement that calls them. The calling statement also
//! locks the tables that a function reads.
//!
//! A function only computes: statements that change data or send rows are refused at creation (443,
//! 444). As in SQL Server, a function may name objects that don't exist yet. They are looked up
//! when a statement calls the function.

use super::side_effects::{
    check_select, is_interpreted, missing_return, refusal, refuse_volatile, sends_rows, side_effect,
};
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::stack;
use sluice_base::sync::Arc;
use sluice_binder::Binder;
use sluice_functions::SetOptions;
use sluice_plan::{Bound, BoundBody, ModulePlace, Need, UserFunction, Variables, options_in, table_definition};
use sluice_query::code::{Builder, Reg, VariableRegisters};
use sluice_query::operator::{Computation, FunctionBody, FunctionStep, Functions, Planner, Purpose};
use sluice_session::consequence::is_of_closed_database;
use sluice_session::names::SessionNames;
use sluice_session::table_variables::TableVariables;
use sluice_syntax::ast::{self, AssignmentOperator, ModuleOption, Statement, StatementKind};
use sluice_syntax::walk;
use sluice_table::database::Database;
use sluice_types::{SqlError, Value};

/// The functions called by a statement that is being compiled.
pub(super) struct Registry<'n> {
    /// Names that the calling statement sees.
    names: &'n SessionNames<'n>,
    // Database and module of each function, and the tables lent to it.
    known: Vec<(DatabaseId, ObjectId, Vec<Option<ObjectId>>)>,
    bodies: Vec<Option<FunctionBody>>,
    /// Permissions that the function bodies need from the caller.
    pub needs: Vec<Need>,
}

impl<'n> Registry<'n> {
    /// Returns a registry without functions, for a statement that sees `names`.
    pub(super) fn new(names: &'n SessionNames<'n>) -> Registry<'n> {
        Registry { names, known: Vec::new(), bodies: Vec::new(), needs: Vec::new() }
    }

    /// Compiles the functions that the planner's statement calls, and registers their numbers with
    /// its builder. A known one is not compiled again. Functions that they call are compiled too; a
    /// stack that runs low fails with 8631.
    pub(super) fn enter(&mut self, planner: &mut Planner<'_>, functions: &[Arc<UserFunction>]) -> Result<(), SqlError> {
        for function in functions {
            let number = self.number_of(planner, function)?;
            planner.builder.function(number);
        }
        Ok(())
    }

    /// Returns the compiled functions, by the numbers that calls use.
    pub(super) fn finish(self) -> Functions {
        Functions(self.bodies.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn number_of(&mut self, planner: &mut Planner<'_>, function: &UserFunction) -> Result<u32, SqlError> {
        let database = planner.database(function.database.as_deref())?;
        let lent = function.lent.iter().map(|(_, table)| table.as_ref().map(|table| table.id)).collect();
        let key = (database.id, function.module.id, lent);
        if let Some(number) = self.known.iter().position(|known| *known == key) {
            return Ok(number as u32);
        }
        if stack::is_low() {
            return Err(SqlError::out_of_stack());
        }
        let number = self.known.len();
        self.known.push(key);
        if is_interpreted(&function.definition) {
            let steps = vec![FunctionStep::Interpret(database, Arc::clone(&function.module), function.lent.clone())];
            let null_makes_null = null_makes_null(function);
            self.bodies.push(Some(FunctionBody { null_makes_null, steps, ..FunctionBody::default() }));
            return Ok(number as u32);
        }
        // Reserve the number first: the function may call itself.
        self.bodies.push(None);
        let mut compiler = Compiler::new((self, planner), function, &database)?;
        compiler.statements(body_of(function));
        let (body, mut errors) = compiler.finish();
        if !errors.is_empty() {
            return Err(errors.swap_remove(0));
        }
        self.bodies[number] = Some(body);
        Ok(number as u32)
    }
}

/// Checks a new function. Names of missing objects and functions aren't errors, because the objects
/// may be created later. An interpreted function has been checked before. The statements that no
/// function may have and a missing RETURN at the end (443, 444, 455) are all returned, the last one
/// with the others as its causes. Without them, the first other error is returned. Nothing is kept
/// of the compilation.
pub(super) fn check(names: &SessionNames<'_>, function: &UserFunction) -> Result<(), SqlError> {
    if is_interpreted(&function.definition) {
        return Ok(());
    }
    let mut registry = Registry::new(names);
    let mut builder = Builder::new(0, VariableRegisters::default());
    let mut planner = Planner::new(names, &mut builder, &[]);
    let mut compiler = Compiler::new((&mut registry, &mut planner), function, names.database)?;
    compiler.statements(body_of(function));
    if let Some(error) = missing_return(body_of(function)) {
        let line = error.line;
        compiler.note(error, line);
    }
    let (_, errors) = compiler.finish();
    let is_early =
        |error: &SqlError| matches!(error.number, INVALID_OBJECT | UNKNOWN_FUNCTION) || is_of_closed_database(error);
    let (mut of_form, others): (Vec<_>, Vec<_>) =
        errors.into_iter().filter(|error| !is_early(error)).partition(|error| OF_FORM.contains(&error.number));
    match of_form.pop() {
        Some(mut last) => {
            last.causes = of_form;
            Err(last)
        }
        None => others.into_iter().next().map_or(Ok(()), Err),
    }
}

/// The errors of a statement that a function may not have, and of a missing RETURN.
const OF_FORM: [i32; 3] = [443, 444, 455];

fn null_makes_null(function: &UserFunction) -> bool {
    function.definition.options.contains(&ModuleOption::ReturnsNullOnNullInput)
}

fn body_of(function: &UserFunction) -> &[Statement] {
    match &function.definition.body {
        ast::FunctionBody::Scalar { statements, .. } => statements,
        ast::FunctionBody::Inline(_) | ast::FunctionBody::MultiStatement { .. } => &[],
    }
}

/// Compiles one function body into steps.
struct Compiler<'c, 'n, 'p> {
    registry: &'c mut Registry<'n>,
    planner: &'c mut Planner<'p>,
    database: Arc<Database>,
    // The database name that the calling statement uses for the function.
    written: Option<String>,
    schema: Box<str>,
    name: Box<str>,
    options: SetOptions,
    variables: Variables,
    // Registers of the variables, by slot.
    registers: VariableRegisters,
    body: FunctionBody,
    loops: Vec<Loop>,
    errors: Vec<SqlError>,
}

struct Loop {
    head: usize,
    breaks: Vec<usize>,
}

impl<'c, 'n, 'p> Compiler<'c, 'n, 'p> {
    fn new(
        (registry, planner): (&'c mut Registry<'n>, &'c mut Planner<'p>),
        function: &UserFunction,
        database: &Arc<Database>,
    ) -> Result<Compiler<'c, 'n, 'p>, SqlError> {
        let null_makes_null = null_makes_null(function);
        let mut compiler = Compiler {
            options: options_in(&function.module, registry.names.options),
            registry,
            planner,
            database: Arc::clone(database),
            written: function.database.clone(),
            schema: function.module.schema.as_str().into(),
            name: function.module.name.as_str().into(),
            variables: Variables::default(),
            registers: VariableRegisters::default(),
            body: FunctionBody { null_makes_null, ..FunctionBody::default() },
            loops: Vec::new(),
            errors: Vec::new(),
        };
        for (parameter, data_type) in function.definition.parameters.iter().zip(&function.parameters) {
            compiler.declare(&parameter.name.text, *data_type)?;
        }
        compiler.declare(RESULT, function.returns)?;
        Ok(compiler)
    }

    fn finish(self) -> (FunctionBody, Vec<SqlError>) {
        (self.body, self.errors)
    }

    fn declare(&mut self, name: &str, data_type: sluice_types::DataType) -> Result<(), SqlError> {
        self.variables.declare(name, data_type)?;
        self.registers.push(self.body.registers.len() as Reg);
        self.body.registers.push(Value::Null);
        Ok(())
    }

    fn note(&mut self, error: SqlError, line: u32) {
        self.errors.push(error.at_line(line).in_procedure(Some(self.name.clone())));
    }

    fn statements(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    /// Compiles a statement. Records its error and goes on with the next statement.
    fn statement(&mut self, statement: &Statement) {
        if let Err(error) = self.kind(&statement.kind) {
            self.note(error, statement.line);
        }
    }

    fn kind(&mut self, kind: &StatementKind) -> Result<(), SqlError> {
        match kind {
            StatementKind::Block(statements) => {
                self.statements(statements);
                Ok(())
            }
            StatementKind::Declare(declarations) => {
                let names = self.registry.names;
                let types = names.seen.catalog(&self.database, names.work.definitions());
                declarations.iter().enumerate().try_for_each(|(place, declared)| {
                    let data_type = table_definition::declared_type(place + 1, &declared.data_type, &*types)?;
                    if data_type.is_lob() {
                        return Err(SqlError::text_variable());
                    }
                    self.declare(&declared.name.text, data_type)?;
                    match &declared.value {
                        Some(value) => self.set(&declared.name, AssignmentOperator::Set, value),
                        None => Ok(()),
                    }
                })
            }
            StatementKind::SetVariable { variable, operator, value } => self.set(variable, *operator, value),
            StatementKind::Select(query) => check_select(query).and_then(|()| self.select(query)),
            StatementKind::If { branches, otherwise } => self.if_else(branches, otherwise.as_deref()),
            StatementKind::While { condition, body } => {
                let head = self.here();
                let test = self.test(condition)?;
                self.loops.push(Loop { head, breaks: Vec::new() });
                self.statement(body);
                self.jump(head);
                self.miss(test);
                let breaks = self.loops.pop().map(|finished| finished.breaks).unwrap_or_default();
                let end = self.here();
                breaks.into_iter().for_each(|jump| self.body.steps[jump] = FunctionStep::Jump(end));
                Ok(())
            }
            StatementKind::Break => {
                let jump = self.jump(0);
                self.loops.last_mut().into_iter().for_each(|innermost| innermost.breaks.push(jump));
                Ok(())
            }
            StatementKind::Continue => {
                let head = self.loops.last().map_or(0, |innermost| innermost.head);
                self.jump(head);
                Ok(())
            }
            StatementKind::Return(value) => self.return_value(value.as_ref()),
            other => Err(refusal(other)),
        }
    }

    fn here(&self) -> usize {
        self.body.steps.len()
    }

    fn jump(&mut self, to: usize) -> usize {
        self.body.steps.push(FunctionStep::Jump(to));
        self.here() - 1
    }

    /// Makes the test at step `test` jump here if it fails.
    fn miss(&mut self, test: usize) {
        let here = self.here();
        if let FunctionStep::Compute(computation) = &mut self.body.steps[test]
            && let Purpose::Test(_, otherwise) = &mut computation.purpose
        {
            *otherwise = here;
        }
    }

    fn set(&mut self, variable: &ast::Name, operator: AssignmentOperator, value: &ast::Expr) -> Result<(), SqlError> {
        refuse_volatile(&mut |visit| walk::expr(value, visit))?;
        self.compute(|binder| binder.set(variable, operator, value))
    }

    fn if_else(&mut self, branches: &[ast::IfBranch], otherwise: Option<&Statement>) -> Result<(), SqlError> {
        let mut overs = Vec::new();
        for (place, branch) in branches.iter().enumerate() {
            let test = match self.test(&branch.condition) {
                Ok(test) => test,
                Err(error) => return Err(error.at_line(branch.line)),
            };
            self.statement(&branch.then);
            if place + 1 < branches.len() || otherwise.is_some() {
                overs.push(self.jump(0));
            }
            self.miss(test);
        }
        otherwise.into_iter().for_each(|otherwise| self.statement(otherwise));
        let end = self.here();
        overs.into_iter().for_each(|jump| self.body.steps[jump] = FunctionStep::Jump(end));
        Ok(())
    }

    fn test(&mut self, condition: &ast::Condition) -> Result<usize, SqlError> {
        refuse_volatile(&mut |visit| walk::condition(condition, visit))?;
        self.compute(|binder| binder.test(condition))?;
        Ok(self.here() - 1)
    }

    /// Compiles a SELECT that assigns variables. Fails with 444 for a SELECT that sends rows.
    fn select(&mut self, query: &ast::Query) -> Result<(), SqlError> {
        refuse_volatile(&mut |visit| walk::query(query, visit))?;
        self.compute(|binder| binder.select(query))
    }

    fn return_value(&mut self, value: Option<&ast::Expr>) -> Result<(), SqlError> {
        // 1075: RETURN in a scalar function needs a value.
        let value = value.ok_or_else(SqlError::return_without_value)?;
        self.set(&ast::Name::new(RESULT, value.span), AssignmentOperator::Set, value)?;
        if let Some(FunctionStep::Compute(computation)) = self.body.steps.last_mut()
            && let Purpose::Set(piece, _) = computation.purpose
        {
            computation.purpose = Purpose::Return(piece);
        }
        Ok(())
    }

    /// Binds and compiles one step.
    fn compute(&mut self, bind: impl FnOnce(Binder<'_>) -> Result<Bound, SqlError>) -> Result<(), SqlError> {
        let variables = TableVariables::default();
        let around = self.registry.names;
        let names = SessionNames {
            host: around.host,
            database: &self.database,
            work: around.work,
            scope: around.scope,
            table_variables: &variables,
            first_schema: Some(&self.schema),
            captured: None,
            stand_ins: &[],
            trigger: None,
            restricted: around.restricted,
            instead_of: None,
            no_instead: false,
            binding: around.binding,
            options: self.options,
            seen: Arc::clone(&around.seen),
        };
        let bound = bind(Binder::new(&names, &self.variables))?;
        let place = ModulePlace { database: self.written.clone(), schema: self.schema.to_string() };
        let database = self.written.as_ref();
        self.registry.needs.extend(bound.needs.iter().cloned().map(|need| Need {
            database: need.database.or_else(|| database.cloned()),
            within: need.within.or_else(|| Some(place.clone())),
            ..need
        }));
        let first = self.body.registers.len() as Reg;
        let mut builder = Builder::new(first, self.registers.clone()).under(names.options);
        let mut planner = Planner::new(&names, &mut builder, &bound.subqueries);
        // The calling statement takes the locks for the tables that the steps read.
        if self.written.is_some() {
            planner.named.push(Arc::clone(&self.database));
        }
        self.registry.enter(&mut planner, &bound.functions)?;
        let purpose = purpose_of(&mut planner, &bound.body, &self.registers)?;
        let subplans = planner.subplans(&bound.subqueries)?;
        self.planner.take_needs(planner);
        let mut code = builder.finish()?;
        self.body.registers.resize(code.registers as usize, Value::Null);
        for (register, value) in code.constants.drain(..) {
            self.body.registers[register as usize] = value;
        }
        self.body.levels = self.body.levels.max(bound.levels);
        self.body.sources = self.body.sources.max(code.sources.len());
        self.body.steps.push(FunctionStep::Compute(Box::new(Computation { code, subplans, purpose })));
        Ok(())
    }
}

fn purpose_of(planner: &mut Planner<'_>, body: &BoundBody, registers: &VariableRegisters) -> Result<Purpose, SqlError> {
    Ok(match body {
        BoundBody::Set { target, value } => Purpose::Set(planner.builder.kept_piece(value), registers[*target]),
        BoundBody::Test(condition) => Purpose::Test(planner.builder.condition_piece(condition), 0),
        BoundBody::Assign { rows, targets } => {
            let targets = targets.iter().map(|slot| registers[*slot]).collect();
            Purpose::Assign(planner.plan_with(rows, |builder, _, value| builder.kept_value(value, None))?, targets)
        }
        BoundBody::Select { .. } => return Err(sends_rows()),
        _ => return Err(side_effect("SELECT INTO")),
    })
}

/// Variable that holds the result. The empty name can't clash with a user's variable.
const RESULT: &str = "";
const INVALID_OBJECT: i32 = 208;
const UNKNOWN_FUNCTION: i32 = 4121;
