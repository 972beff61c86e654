//! What an owner remembers of its locks.

use super::mode::LockMode;
use super::resource::Resource;
use sluice_base::hash::HashMap;
use sluice_base::ids::{DatabaseId, ObjectId};

/// The locks that an owner has.
#[derive(Default, Debug)]
pub(super) struct Held {
    /// Databases, tables and names: few, and looked up by every statement.
    whole: Vec<(Resource, LockMode)>,
    /// Pages, rows and keys: as many as were read.
    parts: HashMap<Resource, LockMode>,
    /// The tables whose flag it has raised (rule 5 of the parent).
    flagged: Vec<(DatabaseId, ObjectId)>,
    /// Those that it does not give back with the others: a session's application locks, which outlive its transactions.
    kept: Vec<Resource>,
}

impl Held {
    /// How it has the resource.
    #[inline]
    pub(super) fn mode_of(&self, resource: Resource) -> Option<LockMode> {
        if resource.part_of().is_some() {
            return self.parts.get(&resource).copied();
        }
        self.whole.iter().find(|(held, _)| *held == resource).map(|(_, mode)| *mode)
    }

    /// How many databases, tables and names it has.
    pub(super) fn whole_count(&self) -> usize {
        self.whole.len()
    }

    /// Whether the resource is among the first so many of them.
    pub(super) fn is_among(&self, resource: Resource, first: usize) -> bool {
        self.whole.iter().take(first).any(|(held, _)| *held == resource)
    }

    /// It has the resource so now.
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

    /// It has the resource no more. False if it had not.
    pub(super) fn remove(&mut self, resource: Resource) -> bool {
        if resource.part_of().is_some() {
            return self.parts.remove(&resource).is_some();
        }
        let place = self.whole.iter().position(|(held, _)| *held == resource);
        place.map(|place| self.whole.swap_remove(place)).is_some()
    }

    /// It has no part of the table any more that `mode` on the whole of it covers; those that it had.
    pub(super) fn remove_parts(&mut self, database: DatabaseId, object: ObjectId, mode: LockMode) -> Vec<Resource> {
        let is_it = |resource: &Resource| resource.part_of() == Some((database, object));
        self.parts
            .extract_if(|resource, held| is_it(resource) && mode.covers(held.without_range()))
            .map(|(part, _)| part)
            .collect()
    }

    /// Notes that the table's flag is raised; false if it was.
    pub(super) fn flag(&mut self, database: DatabaseId, object: ObjectId) -> bool {
        let is_new = !self.is_flagged(database, object);
        if is_new {
            self.flagged.push((database, object));
        }
        is_new
    }

    /// Whether it has raised the table's flag.
    pub(super) fn is_flagged(&self, database: DatabaseId, object: ObjectId) -> bool {
        self.flagged.contains(&(database, object))
    }

    /// The tables whose flags it has raised.
    pub(super) fn flagged(&self) -> impl Iterator<Item = (DatabaseId, ObjectId)> + '_ {
        self.flagged.iter().copied()
    }

    /// Everything that it has and does not keep.
    pub(super) fn passing(&self) -> impl Iterator<Item = Resource> + '_ {
        let all = self.whole.iter().map(|(resource, _)| *resource).chain(self.parts.keys().copied());
        all.filter(|resource| !self.kept.contains(resource))
    }

    /// Keeps a resource from now on, or gives it back with the others again.
    pub(super) fn keep(&mut self, resource: Resource, keep: bool) {
        self.kept.retain(|kept| *kept != resource);
        if keep {
            self.kept.push(resource);
        }
    }

    /// Whether it keeps anything.
    pub(super) fn keeps_any(&self) -> bool {
        !self.kept.is_empty()
    }

    /// It keeps nothing any more.
    pub(super) fn keep_nothing(&mut self) {
        self.kept.clear();
    }

    /// Whether it has nothing, and has asked for nothing that is flagged.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.flagged.is_empty()
    }

    /// It has nothing any more but what it keeps.
    pub(super) fn clear(&mut self) {
        let kept = &self.kept;
        if kept.is_empty() {
            self.whole.clear();
        } else {
            self.whole.retain(|(resource, _)| kept.contains(resource));
        }
        if self.parts.capacity() > PARTS_KEPT {
            // The room for many would stay with the session for good.
            self.parts = HashMap::default();
        }
        if !self.parts.is_empty() {
            self.parts.clear();
        }
        self.flagged.clear();
    }
}

/// For how many parts the room is kept when they are given back.
const PARTS_KEPT: usize = 1024;
