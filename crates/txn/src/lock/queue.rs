//! One resource's locks: who has it, and who waits for it in which order (rule 3).

use super::inventory::LockStatus;
use super::mode::LockMode;
use super::owner::OwnerId;

/// The locks of a resource.
#[derive(Default, Debug)]
pub(super) struct Queue {
    granted: Vec<Lock>,
    waiting: Vec<Request>,
}

/// An owner's lock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lock {
    pub(super) owner: OwnerId,
    pub(super) mode: LockMode,
}

#[derive(Clone, Copy, Debug)]
struct Request {
    /// The owner, and what it would have then.
    wanted: Lock,
    /// It has a lock already.
    converts: bool,
}

impl Queue {
    /// What the owner has.
    pub(super) fn mode_of(&self, owner: OwnerId) -> Option<LockMode> {
        self.granted.iter().find(|lock| lock.owner == owner).map(|lock| lock.mode)
    }

    /// Gives the owner a lock that excludes nobody here: one that it had before it came into this queue.
    pub(super) fn admit(&mut self, lock: Lock) {
        self.granted.push(lock);
    }

    /// Gives the owner what it wants on top of what it has, or queues the request; whether it has it.
    pub(super) fn request(&mut self, owner: OwnerId, mode: LockMode) -> bool {
        let (wanted, place) = self.wanted(owner, mode);
        if self.blockers(wanted, place).next().is_none() {
            self.grant(wanted);
            return true;
        }
        let converts = self.mode_of(owner).is_some();
        self.waiting.insert(place, Request { wanted, converts });
        false
    }

    /// Takes back the owner's lock.
    pub(super) fn release(&mut self, owner: OwnerId) {
        self.granted.retain(|lock| lock.owner != owner);
    }

    /// Takes back the owner's request.
    pub(super) fn withdraw(&mut self, owner: OwnerId) {
        self.waiting.retain(|request| request.wanted.owner != owner);
    }

    /// Whoever need not wait any more gets its lock, and is told.
    pub(super) fn advance(&mut self, mut granted: impl FnMut(OwnerId)) {
        let mut place = 0;
        while let Some(request) = self.waiting.get(place).copied() {
            if self.blockers(request.wanted, place).next().is_some() {
                place += 1;
                continue;
            }
            self.waiting.remove(place);
            self.grant(request.wanted);
            granted(request.wanted.owner);
        }
    }

    /// Whom the waiting owner waits for.
    pub(super) fn blockers_of(&self, owner: OwnerId) -> Vec<OwnerId> {
        let place = self.waiting.iter().position(|request| request.wanted.owner == owner);
        let Some(place) = place else { return Vec::new() };
        self.blockers(self.waiting[place].wanted, place).collect()
    }

    /// Whether the owner would have to wait for what it wants on top of what it has.
    pub(super) fn excludes(&self, owner: OwnerId, mode: LockMode) -> bool {
        let (wanted, place) = self.wanted(owner, mode);
        self.blockers(wanted, place).next().is_some()
    }

    /// All locks and requests.
    pub(super) fn visit(&self, mut visit: impl FnMut(Lock, LockStatus)) {
        self.granted.iter().for_each(|lock| visit(*lock, LockStatus::Granted));
        for request in &self.waiting {
            visit(request.wanted, if request.converts { LockStatus::Converting } else { LockStatus::Waiting });
        }
    }

    /// Whether nobody has or wants it.
    pub(super) fn is_empty(&self) -> bool {
        self.granted.is_empty() && self.waiting.is_empty()
    }

    /// What the owner would have then, and its place in the queue (rule 3).
    fn wanted(&self, owner: OwnerId, mode: LockMode) -> (Lock, usize) {
        let held = self.mode_of(owner);
        let place = match held {
            Some(_) => self.waiting.iter().position(|other| !other.converts).unwrap_or(self.waiting.len()),
            None => self.waiting.len(),
        };
        (Lock { owner, mode: held.map_or(mode, |held| held.joined(mode)) }, place)
    }

    fn grant(&mut self, wanted: Lock) {
        match self.granted.iter_mut().find(|lock| lock.owner == wanted.owner) {
            Some(lock) => lock.mode = wanted.mode,
            None => self.granted.push(wanted),
        }
    }

    /// Whom a request at `place` of the queue waits for: those who have, or want before it, what excludes it.
    fn blockers(&self, wanted: Lock, place: usize) -> impl Iterator<Item = OwnerId> + '_ {
        let before = self.waiting[..place].iter().map(|request| request.wanted);
        let all = self.granted.iter().copied().chain(before);
        all.filter(move |other| other.owner != wanted.owner && !other.mode.is_compatible(wanted.mode))
            .map(|other| other.owner)
    }
}
