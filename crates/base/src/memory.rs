//! The memory broker grants all large allocations within the instance's limit (B1). Each caller
//! names its clerk, the SQL Server term for a memory consumer.
//!
//! # Invariants
//! - The sum of all reservations never exceeds the limit that was in force when the last
//!   reservation was granted.
//! - No clerk exceeds its share of the limit.
//!
//! A caller whose request is refused must continue without the memory. A session gets an error, row
//! versions go to tempdb, and the pool evicts a page to load the next.
//!
//! The buffer pool takes all memory that no other clerk wants. Before a request is refused, the
//! broker asks the pool to return memory ([`GivesBack`]). The counts are instance-wide, so callers
//! should ask for pieces of about 64 KB rather than for each row.
//!
//! Two clerks are measured instead of reserved. [`Clerk::General`] holds the heap beyond the other
//! clerks' reservations, if the process counts its heap ([`crate::heap`]). [`Clerk::Process`] holds
//! the resident memory beyond all other clerks. Measured clerks may exceed the limit. The pool then
//! returns the excess, and no clerk gets more memory until then. The part of [`Clerk::General`]
//! that no session's account holds is unaccounted ([`MemoryBroker::unaccounted`]).
//!
//! A [`HeapCharge`] charges a clerk with memory that threads have already allocated: plans, the
//! state of connections.

use crate::heap;
use crate::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use crate::sync::{Arc, Mutex, Weak};
use std::fmt;
use std::sync::OnceLock;

macro_rules! clerks {
    ($($(#[$doc:meta])* $variant:ident = ($type:literal, $name:literal), $share:literal, $kind:ident,)*) => {
        /// A consumer of memory, counted separately.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Clerk { $($(#[$doc])* $variant,)* }

        impl Clerk {
            /// All clerks in the order of their numbers.
            pub const ALL: &'static [Clerk] = &[$(Clerk::$variant,)*];

            /// Returns the clerk's type in `sys.dm_os_memory_clerks`: SQL Server's name if SQL
            /// Server has such a clerk.
            pub fn type_name(self) -> &'static str {
                match self { $(Clerk::$variant => $type,)* }
            }

            /// Returns the clerk's name in `sys.dm_os_memory_clerks`. Names distinguish clerks of
            /// one type.
            pub fn name(self) -> &'static str {
                match self { $(Clerk::$variant => $name,)* }
            }

            /// Returns the clerk's maximum share of the limit, in percent.
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

/// How the bytes of a clerk are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Reserved, and part of the heap.
    Heap,
    /// Reserved, and outside the heap.
    Mapped,
    /// Measured.
    Measured,
}

clerks! {
    /// The buffer pool's frames.
    BufferPool = ("MEMORYCLERK_SQLBUFFERPOOL", "Default"), 100, Mapped,
    /// The map of the buffer pool extension's slots, and the pages on their way there.
    Extension = ("MEMORYCLERK_SQLBUFFERPOOL", "Buffer Pool Extension"), 100, Heap,
    /// The log buffers of all databases.
    LogBuffer = ("MEMORYCLERK_SQLLOGPOOL", "Default"), 100, Heap,
    /// Locks and lock waiters. The share is SQL Server's.
    LockManager = ("OBJECTSTORE_LOCK_MANAGER", "Default"), 60, Heap,
    /// Row versions in memory. Versions beyond this share go to tempdb.
    VersionStore = ("MEMORYCLERK_VERSIONSTORE", "Default"), 25, Heap,
    /// Workspaces of queries: sorts, hashes, collected rows.
    QueryWorkspace = ("MEMORYCLERK_SQLQERESERVATIONS", "Default"), 75, Heap,
    /// The stacks of the sessions' threads.
    Connections = ("MEMORYCLERK_SQLCONNECTIONPOOL", "Default"), 100, Mapped,
    /// The buffers and states of the connections, as they are after the log-in.
    Buffers = ("MEMORYCLERK_SQLCONNECTIONPOOL", "Buffers"), 100, Heap,
    /// The compiled batches and modules that sessions keep.
    Plans = ("CACHESTORE_SQLCP", "SQL Plans"), 100, Heap,
    /// The names of all databases.
    Catalogs = ("USERSTORE_SCHEMAMGR", "SchemaMgr Store"), 100, Heap,
    /// Records that event sessions keep.
    Events = ("MEMORYCLERK_XE", "Default"), 25, Heap,
    /// Memory that opening the instance has left.
    Startup = ("MEMORYCLERK_SQLGENERAL", "Startup"), 100, Heap,
    /// The rest of the heap: values, programs, and the unaccounted rest.
    General = ("MEMORYCLERK_SQLGENERAL", "Requests"), 100, Measured,
    /// Other memory of the process: free blocks of the heap, other stacks.
    Process = ("MEMORYCLERK_SOSNODE", "Default"), 100, Measured,
}

/// The error of an allocation that would exceed the instance's limit or the clerk's share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    /// The clerk that asked for memory.
    pub clerk: Clerk,
    /// The bytes that the clerk asked for. Zero means that a request which took no more memory was
    /// ended as the largest.
    pub wanted: u64,
    /// The bytes that the instance may hold.
    pub limit: u64,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.wanted {
            0 => write!(f, "the memory in use reached the limit of {} bytes", self.limit),
            _ => write!(f, "{:?} asked for {} bytes beyond the limit of {} bytes", self.clerk, self.wanted, self.limit),
        }
    }
}

