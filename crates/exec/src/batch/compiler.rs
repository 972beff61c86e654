//! Compiles the text of a batch, or a module's body, to a program.

use super::parameter::Parameter;
use super::parse_only::last_setting;
use super::program::{Handler, Program, ProgramText, Region, Step};
use super::showplan::check_alone;
use super::types::{Types, TypesSeen};
use sluice_base::hash::HashMap;
use sluice_base::sync::Arc;
use sluice_binder::Binder;
use sluice_catalog::{Column, Folded, TypeKind, UserType};
use sluice_command::statement::{BoundSource, BoundStatement, Compilation, Print};
use sluice_cursor::{RowChange, compile_assign_cursor};
use sluice_plan::{Bound, BoundBody, DeclaredType, NoNames, TableDefinition, TypeNames, Variables, unsupported};
use sluice_plan::{OptionsOf, SetOption, SetOptions};
use sluice_query::code::{Builder, Op, Pc, VariableRegisters};
use sluice_session::consequence::OUT_OF_MEMORY;
use sluice_syntax::ast::{self, ExprKind, RestoreKind, Statement, StatementKind};
use sluice_syntax::walk::{self, Met};
use sluice_syntax::{SyntaxError, parse, parse_quoted};
use sluice_types::{DataType, SqlError, memory};

/// Compiles statements to a [`Program`]. Errors are collected, and statements bound late are kept
/// as syntax.
pub(super) struct Compiler {
    // Whether a statement of the program changes SET options.
    pub(super) changes_options: bool,
    pub builder: Builder,
    pub steps: Vec<Step>,
    /// Line of each step's statement.
    pub lines: Vec<u32>,
    pub regions: Vec<Region>,
    pub variables: Variables,
    tables: Vec<(String, TableDefinition)>,
    pub made_temporary: Vec<Folded>,
    pub types: Types,
    // `variables` and their registers as the statements bound late share them. Made on first use,
    // reset when a variable is declared.
    shared: Option<(Arc<Variables>, VariableRegisters)>,
    // Enclosing loops, innermost last.
    pub loops: Vec<Loop>,
    pub labels: HashMap<Folded, Label>,
    pub gotos: Vec<Goto>,
    pub handlers: Vec<Handler>,
    // Handler whose CATCH block is being compiled.
    pub catching: Option<usize>,
    // Numbers of the enclosing TRY and CATCH blocks, outermost first.
    pub blocks: Vec<u32>,
    pub blocks_seen: u32,
    pub returns: Vec<Pc>,
    pub errors: Vec<SqlError>,
    pub owner: Owner,
}

/// The unit that a program is compiled for.
pub(super) enum Owner {
    /// A client's batch or a dynamic batch.
    Batch,
    /// A procedure and its name. Its status is an unnamed variable, the first after the parameters.
    Procedure(Box<str>),
    /// A multi-statement function: its name and its result table.
    Function(Box<str>, Box<ast::TableVariable>),
    /// A scalar function: its name and the type of its value, which is an unnamed variable, the
    /// first after the parameters.
    Scalar(Box<str>, DataType),
    /// A trigger: its name and the columns of its table or view.
    Trigger(Box<str>, Arc<[Column]>),
}

/// A WHILE loop that is being compiled.
pub(super) struct Loop {
    /// Position of the condition.
    pub head: Pc,
    /// Jumps to the loop's end.
    pub breaks: Vec<Pc>,
    /// Handler whose CATCH block encloses the loop.
    pub catching: Option<usize>,
}

/// A label.
pub(super) struct Label {
    /// Position of the label.
    pub at: Pc,
    /// Enclosing TRY and CATCH blocks.
    pub blocks: Vec<u32>,
    /// Handler whose CATCH block encloses the label.
    pub catching: Option<usize>,
}

/// A GOTO.
pub(super) struct Goto {
    /// Position of its jump instruction.
    pub jump: Pc,
    /// Target label.
    pub label: Folded,
    /// Enclosing TRY and CATCH blocks.
    pub blocks: Vec<u32>,
    /// Step that leaves the enclosing CATCH block.
    pub leave: Option<usize>,
    /// Line of the statement.
    pub line: u32,
}

