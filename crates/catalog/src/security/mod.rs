//! Who may do what: principals, who is in which role, and what they are granted and denied.
//!
//! A [`Security`] is an immutable part of a snapshot: of a database its users, roles and permissions; of master, beside that, those of the
//! server, whose principals are logins and server roles. What every server and every database has is not in it, but in `fixed`.

mod decision;
mod fixed;
mod permission;
mod permission_table;
mod principal;
mod snapshot;
mod visibility;

pub use crate::principal_id::{PrincipalId, ids};
pub use decision::{Decision, Privileges, Securable};
pub use fixed::is_fixed_role;
pub use permission::{Code, PermissionType, SecurableClass, codes, permission_types, type_of};
pub use principal::{LoginFacts, Principal, PrincipalKind, Scope};
pub use snapshot::{Granted, Member, Permission, Security};

#[cfg(test)]
mod tests;
