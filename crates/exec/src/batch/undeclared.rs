//! `sp_describe_undeclared_parameters`: deduces the types of a batch's undeclared variables from
//! their context, by the rules of
//! `relational-databases/system-stored-procedures/sp-describe-undeclared-parameters-transact-sql`.
//!
//! A parameter that is compared for equality, assigned, inserted, converted or passed as an
//! argument has exactly the type of the other side. Within a larger expression it has the widest
//! type of the other operand's kind. Errors 11502 and 11503 report parameters for which the page's
//! rules give no type.

use super::body::within;
use super::call::ProcedureName;
use super::calls::refuse;
use super::declared_parameters::declared_parameters;
use super::deduced_parameter::{COLUMNS, Deduced, DeducedType, row};
use super::describe::uncompiled;
use super::ending::Ending;
use super::interpreter::Interpreter;
use super::parameter::Parameter;
use super::prepare::prepare;
use super::procedure_name::{FoundProcedure, find_procedure};
use super::types::Types;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_catalog::{TypeId, TypeKind};
use sluice_command::statement::{BoundSlot, BoundSource, Env};
use sluice_plan::SetOption;
use sluice_plan::{UserFunction, Variables, object_name, table_definition};
use sluice_query::code::{Frame, Reg, VariableRegisters};
use sluice_session::sink::{ColumnInfo, ColumnOrigin};
use sluice_syntax::ast::{
    Assignment, AssignmentOperator, BinaryOperator, ColumnName, ComparisonOperator, Condition, ConditionKind, Execute,
    ExecuteModule, Expr, ExprKind, Insert, InsertSource, Merge, MergeAction, Name, ObjectName, Query, QueryBody,
    SelectItem, SelectItemKind, Statement, StatementKind, TableSource, TableSourceKind, Target, TypeName,
};
use sluice_syntax::token::TokenKind;
use sluice_syntax::walk;
use sluice_syntax::{Span, lexer, parse, parse_parameters, parse_quoted};
use sluice_types::precedence::common_type;
use sluice_types::{DataType, Length, SqlError};
use std::collections::BTreeMap;

/// The type that the context of an expression requires.
#[derive(Clone, Copy)]
enum Wanted {
    Nothing,
    /// Exactly this type, if the parameter is the whole expression.
    Exactly(DataType),
    /// The widest type of the same kind.
    Like(DataType),
}

/// The FROM clauses visible to an expression, the innermost last.
type Scopes<'a> = Vec<&'a [TableSource]>;

struct Deduction<'d, 't, 'e, 'h, 'c> {
    interpreter: &'d mut Interpreter<'t, 'e, 'h, 'c>,
    types: Types,
    variables: Arc<Variables>,
    registers: VariableRegisters,
    names: Vec<String>,
    with: Vec<sluice_syntax::ast::CommonTable>,
    // Deduced parameters by byte position in the text.
    found: BTreeMap<u32, Deduced>,
}

