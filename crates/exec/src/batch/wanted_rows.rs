//! The table type of rows that a request gives without naming one: what receives them says it
//! (MS-TDS 2.2.5.5.5.1, the type's name may be left out of what is called by RPC).

use super::call_procedure::find;
use super::compiler::type_clash;
use super::execute::EXECUTE_STATEMENT;
use super::parameter::Parameter;
use crate::host::Host;
use crate::state::SessionState;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_catalog::snapshot::SYSTEM_SCHEMA;
use sluice_catalog::{ObjectName, UserType};
use sluice_syntax::ast::StatementKind;
use sluice_types::SqlError;

/// The type of the parameter of `called` that the argument at `place`, perhaps of that name, is for; of `sp_executesql` it is `declarations` that
/// says it. 2812 where there is no such procedure, 229 where the session may not execute it, 8144 and 8145 where it has no such parameter, 206 where that takes no rows.
#[cold]
pub fn wanted_type(
    called: &ObjectName,
    (place, name): (usize, Option<&str>),
    declarations: &str,
    (state, host): (&SessionState, &dyn Host),
) -> Result<Arc<UserType>, SqlError> {
    let in_sys = called.schema.as_ref().is_none_or(|schema| same(schema, SYSTEM_SCHEMA));
    let (parameters, first, types) = if in_sys && same(&called.object, EXECUTE_STATEMENT) {
        // What is wrong with it is told when the call runs.
        (sluice_syntax::parse_parameters(declarations).unwrap_or_default(), 2, state.work.catalog(&state.database))
    } else {
        let (database, module) = find(state, host, called)?.into_found();
        if state.is_restricted {
            state.check_execute(host, &database, &module)?;
        }
        let script = sluice_syntax::parse(&module.definition);
        let statement = script.statements.into_iter().next().map(|statement| statement.kind);
        let Some(StatementKind::Procedure(procedure)) = statement else {
            return Err(SqlError::procedure_not_found(&called.to_string()));
        };
        (procedure.parameters, 0, state.work.catalog(&database))
    };
    let wanted = match name {
        Some(name) => {
            let found = parameters.iter().find(|parameter| same(&parameter.name.text, name));
            found.ok_or_else(|| SqlError::new(8145, 16, 2, vec![name.to_owned(), called.object.clone()]))?
        }
        None => {
            let found = place.checked_sub(first).and_then(|place| parameters.get(place));
            found.ok_or_else(|| SqlError::new(8144, 16, 2, vec![called.object.clone()]))?
        }
    };
    let declared = Parameter::declared(std::slice::from_ref(wanted), &*types)?;
    let declared = declared.into_iter().next();
    let data_type = declared.as_ref().map_or("table", |parameter| parameter.data_type.name());
    let clash = type_clash("table", data_type);
    declared.and_then(|parameter| parameter.rows).ok_or(clash)
}