/// Compiles a batch. Returns the program, or all errors found. A batch that sets PARSEONLY ON last
/// has no statements. CREATE PROCEDURE and the like must be alone in the batch.
pub(super) fn compile(
    text: &str,
    parameters: &[Parameter],
    types: Types,
) -> Result<(Program, Option<TypesSeen>), Vec<SqlError>> {
    let script = parse_quoted(text, types.options().has(SetOption::QuotedIdentifier));
    if !script.errors.is_empty() {
        let in_module = |error: &SyntaxError| {
            // An error in the module's place within the batch isn't attributed to the module.
            let procedure = script.module.clone().filter(|_| error.number != FIRST_IN_BATCH);
            syntax_error(error).in_procedure(procedure)
        };
        return Err(script.errors.iter().map(in_module).collect());
    }
    check_alone(&script.statements).map_err(|error| vec![error])?;
    let parses_only = last_setting(&script.statements) == Some(true);
    let statements = if parses_only { &[] } else { script.statements.as_slice() };
    let (mut program, types) = compile_statements(statements, parameters, Owner::Batch, types)?;
    program.parses_only = parses_only;
    // Errors in a module's definition are attributed to the module.
    program.name = script.module;
    Ok((program, types))
}

/// Compiles the statements of a batch or a module's body. The parameters are the first variables.
/// `owner` decides on RETURN, a result variable and the table of a function. Returns all errors
/// found.
pub(super) fn compile_statements(
    statements: &[Statement],
    parameters: &[Parameter],
    owner: Owner,
    types: Types,
) -> Result<(Program, Option<TypesSeen>), Vec<SqlError>> {
    let mut compiler = Compiler::new(owner, types);
    compiler.changes_options = changes_options(statements, compiler.types.options());
    if let Owner::Trigger(_, columns) = &compiler.owner {
        compiler.variables.watch(Arc::clone(columns));
    }
    for parameter in parameters {
        compiler.parameter(parameter).map_err(|error| vec![error])?;
    }
    let result = match &compiler.owner {
        Owner::Procedure(_) => Some(DataType::Int),
        Owner::Scalar(_, data_type) => Some(*data_type),
        Owner::Batch | Owner::Function(..) | Owner::Trigger(..) => None,
    };
    if let Some(data_type) = result {
        compiler.declare_variable(RESULT, data_type).map_err(|error| vec![error])?;
    }
    let returned = match &compiler.owner {
        Owner::Function(_, table) => Some(table.clone()),
        Owner::Batch | Owner::Procedure(_) | Owner::Scalar(..) | Owner::Trigger(..) => None,
    };
    if let Some(table) = &returned {
        compiler.declare_table(table).map_err(|error| vec![error])?;
    }
    for statement in statements {
        compiler.statement(statement);
    }
    if let Some(table) = returned {
        compiler.give_rows(&table);
    }
    compiler.finish()
}

/// Compiles a definition that names a type, with the current types, and returns its steps. Fails
/// with the first error of the compilation.
pub(super) fn compile_late(statement: &Statement, types: Types) -> Result<Vec<Step>, SqlError> {
    let mut compiler = Compiler::new(Owner::Batch, types);
    compiler.simple_kind(statement)?;
    Ok(compiler.steps)
}

impl Compiler {
    fn new(owner: Owner, types: Types) -> Compiler {
        Compiler {
            builder: Builder::new(0, VariableRegisters::default()).under(types.options()),
            changes_options: false,
            steps: Vec::new(),
            lines: Vec::new(),
            regions: Vec::new(),
            variables: Variables::default(),
            tables: Vec::new(),
            made_temporary: Vec::new(),
            types,
            shared: None,
            loops: Vec::new(),
            labels: HashMap::default(),
            gotos: Vec::new(),
            handlers: Vec::new(),
            catching: None,
            blocks: Vec::new(),
            blocks_seen: 0,
            returns: Vec::new(),
            errors: Vec::new(),
            owner,
        }
    }

