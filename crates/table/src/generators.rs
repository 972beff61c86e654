//! The generators of a database that have been used since it was opened.
//!
//! Invariant: callers use at most one generator per recovery value.

use crate::generator::{Generator, IdentityCache, Owner};
use crate::trace_flags::TraceFlags;
use sluice_access as access;
use sluice_base::hash::HashMap;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::{Catalog, Object, Progression, Sequence};
use sluice_txn::{Storage, StorageError};

/// Generators, keyed by the place of their recovery value.
pub struct Generators {
    open: Mutex<HashMap<access::Sequence, Arc<Generator>>>,
    // Shared by all generators of identity columns.
    identity_cache: Arc<IdentityCache>,
}

impl Generators {
    /// Returns an empty set. `identity_cache` is the database option IDENTITY_CACHE; `flags` are
    /// the instance's trace flags.
    pub fn new(identity_cache: bool, flags: Arc<TraceFlags>) -> Generators {
        let identity_cache = Arc::new(IdentityCache { is_on: AtomicBool::new(identity_cache), flags });
        Generators { open: Mutex::default(), identity_cache }
    }

    /// Sets IDENTITY_CACHE. Generators keep the values that they already hold in memory.
    pub fn set_identity_cache(&self, on: bool) {
        self.identity_cache.is_on.store(on, Ordering::Relaxed);
    }

    /// Returns the generator at `place`, opening it if necessary. Opening reads the recovery value.
    /// An open generator of another progression is settled (its exact value is written) and
    /// replaced. Waits while another session opens a generator.
    pub fn get(
        &self,
        storage: &Arc<Storage>,
        database: &str,
        place: access::Sequence,
        progression: Progression,
        owner: Owner,
    ) -> Result<Arc<Generator>, StorageError> {
        let mut open = self.open.lock();
        if let Some(generator) = open.get(&place) {
            if *generator.progression() == progression {
                return Ok(Arc::clone(generator));
            }
            // The column's type changed, or a rollback restored it. The statement that changed it
            // holds the table exclusively, so no caller uses the old generator again.
            generator.settle()?;
        }
        let cache = match owner {
            Owner::Identity => Some(Arc::clone(&self.identity_cache)),
            Owner::Sequence(_) => None,
        };
        let generator = Arc::new(Generator::open(storage, database, place, progression, owner, cache)?);
        open.insert(place, Arc::clone(&generator));
        Ok(generator)
    }

    /// Forgets the generator at `place`, because a new object begins there. An earlier object at
    /// this place was rolled back.
    pub fn forget(&self, place: access::Sequence) {
        self.open.lock().remove(&place);
    }

    /// Forgets the generator of `object` if `catalog` doesn't have this state of the object.
    /// Modules have no generator. Nothing is written.
    pub fn let_go(&self, catalog: &Catalog, object: &Object) {
        let place = match object {
            Object::Table(table) => access::Sequence { root: table.root, object: table.id },
            Object::Sequence(sequence) => place_of(sequence),
            Object::Module(_) => return,
        };
        if !is_there(catalog, place) {
            self.forget(place);
        }
    }

    /// Writes the current values of all generators in `catalog`. A clean close calls this function,
    /// so that no value is lost. An error of one generator doesn't keep the others from being
    /// written; the first error is returned.
    pub fn settle(&self, catalog: &Catalog) -> Result<(), StorageError> {
        let open = self.open.lock();
        let there = open.iter().filter(|(place, _)| is_there(catalog, **place));
        there.map(|(_, generator)| generator.settle().map(|_| ())).fold(Ok(()), Result::and)
    }
}

/// Returns the place of a sequence's recovery value.
pub fn place_of(sequence: &Sequence) -> access::Sequence {
    access::Sequence { root: sequence.root, object: sequence.id }
}

fn is_there(catalog: &Catalog, place: access::Sequence) -> bool {
    let root = match catalog.object_by_id(place.object) {
        Some(Object::Table(table)) => table.root,
        Some(Object::Sequence(sequence)) => sequence.root,
        Some(Object::Module(_)) | None => return false,
    };
    root == place.root
}
