//! A system procedure or function written in T-SQL: its name, permission and text. The type alone;
//! `text_procedures` and `agent_procedures` have the lists.

use sluice_catalog::ModuleKind;
use sluice_session::ProcedurePermission;

/// A system procedure written in T-SQL, or a scalar function of msdb.
pub(crate) struct Text {
    /// The schema: `sys`, or that of msdb's own procedures.
    pub(crate) schema: &'static str,
    /// The name.
    pub(crate) name: &'static str,
    /// Procedure or scalar function.
    pub(crate) kind: ModuleKind,
    /// The permission, with its documentation page. Everybody may call a function.
    pub(crate) permission: ProcedurePermission,
    /// The statement that would create the module.
    pub(crate) text: &'static str,
}

/// A procedure of the schema `sys`.
pub(crate) const fn text(name: &'static str, permission: ProcedurePermission, text: &'static str) -> Text {
    Text { schema: "sys", name, kind: ModuleKind::Procedure, permission, text }
}
