//! Statements about principals, role memberships and permissions.

mod application_role;
pub(super) mod assumed_identity;
mod authorization;
mod change;
pub(super) mod command;
mod events;
mod execute_as;
mod login;
mod membership;
mod permission;
mod principal;
mod role;
mod securable;
mod user;

pub use authorization::give_to_maker;
pub use command::ContextSource;
pub(super) use events::permission_event;
pub use execute_as::{
    Becoming, check_module_context, check_server_context, enter_module, execute_as, impersonation_over, revert,
};
pub(super) use permission::change as change_permissions;
