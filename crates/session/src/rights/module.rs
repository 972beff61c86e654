//! Permissions for views, functions, procedures, synonyms and triggers.

use super::{Rights, Target, not_found, undropped};
use sluice_catalog::security::codes;
use sluice_catalog::{DdlScope, ModuleKind, ObjectName};
use sluice_syntax::ast::DefinitionVerb;
use sluice_table::temporary;
use sluice_types::SqlError;

impl Rights<'_> {
    /// CREATE requires the permission for the kind of module in the database, and ALTER on the
    /// schema. ALTER requires ALTER on the module (`create-view-transact-sql.md`,
    /// `create-procedure-transact-sql.md`, `create-function-transact-sql.md`,
    /// `create-synonym-transact-sql.md`, `create-default-transact-sql.md`,
    /// `create-rule-transact-sql.md`). A temporary procedure requires no permission; only its
    /// creator may alter or drop it, which the command checks.
    pub fn define_module(&self, verb: DefinitionVerb, kind: ModuleKind, name: &ObjectName) -> Result<(), SqlError> {
        if temporary::is_temporary(&name.object) {
            return Ok(());
        }
        let exists = self.target(name)?.is_some_and(|target| target.object.is_some());
        if verb == DefinitionVerb::Alter || (verb == DefinitionVerb::CreateOrAlter && exists) {
            return self.alter(name, &not_found("alter", kind.noun(), &name.object));
        }
        self.on_database(match kind {
            ModuleKind::View => codes::CREATE_VIEW,
            ModuleKind::Procedure => codes::CREATE_PROCEDURE,
            ModuleKind::InlineFunction | ModuleKind::TableFunction | ModuleKind::ScalarFunction => {
                codes::CREATE_FUNCTION
            }
            ModuleKind::Synonym => codes::CREATE_SYNONYM,
            ModuleKind::Default => codes::CREATE_DEFAULT,
            ModuleKind::Rule => codes::CREATE_RULE,
            // [`Rights::define_trigger`] checks triggers.
            ModuleKind::Trigger => codes::CONTROL,
        })?;
        self.in_schema(name, codes::ALTER)
    }

    /// Requires ALTER ANY DATABASE DDL TRIGGER for triggers ON DATABASE, and CONTROL SERVER for
    /// triggers ON ALL SERVER (`create-trigger-transact-sql.md`, `drop-trigger-transact-sql.md`).
    pub fn ddl_triggers(&self, scope: DdlScope) -> Result<(), SqlError> {
        match scope {
            DdlScope::Database => self.on_database(codes::ALTER_ANY_DATABASE_DDL_TRIGGER),
            DdlScope::Server => self.on_server(codes::CONTROL),
        }
    }

    /// Requires ALTER on the trigger's table or view; fails with 8197
    /// (`create-trigger-transact-sql.md`, `alter-trigger-transact-sql.md`).
    pub fn define_trigger(&self, watched: &ObjectName) -> Result<(), SqlError> {
        self.alter(watched, &SqlError::trigger_target_not_found(watched))
    }

    /// Requires ALTER on the table or view (`enable-trigger-transact-sql.md`,
    /// `disable-trigger-transact-sql.md`). `denied` is 1088, or 4902 for ALTER TABLE.
    pub fn switch_triggers(&self, watched: &ObjectName, denied: &SqlError) -> Result<(), SqlError> {
        self.alter(watched, denied)
    }

    /// Requires ALTER on a trigger's table or view (`drop-trigger-transact-sql.md`). Other modules
    /// require CONTROL, or ALTER on the schema. Passes for names that denote nothing: the statement
    /// reports those. Fails with 3701.
    pub fn drop_modules(&self, kind: ModuleKind, names: &[ObjectName]) -> Result<(), SqlError> {
        if kind != ModuleKind::Trigger {
            return self.drop_each(names, kind.noun());
        }
        names.iter().try_for_each(|name| {
            let Some(target) = self.target(name)? else { return Ok(()) };
            let known = self.state.in_default_schema(&target.catalog, name.clone());
            let trigger = target.catalog.module(&known).and_then(|module| module.trigger);
            let Some((schema, parent)) = target.object.zip(trigger).map(|((schema, _), of)| (schema, of.parent)) else {
                return Ok(());
            };
            let watched = Target { object: Some((schema, parent)), ..target };
            if watched.may(codes::ALTER) { Ok(()) } else { Err(undropped("trigger", &name.object)) }
        })
    }
}
