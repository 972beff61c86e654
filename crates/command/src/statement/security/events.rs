//! The DDL events of statements about logins, users, roles and permissions.

use super::permission::{scope_of_statement, words_of};
use super::securable::scope_of;
use crate::statement::Env;
use crate::statement::event::{DdlEvent, EventSource};
use sluice_catalog::EventType;
use sluice_catalog::security::Scope;
use sluice_syntax::ast::{
    AlterAuthorization, DroppedKind, PermissionStatement, PermissionVerb, PrincipalAction, PrincipalDefinition,
    PrincipalKind, Securable,
};

/// Returns the event of a CREATE or ALTER of a principal, or of a change of a role's members.
pub(super) fn definition_events(definition: &PrincipalDefinition) -> EventSource<'_> {
    EventSource::undoable(|env| {
        let PrincipalDefinition { is_alter, kind, name, action } = definition;
        let name = &*name.text;
        let is_server = matches!(kind, PrincipalKind::Login | PrincipalKind::ServerRole);
        let member = |[in_database, in_server]: [EventType; 2], member: &str| {
            let (event, noun) = if is_server { (in_server, "LOGIN") } else { (in_database, "SQL USER") };
            of_scope(env, is_server, event).about(member, noun).with("RoleName", name)
        };
        let event = match action {
            PrincipalAction::AddMember(added) => {
                member([EventType::ADD_ROLE_MEMBER, EventType::ADD_SERVER_ROLE_MEMBER], &added.text)
            }
            PrincipalAction::DropMember(dropped) => {
                member([EventType::DROP_ROLE_MEMBER, EventType::DROP_SERVER_ROLE_MEMBER], &dropped.text)
            }
            PrincipalAction::Define { .. } | PrincipalAction::OwnedBy(_) | PrincipalAction::Enable(_) => {
                let ([created, altered, _], noun) = events_of(*kind);
                let event = of_scope(env, is_server, if *is_alter { altered } else { created }).about(name, noun);
                if *kind == PrincipalKind::Login { event.with("LoginType", "SQL Login") } else { event }
            }
        };
        vec![event]
    })
}

/// Returns the event of a DROP of a principal, or none if it doesn't exist.
pub(super) fn removal_events(kind: DroppedKind, name: &str) -> EventSource<'_> {
    EventSource::undoable(move |env| {
        let kind = match kind {
            DroppedKind::Login => PrincipalKind::Login,
            DroppedKind::User => PrincipalKind::User,
            DroppedKind::ServerRole => PrincipalKind::ServerRole,
            DroppedKind::ApplicationRole => PrincipalKind::ApplicationRole,
            _ => PrincipalKind::Role,
        };
        let is_server = matches!(kind, PrincipalKind::Login | PrincipalKind::ServerRole);
        let ([_, _, dropped], noun) = events_of(kind);
        let event = || of_scope(env, is_server, dropped).about(name, noun);
        has_principal(env, is_server, name).then(event).into_iter().collect()
    })
}

/// Events of GRANT, DENY and REVOKE.
pub(super) fn permission_events(statement: &PermissionStatement) -> EventSource<'_> {
    EventSource::undoable(|env| vec![permission_event(env, statement)])
}