impl std::error::Error for OutOfMemory {}

/// A holder of memory that can shrink when other clerks need memory.
pub trait GivesBack: Send + Sync {
    /// Shrinks the holder's reservations by about `bytes` and returns the bytes given back. Callers
    /// may hold latches, so the function waits for nothing and frees only what can be freed at
    /// once.
    fn give_back(&self, bytes: u64) -> u64;

    /// Whether the holder could give back more memory, given time.
    fn can_give(&self) -> bool;

    /// Returns a count of the work that the holder has done. While it grows, more memory will be
    /// given back.
    fn progress(&self) -> u64;
}

/// The broker of the instance's memory: counts the bytes that each clerk holds. `held` is the sum
/// of `by_clerk`. `giver` is the buffer pool, which can give memory back; `holders` are the
/// accounts of the sessions.
pub struct MemoryBroker {
    limit: AtomicU64,
    /// Returns the process's resident bytes. Absent until the instance is open.
    gauge: OnceLock<fn() -> Option<u64>>,
    /// The bytes of the heap when the process was last measured.
    heap_measured: AtomicI64,
    /// The bytes of [`Clerk::Process`] that the last trim could not return.
    untrimmable: AtomicU64,
    held: AtomicU64,
    by_clerk: [AtomicU64; CLERKS],
    giver: Mutex<Option<Weak<dyn GivesBack>>>,
    holders: Mutex<Vec<Weak<dyn Holder>>>,
}

/// The memory account of a session.
pub trait Holder: Send + Sync {
    /// Returns the bytes of the session.
    fn bytes(&self) -> u64;

    /// Returns the bytes of the session, or `None` if the session runs no request.
    fn running_bytes(&self) -> Option<u64>;

    /// Makes the running request end with an out-of-memory error.
    fn condemn(&self);

    /// Whether the running request is condemned and hasn't ended yet.
    fn is_ending(&self) -> bool;
}

impl MemoryBroker {
    /// Returns a broker that hands out at most `limit` bytes. Nothing is held yet, and there is no
    /// giver.
    pub fn new(limit: u64) -> Arc<MemoryBroker> {
        Arc::new(MemoryBroker {
            limit: AtomicU64::new(limit),
            gauge: OnceLock::new(),
            heap_measured: AtomicI64::new(0),
            untrimmable: AtomicU64::new(0),
            held: AtomicU64::new(0),
            by_clerk: Default::default(),
            giver: Mutex::new(None),
            holders: Mutex::default(),
        })
    }

    /// Sets the holder that is asked to give memory back before a request is refused.
    pub fn set_giver(&self, giver: Weak<dyn GivesBack>) {
        *self.giver.lock() = Some(giver);
    }

    /// Registers a session's account.
    pub fn enter(&self, holder: Weak<dyn Holder>) {
        let mut holders = self.holders.lock();
        holders.retain(|holder| holder.strong_count() > 0);
        holders.push(holder);
    }

    /// Condemns the largest running request if it holds more than `bytes`. Returns whether a
    /// request is going to end. A condemned request fails with 701 at its next check. Only running
    /// requests count. While a condemned request hasn't ended, no other is condemned and the result
    /// is true: several requests that ask at the same time end one request, not one each.
    pub fn condemn_larger_than(&self, bytes: u64) -> bool {
        let running = |holder: &Weak<dyn Holder>| {
            let holder = holder.upgrade()?;
            Some((holder.running_bytes()?, holder))
        };
        let holders = self.holders.lock();
        let running: Vec<_> = holders.iter().filter_map(running).collect();
        if running.iter().any(|(_, holder)| holder.is_ending()) {
            return true;
        }
        let larger = running.into_iter().max_by_key(|(bytes, _)| *bytes).filter(|(held, _)| *held > bytes);
        if let Some((_, holder)) = &larger {
            holder.condemn();
        }
        larger.is_some()
    }

