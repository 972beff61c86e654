//! EXECUTE permission on user procedures and functions and on system procedures written in T-SQL.

use super::Rights;
use crate::host::{Host, ProcedurePermission};
use crate::state::SessionState;
use sluice_base::sync::Arc;
use sluice_catalog::Module;
use sluice_catalog::security::codes;
use sluice_plan::{Named, Need};
use sluice_table::database::Database;
use sluice_types::SqlError;

impl SessionState {
    /// Checks that the session may execute a module of `database`. Fails with 229 without EXECUTE.
    /// A system procedure needs the permission that its documentation page names. Ownership chains
    /// apply to user modules.
    #[cold]
    pub fn check_execute(&self, host: &dyn Host, database: &Arc<Database>, module: &Module) -> Result<(), SqlError> {
        if module.id.0 < 0 {
            let rights = Rights::new(self, host);
            let checked = match host.procedure_permission(module.id) {
                Some(ProcedurePermission::Statements(page)) => rights.everybody(page),
                Some(ProcedurePermission::ServerState(_)) => rights.on_server(codes::VIEW_SERVER_STATE),
                Some(ProcedurePermission::ServerRole(role, _)) => rights.server_role(role),
                Some(ProcedurePermission::DatabaseOwner(_)) => rights.on_database(codes::CONTROL),
                Some(ProcedurePermission::Execute(_)) => rights.execute_of_sysadmin(module),
                None => Err(SqlError::procedure_not_found(&module.name)),
            };
            return checked.map_err(|error| error.at_line(1).in_procedure(Some(module.name.as_str().into())));
        }
        let (id, schema, name) = (module.id.0, module.schema.clone(), module.name.clone());
        let on = Named::Object { id, schema, name };
        let database = Some(database.name.clone());
        let need = Need { database, on, code: codes::EXECUTE, columns: Vec::new(), within: None };
        self.check_need(host, &need, &self.database)
    }
}
