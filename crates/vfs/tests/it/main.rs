//! Tests of the faces of `vfs` through their public traits.

mod model;

mod operating_system;

mod crash;

mod full_disk;

mod fault;

mod trace;

mod mapping;

mod threads;

use sluice_base::sync::Arc;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, OpenOptions, Vfs};
use std::path::Path;

/// A handle that makes the file if it is missing.
fn open(vfs: &dyn Vfs, path: &str, access: Access, durability: Durability) -> Arc<dyn File> {
    vfs.open(Path::new(path), OpenOptions { create: Create::IfMissing, access, durability }).unwrap()
}

/// A buffered, deferred handle that makes the file if it is missing.
fn open_plain(vfs: &dyn Vfs, path: &str) -> Arc<dyn File> {
    open(vfs, path, Access::Buffered, Durability::Deferred)
}

/// A buffer of `len` times `byte` that direct handles accept.
fn filled(len: usize, byte: u8) -> AlignedBuf {
    let mut buf = AlignedBuf::zeroed(len);
    buf.fill(byte);
    buf
}

/// All bytes of the file of that path; nothing if it is not there.
fn contents(vfs: &dyn Vfs, path: &str) -> Option<Vec<u8>> {
    let options = OpenOptions { create: Create::Never, access: Access::Buffered, durability: Durability::Deferred };
    let file = match vfs.open(Path::new(path), options) {
        Ok(file) => file,
        Err(error) => {
            assert!(error.is_not_found(), "{error}");
            return None;
        }
    };
    let mut bytes = vec![0; file.len().unwrap() as usize];
    file.read_at(&mut bytes, 0).unwrap();
    Some(bytes)
}
