//! ALTER ROLE and ALTER SERVER ROLE ADD and DROP MEMBER
//! (`t-sql/statements/alter-role-transact-sql.md`).

use super::change::Changing;
use super::principal::{current, may, named, not_found};
use crate::statement::Env;
use sluice_catalog::security::{Member, Scope, Securable, codes, ids, is_fixed_role};
use sluice_types::SqlError;

/// Adds a member to a role, or drops one. Membership of public is fixed (15081). Fails with 15151
/// for an unknown role or member and without permission, with 15405 for a principal that can't be a
/// member, and with 15413 if the role would be a member of itself, also indirectly. An existing
/// membership isn't changed.
pub(super) fn change(
    env: &mut Env<'_, '_>,
    scope: Scope,
    role: &str,
    member: &str,
    adds: bool,
) -> Result<(), SqlError> {
    let changing = Changing::begin(env, scope)?;
    let security = &changing.security;
    let (noun, who) = match scope {
        Scope::Server => ("server role", "server principal"),
        Scope::Database => ("role", "user"),
    };
    let found = security.named(role).filter(|known| known.is_role()).cloned();
    let found = found.ok_or_else(|| not_found("alter", noun, role))?;
    if found.id == security.public() {
        // 15081: the membership of public can't be changed.
        return Err(SqlError::public_membership_is_fixed());
    }
    let is_fixed = is_fixed_role(scope, found.id);
    let is_allowed = match scope {
        // Members of a fixed server role, and sysadmin, may change its membership.
        Scope::Server if is_fixed => {
            !env.state.security.is_restricted || {
                let who = &env.state.security.who;
                let login = security.principal(who.login.id).filter(|login| who.is_login(login));
                let token = login.map_or_else(Vec::new, |login| security.token(login.id));
                token.contains(&found.id) || token.contains(&ids::SYSADMIN)
            }
        }
        Scope::Server => may(env, Securable::ServerPrincipal(found.id), codes::ALTER),
        Scope::Database if is_fixed => may(env, Securable::Database, codes::CONTROL),
        Scope::Database => may(env, Securable::Principal(found.id), codes::ALTER),
    };
    let is_owner = found.owner == Some(current(env, scope)) && !is_fixed;
    if !is_allowed && !is_owner {
        return Err(not_found("alter", noun, role));
    }
    let member = named(security, member, who).map_err(|_| {
        let verb = if adds { "add" } else { "drop" };
        SqlError::cannot_find(verb, "principal", member)
    })?;
    let special = match scope {
        Scope::Server => member.id == ids::SA || is_fixed_role(scope, member.id) || member.id == security.public(),
        Scope::Database => [ids::DBO, ids::INFORMATION_SCHEMA, ids::SYS, ids::PUBLIC].contains(&member.id),
    };
    if special {
        // 15405: the principal can't be a member of a role.
        return Err(SqlError::special_principal(&member.name));
    }
    let known = Member { role: found.id, member: member.id };
    let is_member = security.members().contains(&known);
    if adds && security.token(found.id).contains(&member.id) {
        // 15413: the member is the role itself, or a role that contains it.
        return Err(SqlError::role_member_of_itself());
    }
    let next = match (adds, is_member) {
        (true, false) => security.with_member(known),
        (false, true) => security.without_member(known),
        (true, true) | (false, false) => return Ok(()),
    };
    changing.end(env, next)
}
