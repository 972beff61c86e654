//! HAS_PERMS_BY_NAME (`t-sql/functions/has-perms-by-name-transact-sql.md`) and
//! `sys.fn_my_permissions`, PERMISSIONS: the session's permissions on a securable.

use super::context::{CallContext, Definitions};
use crate::access::Access;
use crate::host::{EffectivePermission, EffectivePermissions};
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::{
    Code, Decision, PrincipalSort, Privileges, Securable, SecurableClass, codes, permission_types,
};
use sluice_catalog::{Catalog, ModuleKind, SchemaId, Table};

/// Returns whether the session has the permission, or `None` if the securable, its class or the
/// permission is unknown. Without a name, the class is the current database or the server. `sub`
/// names a column, and then `sub_class` must be COLUMN. A column is looked for in a table only;
/// with a column of a view the result is `None`.
pub(super) fn has_permission(
    context: &CallContext<'_>,
    (name, class): (Option<&str>, Option<&str>),
    permission: &str,
    (sub, sub_class): (Option<&str>, Option<&str>),
) -> Option<bool> {
    let class = class.map(str::to_uppercase);
    let Some(name) = name else {
        let of = |class| any_of(class, permission);
        return match class.as_deref() {
            None | Some("SERVER") => {
                Some(may(&context.access(&context.database), Securable::Server, of(SecurableClass::Server)?))
            }
            Some("DATABASE") => {
                Some(may(&context.access(&context.database), Securable::Database, of(SecurableClass::Database)?))
            }
            _ => None,
        };
    };
    let (access, catalog, securable) = find(context, name, class.as_deref()?)?;
    let codes = any_of(securable.class(), permission)?;
    let Some(sub) = sub else { return Some(may(&access, securable, codes)) };
    if !sub_class.is_some_and(|class| class.eq_ignore_ascii_case("column")) {
        return None;
    }
    let table = catalog.table_by_id(sluice_base::ids::ObjectId(securable.major()))?;
    let column = i32::from(table.columns[table.column(sub)?].id);
    let privileges = access.privileges();
    Some(codes.into_iter().any(|code| is_granted(&privileges, (securable, column), code)))
}

/// Returns the bits of PERMISSIONS (`t-sql/functions/permissions-transact-sql.md`): the low half
/// for what the session may do, the high half for what it can grant. Without an object, the bits
/// are those of statements in the database. `None` for an unknown object or column.
pub(super) fn permission_bits(context: &CallContext<'_>, object: Option<i32>, column: Option<&str>) -> Option<i32> {
    let catalog = context.catalog(&context.database);
    let access = context.access(&context.database);
    let privileges = access.privileges();
    let Some(id) = object.map(ObjectId) else {
        let is_offered = |code| code != codes::CREATE_DATABASE || context.database.name == MASTER;
        let held = STATEMENT_BITS.iter().filter(|(_, code)| is_offered(*code));
        return Some(held.fold(0, |bits, (bit, code)| {
            bits | of_half(
                *bit,
                access.may(Securable::Database, *code),
                privileges.can_grant(Securable::Database, 0, *code),
            )
        }));
    };
    let securable = by_id(&catalog, &access, id)?;
    let table = catalog.table_by_id(id);
    let of_column = |column: i32, (bit, code): (i32, Code)| {
        let is_held = is_granted(&privileges, (securable, column), code);
        of_half(bit, is_held, privileges.can_grant(securable, column, code))
    };
    if let Some(column) = column {
        let table = table?;
        let column = i32::from(table.columns[table.column(column)?].id);
        return Some(COLUMN_BITS.iter().fold(0, |bits, known| bits | of_column(column, *known)));
    }
    let whole = OBJECT_BITS.iter().filter(|(_, code)| is_of_object(&catalog, securable, *code));
    let mut bits = whole.fold(0, |bits, known| bits | of_column(0, *known));
    for (bit, code) in COLUMN_BITS {
        let columns = table.iter().flat_map(|table| &table.columns).map(|column| i32::from(column.id));
        let any = columns.fold(bits & of_half(bit, true, true), |any, column| any | of_column(column, (bit, code)));
        bits |= any << ANY_COLUMN;
    }
    Some(bits)
}

/// Returns the bit, in the halves for held and for grantable permissions.
fn of_half(bit: i32, is_held: bool, is_grantable: bool) -> i32 {
    (bit * i32::from(is_held)) | ((bit * i32::from(is_grantable)) << 16)
}

