//! The disk alone: how many synchronous writes of one sector it finishes a second when so many threads write beside one another. No engine that
//! acknowledges in the log's order has more of them; what several committers can reach is to be read beside it.

use sluice_base::clock::{Clock, SystemClock};
use sluice_base::sync::Arc;
use sluice_vfs::os::OsFs;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, FileError, OpenOptions, Vfs};
use std::path::Path;

/// Writes a second of `writers` threads, `writes` in all, into a file at `path` that has been written before.
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
