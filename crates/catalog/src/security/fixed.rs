//! Fixed principals of every server and database, and the permissions of fixed roles
//! (`relational-databases/security/authentication-access/server-level-roles.md` and
//! `database-level-roles.md`).

use super::permission::Code;
use super::principal::{LoginFacts, Principal, PrincipalKind, Scope};
use super::snapshot::Member;
use crate::principal_id::{PrincipalId, ids};
use crate::schema::{Schema, SchemaId};
use sluice_base::sync::Arc;
use std::borrow::Cow;

/// Returns the fixed principals of the scope, in the order of their ids.
pub(super) fn principals(scope: Scope) -> Arc<[Arc<Principal>]> {
    match scope {
        Scope::Server => of_server(),
        Scope::Database => of_database(),
    }
}

/// Returns the schemas that a new database has for the fixed roles: each has the name and the id of
/// its role, which owns it.
pub fn schemas_of_fixed_roles() -> impl Iterator<Item = Schema> {
    DATABASE_ROLES.iter().map(|(id, name)| Schema {
        id: SchemaId(*id),
        name: Cow::Borrowed(name),
        owner: PrincipalId(*id),
    })
}

/// Whether the principal is a fixed role, which users can change only by adding and removing
/// members.
pub fn is_fixed_role(scope: Scope, id: PrincipalId) -> bool {
    match scope {
        Scope::Server => (ids::SYSADMIN..=LAST_SERVER_ROLE).contains(&id),
        Scope::Database => id >= ids::DB_OWNER,
    }
}

/// Returns the memberships that can't be removed. They are those of the fixed owners; other members
/// of fixed roles can be removed.
pub(super) fn members(scope: Scope) -> &'static [Member] {
    match scope {
        Scope::Server => &[Member { role: ids::SYSADMIN, member: ids::SA }],
        Scope::Database => &[Member { role: ids::DB_OWNER, member: ids::DBO }],
    }
}

/// Returns the permissions of the fixed roles on the database or server: role, whether denied,
/// permission.
pub(super) fn permissions(scope: Scope) -> &'static [(PrincipalId, bool, Code)] {
    match scope {
        Scope::Server => SERVER_PERMISSIONS,
        Scope::Database => DATABASE_PERMISSIONS,
    }
}

fn of_server() -> Arc<[Arc<Principal>]> {
    let login = PrincipalKind::Login(LoginFacts {
        password: Arc::from([]),
        is_disabled: false,
        default_database: Arc::from("master"),
        default_language: Arc::from("us_english"),
        checks_policy: true,
        checks_expiration: false,
        must_change: false,
    });
    let sa = principal(ids::SA, "sa", login, None, &[1]);
    let roles = SERVER_ROLES.iter().zip(ids::SERVER_PUBLIC.0..);
    let roles = roles.map(|(name, id)| principal(PrincipalId(id), name, PrincipalKind::ServerRole, Some(ids::SA), &[]));
    std::iter::once(sa).chain(roles).collect()
}

fn of_database() -> Arc<[Arc<Principal>]> {
    let user = |id, name, schema: &str, sid: &[u8]| {
        let kind = PrincipalKind::User { has_login: id == ids::DBO, default_schema: Arc::from(schema) };
        principal(id, name, kind, None, sid)
    };
    let users = [
        principal(ids::PUBLIC, "public", PrincipalKind::Role, Some(ids::DBO), &[]),
        user(ids::DBO, "dbo", "dbo", &[1]),
        user(ids::GUEST, "guest", "guest", &[0]),
        user(ids::INFORMATION_SCHEMA, "INFORMATION_SCHEMA", "", &[]),
        user(ids::SYS, "sys", "", &[]),
    ];
    let role = |(id, name): &(i32, &str)| principal(PrincipalId(*id), name, PrincipalKind::Role, Some(ids::DBO), &[]);
    users.into_iter().chain(DATABASE_ROLES.iter().map(role)).collect()
}

