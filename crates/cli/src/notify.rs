//! What a service manager is told: that the server is ready, and that it is ending (sd_notify(3)).

/// Says `state` to the socket that NOTIFY_SOCKET names, if there is one.
#[cfg(target_os = "linux")]
pub(crate) fn notify(state: &str) {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};
    let Some(name) = std::env::var_os("NOTIFY_SOCKET") else { return };
    // A name that begins with @ is in no folder.
    let address = match name.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name),
        None => SocketAddr::from_pathname(&name),
    };
    // A manager that does not listen learns nothing; the server goes on.
    let _ = address.and_then(|address| UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address));
}

/// Elsewhere there is no such manager.
#[cfg(not(target_os = "linux"))]
pub(crate) fn notify(_state: &str) {}