/// Returns the table or module with this id, if the session sees it.
fn by_id(catalog: &Catalog, access: &Access, id: ObjectId) -> Option<Securable> {
    let table = catalog.table_by_id(id).map(|table| &*table.schema);
    let schema = table.or_else(|| catalog.module_by_id(id).map(|module| &*module.schema))?;
    let is_seen = access.sees_object(catalog, schema, id);
    Some(Securable::Object(catalog.schema(schema)?.id, id)).filter(|_| is_seen)
}

impl EffectivePermissions for CallContext<'_> {
    fn effective_permissions(&self, name: Option<&str>, class: &str) -> Vec<EffectivePermission> {
        effective(self, name, &class.to_uppercase()).unwrap_or_default()
    }
}

/// Returns the permissions that the session has on a securable, each of its columns after it.
/// `None` for an unknown class or securable. `class` is in capitals.
fn effective(context: &CallContext<'_>, name: Option<&str>, class: &str) -> Option<Vec<EffectivePermission>> {
    let (access, catalog, securable) = match (name, class) {
        (None, "SERVER") => (context.access(&context.database), context.catalog(&context.database), Securable::Server),
        (None, "DATABASE") => {
            (context.access(&context.database), context.catalog(&context.database), Securable::Database)
        }
        (None, _) => return None,
        (Some(name), class) => find(context, name, class)?,
    };
    let entity = name.map_or_else(|| class.to_lowercase(), str::to_owned);
    let sort = sort_of(class);
    let of_class = permission_types().iter().filter(|known| known.class == securable.class() && known.is_of(sort));
    let mut found = Vec::new();
    for known in of_class.filter(|known| is_of_object(&catalog, securable, known.code)) {
        let permission = |column: Option<&str>| EffectivePermission {
            entity: entity.clone(),
            column: column.map(str::to_owned),
            permission: known.name,
        };
        if access.may(securable, known.code) {
            found.push(permission(None));
        }
        let columns = columns_of(&catalog, securable).filter(|_| OF_COLUMNS.contains(&known.code));
        for column in columns.map_or(&[][..], |table| &table.columns) {
            let (privileges, id) = (access.privileges(), i32::from(column.id));
            if is_granted(&privileges, (securable, id), known.code) {
                found.push(permission(Some(&column.name)));
            }
        }
    }
    Some(found)
}

/// Returns the sort of principals that a class of securables has.
fn sort_of(class: &str) -> PrincipalSort {
    match class {
        "APPLICATION ROLE" => PrincipalSort::ApplicationRole,
        "ROLE" | "SERVER ROLE" => PrincipalSort::Role,
        _ => PrincipalSort::Person,
    }
}

/// Returns the table whose columns can have permissions of their own; `None` for a view or another
/// securable.
fn columns_of(catalog: &Catalog, securable: Securable) -> Option<&Arc<Table>> {
    match securable {
        Securable::Object(_, id) => catalog.table_by_id(id),
        _ => None,
    }
}

/// Returns whether a permission applies to this kind of object
/// (`t-sql/statements/grant-object-permissions-transact-sql.md`).
fn is_of_object(catalog: &Catalog, securable: Securable, code: Code) -> bool {
    let Securable::Object(_, id) = securable else { return true };
    if GENERAL.contains(&code) {
        return true;
    }
    let rows = [codes::DELETE, codes::INSERT, codes::REFERENCES, codes::SELECT, codes::UPDATE];
    let kind = catalog.module_by_id(id).map(|module| module.kind);
    match kind {
        None if catalog.table_by_id(id).is_some() => rows.contains(&code) || code == VIEW_CHANGE_TRACKING,
        // A sequence.
        None => [codes::REFERENCES, codes::UPDATE].contains(&code),
        Some(kind) if kind.has_rows() => rows.contains(&code),
        Some(ModuleKind::ScalarFunction) => [codes::EXECUTE, codes::REFERENCES].contains(&code),
        Some(ModuleKind::Synonym) => {
            [codes::DELETE, codes::EXECUTE, codes::INSERT, codes::SELECT, codes::UPDATE].contains(&code)
        }
        Some(ModuleKind::Default | ModuleKind::Rule) => false,
        Some(_) => code == codes::EXECUTE,
    }
}

/// Returns whether the permission is granted. A grant or denial on the column overrides the
/// object's.
fn is_granted(privileges: &Privileges<'_>, (object, column): (Securable, i32), code: Code) -> bool {
    match privileges.of_column(object, column, code) {
        Decision::Granted => true,
        Decision::Denied => false,
        Decision::Nothing => privileges.may(object, code),
    }
}

