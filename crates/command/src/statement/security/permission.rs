//! GRANT, DENY and REVOKE (`t-sql/statements/grant-transact-sql.md` and related pages, one for each
//! class of securables).

use super::change::Changing;
use super::principal::{current, may, not_found};
use super::securable::{ResolvedSecurable, class_word, find, find_of_server, scope_of};
use crate::statement::Env;
use crate::statement::ddl::definition::define;
use sluice_catalog::Security;
use sluice_catalog::security::{
    Code, Granted, Permission, PrincipalId, Scope, Securable, SecurableClass, codes, ids, is_absent_permission,
    is_fixed_role, permission_types,
};
use sluice_plan::unsupported;
use sluice_syntax::ast::{self, PermissionStatement, PermissionVerb};
use sluice_types::SqlError;

/// Runs the statement, inside the session's transaction or in a transaction of its own. Errors are
/// those of [`change`].
pub(super) fn permission(env: &mut Env<'_, '_>, statement: &PermissionStatement) -> Result<(), SqlError> {
    define(env, |env| change(env, statement))
}

/// Permissions with their columns (0 for the whole object), grantee and grantor.
struct Saying {
    permissions: Vec<(Code, i32)>,
    grantee: PrincipalId,
    grantor: PrincipalId,
}

/// Changes the permissions within a definition. Resolves the securable and the principals and
/// checks that the session may grant. DENY removes a GRANT, and the other way round. Fails with
/// 4619 for CREATE DATABASE and 4621 for server permissions outside master, with 15151 for unknown
/// names. Fails with 4613 without the right to grant, with 4624 for the owner or oneself, with 4617
/// for a built-in role, with 4606 for a permission that the securable hasn't, with 4611 for a DENY
/// or REVOKE that needs CASCADE, and with 207 or 1020 for columns. Locks the permissions on the
/// securable exclusively until the transaction ends.
pub(in crate::statement) fn change(env: &mut Env<'_, '_>, statement: &PermissionStatement) -> Result<(), SqlError> {
    let scope = scope_of_statement(statement);
    if scope == Scope::Server && env.state.database.id.0 != MASTER_ID {
        // 4621: server permissions can only be changed in master.
        return Err(SqlError::server_permissions_outside_master());
    }
    let is_of_databases = |permission: &ast::Permission| words_of(permission) == "CREATE DATABASE";
    if scope == Scope::Database
        && env.state.database.id.0 != MASTER_ID
        && statement.permissions.iter().any(is_of_databases)
    {
        return Err(SqlError::create_database_outside_master());
    }
    let changing = Changing::begin_beside(env, scope)?;
    let found = match (&statement.securable, scope) {
        (Some(written), Scope::Server) => find_of_server(&changing.security, written)?,
        (Some(written), Scope::Database) => find(env, &changing.catalog, &changing.database, written)?,
        (None, Scope::Server) => ResolvedSecurable::whole(Securable::Server, "server", "server"),
        (None, Scope::Database) => ResolvedSecurable::whole(Securable::Database, "database", &changing.database.name),
    };
    changing.lock_permissions(env, found.securable)?;
    let wanted = wanted(statement, &found)?;
    may_give(env, &changing, statement, &found, &wanted)?;
    let grantor = grantor_of(env, &changing, statement)?;
    let mut next = Security::clone(&changing.security);
    for name in &statement.principals {
        let grantee = grantee(&next, scope, &name.text, env)?;
        let saying = Saying { permissions: wanted.clone(), grantee, grantor };
        next = match statement.verb {
            PermissionVerb::Grant if statement.with_grant_option => {
                given(&next, &found, &saying, Granted::GrantWithOption)
            }
            PermissionVerb::Grant => given(&next, &found, &saying, Granted::Grant),
            PermissionVerb::Deny => {
                let taken = taken(&next, &found, &saying, statement)?;
                given(&taken, &found, &saying, Granted::Deny)
            }
            PermissionVerb::Revoke => taken(&next, &found, &saying, statement)?,
        };
    }
    changing.end(env, next)?;
    if statement.permissions.iter().any(|permission| is_all(&words_of(permission))) {
        env.inform(SqlError::all_permission_deprecated());
    }
    Ok(())
}

