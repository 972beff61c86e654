//! Who may connect by a password: the logins that master has.

use crate::collector::Collector;
use crate::error::{InstanceError, SessionEnded};
use crate::instance::Instance;
use crate::session::Session;
use crate::well_known::MASTER;
use sluice_base::sync::Arc;
use sluice_catalog::security::{Securable, codes, ids};
use sluice_exec::access::access;
use sluice_exec::who::{LoginName, Who};
use sluice_exec::{BatchEnd, Host, Message, Sink};
use sluice_types::SqlError;
use std::fmt;

/// A login that has shown its password.
#[derive(Clone, Debug)]
pub struct ProvenLogin {
    login: LoginName,
    default_database: Arc<str>,
}

impl ProvenLogin {
    /// Its name, as it was defined.
    pub fn name(&self) -> &str {
        &self.login.name
    }

    /// The database that its sessions begin in, if it is there.
    pub fn default_database(&self) -> &str {
        &self.default_database
    }
}

/// Why a login is not let in. Who is not let in hears none of these (18456): they would tell what there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotLetIn {
    /// There is no login of that name.
    Unknown,
    /// Its password is another.
    WrongPassword,
    /// It is disabled.
    Disabled,
    /// It may not connect (CONNECT SQL).
    NotPermitted,
}

impl fmt::Display for NotLetIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotLetIn::Unknown => "there is no login of that name",
            NotLetIn::WrongPassword => "the password is another",
            NotLetIn::Disabled => "the login is disabled",
            NotLetIn::NotPermitted => "the login may not connect (CONNECT SQL)",
        })
    }
}

impl Session {
    /// Makes the session as new but for its number and its isolation level, as `login` in `database`: for another use of its connection. An open transaction is rolled back, or goes on
    /// where it is to be kept. An error if that is not possible: the session is of no use then.
    pub fn start_over(
        &mut self,
        login: &ProvenLogin,
        database: &str,
        keeps_transaction: bool,
    ) -> Result<Result<(), SqlError>, SessionEnded> {
        let mut said = Collector::default();
        let as_new = |session: &mut sluice_exec::Session, sink: &mut dyn Sink| {
            session.log_in_as(login.login.clone());
            match session.start_over(keeps_transaction) {
                Ok(()) => BatchEnd::Finished,
                Err(error) => {
                    sink.message(Message::Error(error));
                    BatchEnd::Failed
                }
            }
        };
        self.run(&mut said, as_new, |end| *end)?;
        if said.errors.is_empty() {
            self.execute(&format!("USE [{}]", database.replace(']', "]]")), &mut said)?;
        }
        Ok(said.errors.into_iter().next().map_or(Ok(()), Err))
    }
}

impl Instance {
    /// Holds a name and a password against the logins of master. Where that takes a hash, tens of milliseconds of a processor, `before_hash` is called when its
    /// turn has come.
    pub fn authenticate(&self, name: &str, given: &str, before_hash: impl FnOnce()) -> Result<ProvenLogin, NotLetIn> {
        let master = self.database(MASTER).ok_or(NotLetIn::Unknown)?;
        let catalog = master.catalog();
        let found = catalog.server().and_then(|server| server.named(name));
        let Some((login, facts)) = found.and_then(|found| Some((found, found.login()?))) else {
            self.passwords.fits(self.random(), (ids::SERVER_PUBLIC, &[]), given, before_hash);
            return Err(NotLetIn::Unknown);
        };
        if !self.passwords.fits(self.random(), (login.id, &facts.password), given, before_hash) {
            return Err(NotLetIn::WrongPassword);
        }
        if facts.is_disabled {
            return Err(NotLetIn::Disabled);
        }
        let proven = ProvenLogin {
            login: LoginName { id: login.id, name: Arc::clone(&login.name), sid: Arc::clone(&login.sid) },
            default_database: Arc::clone(&facts.default_database),
        };
        let who = Who::logged_in(proven.login.clone());
        let may_connect = access(&who, Some(&catalog), (&master, &catalog)).may(Securable::Server, codes::CONNECT_SQL);
        if may_connect { Ok(proven) } else { Err(NotLetIn::NotPermitted) }
    }

    /// Connects as a login; [`Instance::connect`] connects as the administrator.
    pub fn connect_as(self: &Arc<Instance>, proven: &ProvenLogin) -> Result<Session, InstanceError> {
        let session = self.connect()?;
        session.log_in_as(&proven.login);
        Ok(session)
    }

    /// Whether anybody could log in as the administrator.
    pub fn has_administrators_password(&self) -> bool {
        self.administrator().is_some_and(|(_, has_password)| has_password)
    }

    /// Gives the administrator, who has no password yet, this one, if SQL Server's policy lets him have it. Where he has one it stays as it is, as
    /// SQL Server's does when it is started again.
    ///
    /// # Errors
    /// The password is too short or too simple, or can't be kept.
    pub fn begin_with_password(self: &Arc<Instance>, given: &str) -> Result<(), InstanceError> {
        let Some((name, false)) = self.administrator() else { return Ok(()) };
        let statement =
            format!("ALTER LOGIN [{}] WITH PASSWORD = N'{}'", name.replace(']', "]]"), given.replace('\'', "''"));
        let mut said = Collector::default();
        let ran = self.connect()?.execute(&statement, &mut said);
        let error = ran.err().map(|ended| ended.to_string()).or(said.first_error().map(|(_, text)| text));
        error.map_or(Ok(()), |why| Err(InstanceError::Password { why }))
    }

    /// What `sa` is called, and whether a password is kept for it.
    fn administrator(&self) -> Option<(Arc<str>, bool)> {
        let catalog = self.database(MASTER)?.catalog();
        let administrator = catalog.server()?.principal(ids::SA)?;
        Some((Arc::clone(&administrator.name), !administrator.login()?.password.is_empty()))
    }
}
