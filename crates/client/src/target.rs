//! Which server is meant, and as whom one comes there.

use sluice_channel::Trust;
use sluice_tds::encryption::Wish;
use std::time::Duration;

/// A server, and who comes.
#[derive(Clone)]
pub struct Target {
    /// The server's name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The login.
    pub user: String,
    /// Its password.
    pub password: String,
    /// The database to begin in; empty: the login's own.
    pub database: String,
    /// What is to be encrypted.
    pub encryption: Wish,
    /// Whom the client believes. Where the log-in alone is encrypted anybody is, since nobody could tell who speaks afterwards.
    pub trust: Trust,
    /// What the client calls itself (`APP_NAME()`), its machine (`HOST_NAME()`) and its library; what is empty is not told.
    pub program: String,
    /// Its machine.
    pub machine: String,
    /// Its library.
    pub library: String,
    /// The id of its process; 0 is not told.
    pub process_id: u32,
    /// How long connecting, and each step of the log-in, may take.
    pub log_in_max: Duration,
}

impl Target {
    /// The server as sqlcmd's `-S` has it, `[tcp:]host[,port]`, with everything encrypted.
    ///
    /// # Errors
    /// The port is no number, or an instance is named, which only SQL Server's browser could find.
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
            database: String::new(),
            encryption: Wish::Mandatory,
            trust: Trust::Anybody,
            program: "sluice".to_owned(),
            machine: sluice_base::machine::name(),
            library: "sluice".to_owned(),
            process_id: std::process::id(),
            log_in_max: Duration::from_secs(15),
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_named_as_for_sqlcmd() {
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
