//! The options of a server, and the reasons why a server doesn't start.

use sluice_base::sync::Arc;
use sluice_channel::{CertificateError, Tls};
use sluice_engine::InstanceError;
use sluice_tds::encryption::Policy;
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The options of a server.
pub struct ServerOptions {
    /// The address to listen on; port 0 picks a free port.
    pub listen: SocketAddr,
    /// The password for `sa` if it has none yet.
    pub password: Option<String>,
    /// The greatest number of connections. Further ones are closed at once.
    pub connections_max: usize,
    /// The greatest number of connections before their log-in. Beyond it the oldest of them is
    /// closed.
    pub newcomers_max: usize,
    /// The time limit from connecting to the end of the log-in.
    pub log_in_max: Duration,
    /// The greatest size of a request in bytes. Rows of a bulk load are read as they arrive and are
    /// not limited.
    pub request_bytes_max: usize,
    /// The encryption policy. If other machines can connect, encryption must at least be possible.
    pub encryption: Policy,
    /// The source of the certificate.
    pub certificate: Certificate,
}

/// The source of the certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// The server makes a self-signed certificate at its start, as SQL Server does. A self-signed
    /// certificate protects against eavesdroppers, and its key is never on disk. Clients that
    /// verify the server need a certificate from files.
    SelfMade,
    /// Files in PEM format.
    Files {
        /// The certificate and its chain.
        certificate: PathBuf,
        /// The certificate's private key.
        key: PathBuf,
    },
}

/// The reason why a server doesn't start.
#[derive(Debug)]
pub enum ServerError {
    /// `sa` has no password, so no log-in is possible.
    NoPassword,
    /// The password is too weak or can't be stored.
    Password(InstanceError),
    /// The address is reachable from other machines, and encryption is off.
    NotLoopback(SocketAddr),
    /// The certificate can't be read or used.
    Certificate(CertificateError),
    /// A certificate file can't be read.
    File(PathBuf, std::io::Error),
    /// Listening on the address failed, or no thread could be started.
    Listen(SocketAddr, std::io::Error),
}

impl ServerOptions {
    /// Returns the default options: encryption as clients request, with a self-signed certificate,
    /// 32,767 connections, 15 seconds for a log-in, and requests of at most 256 MB.
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

    /// Validates the options. Files and addresses aren't tried.
    ///
    /// # Errors
    /// The password is empty, or encryption is off and the address isn't a loopback address, so
    /// passwords would cross a network in plain text.
    pub fn check(&self) -> Result<(), ServerError> {
        if self.password.as_ref().is_some_and(String::is_empty) {
            return Err(ServerError::NoPassword);
        }
        if self.encryption == Policy::Unavailable && !self.listen.ip().is_loopback() {
            return Err(ServerError::NotLoopback(self.listen));
        }
        Ok(())
    }

    /// Returns the TLS configuration; `None` if encryption is off. A self-made certificate is new
    /// each time; files are read anew. Fails if they cannot be read or don't fit.
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
            ServerError::NoPassword => write!(f, "sa has no password: set MSSQL_SA_PASSWORD"),
            ServerError::Password(error) => {
                let wanted = "at least eight characters of three kinds: upper case, lower case, digits, others";
                write!(f, "{error} MSSQL_SA_PASSWORD must have {wanted}.")
            }
            ServerError::NotLoopback(address) => write!(
                f,
                "can't listen on {address}: without encryption only a loopback address is allowed, such as 127.0.0.1:1433"
            ),
            ServerError::Certificate(why) => write!(f, "no usable certificate: {why}"),
            ServerError::File(path, error) => write!(f, "'{}': {error}", path.display()),
            ServerError::Listen(address, error) => write!(f, "can't listen on {address}: {error}"),
        }
    }
}

impl std::error::Error for ServerError {}

/// The default limit of a request.
const REQUEST_BYTES_MAX: usize = 256 << 20;
/// SQL Server's own limit:
/// `database-engine/configure-windows/configure-the-user-connections-server-configuration-option`.
/// Session ids are 16 bits wide.
const CONNECTIONS_MAX: usize = 32_767;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_hides_password() {
        let options = ServerOptions::new("127.0.0.1:0".parse().unwrap(), Some("Pässword1".into()));
        assert!(!format!("{options:?}").contains("word1"));
    }

    #[test]
    fn unsafe_options_are_refused() {
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
