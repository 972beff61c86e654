//! The memory broker: every large allocation is asked for here, by a clerk's name, within the instance's limit (B1).
//!
//! Invariants: what all clerks hold together never exceeds the limit as it was when the last of it was granted; a clerk's
//! share bounds what it may hold of the limit. Who is refused does without: a session gets an error, row
//! versions go to tempdb, the pool gives a page up for the next.
//!
//! The buffer pool takes what nobody else wants, and is asked to give some back ([`GivesBack`]) before anybody is refused.
//! The counts are instance-wide, so ask for pieces of some 64 KB, not for every row.
//!
//! Two clerks are measured, not asked: [`Clerk::General`] holds the heap beyond the other clerks' reservations, where the process
//! counts its heap ([`crate::heap`]), and [`Clerk::Process`] holds what the process has resident beyond all that. What they hold
//! may pass the limit; the pool then gives back as much, and nobody gets more.

use crate::heap;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Arc, Mutex, Weak};
use std::fmt;

macro_rules! clerks {
    ($($(#[$doc:meta])* $variant:ident = $type:literal, $share:literal, $kind:ident,)*) => {
        /// Who holds memory.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Clerk { $($(#[$doc])* $variant,)* }

        impl Clerk {
            /// Every clerk, in the order of its number.
            pub const ALL: &'static [Clerk] = &[$(Clerk::$variant,)*];

            /// Its type in `sys.dm_os_memory_clerks`: SQL Server's where that has such a clerk.
            pub fn type_name(self) -> &'static str {
                match self { $(Clerk::$variant => $type,)* }
            }

            /// Percent of the limit that it may hold.
            pub fn share_max_percent(self) -> u64 {
                match self { $(Clerk::$variant => $share,)* }
            }

            fn kind(self) -> Kind {
                match self { $(Clerk::$variant => Kind::$kind,)* }
            }
        }

        const CLERKS: usize = [$(Clerk::$variant,)*].len();
    };
}

/// The kind of a clerk's bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Reserved, and taken from the heap.
    Heap,
    /// Reserved, and elsewhere in the process.
    Mapped,
    /// Measured.
    Measured,
}

clerks! {
    /// The buffer pool's frames.
    BufferPool = "MEMORYCLERK_SQLBUFFERPOOL", 100, Mapped,
    /// The log buffers of all databases.
    LogBuffer = "MEMORYCLERK_SQLLOGPOOL", 100, Heap,
    /// Locks and those who wait for them; as much as SQL Server lets them have.
    LockManager = "OBJECTSTORE_LOCK_MANAGER", 60, Heap,
    /// Row versions in memory; beyond it they go to tempdb.
    VersionStore = "MEMORYCLERK_VERSIONSTORE", 25, Heap,
    /// What queries build: sorts, hashes, collected rows.
    QueryWorkspace = "MEMORYCLERK_SQLQERESERVATIONS", 75, Heap,
    /// The stacks of the sessions' threads.
    Connections = "MEMORYCLERK_SQLCONNECTIONPOOL", 100, Mapped,
    /// The rest of the heap: values, programs, plans, catalogs.
    General = "MEMORYCLERK_SQLGENERAL", 100, Measured,
    /// Other memory of the process: free blocks of the heap, other stacks.
    Process = "MEMORYCLERK_SOSNODE", 100, Measured,
}

/// The instance would hold more memory than it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// Who asked.
    pub clerk: Clerk,
    /// For how many bytes.
    pub wanted: u64,
    /// How many the instance may hold.
    pub limit: u64,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} asked for {} bytes beyond the limit of {} bytes", self.clerk, self.wanted, self.limit)
    }
}

impl std::error::Error for OutOfMemory {}

/// Who can do with less when others need memory.
pub trait GivesBack: Send + Sync {
    /// Shrinks own reservations by about `bytes`, if that can be done at once: it may be called with latches held, and
    /// waits for nothing. Gives how many bytes were given back.
    fn give_back(&self, bytes: u64) -> u64;

    /// Whether it can give back more, if it is given time.
    fn can_give(&self) -> bool;
}

/// Who holds how much of the instance's memory.
pub struct MemoryBroker {
    limit: AtomicU64,
    held: AtomicU64,
    by_clerk: [AtomicU64; CLERKS],
    giver: Mutex<Option<Weak<dyn GivesBack>>>,
    /// The sessions' accounts.
    holders: Mutex<Vec<Weak<dyn Holder>>>,
}

