//! What a server is started with, and why it is not.

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

/// What a server is started with.
pub struct ServerOptions {
    /// Where it listens; port 0 picks one that is free.
    pub listen: SocketAddr,
    /// The password of `sa`, its only login.
    pub password: String,
    /// How many connections there may be at a time.
    pub connections_max: usize,
    /// How long a client may take from connecting to being logged in.
    pub log_in_max: Duration,
}

/// Why a server does not start.
#[derive(Debug)]
pub enum ServerError {
    /// There is no password.
    NoPassword,
    /// The address can be reached from other machines, and nothing is encrypted yet.
    NotLoopback(SocketAddr),
    /// The address can't be listened on, or a thread not started.
    Listen(SocketAddr, std::io::Error),
}

impl ServerOptions {
    /// On the address, with the password.
    ///
    /// # Errors
    /// The password is empty, or the address is no loopback address.
    pub fn new(listen: SocketAddr, password: String) -> Result<ServerOptions, ServerError> {
        if password.is_empty() {
            return Err(ServerError::NoPassword);
        }
        if !listen.ip().is_loopback() {
            return Err(ServerError::NotLoopback(listen));
        }
        Ok(ServerOptions { listen, password, connections_max: 1024, log_in_max: Duration::from_secs(15) })
    }

    /// Whether it is the password. How long that takes tells nothing but the lengths.
    pub(crate) fn is_password(&self, given: &str) -> bool {
        let (own, given) = (self.password.as_bytes(), given.as_bytes());
        let mut difference = own.len() ^ given.len();
        for (place, byte) in given.iter().enumerate() {
            difference |= usize::from(byte ^ own[place % own.len()]);
        }
        std::hint::black_box(difference) == 0
    }
}

impl fmt::Debug for ServerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ServerOptions { listen, connections_max, log_in_max, .. } = self;
        write!(f, "ServerOptions({listen}, {connections_max} connections, {log_in_max:?} to log in)")
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::NoPassword => write!(f, "there is no password for sa: set MSSQL_SA_PASSWORD to one"),
            ServerError::NotLoopback(address) => write!(
                f,
                "can't listen on {address}: connections are not encrypted yet, so only an address of this machine alone is taken, such as 127.0.0.1:1433"
            ),
            ServerError::Listen(address, error) => write!(f, "can't listen on {address}: {error}"),
        }
    }
}

impl std::error::Error for ServerError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_compared_to_its_end() {
        let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), "Pässword1".into()).unwrap();
        assert!(options.is_password("Pässword1"));
        for wrong in ["", "P", "Pässword", "Pässword2", "pässword1", "Pässword1Pässword1", "Pässword11"] {
            assert!(!options.is_password(wrong), "{wrong}");
        }
        assert!(!format!("{options:?}").contains("word1"));
    }

    #[test]
    fn what_is_unsafe_is_refused() {
        let of = |address: &str, password: &str| {
            ServerOptions::new(address.parse().unwrap(), password.into()).err().map(|error| error.to_string())
        };
        assert!(of("127.0.0.1:0", "").unwrap().contains("MSSQL_SA_PASSWORD"));
        assert!(of("0.0.0.0:1433", "x").unwrap().contains("0.0.0.0:1433"));
        assert!(of("[::]:1433", "x").is_some());
        assert_eq!((of("[::1]:1433", "x"), of("127.1.2.3:1433", "x")), (None, None));
    }
}
