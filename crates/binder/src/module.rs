//! Views and inline functions: their query replaces their name.
//!
//! Inside a module, names are resolved in the module's database, variables are its parameters, and
//! outer names are invisible. A parameter is replaced by its converted argument.

use super::bound::BoundQuery;
use super::bound::BoundSource;
use super::conversion::{implicit, typed_null};
use super::level::Level;
use super::row_argument::{ParameterType, parameter_type};
use super::scope::Usage;
use super::state::{Inside, RowsParameter};
use super::view_check::check_query;
use super::{Binder, literal};
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Column, ColumnFlags, Folded, Module, ModuleKind, ObjectName, Table, name};
use sluice_definition::module_script::{options_in, script_of};
use sluice_definition::names::object_name;
use sluice_definition::refusal::{argument_count_differs, syntax_error, unsupported};
use sluice_plan::expression::Expr;
use sluice_plan::statement::ColumnOrigin;
use sluice_syntax::ast::{self, FunctionBody, StatementKind};
use sluice_types::SqlError;

/// The parsed parts of a module.
pub(super) struct Text {
    parameters: Vec<ast::Parameter>,
    columns: Vec<ast::Name>,
    pub query: ast::Query,
}

impl Binder<'_> {
    /// Binds a module and returns its columns. Every column must have a unique name (4511 or 4514,
    /// 4506). Fails with 4508 for a temporary table.
    /// Parameters count as NULL of their type. Fails with 1054 for `*` under SCHEMABINDING, and for
    /// a WITH CHECK OPTION that the query doesn't allow. Fails with 8158 or 4502 if its list of
    /// columns has another length, with 4429 if it names itself, and with 11719 for NEXT VALUE FOR.
    pub fn module(mut self, module: &Arc<Module>) -> Result<Vec<Column>, SqlError> {
        let text = text_of(module)?;
        self.draws.refused = Some(SqlError::next_value_not_allowed_here);
        if module.options.is_schema_bound && has_star(&text.query.body) {
            // 1054: the columns of `*` would change with the table.
            return Err(SqlError::not_allowed_in_schema_bound("*"));
        }
        if module.options.has_check_option {
            check_query(&text.query)?;
        }
        let types = self.names.catalog(None)?.unwrap_or_default();
        let (mut parameters, mut rows) = (Vec::with_capacity(text.parameters.len()), Vec::new());
        for (place, parameter) in text.parameters.iter().enumerate() {
            let name = Folded::new(&parameter.name.text);
            match parameter_type(place + 1, parameter, &*types)? {
                ParameterType::Value(data_type) => {
                    // A parameter has a type, also while it has no value.
                    let value = Expr { nullable: true, ..typed_null(literal::null(), data_type) };
                    parameters.push((name, value));
                }
                ParameterType::Rows(user_type) => rows.extend(user_type.table().cloned().map(|table| {
                    let table = Arc::new(Table { name: parameter.name.text.to_string(), ..Table::clone(&table) });
                    RowsParameter { name, table, user_type: Arc::clone(&user_type) }
                })),
            }
        }
        let bound = self.bind_inside(module, None, (parameters, rows), &text.query)?;
        let bound = as_defined(module, bound)?;
        self.module_columns(module, &text, &bound)
    }

    /// Returns the columns of a module's bound query, under the names of the module. Fails with
    /// 8158 or 4502 if the module names another number of columns, and with 4511 or 4506 for a
    /// column without a name of its own.
    pub(super) fn module_columns(
        &self,
        module: &Module,
        text: &Text,
        bound: &BoundQuery,
    ) -> Result<Vec<Column>, SqlError> {
        let mut columns: Vec<Column> = Vec::with_capacity(bound.columns.len());
        for (place, column) in bound.columns.iter().enumerate() {
            let given = text.columns.get(place).map_or(column.name.as_str(), |name| &name.text);
            if given.is_empty() {
                return Err(match module.kind {
                    ModuleKind::View => SqlError::view_column_without_name(place + 1),
                    _ => SqlError::function_column_without_name(place + 1),
                });
            }
            if columns.iter().any(|other| name::same(&other.name, given)) {
                return Err(SqlError::duplicate_view_column(given, &module.name));
            }
            let id = u16::try_from(place + 1).unwrap_or(u16::MAX);
            let of_it = Column::new(given.to_owned(), column.data_type, column.nullable);
            let shows_identity = module.kind == ModuleKind::View && column.origin == ColumnOrigin::Identity;
            let flags = ColumnFlags { shows_identity, ..of_it.flags };
            columns.push(Column { id, collation: column.collation, flags, ..of_it });
        }
        match text.columns.len().cmp(&bound.columns.len()) {
            // 8158 is also the error for a derived table's column list.
            std::cmp::Ordering::Greater => Err(SqlError::view_with_fewer_columns(&module.name)),
            std::cmp::Ordering::Less if !text.columns.is_empty() => Err(SqlError::more_columns_than_list(&module.name)),
            _ => Ok(columns),
        }
    }

    /// Binds a module's rows under the name `alias`. Fails with 313 for too few and 8144 for too
    /// many arguments. The module's query is bound anew, in its database and schema, with the
    /// converted arguments for its parameters. `names` are the alias's columns. A module that names
    /// itself fails with 4429, and one nested too deeply with 217.
    pub(super) fn bind_module(
        &mut self,
        (module, database): (&Arc<Module>, Option<String>),
        arguments: &[ast::Expr],
        alias: Option<&ast::Name>,
        names: &[ast::Name],
    ) -> Result<BoundSource, SqlError> {
        let mut text = text_of(module)?;
        let narrowed = self.narrow(module, database.as_ref(), &mut text.query);
        if arguments.len() != text.parameters.len() {
            let is_short = arguments.len() < text.parameters.len();
            return Err(argument_count_differs(is_short, format_args!("{}.{}", module.schema, module.name)));
        }
        let types = self.names.catalog(database.as_deref())?.unwrap_or_default();
        let (mut parameters, mut rows) = (Vec::with_capacity(arguments.len()), Vec::new());
        for (place, (parameter, argument)) in text.parameters.iter().zip(arguments).enumerate() {
            let data_type = match parameter_type(place + 1, parameter, &*types)? {
                ParameterType::Value(data_type) => data_type,
                ParameterType::Rows(user_type) => {
                    let table = self.row_argument(argument, &user_type)?;
                    let table = table.ok_or_else(|| unsupported("DEFAULT for a table of an inline function"))?;
                    rows.push(RowsParameter { name: Folded::new(&parameter.name.text), table, user_type });
                    continue;
                }
            };
            let value = match (&argument.kind, &parameter.default) {
                (ast::ExprKind::Default, Some(default)) => self.bind_value(default)?,
                _ => self.bind_value(argument)?,
            };
            let value =
                if literal::is_null(&value) { typed_null(value, data_type) } else { implicit(value, data_type)? };
            parameters.push((Folded::new(&parameter.name.text), value));
        }
        let bound = self.bind_inside(module, database.clone(), (parameters, rows), &text.query)?;
        let bound = as_defined(module, bound)?;
        if module.options.has_check_option {
            self.note_view_check(&bound.rows.node);
        }
        let own = ast::Name::new(module.name.as_str(), text.query.span);
        let own_names = if text.columns.is_empty() { &narrowed } else { &text.columns };
        let names = if names.is_empty() { own_names } else { names };
        let mut source = self.named_rows(bound, alias.unwrap_or(&own), names)?;
        // The columns of a module have types, also that of the constant NULL.
        let columns = source.sources.iter_mut().flat_map(|source| &mut source.columns);
        columns.filter(|column| column.usage == Usage::AsNull).for_each(|column| column.usage = Usage::Any);
        source.sources.iter().for_each(|source| self.note_browsed_view(database.as_ref(), module, &source.columns));
        if alias.is_none() {
            source.sources.iter_mut().for_each(|source| source.schema = Some(module.schema.clone()));
        }
        Ok(source)
    }

    /// Binds a module's query. Fails with 4429 if the module contains itself, with 217 if modules
    /// are nested too deeply.
    pub(super) fn bind_inside(
        &mut self,
        module: &Module,
        database: Option<String>,
        (parameters, rows): (Vec<(Folded, Expr)>, Vec<RowsParameter>),
        query: &ast::Query,
    ) -> Result<BoundQuery, SqlError> {
        if self.inside.iter().any(|outer| outer.id == module.id && outer.database == database) {
            return Err(SqlError::view_references_itself(&module.name));
        }
        if self.inside.len() >= MODULES_MAX {
            return Err(SqlError::nesting_level_exceeded(MODULES_MAX));
        }
        let levels = std::mem::replace(&mut self.levels, vec![Level::default()]);
        let common_tables = std::mem::take(&mut self.common_tables);
        let (schema, owning_schema) = (Some(module.schema.clone()), module.schema.clone());
        let options = options_in(module, self.options());
        self.inside.push(Inside { database, schema, owning_schema, options, id: module.id, parameters, rows });
        // Uses of columns inside the module are kept apart from the statement's uses, although the
        // column ids are shared.
        let (used, noted) = (std::mem::take(&mut self.used), self.needs.len());
        let bound = self.bind_table_query(query);
        self.settle_columns(noted);
        self.used = used;
        self.inside.pop();
        (self.levels, self.common_tables) = (levels, common_tables);
        bound
    }

    /// Resolves `name` by the schema of the enclosing module
    /// (`t-sql/statements/create-procedure-transact-sql.md`).
    pub(super) fn in_module_schema(&self, catalog: &Catalog, name: ObjectName) -> ObjectName {
        match self.inside.last() {
            Some(inside) => catalog.in_schema(name, inside.schema.as_deref()),
            None => catalog.in_schema(name, self.names.first_schema().as_deref()),
        }
    }

    /// Returns the argument for the parameter `name`. Fails with 137 if the module has no such
    /// parameter. Returns `None` outside a module. Outer columns that the argument uses count as
    /// used by the enclosing queries.
    pub(super) fn bind_parameter(&mut self, name: &str) -> Option<Result<Expr, SqlError>> {
        let inside = self.inside.last()?;
        let folded = Folded::new(name);
        let found = inside.parameters.iter().find(|(known, _)| *known == folded);
        let Some((_, value)) = found else { return Some(Err(SqlError::undeclared_variable(name))) };
        let value = value.clone();
        // The argument can use outer columns, which then count as used by the enclosed levels.
        let mut used = Vec::new();
        sluice_plan::columns::of_expr(&value, &self.subqueries, &mut used);
        self.levels.iter_mut().for_each(|level| level.outer.extend_from_slice(&used));
        Some(Ok(value))
    }
}

