//! Statements about logins, users, roles and permissions as commands.

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, NameSource, refuse_server};
use crate::statement::ddl::definition;
use crate::statement::event::EventSource;
use crate::statement::security::authorization::alter_authorization;
use crate::statement::security::events::{authorization_events, definition_events, permission_events, removal_events};
use crate::statement::security::execute_as::{Becoming, execute_as, revert};
use crate::statement::security::permission::permission;
use crate::statement::security::{application_role, login, role, user};
use sluice_catalog::name;
use sluice_catalog::security::Scope;
use sluice_plan::unsupported;
use sluice_query::code::Reg;
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{
    self, AlterAuthorization, DropObjects, DroppedKind, ExecuteAs, Name, PermissionStatement, PrincipalAction,
    PrincipalDefinition, PrincipalText, SessionContext,
};
use sluice_types::SqlError;

/// A statement for logins, users, roles or permissions.
enum SecurityCommand {
    /// CREATE or ALTER of a login, user or role.
    Principal(PrincipalDefinition),
    /// DROP of a login, user or role.
    Drop(bool, DroppedKind, Box<str>),
    /// GRANT, DENY, REVOKE.
    Permission(PermissionStatement),
    /// ALTER AUTHORIZATION.
    Authorization(AlterAuthorization),
    /// EXECUTE AS: the new context, whether it is WITH NO REVERT, and the register for the cookie.
    ExecuteAs(ContextSource, bool, Option<Reg>),
    /// REVERT, with the register of the cookie, if given.
    Revert(Option<Reg>),
}

/// The execution context to switch to.
pub enum ContextSource {
    /// The caller's context.
    Caller,
    /// A user.
    User(NameSource),
    /// A login.
    Login(NameSource),
}

/// Compiles CREATE and ALTER of a login, user or role.
pub(in crate::statement) fn compile_principal(definition: &PrincipalDefinition, to: &mut dyn Compilation) {
    to.add(Box::new(SecurityCommand::Principal(definition.clone())));
}

/// Compiles DROP of logins, users or roles. One command for each name. A name with several parts
/// fails with 102.
pub(in crate::statement) fn compile_drop(drop: &DropObjects, to: &mut dyn Compilation) -> Result<(), SqlError> {
    for name in &drop.names {
        if name.schema.is_some() {
            return Err(SqlError::syntax_near("."));
        }
        to.add(Box::new(SecurityCommand::Drop(drop.if_exists, drop.kind, name.name.text.clone())));
    }
    Ok(())
}

/// Compiles GRANT, DENY and REVOKE. A server name fails; everything else is resolved at the run.
pub(in crate::statement) fn compile_permission(
    statement: &PermissionStatement,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    if let Some(securable) = &statement.securable {
        refuse_server(&securable.name)?;
    }
    to.add(Box::new(SecurityCommand::Permission(statement.clone())));
    Ok(())
}

/// Compiles ALTER AUTHORIZATION. A server name fails.
pub(in crate::statement) fn compile_authorization(
    statement: &AlterAuthorization,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    refuse_server(&statement.securable.name)?;
    to.add(Box::new(SecurityCommand::Authorization(statement.clone())));
    Ok(())
}

/// Compiles EXECUTE AS. The cookie must be a declared variable, otherwise fails with 137.
pub(in crate::statement) fn compile_execute_as(execute: &ExecuteAs, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let context = ContextSource::new(&execute.context, to)?;
    let cookie = execute.cookie.as_ref().map(|cookie| register(cookie, to)).transpose()?;
    to.add(Box::new(SecurityCommand::ExecuteAs(context, execute.no_revert, cookie)));
    Ok(())
}

/// Compiles REVERT. Fails with 137 for an undeclared variable.
pub(in crate::statement) fn compile_revert(cookie: Option<&Name>, to: &mut dyn Compilation) -> Result<(), SqlError> {
    let cookie = cookie.map(|cookie| register(cookie, to)).transpose()?;
    to.add(Box::new(SecurityCommand::Revert(cookie)));
    Ok(())
}

impl ContextSource {
    /// Returns the source of an execution context. A name is a text or a variable, read at the run.
    /// Fails with 137 for an undeclared variable.
    pub fn new(context: &SessionContext, to: &dyn Compilation) -> Result<ContextSource, SqlError> {
        Ok(match context {
            SessionContext::Caller => ContextSource::Caller,
            SessionContext::User(name) => ContextSource::User(principal_text(name, to)?),
            SessionContext::Login(name) => ContextSource::Login(principal_text(name, to)?),
        })
    }

    /// Reads the principal's name from its register and returns the context. A NULL name becomes an
    /// empty one, which no principal has.
    pub fn becoming(&self, env: &Env<'_, '_>) -> Becoming {
        match self {
            ContextSource::Caller => Becoming::Caller,
            ContextSource::User(name) => Becoming::User(name.text(env).unwrap_or_default()),
            ContextSource::Login(name) => Becoming::Login(name.text(env).unwrap_or_default()),
        }
    }
}

fn principal_text(text: &PrincipalText, to: &dyn Compilation) -> Result<NameSource, SqlError> {
    match text {
        PrincipalText::Text(text) => Ok(NameSource::Text(text.clone())),
        PrincipalText::Variable(name) => Ok(NameSource::Register(register(name, to)?)),
    }
}