/// A session, as far as its memory goes.
pub trait Holder: Send + Sync {
    /// How many bytes it has, if something of it runs.
    fn running_bytes(&self) -> Option<u64>;

    /// Makes the running request end with an error, for want of memory.
    fn condemn(&self);
}

impl MemoryBroker {
    /// A broker that hands out at most `limit` bytes.
    pub fn new(limit: u64) -> Arc<MemoryBroker> {
        let (limit, held) = (AtomicU64::new(limit), AtomicU64::new(0));
        Arc::new(MemoryBroker {
            limit,
            held,
            by_clerk: Default::default(),
            giver: Mutex::new(None),
            holders: Mutex::default(),
        })
    }

    /// Names who is asked to give memory back before anybody is refused.
    pub fn set_giver(&self, giver: Weak<dyn GivesBack>) {
        *self.giver.lock() = Some(giver);
    }

    /// Enters a session's account.
    pub fn enter(&self, holder: Weak<dyn Holder>) {
        let mut holders = self.holders.lock();
        holders.retain(|holder| holder.strong_count() > 0);
        holders.push(holder);
    }

    /// Condemns the largest of those that run, if it has more than `bytes`. Returns whether there is one.
    pub fn condemn_larger_than(&self, bytes: u64) -> bool {
        let running = |holder: &Weak<dyn Holder>| {
            let holder = holder.upgrade()?;
            Some((holder.running_bytes()?, holder))
        };
        let largest = self.holders.lock().iter().filter_map(running).max_by_key(|(bytes, _)| *bytes);
        let larger = largest.filter(|(held, _)| *held > bytes);
        if let Some((_, holder)) = &larger {
            holder.condemn();
        }
        larger.is_some()
    }

    /// Sets `bytes` aside for `clerk` until the reservation is dropped. Where they are not there, the giver is asked for
    /// them first.
    pub fn reserve(self: &Arc<Self>, clerk: Clerk, bytes: u64) -> Result<Reservation, OutOfMemory> {
        let reservation = self.open(clerk);
        reservation.grow(bytes)?;
        Ok(reservation)
    }

    /// A reservation of nothing yet.
    pub fn open(self: &Arc<Self>, clerk: Clerk) -> Reservation {
        Reservation { broker: self.clone(), clerk, bytes: AtomicU64::new(0) }
    }

    /// How many bytes the instance may hold.
    pub fn limit(&self) -> u64 {
        self.limit.load(Ordering::Relaxed)
    }

    /// Has the instance hold at most `bytes` from now on. What is held beyond it is given back by the giver, as far as it can; nobody
    /// gets more before that.
    pub fn set_limit(&self, bytes: u64) {
        self.limit.store(bytes, Ordering::Relaxed);
        self.make_room(0);
    }

    /// How many bytes all clerks hold.
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// How many bytes nobody holds.
    pub fn free(&self) -> u64 {
        self.limit().saturating_sub(self.held())
    }

    /// What is left for who asks while the pool could take it: so that not each one who asks has the pool give pages up.
    fn headroom(&self) -> u64 {
        (self.limit() / HEADROOM_PARTS).min(HEADROOM_MAX)
    }

    /// Measures the heap: what it has beyond the clerks' reservations is [`Clerk::General`]'s. Nothing is measured where the process
    /// doesn't count its heap.
    pub fn measure_heap(&self) {
        if heap::is_counted() {
            let reserved: u64 = self.held_as(Kind::Heap);
            self.measure(Clerk::General, u64::try_from(heap::bytes()).unwrap_or(0).saturating_sub(reserved));
        }
    }

    /// Measures the process, which has so many bytes resident: what is beyond the heap and the other clerks is [`Clerk::Process`]'s. The
    /// pool gives back what passes the limit.
    pub fn measure_process(&self, resident: u64) {
        if !heap::is_counted() {
            return;
        }
        self.measure_heap();
        let known = u64::try_from(heap::bytes()).unwrap_or(0) + self.held_as(Kind::Mapped);
        self.measure(Clerk::Process, resident.saturating_sub(known));
        self.make_room(0);
    }

    /// Has the giver give back until `bytes` more are within the limit, as far as it can. Returns whether they are.
    pub fn make_room(&self, bytes: u64) -> bool {
        for _ in 0..ASKS {
            let missing = self.held().saturating_add(bytes).saturating_sub(self.limit());
            if missing == 0 {
                return true;
            }
            if self.ask(missing + self.headroom()) == 0 {
                return false;
            }
        }
        self.held().saturating_add(bytes) <= self.limit()
    }

