//! Complete reads and writes at a position (rule 1), even if the system transfers only a part per
//! call.

#[cfg(target_os = "linux")]
use super::linux as system;
#[cfg(not(target_os = "linux"))]
use super::plain as system;
use std::fs::File;
use std::io;

/// Fills `buf` from `offset`. All offsets and lengths are multiples of `unit`: the sector size for
/// direct I/O, 1 for buffered I/O. Interrupted calls are repeated. Fails with `UnexpectedEof` if
/// the file ends before.
pub(super) fn read_exact(file: &File, buf: &mut [u8], offset: u64, unit: usize) -> io::Result<()> {
    let mut done = 0;
    while done < buf.len() {
        match read_some(file, &mut buf[done..], offset + done as u64) {
            Ok(count) => {
                // Unbuffered I/O ends within a unit only at the end of the file.
                if count == 0 || (done + count < buf.len() && !count.is_multiple_of(unit)) {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                done += count;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes all of `buf` at `offset`. `unit`: as for [`read_exact`]. Interrupted and partial calls
/// are continued at a unit's begin.
pub(super) fn write_all(file: &File, buf: &[u8], offset: u64, unit: usize) -> io::Result<()> {
    let mut done = 0;
    while done < buf.len() {
        match write_some(file, &buf[done..], offset + done as u64) {
            Ok(count) => {
                // The rest must begin at a unit boundary, so a partially written unit is written
                // again.
                let whole = if done + count < buf.len() { count - count % unit } else { count };
                if whole == 0 {
                    return Err(io::ErrorKind::WriteZero.into());
                }
                done += whole;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes the non-empty `parts`, each adjacent to the one before, from the part `done` on. `unit`:
/// as for [`read_exact`]. Uses few calls of the system. A partly written part is written again from
/// its start. `done` counts the parts that are written, also if the next one fails.
pub(super) fn write_parts(file: &File, parts: &[(u64, &[u8])], done: &mut usize, unit: usize) -> io::Result<()> {
    while let [(offset, first), others @ ..] = &parts[*done..] {
        if others.is_empty() {
            write_all(file, first, *offset, unit)?;
            *done += 1;
            continue;
        }
        let mut count = match system::write_some_parts(file, &parts[*done..]) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // The error may be that of a later part.
            Err(_) => 0,
        };
        let before = *done;
        while let Some((_, whole)) = parts.get(*done).filter(|(_, part)| count >= part.len()) {
            count -= whole.len();
            *done += 1;
        }
        // A partially written part is written again as a whole. This call also reports the error if
        // it can't continue.
        if let Some((offset, begun)) = parts.get(*done).filter(|_| count > 0 || *done == before) {
            write_all(file, begun, *offset, unit)?;
            *done += 1;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn read_some(file: &File, buf: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buf, offset)
}

#[cfg(unix)]
fn write_some(file: &File, buf: &[u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::write_at(file, buf, offset)
}

#[cfg(windows)]
fn read_some(file: &File, buf: &mut [u8], offset: u64) -> io::Result<usize> {
    match std::os::windows::fs::FileExt::seek_read(file, buf, offset) {
        // ERROR_HANDLE_EOF: Windows reports a read at the end of the file as an error.
        Err(error) if error.raw_os_error() == Some(38) => Ok(0),
        result => result,
    }
}

#[cfg(windows)]
fn write_some(file: &File, buf: &[u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_write(file, buf, offset)
}
