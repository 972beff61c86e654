//! The server to connect to, and the credentials.

use sluice_channel::Trust;
use sluice_tds::encryption::Wish;
use std::time::Duration;

/// A server and the credentials for it.
#[derive(Clone)]
pub struct Target {
    /// The server's name or address.
    pub host: String,
    /// The server's port.
    pub port: u16,
    /// The login name.
    pub user: String,
    /// The login's password.
    pub password: String,
    /// The password that replaces [`Target::password`] at the log-in, if any.
    pub new_password: Option<String>,
    /// The initial database; if empty, the login's default.
    pub database: String,
    /// The encryption that the client requests.
    pub encryption: Wish,
    /// The servers that the client accepts. With log-in-only encryption any server is accepted,
    /// because the plain connection afterwards is not authenticated.
    pub trust: Trust,
    /// The name that the server's certificate must have; if empty, [`Target::host`].
    pub certificate_host: String,
    /// The packet size to request, in bytes. The server may grant another.
    pub packet_bytes: u32,
    /// The application's name (`APP_NAME()`). An empty name, here and below, is not sent.
    pub program: String,
    /// The name of the client's machine (`HOST_NAME()`).
    pub machine: String,
    /// The name of the client's library.
    pub library: String,
    /// The client's process id; 0 is not sent.
    pub process_id: u32,
    /// The time limit for connecting and for each step of the log-in.
    pub log_in_max: Duration,
}

impl Target {
    /// Parses a server in the form of sqlcmd's `-S`, `[tcp:]host[,port]`; the port is 1433 by
    /// default. The host may be in brackets; an empty one, `.` and `(local)` are this machine. The
    /// other settings: everything is encrypted, the certificate of any server is accepted, the
    /// database is the login's, and the time limit is 15 seconds.
    ///
    /// # Errors
    ///
    /// The port is not a number, or an instance is named, which would need SQL Server Browser.
    pub fn new(server: &str, user: &str, password: &str) -> Result<Target, String> {
        let rest = server.strip_prefix("tcp:").unwrap_or(server);
        let (host, port) = match rest.rsplit_once(',') {
            Some((host, port)) => {
                (host, port.trim().parse().map_err(|_| format!("'{port}' is no port: -S takes host[,port]"))?)
            }
            None => (rest, PORT),
        };
        if host.contains('\\') {
            return Err(format!("'{host}' names an instance, which is not supported: -S takes host[,port]"));
        }
        let host = match host.trim() {
            "" | "." | "(local)" => "localhost",
            host => host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host),
        };
        Ok(Target {
            host: host.to_owned(),
            port,
            user: user.to_owned(),
            password: password.to_owned(),
            new_password: None,
            database: String::new(),
            encryption: Wish::Mandatory,
            trust: Trust::Anybody,
            certificate_host: String::new(),
            packet_bytes: PACKET_BYTES,
            program: "sluice".to_owned(),
            machine: sluice_base::machine::name(),
            library: "sluice".to_owned(),
            process_id: std::process::id(),
            log_in_max: Duration::from_secs(15),
        })
    }
}

impl Target {
    /// Returns the name that the server's certificate must have.
    pub(crate) fn certificate_name(&self) -> &str {
        if self.certificate_host.is_empty() { &self.host } else { &self.certificate_host }
    }
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Target { host, port, user, database, encryption, .. } = self;
        write!(f, "Target({user} at {host},{port}, in '{database}', {encryption:?})")
    }
}

/// SQL Server's port.
const PORT: u16 = 1433;
/// The packet size to request by default.
const PACKET_BYTES: u32 = 8_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_names_are_parsed_like_sqlcmd() {
        let of = |server: &str| Target::new(server, "sa", "secret").map(|target| (target.host, target.port));
        assert_eq!(of("db.example"), Ok(("db.example".into(), 1433)));
        assert_eq!(of("tcp:db.example,1434"), Ok(("db.example".into(), 1434)));
        assert_eq!(of("."), Ok(("localhost".into(), 1433)));
        assert_eq!(of("[::1],5"), Ok(("::1".into(), 5)));
        assert!(of("h,x").unwrap_err().contains("'x'"));
        assert!(of("h\\SQLEXPRESS").unwrap_err().contains("instance"));
        assert!(!format!("{:?}", Target::new("h", "sa", "secret")).contains("secret"));
    }
}
