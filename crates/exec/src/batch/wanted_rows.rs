//! The table type of a table-valued argument whose request doesn't name the type. The receiving
//! parameter determines it. MS-TDS 2.2.5.5.5.1 lets an RPC request leave out the type's name.

use super::parameter::Parameter;
use super::prepared_rpc::receiver;
use super::procedure_name::find;
use super::system_procedure::EXECUTE_STATEMENT;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_catalog::snapshot::SYSTEM_SCHEMA;
use sluice_catalog::{ObjectName, UserType};
use sluice_session::host::Host;
use sluice_session::state::SessionState;
use sluice_syntax::ast::StatementKind;
use sluice_types::SqlError;

/// Returns the table type of the parameter of `called` that receives the argument at `place`, or
/// the one called `name`. For `sp_executesql` and the like, `declarations` declares the parameters,
/// or is the call of a prepared procedure. Nothing is called.
///
/// Fails with 2812 if the procedure doesn't exist, and with 229 if the session may not execute it.
/// Fails with 8144 or 8145 if it has no such parameter, and with 206 if the parameter isn't
/// table-valued.
#[cold]
pub fn wanted_type(
    called: &ObjectName,
    (place, name): (usize, Option<&str>),
    declarations: &str,
    (state, host): (&SessionState, &dyn Host),
) -> Result<Arc<UserType>, SqlError> {
    let own = own_arguments(called);
    let received = own.and_then(|own| receiver(declarations, place.checked_sub(own)?));
    let (called, place, own) = match &received {
        Some((procedure, parameter)) => (procedure, *parameter, None),
        None => (called, place, own),
    };
    let (parameters, first, types) = if let Some(own) = own {
        // Errors in the declarations are reported when the call runs.
        (
            sluice_syntax::parse_parameters(declarations).unwrap_or_default(),
            own,
            state.transaction.work.catalog(&state.database),
        )
    } else {
        let (database, module) = find(state, host, called)?.into_found();
        if state.security.is_restricted {
            state.check_execute(host, &database, &module)?;
        }
        let script = sluice_plan::script_of(&module);
        let statement = script.statements.into_iter().next().map(|statement| statement.kind);
        let Some(StatementKind::Procedure(procedure)) = statement else {
            return Err(SqlError::procedure_not_found(called.to_string()));
        };
        (procedure.parameters, 0, state.transaction.work.catalog(&database))
    };
    let wanted = match name {
        Some(name) => {
            let found = parameters.iter().find(|parameter| same(&parameter.name.text, name));
            found.ok_or_else(|| SqlError::unknown_parameter(name, &called.object))?
        }
        None => {
            let found = place.checked_sub(first).and_then(|place| parameters.get(place));
            found.ok_or_else(|| SqlError::too_many_arguments(&called.object))?
        }
    };
    let declared = Parameter::declared(std::slice::from_ref(wanted), &*types)?;
    let declared = declared.into_iter().next();
    let data_type = declared.as_ref().map_or("table", |parameter| parameter.data_type.name());
    let clash = SqlError::type_clash("table", data_type);
    declared.and_then(|parameter| parameter.rows).ok_or(clash)
}

/// Returns the name of the parameter in `declarations` that receives the argument at `place` of
/// `called`. `None` if `called` runs no statement with declared parameters, or has fewer of them.
#[cold]
pub fn declared_name(called: &ObjectName, place: usize, declarations: &str) -> Option<Box<str>> {
    let place = place.checked_sub(own_arguments(called)?)?;
    let parameters = sluice_syntax::parse_parameters(declarations).ok()?;
    parameters.get(place).map(|parameter| parameter.name.text.clone())
}

/// Whether the session finds a type of this name in its current database, in `schema` or else in
/// its default schema and dbo.
#[cold]
pub fn has_type(state: &SessionState, schema: Option<&str>, name: &str) -> bool {
    let written = ObjectName { database: None, schema: schema.map(str::to_owned), object: name.to_owned() };
    let catalog = state.transaction.work.catalog(&state.database);
    let own = catalog.type_in_schema(written, state.security.default_schema.as_deref());
    catalog.user_type(&own).is_some()
}

/// Returns the number of arguments before those of the statement that the system procedure runs.
fn own_arguments(called: &ObjectName) -> Option<usize> {
    let in_sys = called.schema.as_ref().is_none_or(|schema| same(schema, SYSTEM_SCHEMA));
    let procedures = [(EXECUTE_STATEMENT, 2), ("sp_prepexec", 3), ("sp_prepexecrpc", 2), ("sp_execute", 1)];
    let found = procedures.iter().find(|(name, _)| in_sys && same(&called.object, name));
    found.map(|(_, own)| *own)
}
