//! The files of a folder as text, so that a small database can be kept in the source tree and its
//! changes reviewed.
//!
//! ```text
//! file A.mdf 2097152
//! 8192 5a17 00*40 01
//! ```
//! The word `file` is followed by the file's name and length. Each further line has an offset and
//! the bytes at that offset: hexadecimal bytes, or a byte with its repeat count. Bytes not
//! mentioned are zero.

use crate::error::FileError;
use crate::file::{Access, Create, Durability, OpenOptions, Vfs};
use std::fmt::Write as _;
use std::path::Path;

/// Returns the files of `folder` as text, sorted by name. Lines of zeroes are left out. Reads each
/// file into memory. Fails if `folder` holds a folder.
pub fn write(vfs: &dyn Vfs, folder: &Path) -> Result<String, FileError> {
    let mut names = vfs.list(folder)?;
    names.sort();
    let mut text = String::new();
    for name in names {
        let file = vfs.open(&folder.join(&name), options(Create::Never))?;
        let mut bytes = vec![0; file.len()? as usize];
        file.read_at(&mut bytes, 0)?;
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        writeln!(text, "file {name} {}", bytes.len()).expect("a String takes all");
        for (number, line) in bytes.chunks(LINE).enumerate().filter(|(_, line)| line.iter().any(|byte| *byte != 0)) {
            write!(text, "{}", number * LINE).expect("a String takes all");
            put_line(line, &mut text);
            text.push('\n');
        }
    }
    Ok(text)
}

/// Creates the files described by `text` in `folder`, which is created if missing. Each file and
/// the folder are synced. Fails if a file exists already. Returns `None` if [`write()`] can't have
/// written the text; the files described before that place may then exist.
pub fn read(text: &str, vfs: &dyn Vfs, folder: &Path) -> Result<Option<()>, FileError> {
    vfs.create_dir_all(folder)?;
    let mut file = None;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some((name, length)) = line.strip_prefix("file ").and_then(|rest| rest.rsplit_once(' ')) {
            let Ok(length) = length.parse() else { return Ok(None) };
            file = Some((name, vec![0u8; length]));
        } else if let (Some((_, bytes)), Some((place, content))) = (&mut file, parse_line(line)) {
            let Some(room) = bytes.get_mut(place..place + content.len()) else { return Ok(None) };
            room.copy_from_slice(&content);
        } else {
            return Ok(None);
        }
        if lines.peek().is_none_or(|next| next.starts_with("file "))
            && let Some((name, bytes)) = file.take()
        {
            let file = vfs.open(&folder.join(name), options(Create::New))?;
            if !bytes.is_empty() {
                file.allocate(0, bytes.len() as u64)?;
                file.write_at(&bytes, 0)?;
            }
            file.sync()?;
        }
    }
    vfs.sync_dir(folder)?;
    Ok(Some(()))
}

fn options(create: Create) -> OpenOptions {
    OpenOptions { create, access: Access::Buffered, durability: Durability::Deferred }
}

/// Writes the bytes of a line, without the zeroes at its end.
fn put_line(line: &[u8], text: &mut String) {
    let end = line.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let mut rest = &line[..end];
    let mut is_open = false;
    while let [first, ..] = rest {
        let run = rest.iter().take_while(|byte| *byte == first).count();
        if run >= RUN {
            write!(text, " {first:02x}*{run}").expect("a String takes all");
            (rest, is_open) = (&rest[run..], false);
        } else {
            if !std::mem::replace(&mut is_open, true) {
                text.push(' ');
            }
            write!(text, "{first:02x}").expect("a String takes all");
            rest = &rest[1..];
        }
    }
}

/// Parses a line into its offset and bytes.
fn parse_line(line: &str) -> Option<(usize, Vec<u8>)> {
    let mut words = line.split(' ');
    let place = words.next()?.parse().ok()?;
    let mut bytes = Vec::new();
    for word in words {
        let (digits, count) = match word.split_once('*') {
            Some((digits, count)) => (digits, count.parse().ok()?),
            None => (word, 1),
        };
        let read = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        let once = (0..digits.len()).step_by(2).map(read).collect::<Option<Vec<u8>>>()?;
        bytes.extend(once.repeat(count));
    }
    Some((place, bytes))
}

/// Bytes described by a line.
const LINE: usize = 64;
/// Minimum number of equal bytes written with a repeat count.
const RUN: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::MemFs;

    #[test]
    fn folder_text_roundtrips() {
        let (folder, from, to) = (Path::new("/d"), MemFs::new(1), MemFs::new(2));
        from.create_dir_all(folder).unwrap();
        let mut content = vec![0u8; 4096];
        content[1..6].copy_from_slice(&[7, 7, 0, 7, 9]);
        content[100..180].fill(3);
        content[4095] = 1;
        for (name, content) in [("a.mdf", &content[..]), ("b log.ldf", &content[..512]), ("empty", &[])] {
            let file = from.open(&folder.join(name), options(Create::New)).unwrap();
            file.write_at(content, 0).unwrap();
        }
        let text = write(&from, folder).unwrap();
        assert!(text.contains("file a.mdf 4096\n0 000707000709\n"), "{text}");
        assert!(text.contains("\n64 00*36 03*28\n128 03*52\n4032 00*63 01\n"), "{text}");
        assert_eq!(read(&text, &to, folder).unwrap(), Some(()));
        assert_eq!(write(&to, folder).unwrap(), text);
        for bad in ["0 00", "file x y", "file x 4\n0 0g", "file x 4\n3 0102"] {
            assert_eq!(read(bad, &MemFs::new(3), folder).unwrap(), None, "{bad}");
        }
    }
}
