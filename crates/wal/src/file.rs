//! A log file at rest: creation, opening, scanning and start.

use crate::block;
use crate::device::Device;
use crate::error::LogError;
use crate::flush::Shared;
use crate::growth::{self, GrowthFault};
use crate::header::{Header, VLFS_FROM, VLFS_MAX};
use crate::log::Log;
use crate::log_device::{FileDevice, LogDevice};
use crate::memory::Memory;
use crate::options::{LogEnvironment, LogOptions};
use crate::persisted_buffer::{PersistedBuffer, WITHOUT_BUFFER};
use crate::recovery_model::RecoveryModel;
use crate::ring::TailRing;
use crate::scan::LogScan;
use crate::segments::{LogEnd, LogSegments, Source, too_old};
use crate::space::MARGIN_OF_RECORDS;
use crate::tail::Tail;
use crate::transit::BUFFERS;
use crate::vlf::{FIRST_POSITION, VLF_MIN, VlfMap, cut};
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{DatabaseGuid, Lsn};
use sluice_base::sync::Arc;
use sluice_vfs::{AlignedBuf, Create, Persistence};
use std::path::{Path, PathBuf};

/// Creates a log file: preallocated, zeroed, with a durable header. Fails if the file exists. The
/// caller makes the directory entry durable, and removes the file after a failure.
pub fn create(env: &LogEnvironment, path: &Path, guid: DatabaseGuid, options: &LogOptions) -> Result<(), LogError> {
    create_on(Arc::new(FileDevice::open(&*env.vfs, path, Create::New)?), guid, options)
}

/// Creates a log on an empty device.
pub fn create_on(device: Arc<dyn LogDevice>, guid: DatabaseGuid, options: &LogOptions) -> Result<(), LogError> {
    create_from(device, guid, options, Beginning { position: FIRST_POSITION, epoch: 0, is_zeroed: true })
}

/// The beginning of a new log.
pub(crate) struct Beginning {
    /// The first position of its stream.
    pub(crate) position: u64,
    /// The epoch of the log before.
    pub(crate) epoch: u32,
    /// Whether zeroes are written to the file, which makes later block writes faster. Otherwise its
    /// space is only allocated.
    pub(crate) is_zeroed: bool,
}

/// Creates a log on an empty device. Its stream begins at the position and after the epoch of an
/// earlier log of the database. The file gets its initial length, and virtual log files of it; at
/// least the first is placed. It counts as cleanly closed. A crash before the return leaves a file
/// without a sound header.
pub(crate) fn create_from(
    device: Arc<dyn LogDevice>,
    guid: DatabaseGuid,
    options: &LogOptions,
    Beginning { position, epoch, is_zeroed }: Beginning,
) -> Result<(), LogError> {
    let device = Device::new(device);
    let sector = device.sector().max(options.sector).clamp(512, 4096).next_power_of_two();
    let bytes = options.initial_bytes.max(INITIAL_MIN);
    device.allocate(0, bytes)?;
    if is_zeroed {
        device.zero(0, bytes)?;
    }
    device.settle()?;
    let mut vlfs = VlfMap::new(cut(VLFS_FROM, bytes - VLFS_FROM, VLFS_MAX));
    vlfs.ensure_placed(position);
    let first = Lsn::new(position, 0);
    let mut header = Header {
        generation: 1,
        guid,
        sector,
        epoch,
        epoch_first: position,
        checkpoint: Lsn::NONE,
        keep_from: first,
        end: first,
        chain: Lsn::NONE,
        growth_bytes: options.growth_bytes,
        max_bytes: options.max_bytes,
        model: options.recovery_model,
        buffer: 0,
        // The log is complete: nothing was appended. So its first start searches no blocks.
        clean: true,
        vlfs: vlfs.all().to_vec(),
    };
    header.name_ahead();
    device.write_header(&header)?;
    Ok(())
}

/// An open log file that takes no records yet. Opening has read the header only.
pub struct LogFile {
    device: Device,
    header: Header,
    env: LogEnvironment,
    options: LogOptions,
    /// The ring that a killed process may have left.
    ring: Option<TailRing>,
    /// The persisted log buffer that the log uses, and whether a simulated one suffices.
    buffer: Option<(PersistedBuffer, Persistence)>,
    /// The path of the ring that the started log uses.
    ring_path: Option<PathBuf>,
    /// The log is known to reach at least to this LSN, from outside its file.
    reaching: Lsn,
}

