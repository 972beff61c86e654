//! The bytes of a database's secondary files and filegroups in its row of master's list
//! (`docs/file-format.md`, *The list of databases*).
//!
//! ```text
//! default filegroup u16, last file u16, last filegroup u16,
//! filegroups u16, each: id u16, flags u8 (1: READ_ONLY), name
//! files u16, each: id u16, filegroup u16, flags u8 (1: absent), growth u64, MAXSIZE u64, name,
//!                  path
//! name, path := length u16, UTF-8
//! ```
//! A growth is stored as in the log's header, with all bits set if it is not set. MAXSIZE is in
//! bytes; all bits set: no limit.

use sluice_base::codec::{Reader, Truncated};
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{FileId, FilegroupId};
use sluice_table::data_files::{DataFiles, Filegroup, LogBufferFile, SecondaryFile};
use std::collections::BTreeMap;

/// Returns the bytes, or `None` if there are no secondary files and filegroups and never were. All
/// numbers are little-endian; an unset growth or limit is a mark.
pub(crate) fn encode(files: &DataFiles) -> Option<Vec<u8>> {
    if *files == DataFiles::default() {
        return None;
    }
    let mut bytes = Vec::new();
    put_u16(&mut bytes, files.default_filegroup.0);
    put_u16(&mut bytes, files.last_file.0);
    put_u16(&mut bytes, files.last_filegroup.0);
    put_u16(&mut bytes, files.filegroups.len() as u16);
    for group in &files.filegroups {
        put_u16(&mut bytes, group.id.0);
        bytes.push(u8::from(group.is_read_only));
        put_text(&mut bytes, &group.name);
    }
    put_u16(&mut bytes, files.files.len() as u16);
    for file in &files.files {
        put_u16(&mut bytes, file.id.0);
        put_u16(&mut bytes, file.filegroup.0);
        bytes.push(u8::from(file.is_absent));
        bytes.extend_from_slice(&file.growth.map_or(UNSET, FileGrowth::to_number).to_le_bytes());
        bytes.extend_from_slice(&file.max_bytes.unwrap_or(UNSET).to_le_bytes());
        put_text(&mut bytes, &file.name);
        put_text(&mut bytes, &file.path);
    }
    Some(bytes)
}

/// Decodes the bytes. Fails if they end early or too late.
pub(crate) fn decode(bytes: &[u8]) -> Result<DataFiles, Truncated> {
    let mut reader = Reader::new(bytes);
    let default_filegroup = FilegroupId(reader.u16()?);
    let (last_file, last_filegroup) = (FileId(reader.u16()?), FilegroupId(reader.u16()?));
    let mut files = DataFiles { default_filegroup, last_file, last_filegroup, ..DataFiles::default() };
    for _ in 0..reader.u16()? {
        let (id, is_read_only) = (FilegroupId(reader.u16()?), flag(&mut reader)?);
        files.filegroups.push(Filegroup { id, name: text(&mut reader)?, is_read_only });
    }
    for _ in 0..reader.u16()? {
        let (id, filegroup) = (FileId(reader.u16()?), FilegroupId(reader.u16()?));
        let is_absent = flag(&mut reader)?;
        let (growth, max_bytes) = (set(reader.u64()?).map(FileGrowth::of_number), set(reader.u64()?));
        let (name, path) = (text(&mut reader)?, text(&mut reader)?);
        files.files.push(SecondaryFile { id, filegroup, name, path, growth, max_bytes, is_absent });
    }
    if reader.is_empty() { Ok(files) } else { Err(Truncated) }
}

/// Returns the bytes of a persisted log buffer's entry: id u16, flags u8 (1: absent), name, path.
pub(crate) fn encode_log_buffer(file: &LogBufferFile) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_u16(&mut bytes, file.id.0);
    bytes.push(u8::from(file.is_absent));
    put_text(&mut bytes, &file.name);
    put_text(&mut bytes, &file.path);
    bytes
}

/// Decodes the entry of a persisted log buffer. Fails if the bytes end early or too late.
pub(crate) fn decode_log_buffer(bytes: &[u8]) -> Result<LogBufferFile, Truncated> {
    let mut reader = Reader::new(bytes);
    let (id, is_absent) = (FileId(reader.u16()?), flag(&mut reader)?);
    let (name, path) = (text(&mut reader)?, text(&mut reader)?);
    if reader.is_empty() { Ok(LogBufferFile { id, name, path, is_absent }) } else { Err(Truncated) }
}

/// Returns the bytes of the sizes of files, or `None` if there are none: for each, id u16, pages
/// u32.
pub(crate) fn encode_sizes(sizes: &BTreeMap<FileId, u32>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for (id, pages) in sizes {
        put_u16(&mut bytes, id.0);
        bytes.extend_from_slice(&pages.to_le_bytes());
    }
    (!bytes.is_empty()).then_some(bytes)
}

/// Decodes the sizes of files. Fails if the bytes end within one.
pub(crate) fn decode_sizes(bytes: &[u8]) -> Result<BTreeMap<FileId, u32>, Truncated> {
    let mut reader = Reader::new(bytes);
    let mut sizes = BTreeMap::new();
    while !reader.is_empty() {
        let id = FileId(reader.u16()?);
        sizes.insert(id, reader.u32()?);
    }
    Ok(sizes)
}

fn set(number: u64) -> Option<u64> {
    Some(number).filter(|number| *number != UNSET)
}

/// Reads flags of which only the lowest bit is known.
fn flag(reader: &mut Reader<'_>) -> Result<bool, Truncated> {
    match reader.u8()? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Truncated),
    }
}

fn put_u16(bytes: &mut Vec<u8>, number: u16) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_u16(bytes, text.len() as u16);
    bytes.extend_from_slice(text.as_bytes());
}

fn text(reader: &mut Reader<'_>) -> Result<String, Truncated> {
    let length = reader.u16()?;
    String::from_utf8(reader.bytes(length.into())?.to_vec()).map_err(|_| Truncated)
}

/// The number for a setting that is not set; no setting has it.
const UNSET: u64 = u64::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_filegroups_round_trip_and_truncation_is_rejected() {
        let mut files = DataFiles::default();
        assert_eq!(encode(&files), None);
        let filegroup = files.add_filegroup("archive");
        files.default_filegroup = filegroup;
        files.set_read_only(filegroup, true);
        for (growth, max_bytes, is_absent) in
            [(None, None, false), (Some(FileGrowth::Percent(10)), Some(1 << 30), true)]
        {
            let id = files.next_file();
            let (name, path) = (format!("données{}", id.0), format!("/elsewhere/{}.ndf", id.0));
            files.files.push(SecondaryFile { id, filegroup, name, path, growth, max_bytes, is_absent });
        }
        let bytes = encode(&files).unwrap();
        assert_eq!(decode(&bytes), Ok(files));
        assert!((0..bytes.len()).all(|length| decode(&bytes[..length]).is_err()));
        let (name, path) = ("tampon".to_owned(), "/pmem/données.pldf".to_owned());
        let buffer = LogBufferFile { id: FileId(7), name, path, is_absent: true };
        let bytes = encode_log_buffer(&buffer);
        assert_eq!(decode_log_buffer(&bytes), Ok(buffer));
        assert!((0..bytes.len()).all(|length| decode_log_buffer(&bytes[..length]).is_err()));
        let sizes = [(FileId::PRIMARY, 1024), (FileId(9), u32::MAX)].into();
        let bytes = encode_sizes(&sizes).unwrap();
        assert_eq!((decode_sizes(&bytes), decode_sizes(&bytes[..7])), (Ok(sizes), Err(Truncated)));
    }
}
