//! Background cleanup after deletes: tree leaves, and deferred releases that came too early.

use crate::btree::BTree;
use sluice_txn::Storage;

/// Cleans the leaves noted since the last call: removes ghosts of ended transactions and merges
/// nearly empty leaves. A leaf whose cleanup fails is forgotten: a later user meets the same error
/// and can report it. Does nothing in a database that may not be changed. Then tries the deferred
/// releases again. Does nothing while a consistency check reads the database.
pub fn tidy(storage: &Storage) {
    if storage.check_changes().is_err() {
        return;
    }
    // A check in progress must see whole pages of one moment.
    let Some(_cleaning) = storage.begin_cleaning() else { return };
    let leftovers = &storage.space.leftovers;
    let mut last = None;
    loop {
        // The tree of a noted leaf exists.
        let _existing = storage.space.existence.read();
        let Some((place, leaf)) = leftovers.take_leaf(last) else { break };
        last = Some(place);
        let tree = BTree { root: leaf.root, object: leaf.object };
        if let Ok(true) = tree.tidy(storage, &leaf.key) {
            // Some ghosts belong to active transactions.
            leftovers.note_leaf(place.1, leaf);
        }
    }
    let _tried_again_later = storage.run_releases();
}