    /// Declares a parameter as a variable. A table-valued or cursor parameter also occupies an
    /// unnamed variable, so that slots and parameters correspond.
    fn parameter(&mut self, parameter: &Parameter) -> Result<(), SqlError> {
        match &parameter.rows {
            None if parameter.is_cursor => {
                self.variables.declare_cursor(&parameter.name)?;
                self.variables.declare_place();
            }
            None => return self.declare_variable(&parameter.name, parameter.data_type),
            Some(user_type) => {
                self.variables.declare_rows(&parameter.name, user_type)?;
            }
        }
        self.builder.variable();
        Ok(())
    }

    /// Declares a variable and allocates its register. The slot is the index in the register list.
    fn declare_variable(&mut self, name: &str, data_type: DataType) -> Result<(), SqlError> {
        self.variables.declare(name, data_type)?;
        self.builder.variable();
        self.shared = None;
        Ok(())
    }

    /// Returns the table type of the table variable `name`. The outer `None` means no such table
    /// variable, the inner one no table type.
    pub(super) fn table_type(&self, name: &str) -> Option<Option<&Arc<UserType>>> {
        self.variables.is_table(name).then(|| self.variables.table_type(name))
    }

    fn finish(mut self) -> Result<(Program, Option<TypesSeen>), Vec<SqlError>> {
        for goto in &self.gotos {
            if self.labels.get(&goto.label).is_some_and(|label| !goto.blocks.starts_with(&label.blocks)) {
                // 1026: GOTO cannot be used to jump into a TRY or CATCH scope.
                self.errors.push(SqlError::goto_into_try_or_catch().at_line(goto.line));
            }
        }
        if !self.errors.is_empty() {
            return Err(SqlError::of_compilation(self.errors));
        }
        let end = self.builder.push(Op::End);
        for jump in &self.returns {
            self.builder.patch(*jump, end);
        }
        for goto in &self.gotos {
            // The parser has checked that the label exists.
            let Some(label) = self.labels.get(&goto.label) else { continue };
            self.builder.patch(goto.jump, label.at);
            if let Some(leave) = goto.leave {
                self.steps[leave] = Step::Leave(label.catching);
            }
        }
        let variables = self.builder.variables().iter().collect();
        let code = self.builder.finish().map_err(|error| vec![error])?;
        let (seen, options) = (self.types.seen(), self.types.options());
        let cursors = self.variables.cursors().map(Box::from).collect();
        let Compiler { steps, lines, regions, tables, handlers, .. } = self;
        let name = match self.owner {
            Owner::Batch => None,
            Owner::Procedure(name) | Owner::Function(name, _) | Owner::Scalar(name, _) | Owner::Trigger(name, _) => {
                Some(name)
            }
        };
        Ok((
            Program {
                code,
                steps,
                lines,
                regions,
                variables,
                tables,
                cursors,
                handlers,
                name,
                parses_only: false,
                options,
                text: ProgramText::default(),
            },
            seen,
        ))
    }

    /// Compiles a statement. An error is recorded, and compilation continues with the next
    /// statement; nothing more is compiled once memory has run out (701). Its instructions form a
    /// region, which knows the line.
    pub(super) fn statement(&mut self, statement: &Statement) {
        if self.errors.last().is_some_and(|error| error.number == OUT_OF_MEMORY) {
            return;
        }
        let place = self.regions.len();
        let start = self.builder.here();
        self.regions.push(Region { start, resume: start, line: statement.line, span: statement.span });
        let result = memory::checkpoint().and_then(|()| self.note_temporary(&statement.kind));
        let result = result.and_then(|()| self.kind(statement));
        self.regions[place].resume = self.builder.here();
        if let Err(error) = result {
            self.errors.push(error.at_line(statement.line));
        }
    }

