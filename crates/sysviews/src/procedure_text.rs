//! A system procedure written in T-SQL: its name, permission and text.

use sluice_session::ProcedurePermission;

/// A system procedure written in T-SQL.
pub(crate) struct Text {
    /// The schema: `sys`, or that of msdb's own procedures.
    pub(crate) schema: &'static str,
    /// The name.
    pub(crate) name: &'static str,
    /// The permission, with its documentation page.
    pub(crate) permission: ProcedurePermission,
    /// The statement that would create the procedure.
    pub(crate) text: &'static str,
}