fn register(name: &Name, to: &dyn Compilation) -> Result<Reg, SqlError> {
    match NameSource::new(name, to)? {
        NameSource::Register(register) => Ok(register),
        NameSource::Text(_) => Err(unsupported("cookie that is no variable")),
    }
}

impl Command for SecurityCommand {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        match self {
            SecurityCommand::Principal(_) => rights.checked_by("principal::define"),
            SecurityCommand::Drop(..) => rights.checked_by("principal::drop_principal"),
            SecurityCommand::Permission(_) => rights.checked_by("permission::change"),
            SecurityCommand::Authorization(_) => rights.checked_by("authorization::alter"),
            SecurityCommand::ExecuteAs(..) => rights.checked_by("execute_as::execute_as"),
            SecurityCommand::Revert(_) => rights.everybody("t-sql/statements/revert-transact-sql.md"),
        }
    }

    fn class(&self) -> StatementClass {
        StatementClass::Security
    }

    fn events(&self) -> EventSource<'_> {
        match self {
            SecurityCommand::Principal(definition) => definition_events(definition),
            SecurityCommand::Drop(_, kind, name) => removal_events(*kind, name),
            SecurityCommand::Permission(statement) => permission_events(statement),
            SecurityCommand::Authorization(statement) => authorization_events(statement),
            SecurityCommand::ExecuteAs(..) | SecurityCommand::Revert(_) => EventSource::None,
        }
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        env.frame.globals.row_count = 0;
        let result = match self {
            SecurityCommand::Principal(definition) => define_principal(env, definition),
            SecurityCommand::Drop(if_exists, kind, name) => drop_principal(env, *if_exists, *kind, name),
            SecurityCommand::Permission(statement) => permission(env, statement),
            SecurityCommand::Authorization(statement) => alter_authorization(env, statement),
            SecurityCommand::ExecuteAs(context, no_revert, cookie) => {
                let becoming = context.becoming(env);
                execute_as(env, &becoming, *no_revert, *cookie)
            }
            SecurityCommand::Revert(cookie) => revert(env, *cookie),
        };
        Ok(result?)
    }
}

/// Creates or alters a principal, inside the session's transaction or in a transaction of its own.
fn define_principal(env: &mut Env<'_, '_>, written: &PrincipalDefinition) -> Result<(), SqlError> {
    definition::define(env, |env| define(env, written))
}

/// Drops a principal, inside the session's transaction or in a transaction of its own.
fn drop_principal(env: &mut Env<'_, '_>, if_exists: bool, kind: DroppedKind, written: &str) -> Result<(), SqlError> {
    definition::define(env, |env| match kind {
        DroppedKind::Login => login::drop(env, written),
        DroppedKind::User => user::drop(env, if_exists, written),
        DroppedKind::ServerRole => role::drop(env, Scope::Server, false, written),
        DroppedKind::ApplicationRole => application_role::drop(env, if_exists, written),
        _ => role::drop(env, Scope::Database, if_exists, written),
    })
}

fn define(env: &mut Env<'_, '_>, definition: &PrincipalDefinition) -> Result<(), SqlError> {
    let PrincipalDefinition { is_alter, kind, name, action } = definition;
    let written = &*name.text;
    if let Some(given) = given_name(definition) {
        check_name(given)?;
    }
    match (kind, action, is_alter) {
        (ast::PrincipalKind::Login, PrincipalAction::Enable(enable), _) => login::enable(env, written, *enable),
        (ast::PrincipalKind::Login, PrincipalAction::Define { source, options }, false) => {
            login::create(env, written, source.as_ref(), options)
        }
        (ast::PrincipalKind::Login, PrincipalAction::Define { options, .. }, true) => {
            login::alter(env, written, options)
        }
        (ast::PrincipalKind::User, PrincipalAction::Define { source, options }, false) => {
            user::create(env, written, source.as_ref(), options)
        }
        (ast::PrincipalKind::User, PrincipalAction::Define { options, .. }, true) => user::alter(env, written, options),
        (ast::PrincipalKind::ApplicationRole, PrincipalAction::Define { options, .. }, false) => {
            application_role::create(env, written, options)
        }
        (ast::PrincipalKind::ApplicationRole, PrincipalAction::Define { options, .. }, true) => {
            application_role::alter(env, written, options)
        }
        (ast::PrincipalKind::Role, action, _) => role::define(env, Scope::Database, written, action, *is_alter),
        (ast::PrincipalKind::ServerRole, action, _) => role::define(env, Scope::Server, written, action, *is_alter),
        _ => Err(unsupported(kind.words())),
    }
}

/// Returns the name that a statement gives to a principal, if any: a created principal's name, or
/// the new name of a renamed one. A Windows principal has its own rules.
fn given_name(definition: &PrincipalDefinition) -> Option<&str> {
    match &definition.action {
        PrincipalAction::Define { source: Some(ast::PrincipalSource::Windows), .. } => None,
        PrincipalAction::Define { options, .. } if definition.is_alter => {
            options.iter().find(|option| option.name.is("name")).and_then(login::word_of)
        }
        _ => (!definition.is_alter).then_some(&*definition.name.text),
    }
}

/// Fails with 15006 for an empty name or a name with a backslash, which is reserved for Windows
/// principals.
fn check_name(written: &str) -> Result<(), SqlError> {
    if written.is_empty() || written.contains('\\') || name::same(written, "null") {
        return Err(SqlError::invalid_characters_in_name(written));
    }
    Ok(())
}
