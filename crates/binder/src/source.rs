//! FROM: name resolution of tables and views, joins, and the resulting scope.

use super::Binder;
use super::bound::{BoundSource, Resolved};
use super::change_source::refuse_join_of_change;
use super::column_set::hide_members;
use super::conversion::implicit;
use super::literal::is_null;
use super::module::unbound;
use super::path_hints::{directed, disabled_of, is_of_path};
use super::scope::{Scope, ScopeColumn, Source, Usage};
use super::select::has_aggregate_condition;
use super::table_function::{called, refuse_column_alias, renamed};
use super::table_hints::{HintedUse, hinted};
use sluice_base::stack;
use sluice_base::sync::Arc;
use sluice_catalog::LockHints;
use sluice_catalog::documented_views;
use sluice_catalog::snapshot::{DEFAULT_SCHEMA, SYSTEM_SCHEMA};
use sluice_catalog::view::{MSDB_SCHEMA, UNMADE_TABLE, is_compatibility_name, is_master_table};
use sluice_catalog::{Column, Module, ModuleKind, ObjectName, SystemViewDef, Table, name};
use sluice_definition::names::object_name;
use sluice_definition::refusal::{argument_count_differs, column_count_differs, unsupported};
use sluice_definition::synonym::{behind, invalid};
use sluice_functions::{TableArgument, TableFunction, is_missing};
use sluice_plan::expression::{Expr, ExprKind};
use sluice_plan::physical::{Join, JoinHint, JoinKind, JoinMethod, Node, PathHint, RowsOfCall, ScanTarget, ViewTarget};
use sluice_syntax::ast::{self, TableSourceKind};
use sluice_types::memory;
use sluice_types::{DataType, SqlError, Value};