/// Returns the rows with the columns that a module with `*` had at its definition. The query has
/// been bound anew, so they are found by their places: later columns are left out, and a replaced
/// column has the old name (`t-sql/statements/create-view-transact-sql.md`, Remarks). Fails with
/// 4502 if the query has fewer columns than the module.
fn as_defined(module: &Module, mut bound: BoundQuery) -> Result<BoundQuery, SqlError> {
    let Some(names) = module.column_names() else { return Ok(bound) };
    if bound.columns.len() < names.len() {
        return Err(SqlError::view_with_fewer_columns(&module.name));
    }
    bound.columns.truncate(names.len());
    bound.rows.values.truncate(names.len());
    bound.columns.iter_mut().zip(names).for_each(|(column, name)| name.clone_into(&mut column.name));
    Ok(bound)
}

/// Returns the names of `columns`, each followed by U+0000, for a view or inline function that
/// selects `*`. `None` for another module.
pub fn star_columns(module: &Module, columns: &[Column]) -> Option<Arc<str>> {
    let text = text_of(module).ok().filter(|text| has_star(&text.query.body))?;
    drop(text);
    Some(columns.iter().flat_map(|column| [column.name.as_str(), "\0"]).collect::<String>().into())
}

/// Whether a select list contains `*`.
fn has_star(body: &ast::QueryBody) -> bool {
    let is_star = |item: &ast::SelectItem| matches!(item.kind, ast::SelectItemKind::Star(_));
    match body {
        ast::QueryBody::Select(select) => select.items.iter().any(is_star),
        ast::QueryBody::Combined { first, rest } => has_star(first) || rest.iter().any(|next| has_star(&next.body)),
    }
}