    fn kind(&mut self, statement: &Statement) -> Result<(), SqlError> {
        match &statement.kind {
            StatementKind::Block(statements) => {
                statements.iter().for_each(|statement| self.statement(statement));
                Ok(())
            }
            StatementKind::If { branches, otherwise } => self.if_else(branches, otherwise.as_deref()),
            StatementKind::While { condition, body } => self.while_loop(condition, body),
            StatementKind::Break | StatementKind::Continue | StatementKind::Goto(_) | StatementKind::Label(_) => {
                self.jump(&statement.kind, statement.line);
                Ok(())
            }
            StatementKind::TryCatch { body, handler } => {
                self.try_catch(body, handler);
                Ok(())
            }
            kind if matches!(self.owner, Owner::Trigger(..)) && refused_in_trigger(kind).is_some() => {
                // 287: the statement isn't allowed in a trigger.
                Err(SqlError::statement_not_allowed_in_trigger(refused_in_trigger(kind).unwrap_or_default()))
            }
            // 1075: RETURN in a scalar function needs a value.
            StatementKind::Return(None) if matches!(self.owner, Owner::Scalar(..)) => {
                Err(SqlError::return_without_value())
            }
            StatementKind::Return(None) => {
                let jump = self.builder.push(Op::Jump(0));
                self.returns.push(jump);
                Ok(())
            }
            StatementKind::Return(Some(value)) => self.return_value(value),
            StatementKind::Declare(declarations) => self.declare(declarations),
            StatementKind::DeclareTable(table) => self.declare_table(table),
            StatementKind::SetVariable { variable, value, .. } if self.is_cursor_variable(&variable.text) => {
                compile_assign_cursor(variable, value, self)
            }
            StatementKind::SetVariable { variable, operator, value } => self.set(variable, *operator, value),
            StatementKind::Print(value) => self.print(value),
            StatementKind::Select(query) => {
                self.check_variables(&mut |visit| walk::query(query, visit))?;
                let statement = self.bound_statement(BoundSource::Select(query.clone())).shown();
                self.step(Step::Bound(Arc::new(statement)));
                Ok(())
            }
            StatementKind::Insert(insert) if let ast::InsertSource::Execute(execute) = &insert.source => {
                self.insert_call(insert, execute)
            }
            StatementKind::Insert(insert) => {
                self.check_variables(&mut |visit| walk::insert_source(&insert.source, visit))?;
                self.bound(BoundSource::Insert(insert.clone()));
                Ok(())
            }
            StatementKind::Update(update) => {
                self.check_variables(&mut |visit| walk::update(update, visit))?;
                if let Some(cursor) = current_of(update.condition.as_ref()) {
                    return self.change_current(cursor, RowChange::Update(update.clone()));
                }
                self.bound(BoundSource::Update(update.clone()));
                Ok(())
            }
            StatementKind::Delete(delete) => {
                self.check_variables(&mut |visit| walk::delete(delete, visit))?;
                if let Some(cursor) = current_of(delete.condition.as_ref()) {
                    return self.change_current(cursor, RowChange::Delete(delete.clone()));
                }
                self.bound(BoundSource::Delete(delete.clone()));
                Ok(())
            }
            StatementKind::Merge(merge) => {
                self.check_variables(&mut |visit| walk::merge(merge, visit))?;
                self.bound(BoundSource::Merge(merge.clone()));
                Ok(())
            }
            StatementKind::Text(text) => self.text_statement(text),
            _ => self.simple(statement),
        }
    }

    fn declare(&mut self, declarations: &[ast::Declaration]) -> Result<(), SqlError> {
        for (index, declaration) in declarations.iter().enumerate() {
            if declaration.data_type.name.single().is_some_and(|name| name.is("cursor")) {
                self.declare_cursor_variable(declaration)?;
                continue;
            }
            let declared = sluice_plan::table_definition::declared(index + 1, &declaration.data_type, &self.types)?;
            let data_type = match declared {
                DeclaredType::Scalar(data_type, _) => data_type,
                DeclaredType::Table(user_type) => {
                    self.declare_of_type(declaration, user_type)?;
                    continue;
                }
            };
            if data_type.is_lob() {
                return Err(SqlError::text_variable());
            }
            // The initial value can't refer to the declared variable.
            if let Some(value) = &declaration.value {
                self.check_variables(&mut |visit| walk::expr(value, visit))?;
            }
            self.declare_variable(&declaration.name.text, data_type)?;
            if let Some(value) = &declaration.value {
                self.set(&declaration.name, ast::AssignmentOperator::Set, value)?;
            }
        }
        Ok(())
    }

