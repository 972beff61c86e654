//! The disk alone: synchronous one-sector writes per second by concurrent threads. An engine that
//! acknowledges commits in log order can't commit more often without sharing flushes, so commit
//! rates are compared with this rate.

use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::Arc;
use sluice_vfs::os::OsFs;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, FileError, OpenOptions, Vfs};
use std::path::Path;

/// Returns the writes per second of `writers` threads, with `writes` in total. They write sectors
/// of 4,096 bytes, one after another, to the file at `path`. The file is created if it is missing,
/// and first filled with 32 MB of zeros.
pub fn writes_per_s(path: &Path, writers: u64, writes: u64) -> Result<f64, String> {
    let options =
        OpenOptions { create: Create::IfMissing, access: Access::Direct, durability: Durability::Synchronous };
    let file: Arc<dyn File> = OsFs::new().open(path, options).map_err(|error| error.to_string())?;
    fill(&*file).map_err(|error| error.to_string())?;
    let clock = SystemClock::new();
    let begun = clock.monotonic_ns();
    let threads: Vec<_> = (0..writers)
        .map(|writer| {
            let file = Arc::clone(&file);
            std::thread::spawn(move || {
                let mut bytes = AlignedBuf::zeroed(SECTOR);
                bytes.fill(1);
                let places = (writer..writes).step_by(writers as usize);
                places.map(|place| place % SECTORS * SECTOR as u64).try_for_each(|at| file.write_at(&bytes, at))
            })
        })
        .collect();
    for thread in threads {
        thread.join().map_err(|_| "a writer failed".to_owned())?.map_err(|error| error.to_string())?;
    }
    Ok(writes as f64 / ((clock.monotonic_ns() - begun) as f64 / 1e9))
}

fn fill(file: &dyn File) -> Result<(), FileError> {
    let piece = AlignedBuf::zeroed(1 << 20);
    let bytes = SECTORS * SECTOR as u64;
    (0..bytes).step_by(piece.len()).try_for_each(|at| file.write_at(&piece, at))
}

const SECTOR: usize = 4096;
const SECTORS: u64 = 8192;
