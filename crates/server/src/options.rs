//! What a server is started with, and why it is not.

use sluice_base::sync::Arc;
use sluice_channel::{CertificateError, Tls};
use sluice_engine::InstanceError;
use sluice_tds::encryption::Policy;
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What a server is started with.
pub struct ServerOptions {
    /// Where it listens; port 0 picks one that is free.
    pub listen: SocketAddr,
    /// The password that `sa` is given if it has none yet.
    pub password: Option<String>,
    /// How many connections there may be at a time.
    pub connections_max: usize,
    /// How many of them may not be logged in yet; where more come, the one that has been at it for longest is let go.
    pub newcomers_max: usize,
    /// How long a client may take from connecting to being logged in.
    pub log_in_max: Duration,
    /// The bytes of the largest request; rows of a bulk load, which are read as they come, have no such bound.
    pub request_bytes_max: usize,
    /// What is encrypted. Where other machines can connect, encryption must at least be possible.
    pub encryption: Policy,
    /// The certificate.
    pub certificate: Certificate,
}

/// Where the certificate comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// The server makes it at its start, as SQL Server does. It keeps those out who only listen, and its key never touches a disk; clients
    /// that want to know whom they speak to need one that is given.
    SelfMade,
    /// It is in these files, in PEM.
    Files {
        /// The certificate, and behind it those that vouch for it.
        certificate: PathBuf,
        /// Its private key.
        key: PathBuf,
    },
}

/// Why a server does not start.
#[derive(Debug)]
pub enum ServerError {
    /// Nobody could log in: there is no password.
    NoPassword,
    /// The password is not good enough, or can't be kept.
    Password(InstanceError),
    /// The address can be reached from other machines, and nothing is to be encrypted.
    NotLoopback(SocketAddr),
    /// The certificate is not to be had, or of no use.
    Certificate(CertificateError),
    /// A file of the certificate's can't be read.
    File(PathBuf, std::io::Error),
    /// The address can't be listened on, or a thread not started.
    Listen(SocketAddr, std::io::Error),
}

impl ServerOptions {
    /// On the address, with the password; encrypted as clients like, with a certificate of the server's own.
    pub fn new(listen: SocketAddr, password: Option<String>) -> ServerOptions {
        ServerOptions {
            listen,
            password,
            connections_max: CONNECTIONS_MAX,
            newcomers_max: 256,
            log_in_max: Duration::from_secs(15),
            request_bytes_max: REQUEST_BYTES_MAX,
            encryption: Policy::Offered,
            certificate: Certificate::SelfMade,
        }
    }

    /// Whether a server may start with them.
    ///
    /// # Errors
    /// The password is empty, or passwords would cross a network in clear from clients that could do better.
    pub fn check(&self) -> Result<(), ServerError> {
        if self.password.as_ref().is_some_and(String::is_empty) {
            return Err(ServerError::NoPassword);
        }
        if self.encryption == Policy::Unavailable && !self.listen.ip().is_loopback() {
            return Err(ServerError::NotLoopback(self.listen));
        }
        Ok(())
    }

    /// What is encrypted with; none where nothing is.
    pub(crate) fn tls(&self) -> Result<Option<Arc<Tls>>, ServerError> {
        let read = |path: &PathBuf| std::fs::read(path).map_err(|error| ServerError::File(path.clone(), error));
        let tls = match (self.encryption, &self.certificate) {
            (Policy::Unavailable, _) => return Ok(None),
            (_, Certificate::SelfMade) => Tls::self_made(),
            (_, Certificate::Files { certificate, key }) => Tls::of_pem(&read(certificate)?, &read(key)?),
        };
        tls.map(|tls| Some(Arc::new(tls))).map_err(ServerError::Certificate)
    }
}

impl fmt::Debug for ServerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ServerOptions { listen, connections_max, log_in_max, encryption, .. } = self;
        write!(f, "ServerOptions({listen}, {connections_max} connections, {log_in_max:?} to log in, {encryption:?})")
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::NoPassword => write!(f, "there is no password for sa: set MSSQL_SA_PASSWORD to one"),
            ServerError::Password(error) => {
                let wanted =
                    "eight characters or more, of three kinds among capitals, small letters, digits and others";
                write!(f, "{error} MSSQL_SA_PASSWORD is to have {wanted}.")
            }
            ServerError::NotLoopback(address) => write!(
                f,
                "can't listen on {address}: without encryption only an address of this machine alone is taken, such as 127.0.0.1:1433"
            ),
            ServerError::Certificate(why) => write!(f, "there is no certificate to encrypt with: {why}"),
            ServerError::File(path, error) => write!(f, "'{}': {error}", path.display()),
            ServerError::Listen(address, error) => write!(f, "can't listen on {address}: {error}"),
        }
    }
}

impl std::error::Error for ServerError {}

/// As large as a request is at most, unless the server is started with another bound.
const REQUEST_BYTES_MAX: usize = 256 << 20;
/// SQL Server's own limit (`database-engine/configure-windows/configure-the-user-connections-server-configuration-option`). Session ids are 16 bits wide.
const CONNECTIONS_MAX: usize = 32_767;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some("Pässword1".into()));
        assert!(!format!("{options:?}").contains("word1"));
    }

    #[test]
    fn what_is_unsafe_is_refused() {
        let of = |address: &str, encryption: Policy| {
            let options = ServerOptions::new(address.parse().unwrap(), Some("x".into()));
            ServerOptions { encryption, ..options }.check().err().map(|error| error.to_string())
        };
        let unsafe_password = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some(String::new())).check().err();
        assert!(unsafe_password.unwrap().to_string().contains("MSSQL_SA_PASSWORD"));
        assert!(of("0.0.0.0:1433", Policy::Unavailable).unwrap().contains("0.0.0.0:1433"));
        assert!(of("[::]:1433", Policy::Unavailable).is_some());
        assert_eq!((of("[::1]:1433", Policy::Unavailable), of("127.1.2.3:1433", Policy::Unavailable)), (None, None));
        assert_eq!((of("[::]:1433", Policy::Offered), of("0.0.0.0:1433", Policy::Strict)), (None, None));
    }
}