/// Whether these words are ALL.
fn is_all(words: &str) -> bool {
    matches!(words, "ALL" | "ALL PRIVILEGES")
}

/// Returns whether the permissions are the server's or a database's. The class of the securable
/// decides; without ON, the first permission's name does. A name that both scopes have, or that
/// neither has, counts as the database's.
pub(super) fn scope_of_statement(statement: &PermissionStatement) -> Scope {
    if let Some(written) = &statement.securable {
        return scope_of(written);
    }
    let is_of = |class: SecurableClass| {
        let first = statement.permissions.first().map(words_of).unwrap_or_default();
        permission_types().iter().any(|known| known.class == class && known.name == first)
    };
    if !is_of(SecurableClass::Database) && is_of(SecurableClass::Server) { Scope::Server } else { Scope::Database }
}

/// Returns the named permissions, each for the whole securable or for columns. Fails with 102 if
/// the class has no such permission, and with 1020 if the permission can't apply to columns.
fn wanted(statement: &PermissionStatement, found: &ResolvedSecurable) -> Result<Vec<(Code, i32)>, SqlError> {
    let class = found.securable.class();
    let listed = statement.securable.as_ref().map(|written| &written.columns[..]).unwrap_or_default();
    let mut wanted = Vec::new();
    for permission in &statement.permissions {
        let words = words_of(permission);
        let codes = match words.as_str() {
            all if is_all(all) => match found.kind {
                Some(kind) => kind.all().to_vec(),
                None => all_of(class)?,
            },
            other => {
                let known = permission_types().iter().find(|known| known.class == class && known.name == other);
                let known = known.ok_or_else(|| {
                    if is_absent_permission(other) {
                        unsupported(&format!("permission {other}"))
                    } else {
                        SqlError::syntax_near(last_word(permission))
                    }
                })?;
                if found.kind.is_some_and(|kind| !kind.takes(known.code)) {
                    // 4606: objects of this kind don't have the permission.
                    return Err(SqlError::permission_not_of_object(known.name));
                }
                vec![known.code]
            }
        };
        let columns = if permission.columns.is_empty() { listed } else { &permission.columns };
        for code in codes {
            if columns.is_empty() {
                wanted.push((code, 0));
                continue;
            }
            if ![codes::SELECT, codes::UPDATE, codes::REFERENCES].contains(&code) {
                // 1020: the permission can't apply to columns.
                return Err(SqlError::column_list_of_entity_permission());
            }
            for column in columns {
                let place = found.columns.iter().find(|(name, _)| sluice_catalog::name::same(name, &column.text));
                let (_, id) = place.ok_or_else(|| SqlError::invalid_column_name(&column.text))?;
                wanted.push((code, *id));
            }
        }
    }
    Ok(wanted)
}

/// Returns the permissions that ALL grants: the SQL-92 permissions, not all permissions of the
/// class.
fn all_of(class: SecurableClass) -> Result<Vec<Code>, SqlError> {
    match class {
        SecurableClass::Database => Ok(vec![
            codes::BACKUP_DATABASE,
            codes::BACKUP_LOG,
            codes::CREATE_DATABASE,
            *b"CRDF",
            codes::CREATE_FUNCTION,
            codes::CREATE_PROCEDURE,
            *b"CRRU",
            codes::CREATE_TABLE,
            codes::CREATE_VIEW,
        ]),
        other => Err(unsupported(&format!("permission ALL ON {}", class_word(other)))),
    }
}

