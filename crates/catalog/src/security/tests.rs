//! Decisions about explicit, implied and denied permissions.

use super::*;
use crate::schema::SchemaId;
use sluice_base::ids::ObjectId;

const USER: PrincipalId = PrincipalId(5);
const TABLE: Securable = Securable::Object(SchemaId(1), ObjectId(1000));

fn permission(securable: Securable, grantee: PrincipalId, code: Code, granted: Granted) -> Permission {
    let (class, major) = (securable.class(), securable.major());
    Permission { class, major, minor: 0, grantee, code, grantor: ids::DBO, granted }
}

fn decide(permissions: Vec<Permission>, members: Vec<Member>, code: Code) -> Decision {
    let database = Security::new(Scope::Database, Vec::new(), members, permissions);
    let server = Security::empty(Scope::Server);
    let user = database.token(USER);
    Privileges { database: &database, user: &user, server: &server, login: &[] }.decide(TABLE, code)
}

#[test]
fn inherited_permission_is_overridden_by_any_denial() {
    use Granted::{Deny, Grant};
    let schema = Securable::Schema(SchemaId(1));
    assert_eq!(decide(vec![], vec![], codes::SELECT), Decision::Nothing);
    for above in [TABLE, schema, Securable::Database] {
        let granted = permission(above, USER, codes::SELECT, Grant);
        assert_eq!(decide(vec![granted], vec![], codes::SELECT), Decision::Granted, "{above:?}");
        assert_eq!(decide(vec![granted], vec![], codes::INSERT), Decision::Nothing, "{above:?}");
        let control = permission(above, USER, codes::CONTROL, Grant);
        let denied = permission(TABLE, ids::PUBLIC, codes::SELECT, Deny);
        assert_eq!(decide(vec![control], vec![], codes::SELECT), Decision::Granted, "{above:?}");
        assert_eq!(decide(vec![control, denied], vec![], codes::SELECT), Decision::Denied, "{above:?}");
        assert_eq!(decide(vec![control, denied], vec![], codes::INSERT), Decision::Granted, "{above:?}");
    }
    let other = permission(Securable::Schema(SchemaId(7)), USER, codes::SELECT, Grant);
    assert_eq!(decide(vec![other], vec![], codes::SELECT), Decision::Nothing);
}

#[test]
fn fixed_roles_grant_and_deny() {
    let member = |role| Member { role: PrincipalId(role), member: USER };
    assert_eq!(decide(vec![], vec![member(16390)], codes::SELECT), Decision::Granted);
    assert_eq!(decide(vec![], vec![member(16390)], codes::UPDATE), Decision::Nothing);
    assert_eq!(decide(vec![], vec![member(16384), member(16393)], codes::UPDATE), Decision::Denied);
    assert_eq!(decide(vec![], vec![member(16384), member(16393)], codes::SELECT), Decision::Granted);
    // A role in a role.
    let through = vec![member(9), Member { role: PrincipalId(16391), member: PrincipalId(9) }];
    assert_eq!(decide(vec![], through, codes::DELETE), Decision::Granted);
}

#[test]
fn covering_and_implying_codes_are_permissions() {
    for known in permission_types() {
        let covers = known.covered_by.is_none_or(|code| type_of(known.class, code).is_some());
        assert!(covers, "{} is covered by nothing known", known.name);
        let implies = known.implied_by.is_none_or(|(class, code)| type_of(class, code).is_some());
        assert!(implies, "{} is implied by nothing known", known.name);
    }
}
