//! The list of an instance's databases.

use crate::slot::Slot;
use sluice_base::hash::HashMap;
use sluice_base::ids::DatabaseId;
use sluice_base::sync::{Arc, RwLock};
use sluice_catalog::name::{Folded, same};
use sluice_table::Database;
use std::collections::BTreeMap;

/// The slots of all databases.
#[derive(Default)]
pub(crate) struct Slots(RwLock<SlotList>);

#[derive(Default)]
struct SlotList {
    by_id: BTreeMap<DatabaseId, Arc<Slot>>,
    by_name: HashMap<Folded, Arc<Slot>>,
    /// The first slots, with names that are looked up most often.
    first: Vec<(String, Arc<Slot>)>,
}

impl Slots {
    /// Adds a slot. Its id and name are free. The first few are also kept in a short list for quick
    /// look-ups.
    pub(crate) fn add(&self, slot: Arc<Slot>) {
        let mut list = self.0.write();
        let name = slot.name();
        if list.first.len() < FIRST_MAX {
            list.first.push((name.clone(), Arc::clone(&slot)));
        }
        list.by_name.insert(Folded::new(&name), Arc::clone(&slot));
        list.by_id.insert(slot.id, slot);
    }

    /// Removes the slot `id`.
    pub(crate) fn remove(&self, id: DatabaseId) {
        let mut list = self.0.write();
        list.by_id.remove(&id);
        list.by_name.retain(|_, slot| slot.id != id);
        list.first.retain(|(_, slot)| slot.id != id);
    }

    /// Lists `slot` by its present name.
    pub(crate) fn renamed(&self, slot: &Arc<Slot>) {
        self.remove(slot.id);
        self.add(Arc::clone(slot));
    }

    /// Returns the slot `id`. `None` for an unknown id.
    pub(crate) fn get(&self, id: DatabaseId) -> Option<Arc<Slot>> {
        self.0.read().by_id.get(&id).cloned()
    }

    /// Returns the slot of the database `name`. In any case of letters. `None` if there is none.
    pub(crate) fn named(&self, name: &str) -> Option<Arc<Slot>> {
        let list = self.0.read();
        // Folding a name allocates, so the first names are compared as they are.
        match list.first.iter().find(|(known, _)| same(known, name)) {
            Some((_, slot)) => Some(Arc::clone(slot)),
            None if list.first.len() == list.by_id.len() => None,
            None => list.by_name.get(&Folded::new(name)).cloned(),
        }
    }

    /// Returns all slots in the order of their ids.
    pub(crate) fn all(&self) -> Vec<Arc<Slot>> {
        self.0.read().by_id.values().cloned().collect()
    }

    /// Returns the open databases in the order of their ids.
    pub(crate) fn open(&self) -> Vec<Arc<Database>> {
        self.0.read().by_id.values().filter_map(|slot| slot.database()).collect()
    }
}

/// The number of names that are compared without a hash.
const FIRST_MAX: usize = 8;
