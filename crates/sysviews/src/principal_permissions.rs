//! `sys.server_permissions` and `sys.database_permissions`: granted and denied permissions.
//! Permissions of fixed roles aren't listed.
//!
//! Columns: `relational-databases/system-catalog-views/sys-server-permissions-transact-sql` and
//! `sys-database-permissions-transact-sql`.

use crate::view::{View, text};
use sluice_catalog::security::{Permission, Scope, type_of};
use sluice_catalog::{Column, ViewPermission};
use sluice_session::ViewContext;
use sluice_types::{DataType, Length, Value};

/// Defines `sys.server_permissions`. Rows are subject to metadata visibility.
pub(crate) fn of_server() -> View {
    View::sys(
        "server_permissions",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-server-permissions-transact-sql.md"),
        columns(),
        |context| rows(context, Scope::Server),
    )
}

/// Defines `sys.database_permissions`. Rows are subject to metadata visibility.
pub(crate) fn of_database() -> View {
    View::sys(
        "database_permissions",
        ViewPermission::Metadata("relational-databases/system-catalog-views/sys-database-permissions-transact-sql.md"),
        columns(),
        |context| rows(context, Scope::Database),
    )
}

fn columns() -> Vec<Column> {
    vec![
        Column::not_null("class", DataType::TinyInt),
        Column::nullable("class_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("major_id", DataType::Int),
        Column::not_null("minor_id", DataType::Int),
        Column::not_null("grantee_principal_id", DataType::Int),
        Column::not_null("grantor_principal_id", DataType::Int),
        Column::not_null("type", DataType::char(4)),
        Column::nullable("permission_name", DataType::NVarChar(Length::Limited(128))),
        Column::not_null("state", DataType::char(1)),
        Column::nullable("state_desc", DataType::NVarChar(Length::Limited(60))),
    ]
}

fn rows(context: &ViewContext<'_>, scope: Scope) -> Vec<Vec<Value>> {
    let access = context.access();
    let privileges = access.privileges();
    let security = if scope == Scope::Server { privileges.server } else { privileges.database };
    security.permissions().iter().filter(|known| privileges.sees_permission(scope, known)).map(row).collect()
}

fn row(known: &Permission) -> Vec<Value> {
    let name = type_of(known.class, known.code).map_or(Value::Null, |of| text(of.name));
    vec![
        Value::TinyInt(known.class as u8),
        text(known.class.words()),
        Value::Int(known.major),
        Value::Int(known.minor),
        Value::Int(known.grantee.0),
        Value::Int(known.grantor.0),
        text(&String::from_utf8_lossy(&known.code)),
        name,
        text(&char::from(known.granted.code()).to_string()),
        text(known.granted.words()),
    ]
}
