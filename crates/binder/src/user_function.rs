//! Calls of scalar user-defined functions, which need a name of at least two parts.

use super::Binder;
use super::conversion::implicit;
use super::row_argument::{ParameterType, parameter_type, placeholder};
use sluice_base::sync::Arc;
use sluice_catalog::security::codes;
use sluice_catalog::snapshot::SYSTEM_SCHEMA;
use sluice_catalog::view::MSDB_SCHEMA;
use sluice_catalog::{Module, ModuleKind, ObjectName, name};
use sluice_definition::module_script::script_of;
use sluice_definition::names::{TypeNames, object_name};
use sluice_definition::refusal::{argument_count_differs, syntax_error, unsupported};
use sluice_definition::synonym::behind;
use sluice_definition::table_definition::declared_type;
use sluice_plan::expression::{Expr, ExprKind};
use sluice_plan::physical::LentTable;
use sluice_plan::statement::UserFunction;
use sluice_syntax::ast::{self, FunctionBody, StatementKind};
use sluice_types::SqlError;

impl Binder<'_> {
    /// Binds a call. Fails with 4121 if the function doesn't exist, with 313 for too few and 8144
    /// for too many arguments. Arguments are converted to the parameters' types. The function is
    /// entered once into the statement's list. OVER, * and DISTINCT fail with 40517.
    pub(super) fn bind_user_call(&mut self, call: &ast::Call) -> Result<Expr, SqlError> {
        if call.name.server.is_some() {
            return Err(unsupported("linked server"));
        }
        if call.over.is_some() || call.star || call.distinct || !call.within_group.is_empty() {
            return Err(unsupported("user-defined aggregate"));
        }
        let mut name = object_name(&call.name);
        let shown = name.to_string();
        let unknown = || {
            if self.is_known_in_sys(&call.name) {
                return unsupported(&call.name.name.text);
            }
            let first = shown.split('.').next().unwrap_or_default().to_owned();
            SqlError::function_not_found(first, &shown)
        };
        if let (None, Some(inside)) = (&name.database, self.inside.last()) {
            name.database.clone_from(&inside.database);
        }
        let mut catalog = self.names.catalog(name.database.as_deref())?.ok_or_else(unknown)?;
        if let Some(synonym) = catalog.module(&name).filter(|module| module.kind == ModuleKind::Synonym).cloned() {
            (name, catalog) = behind(&synonym, name.database.as_deref(), self.names)?;
        }
        let is_scalar = |module: &&Arc<Module>| module.kind == ModuleKind::ScalarFunction;
        let of_system = || self.function_of_system(&name);
        let module = catalog.module(&name).filter(is_scalar).cloned().or_else(of_system).ok_or_else(unknown)?;
        if let Some(binding) = self.names.binding() {
            binding.check(self.inside.len(), &call.name, Some(&module))?;
        }
        // Everybody may call a function of the system.
        if module.id.0 > 0 {
            let place = (name.database.as_ref(), module.id, module.schema.as_str(), module.name.as_str());
            self.note_object(place, codes::EXECUTE, Vec::new());
        }
        let function = self.user_function(name.database, &module)?;
        let (given, wanted) = (call.arguments.len(), function.parameters.len());
        if given != wanted {
            return Err(
                argument_count_differs(given < wanted, format_args!("{}.{}", module.schema, module.name)).in_state(2)
            );
        }
        let (mut arguments, mut lent) = (Vec::with_capacity(given), Vec::new());
        let parameters = function.parameters.iter().zip(&function.definition.parameters);
        for (place, ((data_type, parameter), argument)) in parameters.zip(&call.arguments).enumerate() {
            if let Some((_, wanted)) = function.rows.iter().find(|(known, _)| *known == place) {
                lent.push((place, self.row_argument(argument, wanted)?));
                arguments.push(placeholder());
                continue;
            }
            let value = match (&argument.kind, &parameter.default) {
                (ast::ExprKind::Default, Some(default)) => self.bind_value(default)?,
                _ => self.bind_value(argument)?,
            };
            arguments.push(implicit(value, *data_type)?);
        }
        let data_type = function.returns;
        let number = self.number_of_function(function, lent);
        Ok(Expr { kind: ExprKind::Invoke(number, arguments), data_type, nullable: true })
    }

    /// Returns the function of the system that `name` denotes: in `sys`, which `dbo` of master
    /// shows too, or in msdb.
    fn function_of_system(&self, name: &ObjectName) -> Option<Arc<Module>> {
        let in_sys = name.schema.as_ref().is_some_and(|schema| name::same(schema, SYSTEM_SCHEMA));
        let schema = match in_sys || self.may_be_in("master", name) {
            true => SYSTEM_SCHEMA,
            false if self.may_be_in("msdb", name) => MSDB_SCHEMA,
            false => return None,
        };
        self.names.system_module(schema, &name.object).filter(|module| module.kind == ModuleKind::ScalarFunction)
    }

    /// Returns the function with this module, which the statement may call already.
    fn user_function(&self, database: Option<String>, module: &Arc<Module>) -> Result<Arc<UserFunction>, SqlError> {
        let is_this = |known: &&Arc<UserFunction>| known.module.id == module.id && known.database == database;
        if let Some(known) = self.functions.iter().find(is_this) {
            return Ok(Arc::clone(known));
        }
        let catalog = self.names.catalog(database.as_deref())?.unwrap_or_default();
        Ok(Arc::new(scalar_function(database, module, &*catalog)?))
    }

    /// Returns the index in the statement of the function with these tables.
    fn number_of_function(&mut self, function: Arc<UserFunction>, lent: Vec<LentTable>) -> usize {
        let ids = |lent: &[LentTable]| -> Vec<_> {
            lent.iter().map(|(place, table)| (*place, table.as_ref().map(|table| table.id))).collect()
        };
        let is_this = |known: &Arc<UserFunction>| {
            known.module.id == function.module.id
                && known.database == function.database
                && ids(&known.lent) == ids(&lent)
        };
        if let Some(number) = self.functions.iter().position(is_this) {
            return number;
        }
        let is_same = function.lent.is_empty() && lent.is_empty();
        self.functions.push(match is_same {
            true => function,
            false => Arc::new(UserFunction { lent, ..UserFunction::clone(&function) }),
        });
        self.functions.len() - 1
    }
}

/// Parses the definition of a scalar function. Resolves its types. Fails with 40517 for another
/// kind of module.
pub fn scalar_function(
    database: Option<String>,
    module: &Arc<Module>,
    types: &dyn TypeNames,
) -> Result<UserFunction, SqlError> {
    let script = script_of(module);
    if let Some(error) = script.errors.first() {
        return Err(syntax_error(error));
    }
    let statement = script.statements.into_iter().next().map(|statement| statement.kind);
    let Some(StatementKind::Function(definition)) = statement else {
        return Err(unsupported("module of this kind"));
    };
    let FunctionBody::Scalar { returns, .. } = &definition.body else {
        return Err(unsupported("function that isn't scalar"));
    };
    let returns = declared_type(1, returns, types)?;
    let (mut parameters, mut rows) = (Vec::new(), Vec::new());
    for (place, parameter) in definition.parameters.iter().enumerate() {
        parameters.push(match parameter_type(place + 1, parameter, types)? {
            ParameterType::Value(data_type) => data_type,
            ParameterType::Rows(user_type) => {
                rows.push((place, user_type));
                placeholder().data_type
            }
        });
    }
    let (module, definition, lent) = (Arc::clone(module), *definition, Vec::new());
    Ok(UserFunction { database, module, definition, parameters, rows, lent, returns })
}
