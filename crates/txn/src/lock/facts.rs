//! Facts for reports of lock waits that the lock manager doesn't know itself.

use super::resource::Resource;
use sluice_base::events::Context;
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use std::time::Duration;

/// The names of a locked resource.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LockedNames {
    /// Database, schema and table.
    pub object: String,
    /// The index whose key is locked.
    pub index: Option<String>,
}

/// The instance, as reports of lock waits ask it. A caller holds no lock of the lock manager.
pub trait LockFacts: Send + Sync {
    /// Returns the names of a table, or of a part of one. `None` for another resource, and for a
    /// table that is gone.
    fn names(&self, resource: Resource) -> Option<LockedNames>;

    /// Returns the facts of a session. `None` if it has ended.
    fn session(&self, id: SessionId) -> Option<Arc<dyn Context>>;

    /// Returns the time after which a wait is reported as a blocked process, again and again.
    /// `None` if none is.
    fn blocked_process_threshold(&self) -> Option<Duration>;
}