impl Interpreter<'_, '_, '_, '_> {
    /// Sends a row for each undeclared parameter. Appends 11501 to the batch's own errors. The
    /// batch isn't run. Fails with 11501 to 11511 or the like if a type can't be deduced.
    pub(super) fn describe_undeclared(&mut self, text: &str, declarations: &str) -> Result<Ending, SqlError> {
        let script = parse_quoted(text, self.env.state.options.meaning.has(SetOption::QuotedIdentifier));
        let written = if declarations.trim().is_empty() { Ok(Vec::new()) } else { parse_parameters(declarations) };
        let (true, Ok(written)) = (script.errors.is_empty(), written) else {
            return self.refuse_text(text, declarations);
        };
        let types = Types::for_session(self.env.state);
        let declared = Parameter::declared(&written, &types)?;
        let mut variables = Variables::default();
        for parameter in &declared {
            variables.declare(&parameter.name, parameter.data_type)?;
        }
        declare_locals(&script.statements, &mut variables, &types)?;
        let mut places = Vec::new();
        for token in lexer::tokens(text).0.iter().filter(|token| token.kind == TokenKind::Variable) {
            let name = &text[token.span.start as usize..token.span.end as usize];
            let is_formal = is_formal(&script.statements, token.span);
            if !is_formal && !variables.is_table(name) && variables.get(name).is_err() {
                places.push((token.span.start, name.to_owned()));
            }
        }
        for (place, (_, name)) in places.iter().enumerate() {
            if places[..place].iter().any(|(_, other)| same(other, name)) {
                return Err(SqlError::undeclared_parameter_used_twice(name));
            }
        }
        // A parameter of unknown type counts as an int while other expressions are typed.
        for (_, name) in &places {
            variables.declare(name, DataType::Int)?;
        }
        let registers = (0..).take_while(|slot| variables.name(*slot as usize).is_some()).collect();
        let names = places.iter().map(|(_, name)| name.clone()).collect();
        let mut deduction = Deduction {
            interpreter: &mut *self,
            types,
            variables: Arc::new(variables),
            registers,
            names,
            with: Vec::new(),
            found: BTreeMap::new(),
        };
        let deduced = deduction.statements(&script.statements);
        let found = std::mem::take(&mut deduction.found);
        if let Err(error) = deduced {
            return Ok(refuse(self.env, self.calls, uncompiled(vec![error.at_line(1)])));
        }
        let mut all = declarations.trim().to_owned();
        for (place, name) in &places {
            let Some(deduced) = found.get(place) else {
                return Err(SqlError::parameter_type_not_deduced(name));
            };
            let comma = if all.is_empty() { "" } else { ", " };
            all.push_str(&format!("{comma}{name} {}", deduced.data_type));
        }
        // The batch must compile with the deduced types.
        let taken = self.calls.plans.take(text, &all, self.env.state).map_err(uncompiled);
        let looked = taken.and_then(|mut batch| {
            let looked = within(self.env, &mut batch, |execution, env| prepare(execution, env).map_err(uncompiled));
            self.calls.plans.put(text, batch);
            looked
        });
        if let Err(errors) = looked {
            return Ok(refuse(self.env, self.calls, errors));
        }
        let told =
            COLUMNS.iter().map(|(name, data_type, nullable)| ColumnInfo::expression(*name, *data_type, *nullable));
        self.env.sink.columns(&told.collect::<Vec<_>>());
        for (number, (place, name)) in places.iter().enumerate() {
            if let Some(deduced) = found.get(place) {
                self.env.sink.row(&row(number, name, deduced));
            }
        }
        self.env.done(places.len() as u64);
        Ok(Ending::Returned)
    }

    /// Sends the errors in a text or in the declarations of its parameters.
    fn refuse_text(&mut self, text: &str, declarations: &str) -> Result<Ending, SqlError> {
        match self.calls.plans.take(text, declarations, self.env.state) {
            Err(errors) => Ok(refuse(self.env, self.calls, uncompiled(errors))),
            Ok(_) => Err(SqlError::batch_not_analyzed()),
        }
    }
}