impl Binder<'_> {
    /// Binds FROM. Returns the plan; the sources become the level's scope. Comma-separated sources
    /// are joined without a condition. Without FROM it's one row without columns. Fails with 8631
    /// for too many sources. Sources of one name fail with 1011 to 1013. Other errors are those of
    /// [`Binder::bind_table_source`].
    pub(super) fn bind_from(&mut self, from: &[ast::TableSource]) -> Result<Node, SqlError> {
        let mut all: Option<BoundSource> = None;
        for (place, source) in from.iter().enumerate() {
            let bound = self.bind_table_source(source)?;
            // Each source adds a join above the sources before it.
            if !stack::has_room_for(place) {
                return Err(SqlError::out_of_stack());
            }
            all = Some(match all {
                None => bound,
                Some(left) => {
                    self.check_exposed_names(&left.sources, &bound.sources)?;
                    let mut both = joined(left, bound, JoinKind::Inner);
                    if let Node::Join(join) = &mut both.node {
                        join.hint = self.join_hint;
                    }
                    both
                }
            });
        }
        let Some(BoundSource { node, sources }) = all else {
            self.level().scope = Scope::default();
            return Ok(Node::OneRow);
        };
        self.level().scope = Scope::new(sources);
        Ok(node)
    }

    /// Binds a source of FROM: a table, view, common table expression, function, derived table,
    /// join, PIVOT and so on. Fails if sources are nested too deeply for the stack. Fails with 208
    /// or 1087 for an unknown table or table variable, with 216 for a function without arguments,
    /// with 315 or 8655 for a disabled index, with 1072 for a REMOTE join that isn't an inner one,
    /// and with 8622 for hints that no plan can follow.
    pub(super) fn bind_table_source(&mut self, source: &ast::TableSource) -> Result<BoundSource, SqlError> {
        self.deeper()?;
        memory::checkpoint()?;
        match &source.kind {
            TableSourceKind::Table { name, alias, hints, sample } => {
                let (of_path, hints): (Vec<_>, Vec<_>) = hints.iter().cloned().partition(is_of_path);
                let is_expanded = |hint: &ast::Hint| !hint.words.iter().any(|word| word.is("NOEXPAND"));
                let (hints, unexpanded): (Vec<_>, Vec<_>) = hints.into_iter().partition(is_expanded);
                self.check_granularity(name, &hints)?;
                self.names.binding().map_or(Ok(()), |binding| binding.refuse_index(self.inside.len(), &of_path))?;
                let hints = self.table_hints(&hints, HintedUse::Read)?;
                let bound = match self.bind_common_table(name, alias.as_ref())? {
                    _ if !unexpanded.is_empty() => self.bind_view_rows(name, alias.as_ref())?,
                    Some(bound) => bound,
                    None => self.bind_table(name, alias.as_ref())?,
                };
                let node = directed(hinted(bound.node, hints), &of_path)
                    .map_err(|error| self.hint_error(name, &of_path, error))?;
                let node = self.sampled(node, name, sample.as_deref())?;
                Ok(BoundSource { node, ..bound })
            }
            TableSourceKind::Variable { name, alias, hints } => {
                self.bind_variable_source(name, alias.as_ref().unwrap_or(name), hints)
            }
            TableSourceKind::Function { name, arguments, alias } => {
                self.bind_function_source(name, arguments, alias.as_ref())
            }
            TableSourceKind::Derived { query, alias } => self.bind_derived(query, &alias.name, &alias.columns),
            TableSourceKind::Values { rows, alias } => self.bind_values_source(rows, alias),
            TableSourceKind::Change { change, alias } => self.bind_change_source(change, alias),
            TableSourceKind::Nodes { call, alias } => self.bind_nodes(call, alias),
            TableSourceKind::OpenJson(rowset) => self.bind_open_json(rowset),
            TableSourceKind::OpenXml(rowset) => self.bind_open_xml(rowset),
            TableSourceKind::OpenRowset(rowset) => self.bind_open_rowset(rowset),
            TableSourceKind::Pivot(pivot) => self.bind_pivot(pivot),
            TableSourceKind::Unpivot(unpivot) => self.bind_unpivot(unpivot),
            // All tables are local, so REMOTE has no effect.
            TableSourceKind::Join { kind, hint: Some(ast::JoinHint::Remote), .. } if *kind != ast::JoinKind::Inner => {
                Err(SqlError::remote_hint_without_inner_join())
            }
            // Nested loops don't keep the rows of the right side.
            TableSourceKind::Join {
                kind: ast::JoinKind::Right | ast::JoinKind::Full,
                hint: Some(ast::JoinHint::Loop),
                ..
            } => Err(SqlError::no_plan_with_hints()),
            TableSourceKind::Join { kind, left, right, condition, hint } => {
                let mut bound = self.bind_join(*kind, left, right, condition.as_ref())?;
                if let Node::Join(join) = &mut bound.node {
                    // A join's own hint keeps the written order and restricts the methods that
                    // OPTION allows.
                    let only = JoinHint { in_order: true, ..JoinHint::NONE };
                    let own = match hint {
                        Some(ast::JoinHint::Loop) => JoinHint { loops: true, ..only },
                        Some(ast::JoinHint::Hash) => JoinHint { hash: true, ..only },
                        Some(ast::JoinHint::Merge) => JoinHint { merge: true, ..only },
                        Some(ast::JoinHint::Remote) => JoinHint { in_order: true, ..JoinHint::FREE },
                        None => JoinHint::FREE,
                    };
                    join.hint = own.and(self.join_hint);
                }
                Ok(bound)
            }
        }
    }

    /// Returns `error` of the hints on a table, or 315 if they name a disabled index, which
    /// statements don't see.
    fn hint_error(&self, written: &ast::ObjectName, hints: &[ast::Hint], error: SqlError) -> SqlError {
        let name = self.names.place(&object_name(written));
        let catalog = self.names.catalog(name.database.as_deref()).ok().flatten();
        let table = catalog.as_ref().and_then(|catalog| catalog.stored_table(&name));
        let disabled = table.and_then(|table| disabled_of(table, hints));
        disabled.map_or(error, |index| SqlError::hinted_index_disabled(index, &name.object))
    }

    fn bind_join(
        &mut self,
        written: ast::JoinKind,
        left: &ast::TableSource,
        right: &ast::TableSource,
        condition: Option<&ast::Condition>,
    ) -> Result<BoundSource, SqlError> {
        refuse_join_of_change(left, right)?;
        let left = self.bind_table_source(left)?;
        let kind = match written {
            ast::JoinKind::Inner | ast::JoinKind::Cross | ast::JoinKind::CrossApply => JoinKind::Inner,
            ast::JoinKind::Left | ast::JoinKind::Right | ast::JoinKind::OuterApply => JoinKind::Left,
            ast::JoinKind::Full => JoinKind::Full,
        };
        let applies = matches!(written, ast::JoinKind::CrossApply | ast::JoinKind::OuterApply);
        // The right side of an APPLY sees the columns of the left side.
        let seen = if applies { left.sources.clone() } else { Vec::new() };
        let before = std::mem::replace(&mut self.level().scope, Scope::new(seen));
        let right = self.bind_table_source(right);
        self.level().scope = before;
        let right = right?;
        self.check_exposed_names(&left.sources, &right.sources)?;
        let mut bound = match written {
            ast::JoinKind::Right => {
                // The visible sources stay in written order, although the operator's sides are
                // exchanged.
                let mut bound = joined(left, right, kind);
                if let Node::Join(join) = &mut bound.node {
                    std::mem::swap(&mut join.left, &mut join.right);
                }
                bound
            }
            _ => joined(left, right, kind),
        };
        let before = std::mem::replace(&mut self.level().scope, Scope::new(bound.sources));
        // 1015: an aggregate of the join's own query.
        let in_on = |error: SqlError, condition| match error.number {
            AGGREGATE_IN_WHERE if has_aggregate_condition(condition) => SqlError::aggregate_in_on(),
            _ => error,
        };
        let on = condition
            .map(|condition| self.bind_condition(condition).map_err(|error| in_on(error, condition)))
            .transpose();
        let on = on.map(|on| on.map(|on| self.settled(on)));
        bound.sources = std::mem::replace(&mut self.level().scope, before).sources;
        if let Node::Join(join) = &mut bound.node {
            join.on = on?;
            if applies {
                join.method = JoinMethod::Loop;
            }
            let nullable = nullable_sides(written);
            let columns = bound.sources.iter_mut().flat_map(|source| &mut source.columns);
            columns.filter(|column| nullable(join, column)).for_each(|column| column.nullable = true);
        }
        Ok(bound)
    }

    /// Resolves a name. Fails with 208 if the object or its database doesn't exist. The statement
    /// reports that error only when it executes (deferred name resolution), because the batch may
    /// create the object first. A name with a server fails with 40517.
    pub(super) fn resolve(&self, written: &ast::ObjectName) -> Result<(ObjectName, Resolved), SqlError> {
        let resolved = self.resolve_freely(written)?;
        if let Some(binding) = self.names.binding() {
            let module = if let (_, Resolved::Module(module)) = &resolved { Some(&**module) } else { None };
            binding.check(self.inside.len(), written, module)?;
            if matches!(&resolved.1, Resolved::View(def) if !def.schema.is_empty()) {
                binding.refuse_system_object(self.inside.len(), written)?;
            }
        }
        Ok(resolved)
    }

    fn resolve_freely(&self, written: &ast::ObjectName) -> Result<(ObjectName, Resolved), SqlError> {
        if let Some(server) = &written.server {
            return Err(SqlError::server_not_found(&server.text));
        }
        let mut name = object_name(written);
        if let (None, Some(inside)) = (&name.database, self.inside.last()) {
            name.database.clone_from(&inside.database);
        }
        let is_bare = written.schema.is_none() && written.database.is_none();
        if is_bare
            && self.inside.is_empty()
            && let Some(view) = self.names.trigger_rows(&name.object)
        {
            return Ok((name, Resolved::View(view)));
        }
        // A temporary table is shown without its database, in state 0.
        let is_temporary = name.object.starts_with('#');
        let shown = if is_temporary { name.object.clone() } else { name.to_string() };
        let unknown = || match self.is_known_in_sys(written) {
            true => unsupported(&written.name.text),
            false => self.placed(SqlError::invalid_object_name(&shown).in_state(u8::from(!is_temporary)), written.span),
        };
        let mut placed = self.names.place(&name);
        name.database.clone_from(&placed.database);
        // System views are checked first. They are found under any database name, even one that
        // doesn't exist.
        let catalog = self.names.catalog(name.database.as_deref())?.ok_or_else(unknown)?;
        if let Some(schema) = &name.schema
            && let Some(view) = self.names.view(schema, &name.object)
        {
            return Ok((name, Resolved::View(view)));
        }
        if let Some(schema) = &name.schema
            && let Some(module) = self.system_rows(schema, &name.object)
        {
            return Ok((name, Resolved::Module(module)));
        }
        if written.database.is_none() {
            placed = self.in_module_schema(&catalog, placed);
            if placed.object == name.object {
                name.schema.clone_from(&placed.schema);
            }
        }
        if let Some(table) = catalog.table(&placed) {
            let stand_in = self.names.stand_in(table).filter(|_| !self.inside.is_empty());
            return Ok((name, stand_in.map_or_else(|| Resolved::Table(table.as_used()), Resolved::View)));
        }
        if let Some(synonym) = catalog.module(&placed).filter(|module| module.kind == ModuleKind::Synonym) {
            if let Some(binding) = self.names.binding() {
                binding.refuse_synonym(self.inside.len())?;
            }
            return self.resolve_synonym(synonym, name);
        }
        // Procedures and scalar functions can't be used as row sources.
        if let Some(module) = catalog.module(&placed).filter(|module| module.kind.has_rows()) {
            let module = Arc::clone(module);
            return Ok((name, Resolved::Module(module)));
        }
        // System views of `sys` are also found without their schema, after the user's tables.
        if self.may_be_in_sys(&name) {
            if let Some(view) = self.names.view(SYSTEM_SCHEMA, &name.object) {
                return Ok((name, Resolved::View(view)));
            }
            if let Some(module) = self.system_rows(SYSTEM_SCHEMA, &name.object) {
                return Ok((name, Resolved::Module(module)));
            }
        }
        if self.may_be_in("msdb", &name) {
            if let Some(view) = self.names.view(MSDB_SCHEMA, &name.object) {
                return Ok((name, Resolved::View(view)));
            }
            if let Some(module) = self.system_rows(MSDB_SCHEMA, &name.object) {
                return Ok((name, Resolved::Module(module)));
            }
        }
        Err(unknown())
    }

    /// Returns the system's module of that name if it has rows.
    fn system_rows(&self, schema: &str, object: &str) -> Option<Arc<Module>> {
        self.names.system_module(schema, object).filter(|module| module.kind.has_rows())
    }

    /// Whether a name can denote an object of the system in the schema `dbo` of a database.
    pub(super) fn may_be_in(&self, database: &str, name: &ObjectName) -> bool {
        let in_dbo = name.schema.as_ref().is_none_or(|schema| name::same(schema, DEFAULT_SCHEMA));
        let named = name.database.clone().unwrap_or_else(|| self.names.current_database());
        in_dbo && name::same(&named, database)
    }

    /// Whether a name can denote a view of `sys` without naming that schema: any view by its name
    /// alone, a compatibility view in `dbo`, and a table of master there.
    fn may_be_in_sys(&self, name: &ObjectName) -> bool {
        if is_master_table(&name.object) {
            return self.may_be_in("master", name);
        }
        let in_dbo = name.schema.as_ref().is_some_and(|schema| name::same(schema, DEFAULT_SCHEMA));
        name.schema.is_none() || (in_dbo && is_compatibility_name(&name.object))
    }

    /// Whether the name denotes a view or function that `sys` of SQL Server has.
    pub(super) fn is_known_in_sys(&self, written: &ast::ObjectName) -> bool {
        let name = object_name(written);
        let in_sys = name.schema.as_ref().is_some_and(|schema| name::same(schema, SYSTEM_SCHEMA));
        (in_sys || self.may_be_in_sys(&name)) && documented_views::is_known(&name.object)
    }

    /// Resolves a synonym's base object, under the synonym's name. Fails with 5313 if the base
    /// object doesn't exist or has no rows.
    fn resolve_synonym(&self, synonym: &Module, name: ObjectName) -> Result<(ObjectName, Resolved), SqlError> {
        let (target, catalog) = behind(synonym, name.database.as_deref(), self.names)?;
        let found = if let Some(table) = catalog.table(&target) {
            Some(Resolved::Table(table.as_used()))
        } else if let Some(module) = catalog.module(&target).filter(|module| module.kind.has_rows()) {
            Some(Resolved::Module(Arc::clone(module)))
        } else {
            let schema = target.schema.as_deref().unwrap_or(DEFAULT_SCHEMA);
            let module = || self.system_rows(schema, &target.object).map(Resolved::Module);
            self.names.view(schema, &target.object).map(Resolved::View).or_else(module)
        };
        let name = ObjectName { database: target.database, ..name };
        Ok((name, found.ok_or_else(|| invalid(synonym))?))
    }

    /// Resolves a table variable, all of which are in tempdb. Fails with 1087 if it isn't declared.
    /// A module sees none of the batch's, but those that are passed to it.
    pub(super) fn table_variable(&self, written: &ast::Name) -> Result<(ObjectName, Arc<Table>), SqlError> {
        let declared = match self.inside.last() {
            Some(inside) => inside.rows_parameter(&written.text).map(|rows| Arc::clone(&rows.table)),
            None if self.variables.is_table(&written.text) => self.names.table_variable(&written.text),
            None => None,
        };
        let table = declared.ok_or_else(|| SqlError::undeclared_table_variable(&written.text))?;
        let name = ObjectName { database: Some(TEMPDB.to_owned()), schema: None, object: table.name.clone() };
        Ok((name, table))
    }

    /// Resolves the target of a DML statement. Fails with 259 for a system view. Also fails with
    /// 270 for a table function, with 40517 for another module, with 286 for `inserted` and
    /// `deleted`, with 208 for an unknown name, and with 10700 for a table-valued parameter. Fails
    /// with 1087 for an unknown table variable, and with 8655 for a disabled clustered index.
    pub(super) fn resolve_target(&self, target: &ast::Target) -> Result<(ObjectName, Arc<Table>), SqlError> {
        let name = match target {
            ast::Target::Variable(name) => {
                let found = self.table_variable(name)?;
                self.variables.check_change(&name.text)?;
                return Ok(found);
            }
            ast::Target::Table { name, .. } => name,
        };
        match self.resolve(name)? {
            (name, Resolved::Table(table)) => {
                check_access(&table)?;
                Ok((name, table))
            }
            // 270: the object can't be modified.
            (name, Resolved::Module(module)) if module.kind == ModuleKind::TableFunction => {
                Err(SqlError::object_cannot_be_modified(name.object))
            }
            (_, Resolved::Module(module)) if module.id.0 > 0 => {
                Err(unsupported(&format!("modification of a {}", module.kind.noun())))
            }
            // 286: the logical tables INSERTED and DELETED cannot be updated.
            (_, Resolved::View(def)) if def.schema.is_empty() => Err(SqlError::inserted_and_deleted_are_read_only()),
            // A table stands for the view of msdb once its procedures have rows to keep.
            (_, Resolved::View(def)) if def.schema == MSDB_SCHEMA => {
                Err(SqlError::catalog_update_not_allowed().in_state(UNMADE_TABLE))
            }
            // 259: ad hoc updates to system catalogs are not allowed.
            _ => Err(SqlError::catalog_update_not_allowed()),
        }
    }

    /// Binds a table, view or system view by name as a source, called `alias` or by its own name.
    /// Records the permission needed. Fails with 208 for an unknown name, with 216 for a function
    /// without arguments. A disabled clustered index fails with 8655, and a name with a server with
    /// 40517.
    pub(super) fn bind_table(
        &mut self,
        written: &ast::ObjectName,
        alias: Option<&ast::Name>,
    ) -> Result<BoundSource, SqlError> {
        if !self.inside.is_empty() && written.name.text.starts_with('#') {
            return Err(SqlError::view_on_temporary_table());
        }
        let (name, resolved) = self.resolve(written)?;
        let (shown, schema) = match alias {
            Some(alias) => (alias.text.to_string(), None),
            None => (name.object.clone(), Some(name.schema.clone().unwrap_or_else(|| DEFAULT_SCHEMA.to_owned()))),
        };
        match resolved {
            // 216: parameters were not supplied.
            Resolved::Module(module)
                if matches!(module.kind, ModuleKind::InlineFunction | ModuleKind::TableFunction) =>
            {
                Err(SqlError::function_without_parameters(object_name(written)))
            }
            Resolved::Module(module) => {
                let bound = self
                    .bind_module((&module, name.database.clone()), &[], alias, &[])
                    .map_err(|error| unbound(error, &module, written))?;
                self.note_module(name.database.as_ref(), &module, &bound.sources[0]);
                self.note_written(written, alias, None, &bound.sources[0]);
                Ok(bound)
            }
            Resolved::Table(table) => {
                check_access(&table)?;
                let schema = schema.map(|_| table.schema.clone());
                let bound = self.scan(name.database.clone(), Arc::clone(&table), shown, schema)?;
                self.note_table(name.database.as_ref(), &table, &bound.sources[0]);
                self.note_written(written, alias, Some(&table), &bound.sources[0]);
                Ok(bound)
            }
            Resolved::View(def) if def.parameters.is_some() => {
                Err(SqlError::function_without_parameters(object_name(written)))
            }
            Resolved::View(def) => {
                self.note_system_view(name.database.as_ref(), &def);
                let mut columns = self.columns_of(&def.columns);
                if def.schema.is_empty() {
                    // `inserted` and `deleted` of an AFTER trigger.
                    let lobs = columns.iter_mut().filter(|column| column.data_type.is_lob());
                    lobs.for_each(|column| column.usage = Usage::Never);
                }
                let source = Source { alias: shown, schema, columns, repeats: false };
                let rows = self.names.view_row_count(name.database.as_deref(), &def);
                Ok(view((name.database, def, rows), source, Vec::new()))
            }
        }
    }

    /// Binds the rows of a system function. Fails with 313 for too few and 8144 for too many
    /// arguments.
    fn bind_system_function(
        &mut self,
        (called, name, def): (&ast::ObjectName, ObjectName, Arc<SystemViewDef>),
        written: &[ast::Expr],
        alias: Option<&ast::TableAlias>,
    ) -> Result<BoundSource, SqlError> {
        let parameters = def.parameters.unwrap_or_default();
        if written.len() != parameters.len() {
            let is_short = written.len() < parameters.len();
            return Err(argument_count_differs(is_short, object_name(called)).in_state(3));
        }
        let mut arguments = Vec::with_capacity(written.len());
        for (argument, data_type) in written.iter().zip(parameters) {
            arguments.push(match argument.kind {
                ast::ExprKind::Default => Expr { nullable: true, ..Expr::constant(Value::Null, *data_type) },
                _ => implicit(self.bind_value(argument)?, *data_type)?,
            });
        }
        let columns = renamed(self.columns_of(&def.columns), alias)?;
        let (alias, schema) = match alias {
            Some(alias) => (alias.name.text.to_string(), None),
            None => (def.name.to_owned(), Some(def.schema.to_owned())),
        };
        let rows = self.names.view_row_count(name.database.as_deref(), &def);
        let repeats = schema.is_some();
        Ok(view((name.database, def, rows), Source { alias, schema, columns, repeats }, arguments))
    }

    /// Binds a function in FROM. Fails with 208 if it doesn't exist, with 11724 for an argument
    /// that draws from a sequence.
    fn bind_function_source(
        &mut self,
        written: &ast::ObjectName,
        arguments: &[ast::Expr],
        alias: Option<&ast::TableAlias>,
    ) -> Result<BoundSource, SqlError> {
        let refused = SqlError::next_value_in_table_function;
        self.refusing_all_draws(refused, |binder| binder.bind_function_named(written, arguments, alias))
    }

    fn bind_function_named(
        &mut self,
        written: &ast::ObjectName,
        arguments: &[ast::Expr],
        alias: Option<&ast::TableAlias>,
    ) -> Result<BoundSource, SqlError> {
        if let Some(function) = written.single().and_then(|_| TableFunction::named(&written.name.text)) {
            return self.bind_built_in_source(function, arguments, alias);
        }
        if written.single().is_some() && is_missing(&written.name.text) {
            return Err(unsupported(&written.name.text.to_uppercase()));
        }
        match self.resolve(written)? {
            (name, Resolved::Module(module)) if module.kind == ModuleKind::InlineFunction => {
                refuse_column_alias(&module, alias)?;
                let shown = alias.map(|alias| &alias.name);
                let bound = self.bind_module((&module, name.database.clone()), arguments, shown, &[]);
                let bound = called(bound, &module, written)?;
                self.note_module(name.database.as_ref(), &module, &bound.sources[0]);
                Ok(bound)
            }
            (name, Resolved::Module(module)) if module.kind == ModuleKind::TableFunction => {
                refuse_column_alias(&module, alias)?;
                let bound = self.bind_table_function((name.database.clone(), &module), arguments, alias);
                let bound = called(bound, &module, written)?;
                self.note_module(name.database.as_ref(), &module, &bound.sources[0]);
                Ok(bound)
            }
            (name, Resolved::View(def)) if def.parameters.is_some() => {
                self.note_system_view(name.database.as_ref(), &def);
                self.bind_system_function((written, name, def), arguments, alias)
            }
            // 215: the object takes no parameters.
            (name, _) => Err(SqlError::not_a_function(name.object)),
        }
    }

    /// Binds the rows of a built-in function.
    fn bind_built_in_source(
        &mut self,
        function: TableFunction,
        arguments: &[ast::Expr],
        alias: Option<&ast::TableAlias>,
    ) -> Result<BoundSource, SqlError> {
        let bound = arguments.iter().map(|argument| self.bind_value(argument)).collect::<Result<Vec<_>, _>>()?;
        self.rows_of_call(function, bound, None, alias)
    }

    /// Creates the rows of a built-in function with bound arguments. `described` are the columns
    /// given by the statement's WITH clause. Arguments are converted to the function's types. Fails
    /// with 8158 or 8159 if the alias has another number of columns.
    pub(super) fn rows_of_call(
        &mut self,
        function: TableFunction,
        bound: Vec<Expr>,
        described: Option<Vec<(String, DataType)>>,
        alias: Option<&ast::TableAlias>,
    ) -> Result<BoundSource, SqlError> {
        let given: Vec<TableArgument<'_>> = bound
            .iter()
            .map(|argument| TableArgument {
                data_type: (!is_null(argument)).then_some(argument.data_type),
                constant: if let ExprKind::Constant(value) = &argument.kind { Some(value) } else { None },
            })
            .collect();
        let mut signature = function.bind(&given)?;
        let own = |(name, data_type): &(&'static str, DataType)| ((*name).to_owned(), *data_type);
        let described = described.unwrap_or_else(|| signature.columns.iter().map(own).collect());
        signature.columns = described.iter().map(|(_, data_type)| ("", *data_type)).collect();
        let typed = bound.into_iter().zip(&signature.arguments).map(|(argument, to)| implicit(argument, *to));
        let arguments = typed.collect::<Result<Vec<_>, _>>()?;
        let names = alias.map_or(&[][..], |alias| &alias.columns);
        let shown = alias.map(|alias| alias.name.text.to_string());
        if !names.is_empty() && names.len() != signature.columns.len() {
            let has_more = signature.columns.len() > names.len();
            return Err(column_count_differs(has_more, &shown.unwrap_or_default()));
        }
        let mut columns = Vec::with_capacity(signature.columns.len());
        for (place, (name, data_type)) in described.into_iter().enumerate() {
            let name = names.get(place).map_or(name, |name| name.text.to_string());
            columns.push(ScopeColumn { name, id: self.new_column(), data_type, nullable: true, usage: Usage::Any });
        }
        let ids = columns.iter().map(|column| column.id).collect();
        let node = Node::Call(Box::new(RowsOfCall { function, signature, arguments, columns: ids }));
        let repeats = shown.is_none();
        let alias = shown.unwrap_or_else(|| function.name().to_owned());
        Ok(BoundSource { node, sources: vec![Source { alias, schema: None, columns, repeats }] })
    }

    /// Creates a scan of `table` under the name `alias`. It has all columns; unused ones are
    /// dropped later. Virtual columns are computed above it. No access path is chosen and no
    /// permission recorded.
    pub(super) fn scan(
        &mut self,
        database: Option<String>,
        table: Arc<Table>,
        alias: String,
        schema: Option<String>,
    ) -> Result<BoundSource, SqlError> {
        let mut source = Source { alias, schema, columns: self.columns_of(&table.columns), repeats: false };
        let columns: Vec<_> = source.columns.iter().map(|column| column.id).collect();
        let needed = (0..columns.len()).collect();
        let address = self.text_address(&table, &source.columns);
        let address = self.row_address(address, &source.columns);
        let computed = self.bind_virtual(&table, &mut source.columns)?;
        hide_members(&table, &mut source.columns);
        self.note_browsed(database.as_ref(), &table, &source.columns);
        let rows = self.names.row_count(database.as_deref(), &table);
        let scan = Node::Scan(ScanTarget {
            database,
            table,
            columns,
            needed,
            seek: None,
            rows,
            is_backward: false,
            locator: None,
            address,
            is_sampled: false,
            hints: LockHints::default(),
            hint: PathHint::default(),
            is_refused: false,
            checks: Vec::new(),
        });
        let node = if computed.is_empty() { scan } else { Node::Compute(Box::new(scan), computed) };
        Ok(BoundSource { node, sources: vec![source] })
    }

    /// Creates new columns for a use of a table or view. Each use of a table has ids of its own.
    pub(super) fn columns_of(&mut self, columns: &[Column]) -> Vec<ScopeColumn> {
        let new = |column: &Column| ScopeColumn {
            name: column.name.clone(),
            id: self.new_stored(column),
            data_type: column.data_type,
            nullable: column.nullable,
            usage: Usage::Any,
        };
        columns.iter().map(new).collect()
    }
}

