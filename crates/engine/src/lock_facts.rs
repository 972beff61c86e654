//! Facts of the instance for reports of lock waits.

use crate::instance::Instance;
use sluice_base::events::Context;
use sluice_base::ids::SessionId;
use sluice_base::sync::Arc;
use sluice_session::Host;
use sluice_session::configuration_options::BLOCKED_PROCESS_THRESHOLD;
use sluice_table::databases::Databases;
use sluice_txn::{LockFacts, LockedNames, Resource};
use std::time::Duration;

impl LockFacts for Instance {
    fn names(&self, resource: Resource) -> Option<LockedNames> {
        let object = match resource {
            Resource::Object(_, object) => object,
            _ => resource.part_of()?.1,
        };
        let database = self.database_by_id(self.id_of_storage(resource.database()))?;
        let catalog = database.catalog();
        let table = catalog.stored_table_by_id(object)?;
        let is_locked = |root| resource.is_key_of(sluice_access::BTree::at(root, object).root);
        let index = table.indexes.iter().find(|index| is_locked(index.root)).map(|index| index.name.to_string());
        Some(LockedNames { object: format!("{}.{}.{}", database.name, table.schema, table.name), index })
    }

    fn session(&self, id: SessionId) -> Option<Arc<dyn Context>> {
        let sight = Host::sessions(self).into_iter().find(|sight| sight.id == id)?;
        Some(sight)
    }

    fn blocked_process_threshold(&self) -> Option<Duration> {
        let seconds = self.configurations().in_use(BLOCKED_PROCESS_THRESHOLD);
        u64::try_from(seconds).ok().filter(|seconds| *seconds > 0).map(Duration::from_secs)
    }
}
