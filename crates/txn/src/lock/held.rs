//! An owner's own record of its locks.

use super::mode::LockMode;
use super::resource::Resource;
use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseId, ObjectId};

/// The locks of an owner.
#[derive(Default, Debug)]
pub(super) struct Held {
    /// Databases, tables and names: few, and looked up by every statement.
    whole: Vec<(Resource, LockMode)>,
    /// Pages, rows and keys: as many as were read.
    parts: HashMap<Resource, LockMode>,
    /// The tables whose flag the owner has raised (rule 5 of the parent).
    flagged: Vec<(DatabaseId, ObjectId)>,
    /// Resources not released with the others: a session's application locks, which outlive its
    /// transactions.
    kept: Vec<Resource>,
}

impl Held {
    /// Returns the mode held on the resource itself, or `None`. A lock on the whole object isn't
    /// looked at for its rows, pages and keys.
    #[inline]
    pub(super) fn mode_of(&self, resource: Resource) -> Option<LockMode> {
        if resource.part_of().is_some() {
            return self.parts.get(&resource).copied();
        }
        self.whole.iter().find(|(held, _)| *held == resource).map(|(_, mode)| *mode)
    }

    /// Returns the number of databases, tables and names held.
    pub(super) fn whole_count(&self) -> usize {
        self.whole.len()
    }

    /// Whether the resource is among the first `first` of them.
    pub(super) fn is_among(&self, resource: Resource, first: usize) -> bool {
        self.whole.iter().take(first).any(|(held, _)| *held == resource)
    }

    /// Records the mode of a resource, in place of the old one if there is one. The lock manager
    /// isn't changed here.
    #[inline]
    pub(super) fn set(&mut self, resource: Resource, mode: LockMode) {
        if resource.part_of().is_some() {
            self.parts.insert(resource, mode);
            return;
        }
        match self.whole.iter_mut().find(|(held, _)| *held == resource) {
            Some(held) => held.1 = mode,
            None => self.whole.push((resource, mode)),
        }
    }

    /// Removes the resource. Returns false if it was not held. The flag of its object stays raised
    /// until all locks are released.
    pub(super) fn remove(&mut self, resource: Resource) -> bool {
        if resource.part_of().is_some() {
            return self.parts.remove(&resource).is_some();
        }
        let place = self.whole.iter().position(|(held, _)| *held == resource);
        place.map(|place| self.whole.swap_remove(place)).is_some()
    }

    /// Removes the parts of the table that `mode` on the whole table covers, and returns them.
    pub(super) fn remove_parts(&mut self, database: DatabaseId, object: ObjectId, mode: LockMode) -> Vec<Resource> {
        let is_it = |resource: &Resource| resource.part_of() == Some((database, object));
        self.parts
            .extract_if(|resource, held| is_it(resource) && mode.covers(held.without_range()))
            .map(|(part, _)| part)
            .collect()
    }

    /// Records that the table's flag is raised. Returns false if it already was.
    pub(super) fn flag(&mut self, database: DatabaseId, object: ObjectId) -> bool {
        let is_new = !self.is_flagged(database, object);
        if is_new {
            self.flagged.push((database, object));
        }
        is_new
    }

    /// Whether the owner has raised the table's flag.
    pub(super) fn is_flagged(&self, database: DatabaseId, object: ObjectId) -> bool {
        self.flagged.contains(&(database, object))
    }

    /// Returns the tables whose flags the owner has raised.
    pub(super) fn flagged(&self) -> impl Iterator<Item = (DatabaseId, ObjectId)> + '_ {
        self.flagged.iter().copied()
    }

    /// Returns every held resource that is not kept.
    pub(super) fn passing(&self) -> impl Iterator<Item = Resource> + '_ {
        let all = self.whole.iter().map(|(resource, _)| *resource).chain(self.parts.keys().copied());
        all.filter(|resource| !self.kept.contains(resource))
    }

    /// Keeps the resource when the others are released, or stops keeping it.
    pub(super) fn keep(&mut self, resource: Resource, keep: bool) {
        self.kept.retain(|kept| *kept != resource);
        if keep {
            self.kept.push(resource);
        }
    }

    /// Whether a resource outlives the release of the others.
    pub(super) fn keeps_any(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Releases every resource together with the others from now on. Nothing is released here.
    pub(super) fn keep_nothing(&mut self) {
        self.kept.clear();
    }

    /// Whether nothing is held and no flag is raised.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.flagged.is_empty()
    }

    /// Removes every lock that is not kept. Also forgets the raised flags; the caller has lowered
    /// them. A large table of parts is freed, a small one kept for the next transaction.
    pub(super) fn clear(&mut self) {
        let kept = &self.kept;
        if kept.is_empty() {
            self.whole.clear();
        } else {
            self.whole.retain(|(resource, _)| kept.contains(resource));
        }
        if self.parts.capacity() > PARTS_KEPT {
            // A large allocation would otherwise stay with the session.
            self.parts = HashMap::default();
        }
        if !self.parts.is_empty() {
            self.parts.clear();
        }
        self.flagged.clear();
    }
}

/// The capacity for parts that is kept after a release.
const PARTS_KEPT: usize = 1024;