impl LogFile {
    /// Opens the log of database `guid` without changing the file. One damaged copy of the header
    /// is tolerated. Fails if there is no file, if both copies are damaged, or for another
    /// database's log.
    pub fn open(
        env: &LogEnvironment,
        path: &Path,
        guid: DatabaseGuid,
        options: &LogOptions,
    ) -> Result<LogFile, LogError> {
        LogFile::open_on(env, Arc::new(FileDevice::open(&*env.vfs, path, Create::Never)?), guid, options)
    }

    /// Opens the log of database `guid` on a device without changing it. One damaged copy of the
    /// header is tolerated. Fails for another database's log, for a file that is too short, and for
    /// a device whose sectors are larger than the log's.
    pub fn open_on(
        env: &LogEnvironment,
        device: Arc<dyn LogDevice>,
        guid: DatabaseGuid,
        options: &LogOptions,
    ) -> Result<LogFile, LogError> {
        let device = Device::new(device);
        let header = device.read_header(guid)?;
        device.check_sector(&header)?;
        Ok(LogFile::at_rest(device, header, env, options))
    }

    /// Returns the log with this header, without a ring.
    pub(crate) fn at_rest(device: Device, header: Header, env: &LogEnvironment, options: &LogOptions) -> LogFile {
        LogFile {
            device,
            header,
            env: env.clone(),
            options: options.clone(),
            ring: None,
            buffer: None,
            ring_path: None,
            reaching: Lsn::NONE,
        }
    }

    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the header as it was read.
    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    pub(crate) fn options(&self) -> &LogOptions {
        &self.options
    }

    pub(crate) fn environment(&self) -> &LogEnvironment {
        &self.env
    }

    /// Uses the tail ring in the mapped file at `path`: reads the ring that a killed process left,
    /// and makes surviving records outlive the process, however it ends. Has no effect if the file
    /// system cannot identify the current run of the operating system
    /// ([`sluice_vfs::Vfs::boot_id`]).
    pub fn with_tail_ring(self, path: &Path) -> Result<LogFile, LogError> {
        let vfs = &*self.env.vfs;
        // A log that was closed properly is complete without a ring.
        let ring = if self.header.clean { None } else { TailRing::find(vfs, path, self.header.guid)? };
        let ring_path = vfs.boot_id().map(|_| path.to_owned());
        Ok(LogFile { ring, ring_path, ..self })
    }

    /// Uses the persisted log buffer at `path`: reads the records that it has beyond the log file,
    /// and lets the started log acknowledge commits in it. If the file isn't on persistent memory,
    /// `persistence` decides: a simulated buffer, or a log that works without. Fails with damage if
    /// the buffer is another one than the log needs, and with not found if it's missing. Called
    /// after [`LogFile::with_tail_ring`].
    pub fn with_persisted_buffer(self, path: &Path, persistence: Persistence) -> Result<LogFile, LogError> {
        let buffer = PersistedBuffer::open(&*self.env.vfs, path, self.header.guid)?;
        if self.header.buffer != 0 {
            buffer.check_belongs(self.header.buffer, self.header.epoch)?;
        }
        Ok(LogFile { buffer: Some((buffer, persistence)), ..self })
    }

    /// Whether the log can't be opened without its persisted log buffer.
    pub fn needs_persisted_buffer(&self) -> bool {
        self.header.buffer != 0
    }

    /// Brings the records that a killed process left in the ring into the log file, durably, and
    /// removes the ring. The log stays as it is otherwise. Returns the number of blocks. Reads the
    /// log from its last checkpoint to find its end.
    pub fn harden_ring(self) -> Result<u64, LogError> {
        let mut blocks = 0;
        if self.header.buffer != 0 {
            // The buffer has all that the ring has, and the opening of the database reads it.
            return Ok(0);
        }
        if self.ring.is_some() {
            let mut segments = self.segments(self.header.checkpoint).without_examination();
            let mut segment = segments.segment();
            while segments.next_into(&mut segment)? {}
            blocks = segments.hardened();
        }
        let LogFile { env, ring, ring_path, .. } = self;
        // Unmapped before the file is removed.
        drop(ring);
        Memory::new(&env.broker, ring_path).remove_ring(&*env.vfs);
        Ok(blocks)
    }

