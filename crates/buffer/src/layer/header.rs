//! The header of a layer file. It is durable before the layer is used, and never changes.
//!
//! ```text
//!  0 magic `SluiceLy`        8 checksum u32 of the bytes from 12 to the page's end
//! 12 format version u32: 1, or 2 with guids          16 id u64, drawn at random; never 0
//! 24 id u64 of the layer below; 0: a data file       32 length u64 of the file below, in bytes
//! 40 guid u64 of the database below                  48 guid u64 of the layer's database; both 0
//!                                                       if they are the same database
//! 56 length u16 and UTF-8 of the path of the file below; a name alone is in the same folder
//! ```

use crate::page::PAGE_SIZE;
use sluice_base::codec::{get_u16, get_u32, get_u64, put_u16, put_u32, put_u64};
use sluice_base::ids::DatabaseGuid;
use sluice_vfs::{AlignedBuf, FileError, Operation};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// The header of a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    /// The layer's id.
    pub(super) id: u64,
    /// The id of the layer below, or 0 above a data file.
    pub(super) base_id: u64,
    /// The length of the content below in bytes. Pages beyond it read as zeroes.
    pub(super) base_length: u64,
    /// The path of the file below.
    pub(super) base: PathBuf,
    /// The databases, if the layer is the lowest of a clone.
    pub(super) clone: Option<CloneGuids>,
}

/// The lowest layer of a clone: pages of the database `below` count as pages of `own`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CloneGuids {
    /// The database whose frozen file is below.
    pub below: DatabaseGuid,
    /// The clone.
    pub own: DatabaseGuid,
}

impl Header {
    /// Returns the header of the layer file `layer` as a page. Fails if the path of the file below
    /// is too long or isn't Unicode.
    pub(super) fn encode(&self, layer: &Path) -> Result<AlignedBuf, FileError> {
        let shown = match (self.base.parent() == layer.parent(), self.base.file_name()) {
            (true, Some(name)) => name.to_str(),
            _ => self.base.to_str(),
        };
        let text = shown.filter(|text| text.len() <= PATH_MAX);
        let text = text.ok_or_else(|| invalid(layer, "the path of the file below it is too long or isn't Unicode"))?;
        let mut bytes = AlignedBuf::zeroed(PAGE_SIZE);
        bytes[..MAGIC.len()].copy_from_slice(MAGIC);
        put_u32(&mut bytes, VERSION, if self.clone.is_some() { FORMAT_OF_CLONE } else { FORMAT });
        put_u64(&mut bytes, ID, self.id);
        put_u64(&mut bytes, BASE_ID, self.base_id);
        put_u64(&mut bytes, BASE_LENGTH, self.base_length);
        if let Some(CloneGuids { below, own }) = self.clone {
            put_u64(&mut bytes, GUID_BELOW, below.0);
            put_u64(&mut bytes, GUID, own.0);
        }
        put_u16(&mut bytes, PATH, text.len() as u16);
        bytes[PATH + 2..PATH + 2 + text.len()].copy_from_slice(text.as_bytes());
        let checksum = crc32c::crc32c(&bytes[CHECKSUM + 4..]);
        put_u32(&mut bytes, CHECKSUM, checksum);
        Ok(bytes)
    }

    /// Reads the first page of the file `path`. Returns `None` if the file isn't a layer. Fails if
    /// its header is damaged or of an unknown version.
    pub(super) fn decode(bytes: &[u8], path: &Path) -> Result<Option<Header>, FileError> {
        if !bytes.starts_with(MAGIC) {
            return Ok(None);
        }
        if get_u32(bytes, CHECKSUM) != crc32c::crc32c(&bytes[CHECKSUM + 4..PAGE_SIZE]) {
            return Err(invalid(path, "the header of this layer is damaged; restore the database from a backup"));
        }
        let clone = match get_u32(bytes, VERSION) {
            FORMAT => None,
            FORMAT_OF_CLONE => Some(CloneGuids {
                below: DatabaseGuid(get_u64(bytes, GUID_BELOW)),
                own: DatabaseGuid(get_u64(bytes, GUID)),
            }),
            _ => {
                let what = "this layer has a format that is unknown to this program; use a newer version";
                return Err(invalid(path, what));
            }
        };
        let length = usize::from(get_u16(bytes, PATH)).min(PATH_MAX);
        let text = std::str::from_utf8(&bytes[PATH + 2..PATH + 2 + length]);
        let text = text.map_err(|_| invalid(path, "the header of this layer names no file below it"))?;
        // An absolute path replaces the folder.
        let base = path.parent().unwrap_or(Path::new("")).join(text);
        Ok(Some(Header {
            id: get_u64(bytes, ID),
            base_id: get_u64(bytes, BASE_ID),
            base_length: get_u64(bytes, BASE_LENGTH),
            base,
            clone,
        }))
    }
}

/// Returns the error of a layer whose bytes can't be used.
pub(super) fn invalid(path: &Path, what: &str) -> FileError {
    FileError::new(Operation::Open, path, Error::new(ErrorKind::InvalidData, what))
}

const MAGIC: &[u8] = b"SluiceLy";
const FORMAT: u32 = 1;
const FORMAT_OF_CLONE: u32 = 2;
const CHECKSUM: usize = 8;
const VERSION: usize = 12;
const ID: usize = 16;
const BASE_ID: usize = 24;
const BASE_LENGTH: usize = 32;
const GUID_BELOW: usize = 40;
const GUID: usize = 48;
const PATH: usize = 56;
const PATH_MAX: usize = 4096;

#[cfg(all(test, not(feature = "shuttle")))]
mod tests {
    use super::*;

    fn header(base: &str) -> Header {
        Header { id: 7, base_id: 9, base_length: 1 << 40, base: PathBuf::from(base), clone: None }
    }

    #[test]
    fn layer_header_survives_encoding() {
        let guids = CloneGuids { below: DatabaseGuid(5), own: DatabaseGuid(6) };
        for base in ["/data/d.mdf.layer1", "/elsewhere/d.mdf"] {
            for clone in [None, Some(guids)] {
                let (path, header) = (Path::new("/data/d.mdf"), Header { clone, ..header(base) });
                let bytes = header.encode(path).unwrap();
                assert_eq!(Header::decode(&bytes, path).unwrap(), Some(header));
            }
        }
    }

    #[test]
    fn layer_header_moves_with_its_folder() {
        let bytes = header("/data/d.mdf.layer1").encode(Path::new("/data/d.mdf")).unwrap();
        let moved = Header::decode(&bytes, Path::new("/new/d.mdf")).unwrap().unwrap();
        assert_eq!(moved.base, Path::new("/new/d.mdf.layer1"));
    }

    #[test]
    fn damaged_layer_header_is_refused_and_data_file_is_none() {
        let path = Path::new("/data/d.mdf");
        let bytes = header("/data/base").encode(path).unwrap();
        for byte in [8, 12, 16, 24, 33, 41, 50, PAGE_SIZE - 1] {
            let mut damaged = bytes.to_vec();
            damaged[byte] ^= 1;
            assert!(Header::decode(&damaged, path).is_err(), "byte {byte}");
        }
        assert_eq!(Header::decode(&[0; PAGE_SIZE], path).unwrap(), None);
    }
}
