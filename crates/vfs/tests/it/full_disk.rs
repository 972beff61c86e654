//! Full disks, in memory.

use crate::{contents, open_plain};
use sluice_vfs::Vfs;
use sluice_vfs::mem::{CrashMode, MemFs, MemOptions};
use std::path::Path;

fn small() -> MemFs {
    MemFs::with_options(MemOptions { capacity: 64 * 1024, ..MemOptions::powersafe(1) })
}

#[test]
fn reservation_without_space_changes_nothing() {
    let mem = small();
    let file = open_plain(&mem, "f");
    file.allocate(0, 60 * 1024).unwrap();
    assert!(file.allocate(0, 70 * 1024).unwrap_err().is_disk_full());
    assert_eq!((file.len().unwrap(), mem.bytes_taken()), (60 * 1024, 60 * 1024));
}

#[test]
fn reserved_space_is_writable_on_full_disk() {
    let mem = small();
    let (one, other) = (open_plain(&mem, "one"), open_plain(&mem, "other"));
    one.allocate(0, 60 * 1024).unwrap();
    other.write_at(&[1; 4096], 0).unwrap();
    assert!(other.write_at(&[1], 4096).unwrap_err().is_disk_full());
    one.write_at(&[2; 60 * 1024], 0).unwrap();
    assert_eq!(contents(&mem, "one").unwrap(), [2; 60 * 1024]);
}

#[test]
fn write_on_filling_disk_may_be_partial() {
    let mem = small();
    let file = open_plain(&mem, "f");
    assert!(file.write_at(&[1; 100 * 1024], 1000).unwrap_err().is_disk_full());
    assert_eq!(file.len().unwrap(), 64 * 1024);
    assert_eq!(mem.bytes_taken(), 64 * 1024);
}

#[test]
fn removal_and_replacement_free_space() {
    let mem = small();
    for name in ["one", "two"] {
        open_plain(&mem, name).write_at(&[1; 8192], 0).unwrap();
    }
    let two = open_plain(&mem, "two");
    mem.rename(Path::new("one"), Path::new("two")).unwrap();
    assert_eq!(mem.bytes_taken(), 8192);
    two.write_at(&[2; 64 * 1024], 0).unwrap();
    mem.remove(Path::new("two")).unwrap();
    assert_eq!(mem.bytes_taken(), 0);
}

#[test]
fn crash_recounts_used_space() {
    let mem = small();
    let file = open_plain(&mem, "f");
    file.write_at(&[1; 8192], 0).unwrap();
    file.sync().unwrap();
    file.write_at(&[1; 8192], 8192).unwrap();
    open_plain(&mem, "gone").write_at(&[1; 4096], 0).unwrap();
    mem.remove(Path::new("gone")).unwrap();
    assert_eq!(mem.crash_copy(1, CrashMode::ProcessKill).bytes_taken(), 16_384);
    assert_eq!(mem.crash_copy(1, CrashMode::LOSE_UNSYNCED).bytes_taken(), 0);
    mem.sync_dir(Path::new("")).unwrap();
    assert_eq!(mem.crash(CrashMode::LOSE_UNSYNCED).bytes_taken(), 8192);
}

#[test]
fn volatile_file_system_is_empty_after_power_cut() {
    let mem = MemFs::volatile(u64::MAX);
    let file = open_plain(&mem, "f");
    file.write_at(&[1; 100], 0).unwrap();
    file.sync().unwrap();
    mem.sync_dir(Path::new("")).unwrap();
    assert_eq!(contents(&mem, "f").unwrap(), [1; 100]);
    assert_eq!(contents(&mem.crash(CrashMode::KEEP_UNSYNCED), "f").unwrap(), []);
}