    /// Reserves `bytes` for `clerk` until the reservation is dropped. Asks the giver for memory if
    /// too little is free. Fails if that isn't enough.
    pub fn reserve(self: &Arc<Self>, clerk: Clerk, bytes: u64) -> Result<Reservation, OutOfMemory> {
        let reservation = self.open(clerk);
        reservation.grow(bytes)?;
        Ok(reservation)
    }

    /// Returns an empty reservation.
    pub fn open(self: &Arc<Self>, clerk: Clerk) -> Reservation {
        Reservation { broker: self.clone(), clerk, bytes: AtomicU64::new(0) }
    }

    /// Returns the bytes that the instance may hold.
    pub fn limit(&self) -> u64 {
        self.limit.load(Ordering::Relaxed)
    }

    /// Changes the limit of the instance to `bytes`. The giver returns memory beyond the new limit
    /// as far as it can. No clerk gets more memory before the sum is below the limit.
    pub fn set_limit(&self, bytes: u64) {
        self.limit.store(bytes, Ordering::Relaxed);
        self.make_room(0);
    }

    /// Returns the bytes that all clerks hold.
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// Returns the bytes that no clerk holds.
    pub fn free(&self) -> u64 {
        self.limit().saturating_sub(self.held())
    }

    /// Returns the bytes that the pool leaves free for other clerks, so that not every request
    /// makes the pool evict pages.
    fn headroom(&self) -> u64 {
        (self.limit() / HEADROOM_PARTS).min(HEADROOM_MAX)
    }

    /// Measures the heap: bytes beyond the clerks' reservations belong to [`Clerk::General`].
    /// Measures nothing if the process doesn't count its heap.
    pub fn measure_heap(&self) {
        if heap::is_counted() {
            let reserved: u64 = self.held_as(Kind::Heap);
            self.measure(Clerk::General, u64::try_from(heap::bytes()).unwrap_or(0).saturating_sub(reserved));
        }
    }

    /// Sets the function that returns the process's resident bytes, or `None` if they aren't known.
    /// Only the first call has an effect.
    pub fn set_gauge(&self, gauge: fn() -> Option<u64>) {
        let _is_first = self.gauge.set(gauge);
    }

    /// Measures the process. The pool then returns memory that exceeds the limit.
    pub fn measure_process(&self) {
        self.measure_and_trim();
        self.make_room(0);
    }

    /// Measures the process if its heap has changed by much since the last measurement, and the
    /// heap otherwise. Requests that allocate and the pool that grows call this function, so that
    /// memory which the allocator retains is counted before they take more. The pool is not asked
    /// for memory.
    pub(crate) fn measure_changed(&self) {
        let changed = heap::bytes() - self.heap_measured.load(Ordering::Relaxed);
        if changed.unsigned_abs() > self.limit() / REMEASURE_PARTS {
            self.measure_and_trim();
        } else {
            self.measure_heap();
        }
    }

    /// Measures the process. Resident bytes beyond the heap and the other clerks belong to
    /// [`Clerk::Process`]. If they are many, free blocks of the heap are returned to the system.
    fn measure_and_trim(&self) {
        if !self.measure_resident() {
            return;
        }
        if self.held_by(Clerk::Process) > self.untrimmable.load(Ordering::Relaxed) + self.limit() / TRIM_PARTS {
            heap::trim();
            self.measure_resident();
            self.untrimmable.store(self.held_by(Clerk::Process), Ordering::Relaxed);
        }
        self.untrimmable.fetch_min(self.held_by(Clerk::Process), Ordering::Relaxed);
    }

    /// Measures the resident bytes. Returns false if nothing can be measured.
    fn measure_resident(&self) -> bool {
        let gauge = self.gauge.get().filter(|_| heap::is_counted());
        let Some(resident) = gauge.and_then(|gauge| gauge()) else { return false };
        self.heap_measured.store(heap::bytes(), Ordering::Relaxed);
        self.measure_heap();
        let files = u64::try_from(heap::file_bytes()).unwrap_or(0);
        let known = u64::try_from(heap::bytes()).unwrap_or(0) + self.held_as(Kind::Mapped) + files;
        self.measure(Clerk::Process, resident.saturating_sub(known));
        true
    }