/// Fails with 15151 or 4613 if the session may not change the permission. It needs to own the
/// securable, CONTROL on it, a role that manages permissions, or the grant option.
fn may_give(
    env: &Env<'_, '_>,
    changing: &Changing,
    statement: &PermissionStatement,
    found: &ResolvedSecurable,
    wanted: &[(Code, i32)],
) -> Result<(), SqlError> {
    let owner = match found.securable {
        Securable::Object(schema, _) | Securable::Type(schema, _) | Securable::Schema(schema) => {
            changing.catalog.schemas().find(|known| known.id == schema).map(|schema| schema.owner)
        }
        Securable::Principal(id) => changing.security.principal(id).and_then(|known| known.owner),
        _ => None,
    };
    let user = current(env, changing.security.scope());
    let token = changing.security.token(user);
    if !env.state.security.is_restricted || owner.is_some_and(|owner| token.contains(&owner)) {
        return Ok(());
    }
    if may(env, found.securable, codes::CONTROL) || manages_permissions(env, changing.security.scope()) {
        return Ok(());
    }
    let passes_on = |(code, column): &(Code, i32)| {
        statement.verb != PermissionVerb::Deny
            && changing.security.permissions().iter().any(|known| {
                known.class == found.securable.class()
                    && known.major == found.securable.major()
                    && (known.minor == 0 || known.minor == *column)
                    && known.code == *code
                    && known.granted == Granted::GrantWithOption
                    && token.contains(&known.grantee)
            })
    };
    if !wanted.is_empty() && wanted.iter().all(passes_on) {
        return Ok(());
    }
    match found.securable {
        // 4613: the existence of the server and database is no secret, so the error isn't 15151.
        Securable::Server | Securable::Database => Err(SqlError::grantor_lacks_grant_permission()),
        _ => Err(not_found("find", found.noun, &found.name)),
    }
}

/// Whether the session manages permissions by a fixed role. The role securityadmin manages the
/// permissions of the server and of databases its member has access to. The role db_securityadmin
/// manages those in its database (`server-level-roles.md`, `database-level-roles.md`).
fn manages_permissions(env: &Env<'_, '_>, scope: Scope) -> bool {
    let (database, host) = (&env.state.database, env.context.host);
    let access = env.state.access(host, database, &env.state.transaction.work.catalog(database));
    let of_database = scope == Scope::Database && access.user.contains(&ids::DB_SECURITYADMIN);
    of_database || access.login.contains(&ids::SECURITYADMIN)
}

/// Returns the grantor: the principal in the AS clause, or the session's principal. If an
/// administrator or a manager of permissions grants, the owner is the grantor.
fn grantor_of(
    env: &Env<'_, '_>,
    changing: &Changing,
    statement: &PermissionStatement,
) -> Result<PrincipalId, SqlError> {
    let scope = changing.security.scope();
    if let Some(name) = &statement.grantor {
        let found = changing.security.named(&name.text);
        if !manages_permissions(env, scope) {
            env.permitted(|rights| match scope {
                Scope::Database => rights.assign_owner(&name.text),
                Scope::Server => rights.assign_server_owner(&name.text),
            })?;
        }
        return found.map(|known| known.id).ok_or_else(|| not_found("find", "principal", &name.text));
    }
    let by = current(env, scope);
    Ok(match scope {
        Scope::Database if may(env, Securable::Database, codes::CONTROL) || manages_permissions(env, scope) => ids::DBO,
        Scope::Server if may(env, Securable::Server, codes::CONTROL) || manages_permissions(env, scope) => ids::SA,
        Scope::Database | Scope::Server => by,
    })
}

/// Returns the grantee. Fails with 15151 if it doesn't exist, and with 4624 for sa, dbo, other
/// built-in owners and the session's own principal.
fn grantee(security: &Security, scope: Scope, written: &str, env: &Env<'_, '_>) -> Result<PrincipalId, SqlError> {
    let noun = if scope == Scope::Server { "login" } else { "user" };
    let found = security.named(written).ok_or_else(|| not_found("find", noun, written))?;
    let special = match scope {
        Scope::Server => found.id == ids::SA,
        Scope::Database => [ids::DBO, ids::INFORMATION_SCHEMA, ids::SYS].contains(&found.id),
    };
    if special || found.id == current(env, scope) {
        return Err(SqlError::grant_to_owner_or_self());
    }
    if is_fixed_role(scope, found.id) {
        // 4617: the permissions of fixed roles can't be changed.
        return Err(SqlError::special_role_permissions());
    }
    Ok(found.id)
}

