//! Principals: `sys.server_principals`, `sys.sql_logins`, `sys.database_principals`, their role
//! memberships, and the tokens of the session.
//!
//! Columns: `relational-databases/system-catalog-views/sys-server-principals-transact-sql` and the
//! pages of the other views. `catalog::security` decides which principals a session sees. Built-in
//! principals have the creation date of their database, server principals that of master.

use crate::objects::dates;
use crate::view::{View, moment, text};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{
    Principal, PrincipalId, PrincipalKind, Privileges, Scope, Securable, codes, is_fixed_role,
};
use sluice_catalog::{Catalog, Column, Security, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.server_principals`. Rows are subject to metadata visibility.
pub(crate) fn of_server() -> View {
    View::sys(
        "server_principals",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-server-principals-transact-sql.md"),
        server_columns(),
        |context| {
            let access = context.access();
            let privileges = access.privileges();
            shown(privileges.server, &privileges).map(|known| server_row(context, known)).collect()
        },
    )
}

/// Defines `sys.sql_logins`. Rows are subject to metadata visibility.
pub(crate) fn logins() -> View {
    let mut columns = server_columns();
    columns.extend([
        Column::nullable("is_policy_checked", DataType::Bit),
        Column::nullable("is_expiration_checked", DataType::Bit),
        Column::nullable("password_hash", DataType::VarBinary(Length::Limited(256))),
    ]);
    View::sys(
        "sql_logins",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-sql-logins-transact-sql.md"),
        columns,
        |context| {
            let access = context.access();
            let privileges = access.privileges();
            let shows_hash = privileges.may(Securable::Server, codes::CONTROL);
            let row = |known: &Arc<Principal>| {
                let facts = known.login()?;
                let mut row = server_row(context, known);
                let is_shown = shows_hash && !facts.password.is_empty();
                row.extend([
                    Value::Bit(facts.checks_policy),
                    Value::Bit(facts.checks_expiration),
                    if is_shown { Value::bytes(Arc::clone(&facts.password)) } else { Value::Null },
                ]);
                Some(row)
            };
            shown(privileges.server, &privileges).filter_map(row).collect()
        },
    )
}

/// Defines `sys.database_principals`. Rows are subject to metadata visibility.
pub(crate) fn of_database() -> View {
    let columns = vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("principal_id", DataType::Int),
        Column::not_null("type", DataType::char(1)),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("default_schema_name", DataType::SYSNAME),
        Column::nullable("create_date", DataType::DateTime),
        Column::nullable("modify_date", DataType::DateTime),
        Column::nullable("owning_principal_id", DataType::Int),
        Column::nullable("sid", DataType::VarBinary(Length::Limited(85))),
        Column::not_null("is_fixed_role", DataType::Bit),
        Column::not_null("authentication_type", DataType::Int),
        Column::nullable("authentication_type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("default_language_name", DataType::SYSNAME),
        Column::nullable("default_language_lcid", DataType::Int),
        Column::not_null("allow_encrypted_value_modifications", DataType::Bit),
    ];
    View::sys(
        "database_principals",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-database-principals-transact-sql.md"),
        columns,
        |context| {
            let access = context.access();
            let privileges = access.privileges();
            shown(privileges.database, &privileges).map(|known| database_row(context, known)).collect()
        },
    )
}

/// Defines `sys.server_role_members`. Rows are subject to metadata visibility.
pub(crate) fn members_of_server() -> View {
    View::sys(
        "server_role_members",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-server-role-members-transact-sql.md"),
        member_columns(),
        |context| members(context, Scope::Server),
    )
}

/// Defines `sys.database_role_members`. Rows are subject to metadata visibility.
pub(crate) fn members_of_database() -> View {
    View::sys(
        "database_role_members",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-database-role-members-transact-sql.md"),
        member_columns(),
        |context| members(context, Scope::Database),
    )
}

/// Defines `sys.login_token`: the login and its server roles. Empty if only the database user
/// counts, as under EXECUTE AS USER. Every login may read its own.
pub(crate) fn login_token() -> View {
    View::sys(
        "login_token",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-login-token-transact-sql.md"),
        token_columns(),
        |context| {
            let access = context.access();
            token(access.server(), &access.login, "SQL LOGIN", "SERVER ROLE")
        },
    )
}

/// Defines `sys.user_token`: the database user and its roles. Every login may read its own.
pub(crate) fn user_token() -> View {
    View::sys(
        "user_token",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-user-token-transact-sql.md"),
        token_columns(),
        |context| {
            let access = context.access();
            token(access.database(), &access.user, "SQL USER", "ROLE")
        },
    )
}

fn server_columns() -> Vec<Column> {
    vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("principal_id", DataType::Int),
        Column::nullable("sid", DataType::VarBinary(Length::Limited(85))),
        Column::not_null("type", DataType::char(1)),
        Column::nullable("type_desc", DataType::NVarChar(Length::Limited(60))),
        Column::nullable("is_disabled", DataType::Int),
        Column::nullable("create_date", DataType::DateTime),
        Column::nullable("modify_date", DataType::DateTime),
        Column::nullable("default_database_name", DataType::SYSNAME),
        Column::nullable("default_language_name", DataType::SYSNAME),
        Column::nullable("credential_id", DataType::Int),
        Column::nullable("owning_principal_id", DataType::Int),
        Column::not_null("is_fixed_role", DataType::Bit),
    ]
}

fn member_columns() -> Vec<Column> {
    ["role_principal_id", "member_principal_id"].map(|name| Column::not_null(name, DataType::Int)).into()
}

fn token_columns() -> Vec<Column> {
    let words = DataType::NVarChar(Length::Limited(128));
    vec![
        Column::nullable("principal_id", DataType::Int),
        Column::nullable("sid", DataType::VarBinary(Length::Limited(85))),
        Column::nullable("name", words),
        Column::nullable("type", words),
        Column::nullable("usage", words),
    ]
}

/// Returns the principals of a scope that the session sees.
fn shown<'s>(security: &'s Security, privileges: &'s Privileges<'s>) -> impl Iterator<Item = &'s Arc<Principal>> {
    security.principals().into_iter().filter(|known| privileges.sees_principal(known))
}

fn server_row(context: &ViewContext<'_>, known: &Principal) -> Vec<Value> {
    let master = context.master().unwrap_or_else(|| Arc::clone(context.whole));
    let [created, modified] = made_and_changed(known, &master);
    let login = known.login();
    vec![
        text(&known.name),
        Value::Int(known.id.0),
        sid(known),
        text(known.type_code()),
        text(known.type_words()),
        Value::Int(login.is_some_and(|login| login.is_disabled).into()),
        created,
        modified,
        login.map_or(Value::Null, |login| text(&login.default_database)),
        login.map_or(Value::Null, |login| text(&login.default_language)),
        Value::Null,
        id_or_null(known.owner),
        Value::Bit(is_fixed_role(Scope::Server, known.id)),
    ]
}

fn database_row(context: &ViewContext<'_>, known: &Principal) -> Vec<Value> {
    let [created, modified] = made_and_changed(known, context.whole);
    let has_login = matches!(known.kind, PrincipalKind::User { has_login: true, .. });
    let schema = known.default_schema().filter(|schema| !schema.is_empty());
    vec![
        text(&known.name),
        Value::Int(known.id.0),
        text(known.type_code()),
        text(known.type_words()),
        schema.map_or(Value::Null, |schema| text(schema)),
        created,
        modified,
        id_or_null(known.owner),
        sid(known),
        Value::Bit(is_fixed_role(Scope::Database, known.id)),
        Value::Int(has_login.into()),
        text(if has_login { "INSTANCE" } else { "NONE" }),
        Value::Null,
        Value::Null,
        Value::Bit(false),
    ]
}

fn members(context: &ViewContext<'_>, scope: Scope) -> Vec<Vec<Value>> {
    let access = context.access();
    let privileges = access.privileges();
    let security = if scope == Scope::Server { privileges.server } else { privileges.database };
    let shown = security.all_members().filter(|member| privileges.sees_member(scope, member));
    shown.map(|member| vec![Value::Int(member.role.0), Value::Int(member.member.0)]).collect()
}

fn token(security: &Security, token: &[PrincipalId], person: &str, role: &str) -> Vec<Vec<Value>> {
    let row = |id: &PrincipalId| {
        let known = security.principal(*id)?;
        let kind = text(if known.is_role() { role } else { person });
        Some(vec![Value::Int(known.id.0), sid(known), text(&known.name), kind, text("GRANT OR DENY")])
    };
    token.iter().filter_map(row).collect()
}

fn sid(known: &Principal) -> Value {
    if known.sid.is_empty() { Value::Null } else { Value::bytes(Arc::clone(&known.sid)) }
}

fn id_or_null(id: Option<PrincipalId>) -> Value {
    id.map_or(Value::Null, |id| Value::Int(id.0))
}

/// Returns the creation and modification times of a principal. A built-in principal has those of
/// the database `names`.
fn made_and_changed(known: &Principal, names: &Catalog) -> [Value; 2] {
    match known.created_ns {
        0 => dates(names, ObjectId(0)),
        created => [created, known.modified_ns].map(moment),
    }
}