impl Deduction<'_, '_, '_, '_, '_> {
    fn statements(&mut self, statements: &[Statement]) -> Result<(), SqlError> {
        statements.iter().try_for_each(|statement| self.statement(&statement.kind))
    }

    fn statement(&mut self, kind: &StatementKind) -> Result<(), SqlError> {
        self.with.clear();
        match kind {
            StatementKind::Block(body) => self.statements(body),
            StatementKind::TryCatch { body, handler } => {
                self.statements(body)?;
                self.statements(handler)
            }
            StatementKind::If { branches, otherwise } => {
                for branch in branches {
                    self.condition(&branch.condition, &Vec::new())?;
                    self.statement(&branch.then.kind)?;
                    self.with.clear();
                }
                otherwise.iter().try_for_each(|otherwise| self.statement(&otherwise.kind))
            }
            StatementKind::While { condition, body } => {
                self.condition(condition, &Vec::new())?;
                self.statement(&body.kind)
            }
            StatementKind::SetVariable { variable, value, .. } => self.assigned(variable, value, &Vec::new()),
            StatementKind::Select(query) => self.query(query, &Vec::new()),
            StatementKind::Insert(insert) => self.insert(insert),
            StatementKind::Update(update) => {
                self.with.clone_from(&update.with);
                let own = [source_of(&update.target)];
                let scopes = vec![if update.from.is_empty() { &own[..] } else { &update.from[..] }];
                self.sources(&update.from, &scopes)?;
                for assignment in &update.assignments {
                    self.assignment(assignment, &update.target, &scopes)?;
                }
                update.top.iter().try_for_each(|top| self.expr(&top.count, COUNT, &scopes))?;
                update.condition.iter().try_for_each(|condition| self.condition(condition, &scopes))
            }
            StatementKind::Delete(delete) => {
                self.with.clone_from(&delete.with);
                let own = [source_of(&delete.target)];
                let scopes = vec![if delete.from.is_empty() { &own[..] } else { &delete.from[..] }];
                self.sources(&delete.from, &scopes)?;
                delete.top.iter().try_for_each(|top| self.expr(&top.count, COUNT, &scopes))?;
                delete.condition.iter().try_for_each(|condition| self.condition(condition, &scopes))
            }
            StatementKind::Merge(merge) => self.merge(merge),
            StatementKind::Execute(execute) => self.execute(execute),
            _ => Ok(()),
        }
    }

    /// Deduces `@x = value`, where either side may be an undeclared parameter.
    fn assigned(&mut self, variable: &Name, value: &Expr, scopes: &Scopes<'_>) -> Result<(), SqlError> {
        if !self.is_undeclared(&variable.text) {
            let data_type = self.variables.get(&variable.text)?.data_type;
            return self.expr(value, Wanted::Exactly(data_type), scopes);
        }
        if let Some(data_type) = self.known(value, scopes)? {
            let deduced = Deduced { data_type, is_output: true, formal: None, user_type: None };
            self.found.insert(variable.span.start, deduced);
        }
        self.expr(value, Wanted::Nothing, scopes)
    }

    fn assignment(&mut self, written: &Assignment, target: &Target, scopes: &Scopes<'_>) -> Result<(), SqlError> {
        let (Some(column), Target::Table { name, .. }) = (&written.column, target) else { return Ok(()) };
        let column = ColumnName { qualifier: Some(name.clone()), ..column.clone() };
        let data_type = self.type_of(&expression(ExprKind::Column(Box::new(column))), scopes)?;
        let is_plain = matches!(written.operator, AssignmentOperator::Set);
        let wanted = if is_plain { Wanted::Exactly(data_type) } else { Wanted::Like(data_type) };
        self.expr(&written.value, wanted, scopes)
    }

    fn insert(&mut self, insert: &Insert) -> Result<(), SqlError> {
        self.with.clone_from(&insert.with);
        let rows = match &insert.source {
            InsertSource::Values(rows) => rows,
            InsertSource::Query(query) => return self.query(query, &Vec::new()),
            _ => return Ok(()),
        };
        let types = self.types_given(&insert.target, &insert.columns)?;
        for (value, data_type) in rows.iter().flat_map(|row| row.iter().zip(&types)) {
            self.expr(value, Wanted::Exactly(*data_type), &Vec::new())?;
        }
        Ok(())
    }

    /// Deduces the parameters of a MERGE. The actions see the target and the source.
    fn merge(&mut self, merge: &Merge) -> Result<(), SqlError> {
        self.with.clone_from(&merge.with);
        let mut target = source_of(&merge.target);
        let mut named = merge.target.clone();
        if let (TableSourceKind::Table { alias, .. }, Some(given)) = (&mut target.kind, &merge.alias) {
            *alias = Some(given.clone());
            named = Target::Table { name: ObjectName::simple(given.clone()), hints: Vec::new() };
        }
        let both = [target, merge.source.clone()];
        let scopes = vec![&both[..]];
        self.sources(&both, &scopes)?;
        merge.top.iter().try_for_each(|top| self.expr(&top.count, COUNT, &scopes))?;
        self.condition(&merge.condition, &scopes)?;
        for clause in &merge.clauses {
            clause.condition.iter().try_for_each(|condition| self.condition(condition, &scopes))?;
            match &clause.action {
                MergeAction::Update(assignments) => {
                    assignments.iter().try_for_each(|assignment| self.assignment(assignment, &named, &scopes))?;
                }
                MergeAction::Insert { columns, values: Some(values) } => {
                    let types = self.types_given(&merge.target, columns)?;
                    let mut given = values.iter().zip(types);
                    given.try_for_each(|(value, data_type)| self.expr(value, Wanted::Exactly(data_type), &scopes))?;
                }
                MergeAction::Delete | MergeAction::Insert { values: None, .. } => {}
            }
        }
        Ok(())
    }

    /// Returns the types of the columns that an INSERT gives; without a list, of all that can be
    /// given.
    fn types_given(&mut self, target: &Target, columns: &[Name]) -> Result<Vec<DataType>, SqlError> {
        let own = [source_of(target)];
        let scopes = vec![&own[..]];
        if columns.is_empty() {
            let all = self.columns(&select_of(SelectItemKind::Star(None), &own)?)?;
            let given = |column: &&ColumnInfo| column.origin == ColumnOrigin::Stored;
            return Ok(all.iter().filter(given).map(|column| column.data_type).collect());
        }
        let column = |name: &Name| {
            let column = ColumnName { qualifier: None, name: name.clone(), span: Span::default() };
            self.type_of(&expression(ExprKind::Column(Box::new(column))), &scopes)
        };
        columns.iter().map(column).collect()
    }

    fn execute(&mut self, execute: &Execute) -> Result<(), SqlError> {
        let ExecuteModule::Procedure(name) = &execute.module else { return Ok(()) };
        if !execute.arguments.iter().any(|argument| self.first_in(&argument.value).is_some()) {
            return Ok(());
        }
        let name = ProcedureName::Written(object_name(name));
        let FoundProcedure { home, module, .. } = find_procedure(self.interpreter.env, &name, &mut None)?;
        let catalog = self.interpreter.env.state.transaction.work.catalog(&home);
        let (_, parameters) = declared_parameters(&module, &catalog);
        let named = |id: TypeId| {
            let user_type = catalog.type_by_id(id)?;
            let (schema, name) = (user_type.schema.to_string(), user_type.name.to_string());
            let is_table = matches!(user_type.kind, TypeKind::Table { .. });
            Some(DeducedType { id, database: home.name.clone(), schema, name, is_table })
        };
        for (place, argument) in execute.arguments.iter().enumerate() {
            let parameter = match &argument.name {
                Some(name) => parameters.iter().find(|parameter| same(&parameter.name, &name.text)),
                None => parameters.get(place),
            };
            let (Some(parameter), ExprKind::Variable(name)) = (parameter, &argument.value.kind) else { continue };
            if self.is_undeclared(&name.text) {
                let (data_type, formal) = (parameter.data_type, Some(parameter.name.clone()));
                let is_output = parameter.is_output && argument.output;
                let user_type = parameter.user_type.and_then(named);
                self.found.insert(name.span.start, Deduced { data_type, is_output, formal, user_type });
            }
        }
        Ok(())
    }

    fn query(&mut self, query: &Query, outer: &Scopes<'_>) -> Result<(), SqlError> {
        for table in &query.with {
            self.query(&table.query, outer)?;
        }
        self.with.extend(query.with.iter().cloned());
        self.body(&query.body, outer)?;
        let Some(offset) = &query.offset else { return Ok(()) };
        self.expr(&offset.skip, COUNT, outer)?;
        offset.fetch.iter().try_for_each(|fetch| self.expr(fetch, COUNT, outer))
    }

    fn body(&mut self, body: &QueryBody, outer: &Scopes<'_>) -> Result<(), SqlError> {
        let select = match body {
            QueryBody::Select(select) => select,
            QueryBody::Combined { first, rest } => {
                self.body(first, outer)?;
                return rest.iter().try_for_each(|other| self.body(&other.body, outer));
            }
        };
        let mut scopes = outer.clone();
        self.sources(&select.from, &[&outer[..], &[&select.from[..]]].concat())?;
        scopes.push(&select.from);
        select.top.iter().try_for_each(|top| self.expr(&top.count, COUNT, &scopes))?;
        for item in &select.items {
            match &item.kind {
                SelectItemKind::Value { value, .. } => self.expr(value, Wanted::Nothing, &scopes)?,
                SelectItemKind::Assignment { variable, value, .. } => self.assigned(variable, value, &scopes)?,
                SelectItemKind::Star(_) => {}
            }
        }
        select.condition.iter().chain(&select.having).try_for_each(|condition| self.condition(condition, &scopes))
    }

    /// Deduces parameters in a FROM clause. A join condition sees all sources of the clause.
    fn sources(&mut self, sources: &[TableSource], scopes: &Scopes<'_>) -> Result<(), SqlError> {
        for source in sources {
            match &source.kind {
                TableSourceKind::Derived { query, .. } => self.query(query, scopes)?,
                TableSourceKind::Join { left, right, condition, .. } => {
                    self.sources(std::slice::from_ref(left), scopes)?;
                    self.sources(std::slice::from_ref(right), scopes)?;
                    condition.iter().try_for_each(|condition| self.condition(condition, scopes))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn condition(&mut self, condition: &Condition, scopes: &Scopes<'_>) -> Result<(), SqlError> {
        match &condition.kind {
            ConditionKind::Comparison { operator, left, right } => {
                let is_equal = matches!(operator, ComparisonOperator::Equal | ComparisonOperator::NotEqual);
                self.pair(left, right, is_equal, scopes)
            }
            ConditionKind::IsDistinct { left, right, .. } => self.pair(left, right, true, scopes),
            ConditionKind::And(parts) | ConditionKind::Or(parts) => {
                parts.iter().try_for_each(|part| self.condition(part, scopes))
            }
            ConditionKind::Not(part) => self.condition(part, scopes),
            ConditionKind::IsNull { operand, .. } => self.expr(operand, Wanted::Nothing, scopes),
            ConditionKind::InList { operand, list, .. } => {
                list.iter().try_for_each(|item| self.pair(operand, item, true, scopes))
            }
            ConditionKind::InQuery { operand, query, .. } | ConditionKind::Quantified { left: operand, query, .. } => {
                let subquery = expression(ExprKind::Subquery(query.clone()));
                let wanted = self.known(&subquery, scopes)?.map_or(Wanted::Nothing, Wanted::Exactly);
                self.expr(operand, wanted, scopes)?;
                self.query(query, scopes)
            }
            ConditionKind::Between { operand, low, high, .. } => {
                self.pair(operand, low, false, scopes)?;
                self.pair(operand, high, false, scopes)
            }
            ConditionKind::Like { operand, pattern, .. } | ConditionKind::RegexpLike { operand, pattern, .. } => {
                self.pair(operand, pattern, false, scopes)
            }
            ConditionKind::Exists(query) => self.query(query, scopes),
            ConditionKind::Updated(_) | ConditionKind::CurrentOf(_) => Ok(()),
        }
    }

    /// Deduces two operands from each other. Fails with 11503 if neither has a known type.
    fn pair(&mut self, left: &Expr, right: &Expr, is_equal: bool, scopes: &Scopes<'_>) -> Result<(), SqlError> {
        let known = (self.known(left, scopes)?, self.known(right, scopes)?);
        if let ((None, None), Some(one), Some(other)) = (known, self.first_in(left), self.first_in(right)) {
            return Err(SqlError::two_untyped_parameters(one, other));
        }
        let wanted = |data_type: Option<DataType>| match data_type {
            Some(data_type) if is_equal => Wanted::Exactly(data_type),
            Some(data_type) => Wanted::Like(data_type),
            None => Wanted::Nothing,
        };
        self.expr(left, wanted(known.1), scopes)?;
        self.expr(right, wanted(known.0), scopes)
    }

    fn expr(&mut self, node: &Expr, wanted: Wanted, scopes: &Scopes<'_>) -> Result<(), SqlError> {
        if self.first_in(node).is_none() {
            return Ok(());
        }
        match &node.kind {
            ExprKind::Variable(name) => {
                let data_type = match wanted {
                    Wanted::Exactly(data_type) => data_type,
                    Wanted::Like(data_type) => widest(data_type),
                    // The caller fails with 11502 if no other rule gives a type.
                    Wanted::Nothing => return Ok(()),
                };
                self.found
                    .insert(name.span.start, Deduced { data_type, is_output: false, formal: None, user_type: None });
                Ok(())
            }
            ExprKind::Unary { operand, .. } | ExprKind::Collate { operand, .. } => {
                self.expr(operand, wanted.within(None), scopes)
            }
            ExprKind::Chain { first, rest } => self.chain(first, rest, wanted, scopes),
            ExprKind::Cast { operand, target, .. } | ExprKind::Convert { operand, target, .. } => {
                let data_type = self.named(target)?;
                self.expr(operand, Wanted::Exactly(data_type), scopes)
            }
            ExprKind::SimpleCase { operand, branches, otherwise } => {
                branches.iter().try_for_each(|(value, _)| self.pair(operand, value, true, scopes))?;
                let results = branches.iter().map(|(_, result)| result).chain(otherwise.as_deref());
                self.alternatives(&results.collect::<Vec<_>>(), wanted, scopes)
            }
            ExprKind::SearchedCase { branches, otherwise } => {
                branches.iter().try_for_each(|(condition, _)| self.condition(condition, scopes))?;
                let results = branches.iter().map(|(_, result)| result).chain(otherwise.as_deref());
                self.alternatives(&results.collect::<Vec<_>>(), wanted, scopes)
            }
            ExprKind::Iif { condition, then, otherwise } => {
                self.condition(condition, scopes)?;
                self.alternatives(&[then, otherwise], wanted, scopes)
            }
            ExprKind::Call(call) => {
                if let Some(function) = self.function(&call.name)? {
                    let arguments = call.arguments.iter().zip(&function.parameters);
                    for (number, (argument, data_type)) in arguments.enumerate() {
                        self.expr(argument, Wanted::Exactly(*data_type), scopes)?;
                        let formal =
                            function.definition.parameters.get(number).map(|known| known.name.text.to_string());
                        if let ExprKind::Variable(name) = &argument.kind
                            && let Some(deduced) = self.found.get_mut(&name.span.start)
                        {
                            deduced.formal = formal;
                        }
                    }
                    return Ok(());
                }
                if ALTERNATIVES.iter().any(|known| call.name.name.is(known)) {
                    return self.alternatives(&call.arguments.iter().collect::<Vec<_>>(), wanted, scopes);
                }
                Ok(())
            }
            ExprKind::Subquery(query) => self.query(query, scopes),
            _ => Ok(()),
        }
    }

    /// Deduces a chain in which each operand is combined with the value of all operands before it.
    /// Fails with 11503 if neither side has a known type.
    fn chain(
        &mut self,
        first: &Expr,
        rest: &[(BinaryOperator, Expr)],
        mut wanted: Wanted,
        scopes: &Scopes<'_>,
    ) -> Result<(), SqlError> {
        let operands: Vec<&Expr> = std::iter::once(first).chain(rest.iter().map(|(_, operand)| operand)).collect();
        let Some(untyped) = operands.iter().position(|operand| self.first_in(operand).is_some()) else { return Ok(()) };
        for place in (1..operands.len()).rev() {
            let left = match place {
                1 => self.known(first, scopes)?,
                _ if untyped < place => None,
                _ => {
                    let rest = rest[..place - 1].to_vec();
                    let before = expression(ExprKind::Chain { first: Box::new(first.clone()), rest });
                    self.type_of(&before, scopes).map(Some)?
                }
            };
            let right = self.known(operands[place], scopes)?;
            let (one, other) = (self.first_in(operands[untyped]), self.first_in(operands[place]));
            if let ((None, None), Some(one), Some(other)) = ((left, right), one, other) {
                return Err(SqlError::two_untyped_parameters(one, other));
            }
            self.expr(operands[place], wanted.within(left), scopes)?;
            if untyped >= place {
                return Ok(());
            }
            wanted = wanted.within(right);
        }
        self.expr(first, wanted, scopes)
    }

    /// Deduces expressions of which one is the result, as in CASE.
    fn alternatives(&mut self, values: &[&Expr], wanted: Wanted, scopes: &Scopes<'_>) -> Result<(), SqlError> {
        let mut beside = None;
        for value in values {
            beside = beside.or(self.known(value, scopes)?);
        }
        values.iter().try_for_each(|value| self.expr(value, wanted.within(beside), scopes))
    }

    /// Returns the type of an expression if it doesn't depend on an undeclared parameter.
    fn known(&mut self, node: &Expr, scopes: &Scopes<'_>) -> Result<Option<DataType>, SqlError> {
        if self.first_in(node).is_none() {
            return self.type_of(node, scopes).map(Some);
        }
        match &node.kind {
            ExprKind::Cast { target, .. } | ExprKind::Convert { target, .. } => self.named(target).map(Some),
            ExprKind::Call(call) => Ok(self.function(&call.name)?.map(|function| function.returns)),
            _ => Ok(None),
        }
    }

    /// Returns the user-defined function called `name`.
    fn function(&self, name: &ObjectName) -> Result<Option<UserFunction>, SqlError> {
        let env = &*self.interpreter.env;
        if name.schema.is_none() || name.database.is_some() {
            return Ok(None);
        }
        let catalog = env.state.transaction.work.catalog(&env.state.database);
        let module = catalog.module(&object_name(name)).map(Arc::clone);
        module.map(|module| sluice_binder::scalar_function(None, &module, &*catalog)).transpose()
    }

    fn named(&self, written: &TypeName) -> Result<DataType, SqlError> {
        table_definition::declared_type(1, written, &self.types)
    }

    fn type_of(&mut self, node: &Expr, scopes: &Scopes<'_>) -> Result<DataType, SqlError> {
        let mut node = node.clone();
        let mut sources = scopes.iter().rev();
        let mut query =
            select_of(SelectItemKind::Value { value: node, alias: None }, sources.next().copied().unwrap_or_default())?;
        for source in sources {
            node = expression(ExprKind::Subquery(Box::new(query)));
            query = select_of(SelectItemKind::Value { value: node, alias: None }, source)?;
        }
        let columns = self.columns(&query)?;
        Ok(columns.first().map_or(DataType::OF_NULL, |column| column.data_type))
    }

    fn columns(&mut self, query: &Query) -> Result<Vec<ColumnInfo>, SqlError> {
        let query = Query { with: self.with.clone(), ..query.clone() };
        let (variables, registers) = (Arc::clone(&self.variables), self.registers.clone());
        let mut slot = BoundSlot::new(BoundSource::Select(Arc::new(query)), variables, registers);
        let env = &mut *self.interpreter.env;
        let mut frame = Frame { globals: env.frame.globals, ..Frame::default() };
        frame.grow_to(self.registers.len() as Reg);
        let mut inner = Env { state: env.state, frame: &mut frame, context: env.context, sink: env.sink };
        Ok(slot.columns(&mut inner)?.unwrap_or_default())
    }

    /// Returns the first undeclared parameter in an expression.
    fn first_in(&self, node: &Expr) -> Option<String> {
        let mut first = None;
        walk::expr(node, &mut |met| {
            if let walk::Met::Expr(Expr { kind: ExprKind::Variable(name), .. }) = met
                && first.is_none()
                && self.is_undeclared(&name.text)
            {
                first = Some(name.text.to_string());
            }
            true
        });
        first
    }

    fn is_undeclared(&self, name: &str) -> bool {
        self.names.iter().any(|known| same(known, name))
    }
}

impl Wanted {
    /// Returns the requirement for an operand next to one of type `beside`: the type of higher
    /// precedence.
    fn within(self, beside: Option<DataType>) -> Wanted {
        match (self, beside) {
            (Wanted::Nothing, None) => Wanted::Nothing,
            (Wanted::Nothing, Some(data_type)) => Wanted::Like(data_type),
            (Wanted::Exactly(data_type) | Wanted::Like(data_type), None) => Wanted::Like(data_type),
            (Wanted::Exactly(wanted) | Wanted::Like(wanted), Some(beside)) => {
                Wanted::Like(common_type(wanted, beside).unwrap_or(beside))
            }
        }
    }
}

/// Returns the widest type of the same kind.
fn widest(data_type: DataType) -> DataType {
    let longest = |length: Length, max: u16| match length {
        Length::Max | Length::Lob => Length::Max,
        Length::Limited(_) => Length::Limited(max),
    };
    match data_type {
        DataType::Decimal { .. } => DataType::decimal(38, 19),
        DataType::Char(_, page) => DataType::VarChar(Length::Limited(DataType::CHAR_MAX), page),
        DataType::VarChar(length, page) => DataType::VarChar(longest(length, DataType::CHAR_MAX), page),
        DataType::NChar(_) => DataType::NVarChar(Length::Limited(DataType::CHAR_MAX / 2)),
        DataType::NVarChar(length) => DataType::NVarChar(longest(length, DataType::CHAR_MAX / 2)),
        DataType::Binary(_) | DataType::RowVersion => DataType::VarBinary(Length::Limited(DataType::CHAR_MAX)),
        DataType::VarBinary(length) => DataType::VarBinary(longest(length, DataType::CHAR_MAX)),
        other => other.with_fraction(7),
    }
}

/// Declares the batch's local variables. Fails with 134 if a variable is also a parameter.
fn declare_locals<'s>(
    statements: impl IntoIterator<Item = &'s Statement>,
    variables: &mut Variables,
    types: &Types,
) -> Result<(), SqlError> {
    for statement in statements {
        match &statement.kind {
            StatementKind::Declare(declared) => {
                for local in declared {
                    variables
                        .declare(&local.name.text, table_definition::declared_type(1, &local.data_type, types)?)?;
                }
            }
            StatementKind::DeclareTable(table) => variables.declare_table(&table.name.text)?,
            kind => declare_locals(kind.inner(), variables, types)?,
        }
    }
    Ok(())
}

/// Returns whether a variable in the text is the name of a called procedure's parameter.
fn is_formal<'s>(statements: impl IntoIterator<Item = &'s Statement>, span: Span) -> bool {
    statements.into_iter().any(|statement| match &statement.kind {
        StatementKind::Execute(execute) => {
            let mut names = execute.arguments.iter().filter_map(|argument| argument.name.as_ref());
            names.any(|name| name.span.start == span.start)
        }
        kind => is_formal(kind.inner(), span),
    })
}

/// Returns the target of a statement as a source of rows.
fn source_of(target: &Target) -> TableSource {
    let kind = match target {
        Target::Table { name, .. } => {
            TableSourceKind::Table { name: name.clone(), alias: None, sample: None, hints: Vec::new() }
        }
        Target::Variable(name) => TableSourceKind::Variable { name: name.clone(), alias: None, hints: Vec::new() },
    };
    TableSource { kind, span: Span::default() }
}

/// Returns the query `SELECT item FROM sources`.
fn select_of(item: SelectItemKind, from: &[TableSource]) -> Result<Query, SqlError> {
    let empty = parse("SELECT 1").statements.pop().map(|statement| statement.kind);
    let Some(StatementKind::Select(query)) = empty else { return Err(SqlError::batch_not_analyzed()) };
    let mut query = Arc::unwrap_or_clone(query);
    if let QueryBody::Select(select) = &mut query.body {
        select.items = vec![SelectItem { kind: item, span: Span::default() }];
        select.from = from.to_vec();
    }
    Ok(query)
}

fn expression(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

/// Type of row counts.
const COUNT: Wanted = Wanted::Exactly(DataType::BigInt);
/// Functions that return one of their arguments.
const ALTERNATIVES: [&str; 3] = ["COALESCE", "ISNULL", "NULLIF"];
