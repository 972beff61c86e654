//! `sys.fn_builtin_permissions(class)` and `sys.fn_my_permissions(securable, class)`: the existing
//! permissions, and the session's permissions.
//!
//! Columns: `relational-databases/system-functions/sys-fn-builtin-permissions-transact-sql` and
//! `sys-fn-my-permissions-transact-sql`. Classes that this version lacks are omitted.

use crate::view::{View, text, whole};
use sluice_catalog::security::{Code, PrincipalSort, SecurableClass as C, permission_types, type_of};
use sluice_catalog::{Column, ViewPermission};
use sluice_session::{EffectivePermission, ViewContext, ViewRows};
use sluice_types::{DataType, Length, SqlError, Value};

/// Defines `sys.fn_builtin_permissions`. NULL and an empty class stand for all classes; an unknown
/// one yields no row. Every login may read all of it.
pub(crate) fn builtin() -> View {
    let words = DataType::NVarChar(Length::Limited(60));
    let columns = vec![
        Column::nullable("class_desc", words),
        Column::nullable("permission_name", words),
        Column::nullable("type", DataType::varchar(Length::Limited(4))),
        Column::nullable("covering_permission_name", words),
        Column::nullable("parent_class_desc", words),
        Column::nullable("parent_covering_permission_name", words),
    ];
    View::function(
        "fn_builtin_permissions",
        ViewPermission::Public("relational-databases/system-functions/sys-fn-builtin-permissions-transact-sql.md"),
        &[DataType::NVarChar(Length::Limited(60))],
        columns,
        all,
    )
}

/// Defines `sys.fn_my_permissions`: the effective permissions of the session's own context. A
/// securable that it doesn't see yields no row. Every login may call it.
pub(crate) fn own() -> View {
    let columns = vec![
        Column::nullable("entity_name", DataType::SYSNAME),
        Column::nullable("subentity_name", DataType::SYSNAME),
        Column::nullable("permission_name", DataType::NVarChar(Length::Limited(60))),
    ];
    View::function(
        "fn_my_permissions",
        ViewPermission::Public("relational-databases/system-functions/sys-fn-my-permissions-transact-sql.md"),
        &[DataType::SYSNAME, DataType::SYSNAME],
        columns,
        owned,
    )
}

fn all(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let asked = context.arguments.first().and_then(Value::as_str).unwrap_or_default();
    let mut rows = Vec::new();
    for (words, class, sort) in CLASSES {
        if !asked.is_empty() && !asked.eq_ignore_ascii_case(words) {
            continue;
        }
        let name = |class: C, code: Code| type_of(class, code).map_or(Value::Null, |known| text(known.name));
        for known in permission_types().iter().filter(|known| known.class == class && known.is_of(sort)) {
            let parent = known.implied_for(sort);
            rows.push(vec![
                text(words),
                text(known.name),
                text(&String::from_utf8_lossy(&known.code)),
                known.covered_by.map_or(Value::Null, |code| name(class, code)),
                parent.map_or(Value::Null, |(class, _)| text(class.words())),
                parent.map_or(Value::Null, |(class, code)| name(class, code)),
            ]);
        }
    }
    Ok(whole(rows))
}

fn owned(context: &ViewContext<'_>) -> Result<ViewRows, SqlError> {
    let [securable, class] = context.arguments else { return Ok(whole(Vec::new())) };
    let found = context.permissions.effective_permissions(securable.as_str(), class.as_str().unwrap_or_default());
    let row = |known: EffectivePermission| {
        let column = known.column.as_deref().map_or(Value::Null, text);
        vec![text(&known.entity), column, text(known.permission)]
    };
    Ok(whole(found.into_iter().map(row).collect()))
}

/// The names of the classes, and the sort of principals.
const CLASSES: [(&str, C, PrincipalSort); 10] = [
    ("DATABASE", C::Database, PrincipalSort::Person),
    ("OBJECT", C::Object, PrincipalSort::Person),
    ("SCHEMA", C::Schema, PrincipalSort::Person),
    ("TYPE", C::Type, PrincipalSort::Person),
    ("USER", C::Principal, PrincipalSort::Person),
    ("ROLE", C::Principal, PrincipalSort::Role),
    ("APPLICATION ROLE", C::Principal, PrincipalSort::ApplicationRole),
    ("SERVER", C::Server, PrincipalSort::Person),
    ("LOGIN", C::ServerPrincipal, PrincipalSort::Person),
    ("SERVER ROLE", C::ServerPrincipal, PrincipalSort::Role),
];
