//! Compiles and runs statements for logins, users, roles, permissions and EXECUTE AS.

use super::compiler::Compiler;
use super::program::{NameSource, Step};
use sluice_command::statement::refuse_server;
use sluice_command::statement::{self, Becoming, Env};
use sluice_plan::unsupported;
use sluice_query::code::Reg;
use sluice_syntax::ast::{
    AlterAuthorization, DropObjects, DroppedKind, ExecuteAs, Name, PermissionStatement, PrincipalDefinition,
    PrincipalText, SessionContext, StatementKind,
};
use sluice_types::SqlError;

/// A statement for logins, users, roles or permissions.
pub(super) enum SecurityStep {
    /// CREATE or ALTER of a login, user or role.
    Principal(PrincipalDefinition),
    /// DROP of a login, user or role.
    Drop(bool, DroppedKind, Box<str>),
    /// GRANT, DENY, REVOKE.
    Permission(PermissionStatement),
    /// ALTER AUTHORIZATION.
    Authorization(AlterAuthorization),
    /// EXECUTE AS: the new context, whether it is WITH NO REVERT, and the register for the cookie.
    ExecuteAs(Context, bool, Option<Reg>),
    /// REVERT, with the register of the cookie, if given.
    Revert(Option<Reg>),
}

/// The execution context to switch to.
pub(super) enum Context {
    /// The caller's context.
    Caller,
    /// A user.
    User(NameSource),
    /// A login.
    Login(NameSource),
}

impl Compiler {
    /// Compiles a security statement. Returns false for other statements.
    pub(super) fn security(&mut self, kind: &StatementKind) -> Result<bool, SqlError> {
        let step = match kind {
            StatementKind::Principal(definition) => SecurityStep::Principal((**definition).clone()),
            StatementKind::DropObjects(drop) if is_principal(drop.kind) => return self.drop_principals(drop),
            StatementKind::Permission(statement) => {
                if let Some(securable) = &statement.securable {
                    refuse_server(&securable.name)?;
                }
                SecurityStep::Permission((**statement).clone())
            }
            StatementKind::AlterAuthorization(statement) => {
                refuse_server(&statement.securable.name)?;
                SecurityStep::Authorization((**statement).clone())
            }
            StatementKind::ExecuteAs(execute) => self.execute_as(execute)?,
            StatementKind::Revert(cookie) => {
                SecurityStep::Revert(cookie.as_ref().map(|cookie| self.register(cookie)).transpose()?)
            }
            _ => return Ok(false),
        };
        self.step(Step::Security(Box::new(step)));
        Ok(true)
    }

    fn drop_principals(&mut self, drop: &DropObjects) -> Result<bool, SqlError> {
        for name in &drop.names {
            if name.schema.is_some() {
                return Err(SqlError::new(102, 15, 1, vec![".".to_owned()]));
            }
            let step = SecurityStep::Drop(drop.if_exists, drop.kind, name.name.text.clone());
            self.step(Step::Security(Box::new(step)));
        }
        Ok(true)
    }

    fn execute_as(&mut self, execute: &ExecuteAs) -> Result<SecurityStep, SqlError> {
        let context = self.context(&execute.context)?;
        let cookie = execute.cookie.as_ref().map(|cookie| self.register(cookie)).transpose()?;
        Ok(SecurityStep::ExecuteAs(context, execute.no_revert, cookie))
    }

    /// Compiles an execution context.
    pub(super) fn context(&self, context: &SessionContext) -> Result<Context, SqlError> {
        Ok(match context {
            SessionContext::Caller => Context::Caller,
            SessionContext::User(name) => Context::User(self.principal_text(name)?),
            SessionContext::Login(name) => Context::Login(self.principal_text(name)?),
        })
    }

    fn principal_text(&self, text: &PrincipalText) -> Result<NameSource, SqlError> {
        match text {
            PrincipalText::Text(text) => Ok(NameSource::Text(text.clone())),
            PrincipalText::Variable(name) => Ok(NameSource::Register(self.register(name)?)),
        }
    }

    fn register(&self, name: &Name) -> Result<Reg, SqlError> {
        match self.name_source(name)? {
            NameSource::Register(register) => Ok(register),
            NameSource::Text(_) => Err(unsupported("cookie that is no variable")),
        }
    }
}

impl Context {
    /// Reads the principal's name from its register and returns the context.
    pub(super) fn becoming(&self, env: &Env<'_, '_>) -> Becoming {
        let text = |name: &NameSource| match name {
            NameSource::Text(text) => text.to_string(),
            NameSource::Register(register) => env.frame.get(*register).as_str().unwrap_or_default().to_owned(),
        };
        match self {
            Context::Caller => Becoming::Caller,
            Context::User(name) => Becoming::User(text(name)),
            Context::Login(name) => Becoming::Login(text(name)),
        }
    }
}

/// Runs a security statement.
pub(super) fn run(step: &SecurityStep, env: &mut Env<'_, '_>) -> Result<(), SqlError> {
    env.frame.globals.row_count = 0;
    match step {
        SecurityStep::Principal(definition) => statement::define_principal(env, definition),
        SecurityStep::Drop(if_exists, kind, name) => statement::drop_principal(env, *if_exists, *kind, name),
        SecurityStep::Permission(permission) => statement::permission(env, permission),
        SecurityStep::Authorization(authorization) => statement::alter_authorization(env, authorization),
        SecurityStep::ExecuteAs(context, no_revert, cookie) => {
            let becoming = context.becoming(env);
            statement::execute_as(env, &becoming, *no_revert, *cookie)
        }
        SecurityStep::Revert(cookie) => statement::revert(env, *cookie),
    }
}

fn is_principal(kind: DroppedKind) -> bool {
    matches!(kind, DroppedKind::Login | DroppedKind::User | DroppedKind::Role | DroppedKind::ServerRole)
}
