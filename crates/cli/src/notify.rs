//! Notifies a service manager that the server is ready or stopping (sd_notify(3)).

/// Sends `state` to the socket named by NOTIFY_SOCKET, if set. A failure is ignored.
#[cfg(target_os = "linux")]
pub(crate) fn notify(state: &str) {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};
    let Some(name) = std::env::var_os("NOTIFY_SOCKET") else { return };
    // A name that begins with @ is an abstract socket.
    let address = match name.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name),
        None => SocketAddr::from_pathname(&name),
    };
    // A failed notification doesn't affect the server.
    let _ = address.and_then(|address| UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address));
}

/// Does nothing: other systems have no such manager.
#[cfg(not(target_os = "linux"))]
pub(crate) fn notify(_state: &str) {}
