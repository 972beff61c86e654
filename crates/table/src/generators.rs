//! The generators of a database that have been asked for a value since it was opened.
//!
//! Invariant: of one recovery value there is never more than one generator that anybody still asks.

use crate::generator::{Generator, IdentityCache, Owner};
use crate::trace_flags::TraceFlags;
use sluice_access as access;
use sluice_base::hash::HashMap;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::{Catalog, Object, Progression, Sequence};
use sluice_txn::{Storage, StorageError};

/// Generators by the place of their recovery values.
pub struct Generators {
    open: Mutex<HashMap<access::Sequence, Arc<Generator>>>,
    // Every generator of an identity column looks at it.
    identity_cache: Arc<IdentityCache>,
}

impl Generators {
    /// None yet; whether identity columns keep values in memory, as far as the database and the instance's flags have a say.
    pub fn new(identity_cache: bool, flags: Arc<TraceFlags>) -> Generators {
        let identity_cache = Arc::new(IdentityCache { is_on: AtomicBool::new(identity_cache), flags });
        Generators { open: Mutex::default(), identity_cache }
    }

    /// Whether the database lets identity columns keep values in memory from now on, those behind the values that they hold now.
    pub fn set_identity_cache(&self, on: bool) {
        self.identity_cache.is_on.store(on, Ordering::Relaxed);
    }

    /// The generator at `place`.
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
            // The column has got another type, or has it back: whoever did that has the table alone, and nobody asks the old one again.
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

    /// Another object life begins at `place`: what was known of an earlier one, whose making was rolled back, is forgotten.
    pub fn forget(&self, place: access::Sequence) {
        self.open.lock().remove(&place);
    }

    /// Forgets the generator of a state of an object that `catalog` does not have.
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

    /// Writes down the current values of all that `catalog` has, for a clean end: none is lost then.
    pub fn settle(&self, catalog: &Catalog) -> Result<(), StorageError> {
        let open = self.open.lock();
        let there = open.iter().filter(|(place, _)| is_there(catalog, **place));
        there.map(|(_, generator)| generator.settle().map(|_| ())).fold(Ok(()), Result::and)
    }
}

/// Where a sequence's recovery value is.
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
