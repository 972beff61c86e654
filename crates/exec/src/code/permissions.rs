//! HAS_PERMS_BY_NAME: whether the session has a permission (`t-sql/functions/has-perms-by-name-transact-sql.md`).

use super::context::CallContext;
use crate::access::Access;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Code, Decision, Securable, SecurableClass, permission_types};
use sluice_catalog::{Catalog, SchemaId};

/// `None` where the securable, its class or the permission is unknown.
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
    Some(codes.into_iter().any(|code| match privileges.of_column(securable, column, code) {
        Decision::Granted => true,
        Decision::Denied => false,
        Decision::Nothing => privileges.may(securable, code),
    }))
}

fn find(context: &CallContext<'_>, name: &str, class: &str) -> Option<(Access, Arc<Catalog>, Securable)> {
    if class == "DATABASE" {
        let name = crate::quoted_name::parse(name)?;
        let database = context.host.database(&name.object)?;
        return Some((context.access(&database), database.catalog(), Securable::Database));
    }
    let (database, parsed) = context.named(name)?;
    let catalog = database.catalog();
    let schema = |schema: &str| catalog.schema(schema).map(|schema| schema.id);
    let security = catalog.security();
    let securable = match class {
        "OBJECT" => object(&catalog, &parsed)?,
        "SCHEMA" => Securable::Schema(schema(&parsed.object)?),
        "TYPE" => {
            let found = catalog.user_type(&parsed)?;
            Securable::Type(schema(&found.schema)?, found.id.0)
        }
        "USER" | "ROLE" => {
            let found = security.named(&parsed.object).filter(|known| known.is_role() == (class == "ROLE"))?;
            Securable::Principal(found.id)
        }
        "LOGIN" | "SERVER ROLE" => {
            let server = context.host.database("master")?.catalog();
            let found = server.server()?.named(&parsed.object).map(|found| found.id)?;
            Securable::ServerPrincipal(found)
        }
        _ => return None,
    };
    Some((context.access(&database), Arc::clone(&catalog), securable))
}

fn object(catalog: &Catalog, name: &sluice_catalog::ObjectName) -> Option<Securable> {
    let schema = |schema: &str| catalog.schema(schema).map_or(SchemaId(1), |schema| schema.id);
    let table = catalog.table(name).map(|table| Securable::Object(schema(&table.schema), table.id));
    let module = || catalog.module(name).map(|module| Securable::Object(schema(&module.schema), module.id));
    let sequence = || catalog.sequence(name).map(|known| Securable::Object(schema(&known.schema), known.id));
    table.or_else(module).or_else(sequence)
}

/// The codes of a permission of the class; all of them for ANY.
fn any_of(class: SecurableClass, permission: &str) -> Option<Vec<Code>> {
    let all = permission_types().iter().filter(|known| known.class == class);
    if permission.eq_ignore_ascii_case("any") {
        return Some(all.map(|known| known.code).collect());
    }
    let mut named = all.filter(|known| known.name.eq_ignore_ascii_case(permission));
    named.next().map(|known| vec![known.code])
}

fn may(access: &Access, securable: Securable, codes: Vec<Code>) -> bool {
    codes.into_iter().any(|code| access.may(securable, code))
}
