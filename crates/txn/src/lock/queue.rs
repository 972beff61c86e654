//! The granted locks and the ordered waiting requests of one resource (rule 3).

use super::inventory::LockStatus;
use super::mode::LockMode;
use super::owner_cell::OwnerId;

/// The locks on one resource. `waiting` is in order of arrival, but conversions come before new
/// requests.
#[derive(Default, Debug)]
pub(super) struct Queue {
    granted: Vec<Lock>,
    waiting: Vec<Request>,
}

/// A granted mode of one owner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lock {
    pub(super) owner: OwnerId,
    pub(super) mode: LockMode,
}

#[derive(Clone, Copy, Debug)]
struct Request {
    /// The owner, and its mode after the grant.
    wanted: Lock,
    /// Whether the owner already holds a lock on the resource.
    converts: bool,
}

impl Queue {
    /// Returns the mode the owner holds. `None` if it holds none. A request that waits doesn't
    /// count.
    pub(super) fn mode_of(&self, owner: OwnerId) -> Option<LockMode> {
        self.granted.iter().find(|lock| lock.owner == owner).map(|lock| lock.mode)
    }

    /// Returns the mode that the owner waits for. `None` if it doesn't wait here.
    pub(super) fn requested_by(&self, owner: OwnerId) -> Option<LockMode> {
        self.waiting.iter().find(|request| request.wanted.owner == owner).map(|request| request.wanted.mode)
    }

    /// Adds a granted lock that conflicts with no other lock here: it was granted before it came
    /// into this queue.
    pub(super) fn admit(&mut self, lock: Lock) {
        self.granted.push(lock);
    }

    /// Grants the owner `mode` on top of its held mode, or queues the request. Returns whether it
    /// was granted. A request that suits all holders and the requests ahead of it is granted at
    /// once; conversions are ahead of new requests. Repeated requests aren't counted.
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

    /// Removes the owner's lock, whatever its mode. Waiting requests aren't granted before
    /// [`Queue::advance`].
    pub(super) fn release(&mut self, owner: OwnerId) {
        self.granted.retain(|lock| lock.owner != owner);
    }

    /// Removes the owner's waiting request; a granted lock stays. Requests behind it are granted by
    /// [`Queue::advance`].
    pub(super) fn withdraw(&mut self, owner: OwnerId) {
        self.waiting.retain(|request| request.wanted.owner != owner);
    }

    /// Grants every request that no longer waits, and calls `granted` with its owner. A request may
    /// overtake one before it only if the two don't conflict.
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

    /// Returns the owners that block the waiting owner.
    pub(super) fn blockers_of(&self, owner: OwnerId) -> Vec<OwnerId> {
        let place = self.waiting.iter().position(|request| request.wanted.owner == owner);
        let Some(place) = place else { return Vec::new() };
        self.blockers(self.waiting[place].wanted, place).collect()
    }

    /// Whether the owner would have to wait for `mode` on top of its held mode.
    pub(super) fn excludes(&self, owner: OwnerId, mode: LockMode) -> bool {
        let (wanted, place) = self.wanted(owner, mode);
        self.blockers(wanted, place).next().is_some()
    }

    /// Calls `visit` for each granted lock and then for each waiting request, whose mode includes
    /// the mode held already.
    pub(super) fn visit(&self, mut visit: impl FnMut(Lock, LockStatus)) {
        self.granted.iter().for_each(|lock| visit(*lock, LockStatus::Granted));
        for request in &self.waiting {
            visit(request.wanted, if request.converts { LockStatus::Converting } else { LockStatus::Waiting });
        }
    }

    /// Returns whether there is neither a lock nor a request, so that the queue can be dropped.
    pub(super) fn is_empty(&self) -> bool {
        self.granted.is_empty() && self.waiting.is_empty()
    }

    /// Returns the owner's lock after the grant, and the place of its request in the queue (rule
    /// 3).
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

    /// Returns the owners that block a request at `place`: holders and earlier requesters with a
    /// conflicting mode.
    fn blockers(&self, wanted: Lock, place: usize) -> impl Iterator<Item = OwnerId> + '_ {
        let before = self.waiting[..place].iter().map(|request| request.wanted);
        let all = self.granted.iter().copied().chain(before);
        all.filter(move |other| other.owner != wanted.owner && !other.mode.is_compatible(wanted.mode))
            .map(|other| other.owner)
    }
}