    /// Compiles READTEXT, WRITETEXT or UPDATETEXT as the statement that it stands for.
    fn text_statement(&mut self, text: &ast::TextStatement) -> Result<(), SqlError> {
        self.check_variables(&mut |visit| text.expressions().into_iter().for_each(|value| walk::expr(value, visit)))?;
        let ordinary = parse(&sluice_syntax::ordinary_text(text));
        match ordinary.statements.into_iter().next().map(|statement| statement.kind) {
            Some(StatementKind::Select(query)) => {
                let statement = self.bound_statement(BoundSource::Select(query)).shown();
                self.step(Step::Bound(Arc::new(statement)));
            }
            Some(StatementKind::Update(update)) => self.bound(BoundSource::WriteText(update)),
            _ => return Err(unsupported(text.words())),
        }
        Ok(())
    }

    fn declare_cursor_variable(&mut self, declaration: &ast::Declaration) -> Result<(), SqlError> {
        self.variables.declare_cursor(&declaration.name.text)?;
        if declaration.value.is_some() {
            return Err(unsupported("first value of a cursor variable"));
        }
        self.shared = None;
        Ok(())
    }

    fn return_value(&mut self, value: &ast::Expr) -> Result<(), SqlError> {
        match self.owner {
            // 178: a RETURN statement with a return value cannot be used in this context.
            Owner::Batch | Owner::Function(..) | Owner::Trigger(..) => {
                return Err(SqlError::return_value_not_allowed());
            }
            Owner::Procedure(_) | Owner::Scalar(..) => {
                self.set(&ast::Name::new(RESULT, value.span), ast::AssignmentOperator::Set, value)?;
            }
        }
        let jump = self.builder.push(Op::Jump(0));
        self.returns.push(jump);
        Ok(())
    }

    /// Returns whether the compiled unit is a module's body.
    pub(super) fn is_in_module(&self) -> bool {
        !matches!(self.owner, Owner::Batch)
    }

    /// Declares a table variable. The table exists from the start of the batch, but its name only
    /// from here on.
    fn declare_table(&mut self, table: &ast::TableVariable) -> Result<(), SqlError> {
        self.variables.declare_table(&table.name.text)?;
        self.shared = None;
        OptionsOf::CreateTable.check_items(&table.columns, &table.constraints, &table.indexes)?;
        let definition = sluice_plan::definition_of_variable(table, &self.types)?;
        self.tables.push((table.name.text.to_string(), definition));
        Ok(())
    }

    /// Emits a function's last step, the target of each RETURN: a query of its result table.
    fn give_rows(&mut self, table: &ast::TableVariable) {
        let here = self.builder.here();
        for jump in std::mem::take(&mut self.returns) {
            self.builder.patch(jump, here);
        }
        let statements = parse(&format!("SELECT * FROM {}", table.name.text)).statements;
        statements.iter().for_each(|statement| self.statement(statement));
    }

    /// Declares a variable of a table type as a table variable. Fails with 206 if it has an initial
    /// value.
    fn declare_of_type(&mut self, declaration: &ast::Declaration, user_type: Arc<UserType>) -> Result<(), SqlError> {
        let name = &declaration.name.text;
        if let Some(value) = &declaration.value {
            let (_, data_type) = self.value_of(value)?;
            return Err(SqlError::type_clash(data_type.operand_name(), &user_type.name));
        }
        self.variables.declare_table_of(name, &user_type)?;
        self.shared = None;
        self.tables.push((name.to_string(), rows_definition(&user_type, &self.types)?));
        Ok(())
    }

    /// Compiles SET of a variable. An expression that needs tables or functions of the database is
    /// bound at its first run instead. Fails with 137 for an undeclared variable.
    pub(super) fn set(
        &mut self,
        variable: &ast::Name,
        operator: ast::AssignmentOperator,
        value: &ast::Expr,
    ) -> Result<(), SqlError> {
        if self.is_bound_late(&mut |visit| walk::expr(value, visit)) {
            self.variables.get(&variable.text)?;
            self.check_variables(&mut |visit| walk::expr(value, visit))?;
            self.bound(BoundSource::Set { variable: variable.clone(), operator, value: Box::new(value.clone()) });
            return Ok(());
        }
        let bound = self.binder().set(variable, operator, value)?;
        if let BoundBody::Set { target, value } = bound.body {
            let register = self.builder.variables()[target];
            self.builder.kept_value(&value, Some(register));
            self.builder.push(Op::Assigned);
        }
        Ok(())
    }