/// Creates the rows of a system view or function.
pub(super) fn view(
    (database, def, rows): (Option<String>, Arc<SystemViewDef>, Option<u64>),
    source: Source,
    arguments: Vec<Expr>,
) -> BoundSource {
    let columns = source.columns.iter().map(|column| column.id).collect();
    let target = ViewTarget { database, def, columns, arguments, seeks: Vec::new(), rows };
    BoundSource { node: Node::View(target), sources: vec![source] }
}

/// Joins two sources. Without a condition and, until it's chosen, with a hash join over no keys.
pub(super) fn joined(left: BoundSource, right: BoundSource, kind: JoinKind) -> BoundSource {
    let mut sources = left.sources;
    sources.extend(right.sources);
    let join = Join::new(kind, left.node, right.node, None);
    BoundSource { node: Node::Join(Box::new(join)), sources }
}

/// Returns the test for columns that an outer join can pad with NULL.
fn nullable_sides(written: ast::JoinKind) -> fn(&Join, &ScopeColumn) -> bool {
    match written {
        // The sides of a RIGHT JOIN have been exchanged.
        ast::JoinKind::Left | ast::JoinKind::Right | ast::JoinKind::OuterApply => {
            |join, column| join.right.columns().contains(&column.id)
        }
        ast::JoinKind::Full => |_, _| true,
        ast::JoinKind::Inner | ast::JoinKind::Cross | ast::JoinKind::CrossApply => |_, _| false,
    }
}

pub(super) const AGGREGATE_IN_WHERE: i32 = 147;
/// The database of table variables.
const TEMPDB: &str = "tempdb";

/// Fails with 8655 if the rows of `table` can't be accessed because its clustered index is
/// disabled.
fn check_access(table: &Table) -> Result<(), SqlError> {
    match table.disabled_clustered() {
        Some(index) => Err(SqlError::disabled_index_in_plan(&index.name, &table.name)),
        None => Ok(()),
    }
}
