//! Readiness of blocking sockets for reading and writing, without reading or writing.

use std::io;
use std::net::TcpStream;

/// Whether a read would not wait: bytes are available, or the peer has closed the connection.
#[cfg(unix)]
pub fn can_read(socket: &TcpStream) -> io::Result<bool> {
    unix::poll(socket, libc::POLLIN, 0)
}

/// Whether a write of some kilobytes would not wait, or would fail.
#[cfg(unix)]
pub fn can_write(socket: &TcpStream) -> io::Result<bool> {
    unix::poll(socket, libc::POLLOUT, 0)
}

/// Waits until [`can_write`] holds.
#[cfg(unix)]
pub fn wait_to_write(socket: &TcpStream) -> io::Result<()> {
    while !unix::poll(socket, libc::POLLOUT, -1)? {}
    Ok(())
}

/// Waits until [`can_read`] holds for some of the sockets. Writes their indexes to `ready`.
#[cfg(unix)]
pub fn wait_to_read(sockets: &[&TcpStream], ready: &mut Vec<usize>) -> io::Result<()> {
    unix::poll_all(sockets, ready)
}

/// Not implemented on this platform: returns `Unsupported`, and callers fall back to blocking
/// reads.
#[cfg(not(unix))]
pub fn wait_to_read(_sockets: &[&TcpStream], _ready: &mut Vec<usize>) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Not implemented on this platform: returns `Unsupported`, and callers fall back to blocking
/// reads.
#[cfg(not(unix))]
pub fn can_read(_socket: &TcpStream) -> io::Result<bool> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Not implemented on this platform: the write itself waits.
#[cfg(not(unix))]
pub fn can_write(_socket: &TcpStream) -> io::Result<bool> {
    Ok(true)
}

/// Not implemented on this platform: the write itself waits.
#[cfg(not(unix))]
pub fn wait_to_write(_socket: &TcpStream) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::net::TcpStream;
    use std::os::fd::AsRawFd;

    /// Waits for `event`, an error or the peer's end, for at most `limit_ms` (without limit if
    /// negative). Returns whether the event, error or end occurred.
    pub(super) fn poll(socket: &TcpStream, event: libc::c_short, limit_ms: libc::c_int) -> io::Result<bool> {
        let mut entry = libc::pollfd { fd: socket.as_raw_fd(), events: event, revents: 0 };
        poll_entries(std::slice::from_mut(&mut entry), limit_ms)
    }

    /// Waits until some of the sockets are readable. Writes their indexes to `ready`. Waits without
    /// limit; an interrupted wait is repeated. A closed or broken connection counts as readable.
    /// Returns at once without sockets. Fails if the system call does.
    pub(super) fn poll_all(sockets: &[&TcpStream], ready: &mut Vec<usize>) -> io::Result<()> {
        let entry = |socket: &&TcpStream| libc::pollfd { fd: socket.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        let mut entries: Vec<libc::pollfd> = sockets.iter().map(entry).collect();
        ready.clear();
        while !entries.is_empty() && !poll_entries(&mut entries, -1)? {}
        ready.extend((0..entries.len()).filter(|place| entries[*place].revents != 0));
        Ok(())
    }

    fn poll_entries(entries: &mut [libc::pollfd], limit_ms: libc::c_int) -> io::Result<bool> {
        // SAFETY: the pointer is to `entries.len()` entries that outlive the call; the kernel
        // writes nowhere else.
        let count = unsafe { libc::poll(entries.as_mut_ptr(), entries.len() as libc::nfds_t, limit_ms) };
        if count >= 0 {
            return Ok(count > 0);
        }
        match io::Error::last_os_error() {
            error if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            error => Err(error),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;

    #[test]
    fn socket_is_readable_after_bytes_or_end() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut server, _) = listener.accept().unwrap();
        assert!(!can_read(&server).unwrap());
        assert!(can_write(&server).unwrap());
        client.write_all(&[1]).unwrap();
        let mut ready = Vec::new();
        wait_to_read(&[&client, &server], &mut ready).unwrap();
        assert_eq!(ready, [1]);
        server.read_exact(&mut [0]).unwrap();
        assert!(!can_read(&server).unwrap());
        drop(client);
        while !can_read(&server).unwrap() {}
        assert_eq!(server.read(&mut [0]).unwrap(), 0);
    }
}