    fn print(&mut self, value: &ast::Expr) -> Result<(), SqlError> {
        let mut has_query = false;
        walk::expr(value, &mut |met| {
            // Methods of xml values count as subqueries
            // (`guidelines-for-using-xml-data-type-methods.md`).
            has_query |= match met {
                Met::Expr(ast::Expr { kind, .. }) => {
                    matches!(kind, ExprKind::NextValue { .. } | ExprKind::Method { .. })
                }
                _ => true,
            };
            true
        });
        if has_query {
            // 1046: subqueries are not allowed in this context.
            return Err(SqlError::subquery_not_allowed());
        }
        if self.is_bound_late(&mut |visit| walk::expr(value, visit)) {
            self.check_variables(&mut |visit| walk::expr(value, visit))?;
            self.bound(BoundSource::Print(Box::new(value.clone())));
            return Ok(());
        }
        let Bound { body, .. } = self.binder().print(value)?;
        if let BoundBody::Print(text) = body {
            let register = self.builder.value(&text, None);
            self.add(Box::new(Print(register)));
        }
        Ok(())
    }

    /// Emits the code of a condition and returns the jumps taken if it doesn't hold, which the
    /// caller patches. A condition that needs tables or functions of the database becomes a step of
    /// its own, bound at the run. Fails with the errors of binding.
    pub(super) fn question(&mut self, condition: &ast::Condition) -> Result<Vec<Pc>, SqlError> {
        if self.is_bound_late(&mut |visit| walk::condition(condition, visit)) {
            self.check_variables(&mut |visit| walk::condition(condition, visit))?;
            let answer = self.builder.register();
            let statement = self.bound_statement(BoundSource::Test(Box::new(condition.clone())));
            self.step(Step::Test(Arc::new(statement), answer));
            return Ok(vec![self.builder.push(Op::BranchBit { when: false, value: answer, to: 0 })]);
        }
        let bound = self.binder().test(condition)?;
        match bound.body {
            BoundBody::Test(condition) => Ok(self.builder.branch(&condition, false)),
            _ => Ok(Vec::new()),
        }
    }

    /// Adds a step and the instruction that runs it. The step has the line of the innermost open
    /// region.
    pub(super) fn step(&mut self, step: Step) {
        self.steps.push(step);
        self.lines.push(self.regions.last().map_or(1, |region| region.line));
        self.builder.push(Op::Statement(self.steps.len() as u32 - 1));
    }

    /// Adds a step that fails with 40517 when it is reached.
    pub(super) fn refuse(&mut self, what: &str) {
        self.step(Step::Fail(Box::new(unsupported(what))));
    }

    fn bound(&mut self, source: BoundSource) {
        let statement = self.bound_statement(source);
        self.step(Step::Bound(Arc::new(statement)));
    }