    /// Returns the bytes of the heap that neither a clerk nor a session's account holds, as of the
    /// last measurement.
    pub fn unaccounted(&self) -> u64 {
        let holders = self.holders.lock();
        let accounted: u64 = holders.iter().filter_map(Weak::upgrade).map(|holder| holder.bytes()).sum();
        self.held_by(Clerk::General).saturating_sub(accounted)
    }

    /// Returns the bytes of the heap that clerks other than [`Clerk::General`] hold.
    pub fn held_of_heap(&self) -> u64 {
        self.held_as(Kind::Heap)
    }

    /// Makes the giver return memory until `bytes` more bytes fit the limit, as far as it can.
    /// Returns whether they fit.
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

    /// Makes the giver return at most `most` bytes if the clerks hold more than the limit. Returns
    /// whether they don't, or the giver returned memory. For small requests: memory beyond the
    /// limit was taken by larger requests, which make room for all that they take.
    pub(crate) fn make_some_room(&self, most: u64) -> bool {
        let missing = self.held().saturating_sub(self.limit());
        missing == 0 || self.ask(missing.min(most)) > 0
    }

    /// Asks the giver for `bytes` bytes and returns the bytes given.
    fn ask(&self, bytes: u64) -> u64 {
        let giver = self.giver.lock().as_ref().and_then(Weak::upgrade);
        giver.map_or(0, |giver| giver.give_back(bytes))
    }

    /// Whether the giver could give back more memory, given time.
    pub fn can_give(&self) -> bool {
        let giver = self.giver.lock().as_ref().and_then(Weak::upgrade);
        giver.is_some_and(|giver| giver.can_give())
    }

    /// Returns the giver's count of work done, or 0 without a giver.
    pub(crate) fn giver_progress(&self) -> u64 {
        let giver = self.giver.lock().as_ref().and_then(Weak::upgrade);
        giver.map_or(0, |giver| giver.progress())
    }

    fn held_as(&self, kind: Kind) -> u64 {
        Clerk::ALL.iter().filter(|clerk| clerk.kind() == kind).map(|clerk| self.held_by(*clerk)).sum()
    }

    /// Sets the bytes that `clerk` holds, regardless of the limit. For clerks whose bytes are
    /// measured, not reserved.
    pub fn measure(&self, clerk: Clerk, bytes: u64) {
        let before = self.by_clerk[clerk as usize].swap(bytes, Ordering::Relaxed);
        if bytes >= before {
            self.held.fetch_add(bytes - before, Ordering::Relaxed);
        } else {
            self.held.fetch_sub(before - bytes, Ordering::Relaxed);
        }
    }

    /// Returns the bytes that `clerk` holds.
    pub fn held_by(&self, clerk: Clerk) -> u64 {
        self.by_clerk[clerk as usize].load(Ordering::Relaxed)
    }

    /// Takes `bytes` for `clerk` if they are within the limit and the clerk's share.
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