/// Returns the event of a GRANT, DENY or REVOKE. It lists grantees, permissions, grantor and
/// options, and belongs to the server or the current database.
pub(in crate::statement) fn permission_event(env: &Env<'_, '_>, statement: &PermissionStatement) -> DdlEvent {
    let is_server = scope_of_statement(statement) == Scope::Server;
    let [in_database, in_server] = match statement.verb {
        PermissionVerb::Grant => [EventType::GRANT_DATABASE, EventType::GRANT_SERVER],
        PermissionVerb::Deny => [EventType::DENY_DATABASE, EventType::DENY_SERVER],
        PermissionVerb::Revoke => [EventType::REVOKE_DATABASE, EventType::REVOKE_SERVER],
    };
    let event = of_scope(env, is_server, if is_server { in_server } else { in_database });
    let event = match &statement.securable {
        Some(securable) => on(event, securable),
        None if is_server => event.with("ObjectType", "SERVER"),
        None => event.with("ObjectType", "DATABASE"),
    };
    let flag = |is_so| if is_so { "1" } else { "0" };
    let permissions = statement.permissions.iter().map(|permission| words_of(permission).to_lowercase());
    event
        .with_list("Grantees", "Grantee", statement.principals.iter().map(|principal| &*principal.text))
        .with_list("Permissions", "Permission", permissions)
        .with("AsGrantor", statement.grantor.as_ref().map_or("", |grantor| &grantor.text))
        .with("GrantOption", flag(statement.with_grant_option || statement.grant_option_for))
        .with("CascadeOption", flag(statement.cascade))
}

/// Returns the event of an ALTER AUTHORIZATION. Without an owner it is SCHEMA OWNER.
pub(super) fn authorization_events(statement: &AlterAuthorization) -> EventSource<'_> {
    EventSource::undoable(|env| {
        let is_server = scope_of(&statement.securable) == Scope::Server;
        let [in_database, in_server] = [EventType::ALTER_AUTHORIZATION_DATABASE, EventType::ALTER_AUTHORIZATION_SERVER];
        let event = on(of_scope(env, is_server, if is_server { in_server } else { in_database }), &statement.securable);
        vec![event.with("OwnerName", statement.owner.as_ref().map_or("SCHEMA OWNER", |owner| &owner.text))]
    })
}

/// Names the securable.
fn on(event: DdlEvent, securable: &Securable) -> DdlEvent {
    let class: Vec<String> = securable.class.iter().map(|word| word.text.to_uppercase()).collect();
    let kind = if class.is_empty() { "OBJECT".to_owned() } else { class.join(" ") };
    let event = match &securable.name.schema {
        Some(schema) => event.with("SchemaName", &schema.text),
        None => event,
    };
    event.about(&securable.name.name.text, &kind)
}

fn of_scope(env: &Env<'_, '_>, is_server: bool, event: EventType) -> DdlEvent {
    if is_server { DdlEvent::new(event, None) } else { env.database_event(event) }
}

fn has_principal(env: &Env<'_, '_>, is_server: bool, name: &str) -> bool {
    let database = if is_server { env.context.host.database(MASTER) } else { Some(env.state.database.clone()) };
    let Some(catalog) = database.map(|database| env.state.transaction.work.catalog(&database)) else { return false };
    match is_server {
        true => catalog.server().is_some_and(|server| server.named(name).is_some()),
        false => catalog.security().named(name).is_some(),
    }
}

/// Returns the events of CREATE, ALTER and DROP, and EVENTDATA's word for the kind.
fn events_of(kind: PrincipalKind) -> ([EventType; 3], &'static str) {
    match kind {
        PrincipalKind::Login => ([EventType::CREATE_LOGIN, EventType::ALTER_LOGIN, EventType::DROP_LOGIN], "LOGIN"),
        PrincipalKind::User => ([EventType::CREATE_USER, EventType::ALTER_USER, EventType::DROP_USER], "SQL USER"),
        PrincipalKind::Role => ([EventType::CREATE_ROLE, EventType::ALTER_ROLE, EventType::DROP_ROLE], "ROLE"),
        PrincipalKind::ApplicationRole => {
            let [created, altered] = [EventType::CREATE_APPLICATION_ROLE, EventType::ALTER_APPLICATION_ROLE];
            ([created, altered, EventType::DROP_APPLICATION_ROLE], "APPLICATION ROLE")
        }
        PrincipalKind::ServerRole => {
            let events = [EventType::CREATE_SERVER_ROLE, EventType::ALTER_SERVER_ROLE, EventType::DROP_SERVER_ROLE];
            (events, "SERVER ROLE")
        }
    }
}

const MASTER: &str = "master";
