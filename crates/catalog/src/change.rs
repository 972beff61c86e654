//! The differences between a state of a catalog and the state it was made from.

use crate::dates::Dates;
use crate::object::Object;
use crate::schema::Schema;
use crate::security::Security;
use crate::user_type::UserType;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;

/// A change of one thing: as it was and as it is, `None` where it was not there or is gone.
#[derive(Clone, Debug)]
pub enum Change {
    /// A change of an object.
    Object(Option<Object>, Option<Object>),
    /// A change of a schema.
    Schema(Option<Schema>, Option<Schema>),
    /// A change of a user's type.
    Type(Option<Arc<UserType>>, Option<Arc<UserType>>),
    /// When an object was made and altered.
    Dates(ObjectId, Option<Dates>),
    /// A change of principals, memberships and permissions in the scope of both.
    Security(Arc<Security>, Arc<Security>),
}
