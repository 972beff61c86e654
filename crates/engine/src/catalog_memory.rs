//! Measures the memory of the catalogs at intervals and charges their clerk.
//!
//! Threads of all sessions allocate and free parts of a catalog, so no account can follow them. The
//! catalog of a database is measured again after a change. Measuring takes at most a hundredth of
//! the time.

use crate::slots::Slots;
use sluice_base::clock::Clock;
use sluice_base::ids::DatabaseId;
use sluice_base::memory::{Clerk, MemoryBroker};
use sluice_base::sync::Arc;
use std::collections::BTreeMap;

/// The last measurement of each catalog. A measurement is kept by the catalog's version.
pub(crate) struct CatalogMemory {
    slots: Arc<Slots>,
    known: BTreeMap<DatabaseId, (u64, u64)>,
    due_ns: u64,
}

impl CatalogMemory {
    /// Returns the measurements of no catalog; the first one is due at once.
    pub(crate) fn new(slots: &Arc<Slots>) -> CatalogMemory {
        CatalogMemory { slots: Arc::clone(slots), known: BTreeMap::new(), due_ns: 0 }
    }

    /// Measures the changed catalogs if the pause is over. The pause grows with the time that
    /// measuring takes. Charges the sum to the clerk; catalogs of closed databases are forgotten.
    pub(crate) fn measure(&mut self, broker: &MemoryBroker, clock: &dyn Clock) {
        let began = clock.monotonic_ns();
        if began < self.due_ns {
            return;
        }
        let catalogs: Vec<_> = self.slots.open().iter().map(|database| (database.id, database.catalog())).collect();
        let mut measured = BTreeMap::new();
        for (id, catalog) in catalogs {
            let known = self.known.get(&id).filter(|(version, _)| *version == catalog.version());
            let bytes = known.map_or_else(|| catalog.heap_bytes(), |(_, bytes)| *bytes);
            measured.insert(id, (catalog.version(), bytes));
        }
        broker.measure(Clerk::Catalogs, measured.values().map(|(_, bytes)| bytes).sum());
        self.known = measured;
        let ended = clock.monotonic_ns();
        self.due_ns = ended + ((ended - began) * REST).max(BETWEEN_NS);
    }
}

/// The ratio of the pause to the measurement before it.
const REST: u64 = 100;
/// The shortest pause between measurements, in nanoseconds.
const BETWEEN_NS: u64 = 1_000_000_000;