/// Returns the securable of a class, in capitals, that `name` denotes, with the names of its
/// database and the session's access there. `None` without such a securable. Waits for definers.
fn find(context: &CallContext<'_>, name: &str, class: &str) -> Option<(Access, Arc<Catalog>, Securable)> {
    context.settled(|names| find_in(context, names, name, class))
}

fn find_in(
    context: &CallContext<'_>,
    names: &Definitions<'_>,
    name: &str,
    class: &str,
) -> Option<(Access, Arc<Catalog>, Securable)> {
    if class == "DATABASE" {
        let name = crate::quoted_name::parse(name)?;
        let database = context.host.database(&name.object)?;
        return Some((context.access(&database), context.catalog(&database), Securable::Database));
    }
    let (database, parsed) = context.named(names, name)?;
    let catalog = names.catalog(&database);
    let schema = |schema: &str| catalog.schema(schema).map(|schema| schema.id);
    let security = catalog.security();
    let securable = match class {
        "OBJECT" => object(&catalog, &parsed)?,
        "SCHEMA" => Securable::Schema(schema(&parsed.object)?),
        "TYPE" => {
            let found = catalog.user_type(&parsed)?;
            Securable::Type(schema(&found.schema)?, found.id.0)
        }
        "USER" | "ROLE" | "APPLICATION ROLE" => {
            let found = security.named(&parsed.object).filter(|known| known.sort() == sort_of(class))?;
            Securable::Principal(found.id)
        }
        "LOGIN" | "SERVER ROLE" => {
            let server = context.master()?;
            let found = server.server()?.named(&parsed.object).map(|found| found.id)?;
            Securable::ServerPrincipal(found)
        }
        _ => return None,
    };
    Some((context.access(&database), Arc::clone(&catalog), securable))
}

/// Returns the table, module or sequence that a name denotes, in this order.
fn object(catalog: &Catalog, name: &sluice_catalog::ObjectName) -> Option<Securable> {
    let schema = |schema: &str| catalog.schema(schema).map_or(SchemaId(1), |schema| schema.id);
    let table = catalog.table(name).map(|table| Securable::Object(schema(&table.schema), table.id));
    let module = || catalog.module(name).map(|module| Securable::Object(schema(&module.schema), module.id));
    let sequence = || catalog.sequence(name).map(|known| Securable::Object(schema(&known.schema), known.id));
    table.or_else(module).or_else(sequence)
}

/// Returns the code of a permission of the class, or all codes for ANY.
fn any_of(class: SecurableClass, permission: &str) -> Option<Vec<Code>> {
    let all = permission_types().iter().filter(|known| known.class == class);
    if permission.eq_ignore_ascii_case("any") {
        return Some(all.map(|known| known.code).collect());
    }
    let mut named = all.filter(|known| known.name.eq_ignore_ascii_case(permission));
    named.next().map(|known| vec![known.code])
}

/// Whether one of the permissions is granted on the securable.
fn may(access: &Access, securable: Securable, codes: Vec<Code>) -> bool {
    codes.into_iter().any(|code| access.may(securable, code))
}

/// The bits of statement permissions.
const STATEMENT_BITS: [(i32, Code); 8] = [
    (1, codes::CREATE_DATABASE),
    (2, codes::CREATE_TABLE),
    (4, codes::CREATE_PROCEDURE),
    (8, codes::CREATE_VIEW),
    (16, codes::CREATE_RULE),
    (32, codes::CREATE_DEFAULT),
    (64, codes::BACKUP_DATABASE),
    (128, codes::BACKUP_LOG),
];
/// The bits of permissions on columns.
const COLUMN_BITS: [(i32, Code); 3] = [(1, codes::SELECT), (2, codes::UPDATE), (4, codes::REFERENCES)];
/// The bits of permissions on objects.
const OBJECT_BITS: [(i32, Code); 6] = [
    (1, codes::SELECT),
    (2, codes::UPDATE),
    (4, codes::REFERENCES),
    (8, codes::INSERT),
    (16, codes::DELETE),
    (32, codes::EXECUTE),
];
/// Distance from a column permission's bit to that of the permission on any column.
const ANY_COLUMN: u32 = 12;
/// Permissions that can be granted on every object.
const GENERAL: [Code; 4] = [codes::ALTER, codes::CONTROL, codes::TAKE_OWNERSHIP, codes::VIEW_DEFINITION];
/// Permissions that can be granted on columns.
const OF_COLUMNS: [Code; 3] = [codes::REFERENCES, codes::SELECT, codes::UPDATE];
const MASTER: &str = "master";
const VIEW_CHANGE_TRACKING: Code = *b"VWCT";
