//! Statements about principals, role memberships and permissions.

mod authorization;
mod change;
mod execute_as;
mod login;
mod membership;
mod permission;
mod principal;
mod securable;
mod user;

pub use authorization::{alter_authorization, give_to_maker};
pub use execute_as::{Becoming, check_module_context, enter_module, execute_as, impersonation_over, revert};
pub use permission::permission;
pub use principal::{define_principal, drop_principal};
