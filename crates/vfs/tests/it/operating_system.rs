//! Properties that only the operating system's files have.

use crate::{contents, filled, open};
use sluice_vfs::os::OsFs;
use sluice_vfs::{Access, Create, Durability, OpenOptions, Vfs};
use std::io::ErrorKind;
use std::path::Path;

#[test]
fn handle_reads_writes_of_every_other_handle_kind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let path = path.to_str().unwrap();
    let vfs = OsFs::new();
    let mut expected = Vec::new();
    for access in [Access::Direct, Access::Buffered] {
        for durability in [Durability::Synchronous, Durability::Deferred] {
            let file = open(&vfs, path, access, durability);
            let byte = expected.len() as u8 / 16 + 1;
            file.write_at(&filled(8192, byte), expected.len() as u64).unwrap();
            file.sync().unwrap();
            expected.extend([byte; 8192]);
            assert_eq!(contents(&vfs, path).unwrap(), expected, "{access:?} {durability:?}");
            let mut read = filled(expected.len(), 0);
            file.read_at(&mut read, 0).unwrap();
            assert_eq!(&read[..], expected);
        }
    }
}

#[test]
fn direct_read_past_unaligned_end_is_eof() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    std::fs::write(&path, [1; 10_000]).unwrap();
    let file = open(&OsFs::new(), path.to_str().unwrap(), Access::Direct, Durability::Deferred);
    for (offset, length) in [(0, 12_288), (8192, 4096), (8192, 8192), (12_288, 4096)] {
        let error = file.read_at(&mut filled(length, 0), offset).unwrap_err();
        assert_eq!(error.source.kind(), ErrorKind::UnexpectedEof, "{error}");
    }
    file.read_at(&mut filled(8192, 0), 0).unwrap();
}

#[test]
fn reserved_space_is_zero_and_part_of_length() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let file = open(&OsFs::new(), path.to_str().unwrap(), Access::Direct, Durability::Synchronous);
    file.allocate(0, 1 << 20).unwrap();
    file.write_at(&filled(4096, 9), 8192).unwrap();
    file.allocate(0, 100).unwrap();
    assert_eq!(file.len().unwrap(), 1 << 20);
    let bytes = std::fs::read(&path).unwrap();
    assert!(bytes.iter().enumerate().all(|(at, byte)| *byte == if (8192..12_288).contains(&at) { 9 } else { 0 }));
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::MetadataExt;
        assert!(std::fs::metadata(&path).unwrap().blocks() * 512 >= 1 << 20, "space is really taken");
    }
}

/// A reservation larger than any disk is refused with a full disk or a too large file.
#[test]
fn oversized_reservation_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let file = open(&OsFs::new(), path.to_str().unwrap(), Access::Buffered, Durability::Deferred);
    let error = file.allocate(0, 1 << 62).unwrap_err();
    assert!(error.is_disk_full() || error.source.kind() == ErrorKind::FileTooLarge, "{error}");
}

#[test]
fn batch_writes_adjacent_and_separate_ranges() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f");
    let path = path.to_str().unwrap();
    // More adjacent writes than the system accepts in a call, in two runs, after a separate write.
    let numbers: Vec<u64> = [9000].into_iter().chain(100..2500).chain(4000..4010).collect();
    for access in [Access::Direct, Access::Buffered] {
        let unit = if access == Access::Direct { 4096 } else { 5 };
        let buffers: Vec<_> = numbers.iter().map(|number| filled(unit, (number % 250) as u8 + 1)).collect();
        let writes: Vec<(u64, &[u8])> =
            numbers.iter().zip(&buffers).map(|(number, buf)| (number * unit as u64, &buf[..])).collect();
        let file = open(&OsFs::new(), path, access, Durability::Deferred);
        file.write_batch(&writes).whole().unwrap();
        file.write_batch(&[]).whole().unwrap();
        let bytes = contents(&OsFs::new(), path).unwrap();
        assert_eq!(bytes.len(), 9001 * unit);
        for (number, bytes) in bytes.chunks(unit).enumerate() {
            let expected = if numbers.contains(&(number as u64)) { (number % 250) as u8 + 1 } else { 0 };
            assert!(bytes.iter().all(|byte| *byte == expected), "{access:?} {number}");
        }
        assert_eq!(file.write_batch(&[(u64::MAX, &[1])]).whole().unwrap_err().source.kind(), ErrorKind::InvalidInput);
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn second_lock_attempt_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sluice.lock");
    let vfs = OsFs::new();
    let lock = vfs.lock(&path).unwrap();
    let error = vfs.lock(&path).err().unwrap();
    assert!(error.is_locked(), "{error}");
    drop(lock);
    vfs.lock(&path).unwrap();
}

#[test]
fn error_names_file_and_operation() {
    let vfs = OsFs::new();
    let options = OpenOptions { create: Create::Never, access: Access::Direct, durability: Durability::Deferred };
    let error = vfs.open(Path::new("no/such/file"), options).err().unwrap();
    assert!(error.is_not_found());
    assert!(error.to_string().starts_with("could not open 'no/such/file': "), "{error}");
}

#[test]
fn folders_are_created_below_relative_and_existing() {
    let folder = tempfile::tempdir().unwrap();
    let vfs = OsFs::new();
    let deep = folder.path().join("x/y/z");
    vfs.create_dir_all(&deep).unwrap();
    vfs.create_dir_all(&deep).unwrap();
    assert!(deep.is_dir());
    std::fs::write(deep.join("f"), "").unwrap();
    assert_eq!(vfs.create_dir_all(&deep.join("f")).unwrap_err().source.kind(), ErrorKind::AlreadyExists);
    vfs.sync_dir(&deep).unwrap();
}