fn principal(
    id: PrincipalId,
    name: &str,
    kind: PrincipalKind,
    owner: Option<PrincipalId>,
    sid: &[u8],
) -> Arc<Principal> {
    Arc::new(Principal { id, name: Arc::from(name), kind, owner, sid: Arc::from(sid), created_ns: 0, modified_ns: 0 })
}

/// The names in the order of their ids, from the id of `public`.
const SERVER_ROLES: [&str; 9] = [
    "public",
    "sysadmin",
    "securityadmin",
    "serveradmin",
    "setupadmin",
    "processadmin",
    "diskadmin",
    "dbcreator",
    "bulkadmin",
];
const LAST_SERVER_ROLE: PrincipalId = PrincipalId(10);
/// The fixed roles of a database: id and name.
const DATABASE_ROLES: [(i32, &str); 9] = [
    (16384, "db_owner"),
    (16385, "db_accessadmin"),
    (16386, "db_securityadmin"),
    (16387, "db_ddladmin"),
    (16389, "db_backupoperator"),
    (16390, "db_datareader"),
    (16391, "db_datawriter"),
    (16392, "db_denydatareader"),
    (16393, "db_denydatawriter"),
];
const SERVER_PERMISSIONS: &[(PrincipalId, bool, Code)] = &[
    (PrincipalId(3), false, *b"CL  "),
    (PrincipalId(4), false, *b"ALLG"),
    (PrincipalId(5), false, *b"ALHE"),
    (PrincipalId(5), false, *b"ALRS"),
    (PrincipalId(5), false, *b"ALSS"),
    (PrincipalId(5), false, *b"ALST"),
    (PrincipalId(5), false, *b"SHDN"),
    (PrincipalId(5), false, *b"VWSS"),
    (PrincipalId(6), false, *b"ALLS"),
    (PrincipalId(7), false, *b"ALCO"),
    (PrincipalId(7), false, *b"ALSS"),
    (PrincipalId(7), false, *b"VWSS"),
    (PrincipalId(8), false, *b"ALRS"),
    (PrincipalId(9), false, *b"ALDB"),
    (PrincipalId(9), false, *b"CRDB"),
    (PrincipalId(10), false, *b"ADBO"),
];
const DATABASE_PERMISSIONS: &[(PrincipalId, bool, Code)] = &[
    (PrincipalId(16384), false, *b"CL  "),
    (PrincipalId(16385), false, *b"ALUS"),
    (PrincipalId(16385), false, *b"CO  "),
    (PrincipalId(16385), false, *b"CRSM"),
    (PrincipalId(16386), false, *b"ALAR"),
    (PrincipalId(16386), false, *b"ALRL"),
    (PrincipalId(16386), false, *b"CRSM"),
    (PrincipalId(16386), false, *b"VW  "),
    (PrincipalId(16387), false, *b"ALSM"),
    (PrincipalId(16387), false, *b"CP  "),
    (PrincipalId(16387), false, *b"CRDF"),
    (PrincipalId(16387), false, *b"CRFN"),
    (PrincipalId(16387), false, *b"CRPR"),
    (PrincipalId(16387), false, *b"CRRU"),
    (PrincipalId(16387), false, *b"CRSM"),
    (PrincipalId(16387), false, *b"CRSN"),
    (PrincipalId(16387), false, *b"CRTB"),
    (PrincipalId(16387), false, *b"CRTY"),
    (PrincipalId(16387), false, *b"CRVW"),
    (PrincipalId(16387), false, *b"RF  "),
    (PrincipalId(16389), false, *b"BADB"),
    (PrincipalId(16389), false, *b"BALO"),
    (PrincipalId(16389), false, *b"CP  "),
    (PrincipalId(16390), false, *b"SL  "),
    (PrincipalId(16391), false, *b"DL  "),
    (PrincipalId(16391), false, *b"IN  "),
    (PrincipalId(16391), false, *b"UP  "),
    (PrincipalId(16392), true, *b"SL  "),
    (PrincipalId(16393), true, *b"DL  "),
    (PrincipalId(16393), true, *b"IN  "),
    (PrincipalId(16393), true, *b"UP  "),
];