fn given(security: &Security, found: &ResolvedSecurable, saying: &Saying, granted: Granted) -> Security {
    let mut permissions = security.permissions().to_vec();
    for (code, minor) in &saying.permissions {
        let new = Permission {
            class: found.securable.class(),
            major: found.securable.major(),
            minor: *minor,
            grantee: saying.grantee,
            code: *code,
            grantor: saying.grantor,
            granted,
        };
        // The new entry replaces earlier entries. A plain GRANT doesn't remove an existing grant
        // option.
        let stays = granted == Granted::Grant
            && permissions.iter().any(|known| known.is_about(&new) && known.granted == Granted::GrantWithOption);
        if stays {
            continue;
        }
        // An entry for the whole object also replaces the entries for single columns.
        let is_replaced = |known: &Permission| {
            let minor = if new.minor == 0 { 0 } else { known.minor };
            Permission { minor, grantor: new.grantor, ..*known }.is_about(&new)
        };
        permissions.retain(|known| !is_replaced(known));
        permissions.push(new);
    }
    security.with_permissions(permissions)
}

/// Removes grants and denies. Fails with 4611 if the grantee has granted the permission to others,
/// unless CASCADE is given.
fn taken(
    security: &Security,
    found: &ResolvedSecurable,
    saying: &Saying,
    statement: &PermissionStatement,
) -> Result<Security, SqlError> {
    let mut permissions = security.permissions().to_vec();
    for (code, minor) in &saying.permissions {
        let is_about = |known: &Permission| {
            known.class == found.securable.class()
                && known.major == found.securable.major()
                && (known.minor == *minor || *minor == 0)
                && known.code == *code
        };
        let own = |known: &Permission| is_about(known) && known.grantee == saying.grantee;
        let passed_on = |known: &Permission| is_about(known) && known.grantor == saying.grantee;
        let had_option = permissions.iter().any(|known| own(known) && known.granted == Granted::GrantWithOption);
        if had_option && permissions.iter().any(passed_on) && !statement.cascade {
            return Err(SqlError::cascade_required());
        }
        if statement.grant_option_for {
            let options = permissions.iter_mut().filter(|known| own(known));
            options.filter(|known| known.granted == Granted::GrantWithOption).for_each(|known| {
                known.granted = Granted::Grant;
            });
        } else {
            permissions.retain(|known| !own(known));
        }
        if had_option && statement.cascade {
            // CASCADE also revokes grants that the grantee made, recursively.
            let mut lost = vec![saying.grantee];
            while let Some(by) = lost.pop() {
                let from =
                    |known: &Permission| is_about(known) && known.grantor == by && known.granted != Granted::Deny;
                lost.extend(permissions.iter().filter(|known| from(known)).map(|known| known.grantee));
                permissions.retain(|known| !from(known));
            }
        }
    }
    Ok(security.with_permissions(permissions))
}

/// Returns the permission's name in capitals, with SQL Server's abbreviations EXEC and CREATE PROC
/// written out.
pub(super) fn words_of(permission: &ast::Permission) -> String {
    let words: Vec<String> = permission.words.iter().map(|word| word.text.to_uppercase()).collect();
    match words.join(" ").as_str() {
        // Abbreviations of SQL Server.
        "EXEC" => "EXECUTE".to_owned(),
        "CREATE PROC" => "CREATE PROCEDURE".to_owned(),
        other => other.to_owned(),
    }
}

fn last_word(permission: &ast::Permission) -> String {
    permission.words.last().map(|word| word.text.to_string()).unwrap_or_default()
}

const MASTER_ID: u16 = 1;