/// Parses a module's text, which was checked at creation. A text of another kind fails with 40517.
pub(super) fn text_of(module: &Module) -> Result<Text, SqlError> {
    let script = script_of(module);
    if let Some(error) = script.errors.first() {
        return Err(syntax_error(error));
    }
    match script.statements.into_iter().next().map(|statement| statement.kind) {
        Some(StatementKind::View(view)) => {
            let ast::View { columns, query, .. } = *view;
            Ok(Text { parameters: Vec::new(), columns, query })
        }
        Some(StatementKind::Function(function)) => {
            let ast::Function { parameters, body, .. } = *function;
            match body {
                FunctionBody::Inline(query) => Ok(Text { parameters, columns: Vec::new(), query: *query }),
                _ => Err(unsupported("table-valued function that isn't inline")),
            }
        }
        _ => Err(unsupported("module of this kind")),
    }
}

/// Returns 4413 for the view `written` after an error of binding in its query. The error is
/// attributed to the view, with its line in the view's text.
pub(super) fn unbound(mut error: SqlError, view: &Module, written: &ast::ObjectName) -> SqlError {
    if !BINDING_ERRORS.contains(&error.number) {
        return error;
    }
    let start = error.place.0.take().map_or(0, |(start, _)| start as usize);
    let before = view.definition.bytes().take(start);
    error.line = 1 + before.filter(|byte| *byte == b'\n').count() as u32;
    let mut causes = std::mem::take(&mut error.causes);
    causes.push(error.in_procedure(Some(view.name.as_str().into())));
    let mut unbound = SqlError::view_not_bound(object_name(written));
    unbound.causes = causes;
    unbound.at_bytes(written.span.start, written.span.end)
}

/// The maximum nesting depth of views and inline functions.
const MODULES_MAX: usize = 32;
/// The errors of names in a view's query that 4413 follows, and 4413 of a view inside.
const BINDING_ERRORS: [i32; 7] = [207, 208, 209, 4104, 4121, 4413, 4502];