    /// Asks the giver for so many bytes. Returns how many it gave.
    fn ask(&self, bytes: u64) -> u64 {
        let giver = self.giver.lock().as_ref().and_then(Weak::upgrade);
        giver.map_or(0, |giver| giver.give_back(bytes))
    }

    /// Whether the giver can give back more, if it is given time.
    pub fn can_give(&self) -> bool {
        let giver = self.giver.lock().as_ref().and_then(Weak::upgrade);
        giver.is_some_and(|giver| giver.can_give())
    }

    fn held_as(&self, kind: Kind) -> u64 {
        Clerk::ALL.iter().filter(|clerk| clerk.kind() == kind).map(|clerk| self.held_by(*clerk)).sum()
    }

    /// `clerk` holds so many bytes, whatever the limit is.
    fn measure(&self, clerk: Clerk, bytes: u64) {
        let before = self.by_clerk[clerk as usize].swap(bytes, Ordering::Relaxed);
        if bytes >= before {
            self.held.fetch_add(bytes - before, Ordering::Relaxed);
        } else {
            self.held.fetch_sub(before - bytes, Ordering::Relaxed);
        }
    }

    /// How many bytes `clerk` holds.
    pub fn held_by(&self, clerk: Clerk) -> u64 {
        self.by_clerk[clerk as usize].load(Ordering::Relaxed)
    }

    /// Takes `bytes` for `clerk` if they are there.
    fn take(&self, clerk: Clerk, bytes: u64) -> Result<(), OutOfMemory> {
        let limit = self.limit();
        let refused = OutOfMemory { clerk, wanted: bytes, limit };
        let own = &self.by_clerk[clerk as usize];
        let add = |cell: &AtomicU64, most: u64| {
            let within = |held: u64| held.checked_add(bytes).filter(|sum| *sum <= most);
            cell.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within).map(drop)
        };
        let share = (u128::from(limit) * u128::from(clerk.share_max_percent()) / 100) as u64;
        add(own, share).map_err(|_| refused)?;
        add(&self.held, limit).map_err(|_| {
            own.fetch_sub(bytes, Ordering::Relaxed);
            refused
        })
    }

    /// Takes `bytes` for `clerk`, out of what the giver holds if need be.
    fn take_asking(&self, clerk: Clerk, bytes: u64) -> Result<(), OutOfMemory> {
        for _ in 0..ASKS {
            let Err(refused) = self.take(clerk, bytes) else { return Ok(()) };
            if !self.make_room(bytes) {
                return Err(refused);
            }
        }
        self.take(clerk, bytes)
    }

    fn put_back(&self, clerk: Clerk, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
        self.by_clerk[clerk as usize].fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl fmt::Debug for MemoryBroker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryBroker").field("limit", &self.limit()).field("held", &self.held()).finish_non_exhaustive()
    }
}

/// Memory set aside for a clerk; given back when dropped. May be shared by threads.
#[derive(Debug)]
pub struct Reservation {
    broker: Arc<MemoryBroker>,
    clerk: Clerk,
    bytes: AtomicU64,
}