    /// Returns the path of the log file.
    pub fn path(&self) -> &Path {
        self.device.path()
    }

    /// Makes the bytes a scan can read durable, by a sync: blocks of a killed process may be
    /// readable and yet be lost in a power cut. Recovery calls it before it writes any page that
    /// depends on those blocks. Fails if the sync fails.
    pub fn settle(&self) -> Result<(), LogError> {
        Ok(self.device.settle()?)
    }

    /// Returns the LSN of the last checkpoint record, or [`Lsn::NONE`].
    pub fn checkpoint(&self) -> Lsn {
        self.header.checkpoint
    }

    /// Returns the recovery model of the database.
    pub fn recovery_model(&self) -> RecoveryModel {
        self.header.model
    }

    /// Returns the growth step and the greatest length in bytes. The step is as stored in the
    /// header.
    pub fn growth(&self) -> (FileGrowth, u64) {
        (FileGrowth::of_number(self.header.growth_bytes), self.header.max_bytes)
    }

    /// Returns the epoch of the last start.
    pub fn epoch(&self) -> u32 {
        self.header.epoch
    }

    /// Returns an LSN below which every record was on disk when the header was written. In a log
    /// that was closed properly, the end.
    pub fn end(&self) -> Lsn {
        self.header.end
    }

    /// Makes reading fail with damage at the end of the log if that is below `end`, to which the
    /// log reached once: it is an older copy then. A log that was closed properly and ends below
    /// `end` fails at once.
    pub fn reaching(self, end: Lsn) -> Result<LogFile, LogError> {
        if self.header.clean && self.header.end < end {
            return Err(self.device.damaged(0, self.header.end, &too_old(end)));
        }
        let reaching = self.reaching.max(end);
        Ok(LogFile { reaching, ..self })
    }

    /// Whether the log was closed properly.
    pub fn was_clean(&self) -> bool {
        self.header.clean
    }

