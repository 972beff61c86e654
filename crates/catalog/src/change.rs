//! What one state of a catalog has and the one it was made from has not.

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
    /// Of an object.
    Object(Option<Object>, Option<Object>),
    /// Of a schema.
    Schema(Option<Schema>, Option<Schema>),
    /// Of a user's type.
    Type(Option<Arc<UserType>>, Option<Arc<UserType>>),
    /// When an object was made and altered.
    Dates(ObjectId, Option<Dates>),
    /// Of principals, memberships and permissions in the scope of both.
    Security(Arc<Security>, Arc<Security>),
}
