//! Tests of the implementations of `vfs` through their public traits.

mod model;

mod operating_system;

mod crash;

mod full_disk;

mod fault;

mod batch;

mod trace;

mod mapping;

mod persistent;

mod threads;

use sluice_base::sync::Arc;
use sluice_vfs::{Access, AlignedBuf, Create, Durability, File, OpenOptions, Vfs};
use std::path::Path;

/// Opens a handle and creates the file if it is missing.
fn open(vfs: &dyn Vfs, path: &str, access: Access, durability: Durability) -> Arc<dyn File> {
    vfs.open(Path::new(path), OpenOptions { create: Create::IfMissing, access, durability }).unwrap()
}

/// Opens a buffered, deferred handle and creates the file if it is missing.
fn open_plain(vfs: &dyn Vfs, path: &str) -> Arc<dyn File> {
    open(vfs, path, Access::Buffered, Durability::Deferred)
}

/// Returns a buffer of `len` times `byte` that direct handles accept.
fn filled(len: usize, byte: u8) -> AlignedBuf {
    let mut buf = AlignedBuf::zeroed(len);
    buf.fill(byte);
    buf
}

/// Returns all bytes of the file of that path, or `None` if it doesn't exist.
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