    /// Takes `bytes` for `clerk`. Asks the giver for memory if too little is free.
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

/// Memory reserved for a clerk, given back when dropped. Threads may share a reservation. Growing
/// asks the broker, which may take memory from the buffer pool.
#[derive(Debug)]
pub struct Reservation {
    broker: Arc<MemoryBroker>,
    clerk: Clerk,
    bytes: AtomicU64,
}

impl Reservation {
    /// Reserves `bytes` more bytes. Asks the giver for memory if too little is free. An error
    /// leaves the reservation unchanged.
    pub fn grow(&self, bytes: u64) -> Result<(), OutOfMemory> {
        self.broker.take_asking(self.clerk, bytes)?;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Reserves `bytes` more bytes only if they are free and the headroom for other clerks remains;
    /// otherwise fails and reserves nothing. Takes no memory from other clerks. The heap is
    /// measured again first. For a clerk that gives memory back itself.
    pub fn grow_if_free(&self, bytes: u64) -> Result<(), OutOfMemory> {
        // A statement may just have freed memory that the allocator still retains.
        self.broker.measure_changed();
        let limit = self.broker.limit();
        if self.broker.free() < bytes + self.broker.headroom() {
            return Err(OutOfMemory { clerk: self.clerk, wanted: bytes, limit });
        }
        self.broker.take(self.clerk, bytes)?;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Does the same as [`Reservation::grow`], but is never refused while the clerk holds at most
    /// `reserved` bytes afterwards. For callers that must not wait until other clerks return
    /// memory. Asks the giver for no more than `bytes`.
    pub fn grow_reserved(&self, bytes: u64, reserved: u64) -> Result<(), OutOfMemory> {
        if self.held_by_clerk() + bytes > reserved {
            return self.grow(bytes);
        }
        if self.broker.take(self.clerk, bytes).is_err() {
            self.broker.ask(bytes);
            self.set(self.bytes() + bytes);
        } else {
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Sets the size of the reservation to `bytes`, which are already in use, regardless of the
    /// limit. May exceed the limit. Growth isn't refused.
    pub fn set(&self, bytes: u64) {
        let before = self.bytes.swap(bytes, Ordering::Relaxed);
        if bytes >= before {
            self.broker.held.fetch_add(bytes - before, Ordering::Relaxed);
            self.broker.by_clerk[self.clerk as usize].fetch_add(bytes - before, Ordering::Relaxed);
        } else {
            self.broker.put_back(self.clerk, before - bytes);
        }
    }

    /// Returns the free bytes of the instance, except for the headroom of other clerks.
    pub fn free_bytes(&self) -> u64 {
        self.broker.free().saturating_sub(self.broker.headroom())
    }

    /// Returns the bytes that the instance may hold.
    pub fn limit(&self) -> u64 {
        self.broker.limit()
    }

    /// Gives back `bytes` of the reservation, which must not be in use any more. Panics if more is
    /// given back than was reserved.
    pub fn shrink(&self, bytes: u64) {
        let before = self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        assert!(bytes <= before, "more memory is given back than was reserved");
        self.broker.put_back(self.clerk, bytes);
    }

    /// Returns the bytes that the reservation's clerk holds in all.
    pub fn held_by_clerk(&self) -> u64 {
        self.broker.held_by(self.clerk)
    }

    /// Returns the bytes reserved.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// Memory of the heap that is a clerk's, in whichever thread it was allocated. Dropping the charge
/// gives its bytes to the thread that drops it, which frees the memory.
#[derive(Debug)]
pub struct HeapCharge(Reservation);

impl HeapCharge {
    /// Returns a charge of no bytes.
    pub fn new(broker: &Arc<MemoryBroker>, clerk: Clerk) -> HeapCharge {
        HeapCharge(broker.open(clerk))
    }

    /// Moves `bytes` from this thread's count to the clerk, or back if the number is negative.
    pub fn add(&self, bytes: i64) {
        let before = self.0.bytes() as i64;
        let after = (before + bytes).max(0);
        self.0.set(after as u64);
        heap::disown(after - before);
    }

    /// Returns the charged bytes.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

impl Drop for HeapCharge {
    fn drop(&mut self) {
        heap::disown(-(self.bytes() as i64));
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.broker.put_back(self.clerk, self.bytes());
    }
}

/// Number of times the giver is asked: another thread may take the memory it gave.
const ASKS: usize = 4;
/// Divisor of the limit, and the maximum in bytes, of the memory that the pool leaves free.
const HEADROOM_PARTS: u64 = 64;
const HEADROOM_MAX: u64 = 16 << 20;
/// Divisor of the limit: memory of the process above this part of it is trimmed.
const TRIM_PARTS: u64 = 32;
/// Divisor of the limit: the process is measured when its heap has changed by this part of it.
const REMEASURE_PARTS: u64 = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_holds_over_all_clerks() {
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
    fn lowered_limit_holds_once_memory_is_freed() {
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
    fn clerk_share_is_enforced() {
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

    /// A holder that gives back memory on demand, down to a floor.
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

        fn progress(&self) -> u64 {
            u64::MAX - self.0.bytes()
        }
    }

    #[test]
    fn connections_have_reserved_memory() {
        let broker = MemoryBroker::new(100);
        broker.measure(Clerk::General, 300);
        let stack = broker.open(Clerk::Connections);
        stack.grow_reserved(10, 9).unwrap_err();
        stack.grow_reserved(10, 10).unwrap();
        assert_eq!((broker.held(), broker.held_by(Clerk::Connections)), (310, 10));
        stack.grow_reserved(1, 10).unwrap_err();
        drop(stack);
        assert_eq!(broker.held(), 300);
    }

    #[test]
    fn heap_charge_ends_with_drop() {
        let broker = MemoryBroker::new(100);
        let plan = HeapCharge::new(&broker, Clerk::Plans);
        plan.add(150);
        assert_eq!((broker.held_by(Clerk::Plans), broker.held()), (150, 150), "it is there already");
        plan.add(-200);
        assert_eq!((plan.bytes(), broker.held()), (0, 0));
        plan.add(30);
        drop(plan);
        assert_eq!(broker.held(), 0);
    }

    #[test]
    fn giver_is_asked_before_refusal() {
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
