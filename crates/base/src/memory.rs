//! The memory broker: every large allocation is asked for here, by a clerk's name, within the instance's limit (B1).
//!
//! Invariants: what all clerks hold together never exceeds the limit as it was when the last of it was granted; a clerk's
//! share bounds what it may hold of the limit. Who is refused does without: a session gets an error, row
//! versions go to tempdb, the pool gives a page up for the next.
//!
//! The buffer pool takes what nobody else wants, and is asked to give some back ([`GivesBack`]) before anybody is refused.
//! The counts are instance-wide, so ask for pieces of some 64 KB, not for every row.

use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Arc, Mutex, Weak};
use std::fmt;

macro_rules! clerks {
    ($($(#[$doc:meta])* $variant:ident = $type:literal, $share:literal,)*) => {
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
        }

        const CLERKS: usize = [$(Clerk::$variant,)*].len();
    };
}

clerks! {
    /// The buffer pool's frames.
    BufferPool = "MEMORYCLERK_SQLBUFFERPOOL", 100,
    /// The log buffers of all databases.
    LogBuffer = "MEMORYCLERK_SQLLOGPOOL", 100,
    /// Locks and those who wait for them; as much as SQL Server lets them have.
    LockManager = "OBJECTSTORE_LOCK_MANAGER", 60,
    /// Row versions in memory; beyond it they go to tempdb.
    VersionStore = "MEMORYCLERK_VERSIONSTORE", 25,
    /// What queries build: sorts, hashes, collected rows.
    QueryWorkspace = "MEMORYCLERK_SQLQERESERVATIONS", 75,
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
}

/// Who holds how much of the instance's memory.
pub struct MemoryBroker {
    limit: AtomicU64,
    held: AtomicU64,
    by_clerk: [AtomicU64; CLERKS],
    giver: Mutex<Option<Weak<dyn GivesBack>>>,
}

impl MemoryBroker {
    /// A broker that hands out at most `limit` bytes.
    pub fn new(limit: u64) -> Arc<MemoryBroker> {
        let (limit, held) = (AtomicU64::new(limit), AtomicU64::new(0));
        Arc::new(MemoryBroker { limit, held, by_clerk: Default::default(), giver: Mutex::new(None) })
    }

    /// Names who is asked to give memory back before anybody is refused.
    pub fn set_giver(&self, giver: Weak<dyn GivesBack>) {
        *self.giver.lock() = Some(giver);
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
        let missing = self.held().saturating_sub(bytes);
        let giver = self.giver.lock().as_ref().and_then(Weak::upgrade);
        if let Some(giver) = giver.filter(|_| missing > 0) {
            giver.give_back(missing);
        }
    }

    /// How many bytes all clerks hold.
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
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
            let missing = (self.held() + bytes).saturating_sub(self.limit());
            let giver = self.giver.lock().as_ref().and_then(Weak::upgrade);
            if missing > 0 && giver.is_none_or(|giver| giver.give_back(missing) == 0) {
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

    /// As [`Reservation::grow`], if nobody has to give anything back for it. For the giver itself.
    pub fn grow_if_free(&self, bytes: u64) -> Result<(), OutOfMemory> {
        self.broker.take(self.clerk, bytes)?;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
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
    }

    #[test]
    fn who_can_do_with_less_is_asked_before_anybody_is_refused() {
        let broker = MemoryBroker::new(100);
        let pool: Arc<dyn GivesBack> = Arc::new(Pool(broker.reserve(Clerk::BufferPool, 100).unwrap(), 40));
        broker.reserve(Clerk::LogBuffer, 10).unwrap_err();
        broker.set_giver(Arc::downgrade(&pool));
        let log = broker.reserve(Clerk::LogBuffer, 50).unwrap();
        assert_eq!((broker.held_by(Clerk::BufferPool), broker.held()), (50, 100));
        log.grow(11).unwrap_err();
        log.grow(10).unwrap();
        assert!(log.grow_if_free(1).is_err() && log.bytes() == 60);
        drop(pool);
        log.grow(40).unwrap();
    }
}
