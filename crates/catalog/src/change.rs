//! The differences between a catalog state and the state from which it was made. Replaying changes
//! on another state gives the same names, if nobody else changed the same things.

use crate::dates::Dates;
use crate::object::Object;
use crate::property::ExtendedProperty;
use crate::schema::Schema;
use crate::security::Security;
use crate::user_type::UserType;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;

/// A change of a single thing: its state before and after. `None` means that it did not exist or
/// was dropped.
#[derive(Clone, Debug)]
pub enum Change {
    /// A change of an object.
    Object(Option<Object>, Option<Object>),
    /// A change of a schema.
    Schema(Option<Schema>, Option<Schema>),
    /// A change of a user-defined type.
    Type(Option<Arc<UserType>>, Option<Arc<UserType>>),
    /// The creation and modification times of an object.
    Dates(ObjectId, Option<Dates>),
    /// A change of an extended property.
    Property(Option<Arc<ExtendedProperty>>, Option<Arc<ExtendedProperty>>),
    /// A change of principals, memberships and permissions. Both states have the same scope.
    Security(Arc<Security>, Arc<Security>),
}