    /// Reads forward from the first record at or above `from`. `from` is a record or a former tail,
    /// and not below the last `keep_from`. [`Lsn::NONE`] starts at the first kept block. At the end
    /// of the log, records a killed process left in the tail ring are hardened and then read too.
    /// Nothing is read before the first record is taken.
    pub fn scan(&self, from: Lsn) -> Result<LogScan<'_>, LogError> {
        Ok(LogScan::new(self.segments(from)))
    }

    /// Reads as [`LogFile::scan`] does, many blocks at a time.
    pub fn segments(&self, from: Lsn) -> LogSegments<'_> {
        let LogFile { device, header, env, ring, reaching, .. } = self;
        let buffer = self.buffer.as_ref().map(|(buffer, _)| buffer).filter(|_| header.buffer != 0);
        LogSegments::new(Source { device, header, env, ring: ring.as_ref(), buffer, reaching: *reaching }, from)
    }

    /// Makes a new epoch durable that begins at `end`, and returns a log that takes records. Bytes
    /// beyond `end` in the file can never again be taken for part of the log. Syncs the blocks
    /// first after a crash, and moves a block that was rescued from a side slot to its place. May
    /// grow the file for the first block. A crash leaves the old epoch or the new one.
    pub fn start(self, end: LogEnd) -> Result<Arc<Log>, LogError> {
        let LogFile { device, mut header, env, options, ring, buffer, ring_path, .. } = self;
        if header.buffer != 0 && buffer.is_none() {
            return Err(device.damaged(0, Lsn::NONE, WITHOUT_BUFFER));
        }
        // The new header declares everything up to the end durable. After a killed process the last
        // blocks may not be: losing them would then count as damage. A cleanly closed log was
        // durable before its header said so.
        if !header.clean {
            device.settle()?;
        }
        let LogEnd { mut position, mut sequence, mut previous, mut vlfs, generation, rescued } = end;
        if let Some(block) = rescued {
            header.vlfs = vlfs.all().to_vec();
            ensure_placed(&device, &mut header, &mut vlfs, position)?;
            // The rescued block keeps its old epoch and goes to its own place; the header below
            // includes it in the stream before the new epoch. After a power cut in between, its
            // side slot still holds the block.
            (previous, position) = put_back(&device, &env, &header, &vlfs, position, &block)?;
            sequence += 1;
        }
        header.vlfs = vlfs.all().to_vec();
        ensure_placed(&device, &mut header, &mut vlfs, position)?;
        header.vlfs = vlfs.all().to_vec();
        header.generation = generation + 1;
        header.epoch += 1;
        // Rule 4 of `persisted_buffer`: after the last block is in its place, before the epoch
        // begins.
        let number = buffer.as_ref().map_or(0, |(buffer, _)| buffer.number);
        let buffer = match buffer {
            Some((buffer, persistence)) => {
                device.settle()?;
                buffer.restart(&*env.vfs, header.epoch, persistence)?
            }
            None => None,
        };
        header.buffer = if buffer.is_some() { number } else { 0 };
        header.epoch_first = position;
        header.end = Lsn::new(position, 0);
        header.clean = false;
        header.name_ahead();
        device.write_header(&header)?;
        // The ring's blocks are in the log now, and the ring is of an older epoch.
        drop(ring);
        let memory = Memory::new(&env.broker, ring_path);
        let window = options.in_flight_max.clamp(1, IN_FLIGHT_LIMIT);
        let mut tail = Tail::new(vlfs, position, sequence, header.sector, window, memory.ring.is_some());
        let Some((ring, in_use)) = buffer else {
            return Ok(Log::new(Shared::new(device, env, header, tail, previous, memory)));
        };
        tail.attach(ring);
        memory.remove_ring(&*env.vfs);
        *memory.buffer.lock() = Some(in_use);
        let shared = Shared::new(device, env, header, tail, previous, memory);
        shared.publish_persisted(&shared.lock().tail);
        Ok(Log::new(shared))
    }
}

/// Places `position`, growing the log if no virtual log file is free.
fn ensure_placed(device: &Device, header: &mut Header, vlfs: &mut VlfMap, position: u64) -> Result<(), LogError> {
    if vlfs.ensure_placed(position) {
        return Ok(());
    }
    match growth::extend(device, header) {
        Ok(pieces) => {
            vlfs.add(&pieces);
            vlfs.ensure_placed(position);
            Ok(())
        }
        Err(GrowthFault::NoRoom) => Err(LogError::Full { path: device.path().to_owned(), bytes: device.len()? }),
        Err(GrowthFault::Failed(error)) => Err(error.into()),
    }
}

/// Writes a rescued block to its place. Returns its checksum and the position after it.
fn put_back(
    device: &Device,
    env: &LogEnvironment,
    header: &Header,
    vlfs: &VlfMap,
    position: u64,
    bytes: &[u8],
) -> Result<(u32, u64), LogError> {
    let length = bytes.len().next_multiple_of(header.sector as usize);
    let mut buf = AlignedBuf::zeroed(length);
    buf[..bytes.len()].copy_from_slice(bytes);
    let place = vlfs.place(position).expect("the caller has placed it");
    device.write_block(place.offset, &buf)?;
    env.counters.log_flushes.add(1);
    env.counters.log_bytes_flushed.add(block::counted_bytes(bytes.len()));
    let checksum = block::parse(bytes).map_or(0, |block| block.checksum);
    Ok((checksum, vlfs.following(position, length as u64)))
}

/// The minimum length of a log in bytes: four virtual log files, and the margins of `space` beside
/// some records.
pub(crate) const INITIAL_MIN: u64 = 1 << 20;
/// The maximum window: half of the block buffers.
pub(crate) const IN_FLIGHT_LIMIT: usize = BUFFERS / 2;
// A waking log gets a buffer for each block in flight, the open block, and a sealed one.
const _: () = assert!(IN_FLIGHT_LIMIT + 2 <= BUFFERS);
const _: () = assert!((INITIAL_MIN - VLFS_FROM) / VLF_MIN == 4 && MARGIN_OF_RECORDS < 8);
