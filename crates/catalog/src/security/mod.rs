//! Security: principals, role memberships, and granted and denied permissions.
//!
//! A [`Security`] is an immutable part of a snapshot. A database's part has its users, roles and
//! permissions. Master also has the server's part, whose principals are logins and server roles.
//! Principals that exist on every server and in every database are in `fixed`.

mod absent_permissions;
mod decision;
mod fixed;
mod object_kind;
mod permission;
mod permission_table;
mod principal;
mod snapshot;
mod visibility;

pub use crate::principal_id::{PrincipalId, ids};
pub use absent_permissions::is_absent_permission;
pub use decision::{Decision, Privileges, Securable};
pub use fixed::{is_fixed_role, schemas_of_fixed_roles};
pub use object_kind::ObjectKind;
pub use permission::{Code, PermissionType, PrincipalSort, SecurableClass, codes, permission_types, type_of};
pub use principal::{LoginFacts, Principal, PrincipalKind, Scope};
pub use snapshot::{Granted, Member, Permission, Security};

#[cfg(test)]
mod tests;