impl Reservation {
    /// Sets `bytes` more aside; the giver is asked for them if need be. On an error nothing has changed.
    pub fn grow(&self, bytes: u64) -> Result<(), OutOfMemory> {
        self.broker.take_asking(self.clerk, bytes)?;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// As [`Reservation::grow`], if nobody has to give anything back for it, and some is left for others. For the giver itself.
    pub fn grow_if_free(&self, bytes: u64) -> Result<(), OutOfMemory> {
        let limit = self.broker.limit();
        if self.broker.free() < bytes + self.broker.headroom() {
            return Err(OutOfMemory { clerk: self.clerk, wanted: bytes, limit });
        }
        self.broker.take(self.clerk, bytes)?;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Has the reservation be of so many bytes, which are in use already, whatever the limit is.
    pub fn set(&self, bytes: u64) {
        let before = self.bytes.swap(bytes, Ordering::Relaxed);
        if bytes >= before {
            self.broker.held.fetch_add(bytes - before, Ordering::Relaxed);
            self.broker.by_clerk[self.clerk as usize].fetch_add(bytes - before, Ordering::Relaxed);
        } else {
            self.broker.put_back(self.clerk, before - bytes);
        }
    }

    /// How many bytes of the instance nobody holds, but for those that are left for others.
    pub fn free_bytes(&self) -> u64 {
        self.broker.free().saturating_sub(self.broker.headroom())
    }

    /// How many bytes the instance may hold.
    pub fn limit(&self) -> u64 {
        self.broker.limit()
    }

    /// Gives `bytes` of it back, which are not in use any more.
    pub fn shrink(&self, bytes: u64) {
        let before = self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        assert!(bytes <= before, "more is given back than was set aside");
        self.broker.put_back(self.clerk, bytes);
    }

    /// How many bytes its clerk holds in all.
    pub fn held_by_clerk(&self) -> u64 {
        self.broker.held_by(self.clerk)
    }

    /// How many bytes are set aside.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.broker.put_back(self.clerk, self.bytes());
    }
}

/// How often the giver is asked: what it gave may be taken by another.
const ASKS: usize = 4;
/// Memory that the pool leaves free: a part of the limit, and at most so many bytes.
const HEADROOM_PARTS: u64 = 64;
const HEADROOM_MAX: u64 = 16 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_holds_over_all_clerks() {
        let broker = MemoryBroker::new(100);
        let first = broker.reserve(Clerk::BufferPool, 60).unwrap();
        let refused = broker.reserve(Clerk::LogBuffer, 41).unwrap_err();
        assert_eq!((refused.wanted, refused.limit), (41, 100));
        let _second = broker.reserve(Clerk::LogBuffer, 40).unwrap();
        drop(first);
        assert_eq!((broker.held_by(Clerk::BufferPool), broker.held_by(Clerk::LogBuffer)), (0, 40));
        broker.reserve(Clerk::QueryWorkspace, 60).unwrap();
    }

    #[test]
    fn a_smaller_limit_is_kept_as_soon_as_it_can_be() {
        let broker = MemoryBroker::new(100);
        let held = broker.reserve(Clerk::BufferPool, 80).unwrap();
        broker.set_limit(50);
        assert_eq!((broker.limit(), broker.held()), (50, 80));
        broker.reserve(Clerk::LogBuffer, 1).unwrap_err();
        held.shrink(40);
        broker.reserve(Clerk::LogBuffer, 10).unwrap();
        broker.reserve(Clerk::LogBuffer, 11).unwrap_err();
        broker.set_limit(200);
        broker.reserve(Clerk::LogBuffer, 150).unwrap();
    }

    #[test]
    fn a_clerk_keeps_within_its_share() {
        let broker = MemoryBroker::new(1000);
        let versions = broker.reserve(Clerk::VersionStore, 200).unwrap();
        versions.grow(50).unwrap();
        versions.grow(1).unwrap_err();
        assert_eq!((versions.bytes(), broker.held_by(Clerk::VersionStore), broker.held()), (250, 250, 250));
        versions.shrink(10);
        versions.grow(10).unwrap();
        drop(versions);
        assert_eq!((broker.held_by(Clerk::VersionStore), broker.held()), (0, 0));
    }

    /// Holds memory, of which it gives back what it is asked for, down to a floor.
    struct Pool(Reservation, u64);

    impl GivesBack for Pool {
        fn give_back(&self, bytes: u64) -> u64 {
            let given = bytes.min(self.0.bytes() - self.1);
            self.0.shrink(given);
            given
        }

        fn can_give(&self) -> bool {
            self.0.bytes() > self.1
        }
    }

    #[test]
    fn who_can_do_with_less_is_asked_before_anybody_is_refused() {
        let broker = MemoryBroker::new(100);
        let pool: Arc<dyn GivesBack> = Arc::new(Pool(broker.reserve(Clerk::BufferPool, 100).unwrap(), 40));
        broker.reserve(Clerk::LogBuffer, 10).unwrap_err();
        broker.set_giver(Arc::downgrade(&pool));
        let log = broker.reserve(Clerk::LogBuffer, 50).unwrap();
        assert_eq!((broker.held_by(Clerk::BufferPool), broker.held()), (49, 99), "and a little for who asks next");
        log.grow(11).unwrap_err();
        log.grow(10).unwrap();
        assert!(log.grow_if_free(1).is_err() && log.bytes() == 60);
        drop(pool);
        log.grow(40).unwrap();
    }
}