    /// Returns a binder of expressions over the variables declared so far. It knows no objects: a
    /// column fails.
    pub(super) fn binder(&self) -> Binder<'_> {
        Binder::new(&NoNames, &self.variables).under(self.types.options())
    }

    /// Whether an expression becomes a statement of its own: if it names objects, or if its meaning
    /// depends on SET options that the program changes, or that call for warnings.
    fn is_bound_late(&self, walk: &mut dyn FnMut(&mut walk::Visitor<'_>)) -> bool {
        self.changes_options || self.types.options().forgives_arithmetic() || names_objects(walk)
    }

    /// Makes a statement that sees the variables declared so far.
    pub(super) fn bound_statement(&mut self, source: BoundSource) -> BoundStatement {
        let (variables, registers) = self.variables_and_registers();
        BoundStatement::new(source, variables, registers)
    }

    /// Returns the variables declared so far, and their registers.
    pub(super) fn variables_and_registers(&mut self) -> (Arc<Variables>, VariableRegisters) {
        let (variables, builder) = (&self.variables, &self.builder);
        let shared = self.shared.get_or_insert_with(|| (Arc::new(variables.clone()), builder.variables().clone()));
        shared.clone()
    }

    /// Fails with 137 before the batch runs if `walk` visits an undeclared variable, also for
    /// statements bound late. The first one counts; a table variable may be a function's argument.
    pub(super) fn check_variables(&self, walk: &mut dyn FnMut(&mut walk::Visitor<'_>)) -> Result<(), SqlError> {
        let mut first = None;
        walk(&mut |met| {
            let name = match met {
                Met::Expr(ast::Expr { kind: ExprKind::Variable(name), .. }) if !self.variables.is_table(&name.text) => {
                    &*name.text
                }
                Met::Assigned(name) => name,
                _ => return true,
            };
            if let Err(error) = self.variables.get(name) {
                first.get_or_insert(error);
            }
            true
        });
        first.map_or(Ok(()), Err)
    }
}

/// Returns the table definition of a table type. An alias type fails with 40517.
pub(super) fn rows_definition(user_type: &UserType, types: &dyn TypeNames) -> Result<TableDefinition, SqlError> {
    match &user_type.kind {
        TypeKind::Table { definition, .. } => sluice_plan::table_type_definition(definition, types),
        TypeKind::Alias { .. } => Err(unsupported("rows of an alias type")),
    }
}

/// Returns the cursor of WHERE CURRENT OF.
fn current_of(condition: Option<&ast::Condition>) -> Option<&ast::CursorName> {
    match &condition?.kind {
        ast::ConditionKind::CurrentOf(cursor) => Some(cursor),
        _ => None,
    }
}

const FIRST_IN_BATCH: i32 = 111;
/// Name of the status variable; no user variable has an empty name.
const RESULT: &str = "";

/// Returns whether one of the statements may change the SET options.
fn changes_options(statements: &[Statement], options: SetOptions) -> bool {
    let is_change = |name: &ast::Name, on: bool| match SetOption::named(&name.text) {
        Some(option) => options.has(option) != on,
        None => name.is("ANSI_DEFAULTS"),
    };
    statements.iter().any(|statement| match &statement.kind {
        StatementKind::SetOption(ast::SetOption::Switch { options, on }) => {
            options.iter().any(|name| is_change(name, *on))
        }
        StatementKind::SetOption(ast::SetOption::Value { option, .. }) => option.is("LANGUAGE"),
        kind => kind.inner().into_iter().any(|inner| changes_options(std::slice::from_ref(inner), options)),
    })
}

/// Returns whether `walk` visits a subquery, NEXT VALUE FOR or a user-defined function, all of
/// which name database objects.
fn names_objects(walk: &mut dyn FnMut(&mut walk::Visitor<'_>)) -> bool {
    let mut found = false;
    walk(&mut |met| {
        found |= match met {
            Met::Query(_) => true,
            Met::Expr(ast::Expr { kind: ExprKind::NextValue { .. }, .. }) => true,
            Met::Expr(ast::Expr { kind: ExprKind::Call(call), .. }) => call.name.single().is_none(),
            _ => false,
        };
        !found
    });
    found
}

/// Converts a syntax error, with its line and its place in bytes.
pub(super) fn syntax_error(error: &SyntaxError) -> SqlError {
    sluice_plan::refusal::syntax_error(error).at_line(error.line).at_bytes(error.span.start, error.span.end)
}

/// Returns the words of a statement that DML triggers can't contain
/// (`t-sql/statements/create-trigger-transact-sql.md`, *Limitations of DML triggers*). `None` for
/// another statement.
fn refused_in_trigger(kind: &StatementKind) -> Option<&'static str> {
    match kind {
        StatementKind::CreateDatabase(_) => Some("CREATE DATABASE"),
        StatementKind::DropDatabase { .. } => Some("DROP DATABASE"),
        StatementKind::AlterDatabaseSet(_) | StatementKind::AlterDatabase(_) => Some("ALTER DATABASE"),
        StatementKind::Restore(restore) => match restore.kind {
            RestoreKind::Database => Some("RESTORE DATABASE"),
            RestoreKind::Log => Some("RESTORE LOG"),
            _ => None,
        },
        StatementKind::Reconfigure { .. } => Some("RECONFIGURE"),
        _ => None,
    }
}
