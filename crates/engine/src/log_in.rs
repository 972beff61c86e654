//! Log-ins by password, with the logins of master. Also the reset of a pooled session for another
//! use, logon triggers, and the administrator's first password.
//!
//! The client gets 18456 for an unknown login, a wrong password, a disabled login and one that may
//! not connect. Only the error log has the state that shows the reason.

use crate::collector::Collector;
use crate::error::{InstanceError, SessionEnded};
use crate::instance::Instance;
use crate::session::Session;
use crate::well_known::MASTER;
use sluice_base::error_log::{LogLevel, LogSource};
use sluice_base::sync::Arc;
use sluice_catalog::security::{Securable, codes, ids};
use sluice_exec::BatchEnd;
use sluice_functions::{LANGUAGES, language_named};
use sluice_session::access::access;
use sluice_session::who::{LoginName, Who};
use sluice_session::{Message, Sink};
use sluice_table::Databases;
use sluice_types::SqlError;
use std::fmt;

/// A login that has proven its password.
#[derive(Clone, Debug)]
pub struct ProvenLogin {
    login: LoginName,
    default_database: Arc<str>,
    default_language: Arc<str>,
    must_change: bool,
}

impl ProvenLogin {
    /// Returns the login's name, as it was defined.
    pub fn name(&self) -> &str {
        &self.login.name
    }

    /// Returns the login's default database, which may not exist.
    pub fn default_database(&self) -> &str {
        &self.default_database
    }

    /// Returns the language in which the login's sessions begin.
    pub fn default_language(&self) -> &str {
        &self.default_language
    }

    /// Returns the login with the language that the client asks for. An unknown language is
    /// ignored.
    pub fn in_language(mut self, asked: &str) -> ProvenLogin {
        if let Some(language) = language_named(asked) {
            self.default_language = Arc::from(language.name);
        }
        self
    }

    /// Returns whether the login must change its password before it does anything else.
    pub fn must_change_password(&self) -> bool {
        self.must_change
    }

    /// Returns the statement that sets the language of a new session.
    fn choice_of_language(&self) -> String {
        format!("SET LANGUAGE N'{}'", self.default_language.replace('\'', "''"))
    }
}

/// Whether a language, which SET LANGUAGE accepts, has this name or alias.
pub fn is_language(name: &str) -> bool {
    language_named(name).is_some()
}

/// The reason of a refused log-in. The client gets only 18456, because the reason would reveal
/// which logins exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotLetIn {
    /// No login has the name.
    Unknown,
    /// The password is wrong.
    WrongPassword,
    /// The login is disabled.
    Disabled,
    /// The login lacks the permission CONNECT SQL.
    NotPermitted,
}

impl NotLetIn {
    /// Returns the state of 18456 in the error log
    /// (`errors-events/mssqlserver-18456-database-engine-error`).
    pub fn state(self) -> u8 {
        match self {
            NotLetIn::Unknown => 5,
            NotLetIn::Disabled => 7,
            NotLetIn::WrongPassword => 8,
            NotLetIn::NotPermitted => 12,
        }
    }
}

impl fmt::Display for NotLetIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotLetIn::Unknown => "Could not find a login matching the name provided.",
            NotLetIn::WrongPassword => "Password did not match that for the login provided.",
            NotLetIn::Disabled => "The account is disabled.",
            NotLetIn::NotPermitted => "Login lacks Connect SQL permission.",
        })
    }
}

impl Session {
    /// Resets the session for another use of its connection, as `login` in `database`. Keeps its
    /// number and isolation level. Rolls an open transaction back unless it is to be kept. The
    /// inner error says that the reset failed or that the database can't be used; the session isn't
    /// ended by it. An ended session gives the outer error.
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
        if said.errors.is_empty() && login.default_language() != LANGUAGES[0].name {
            self.execute(&login.choice_of_language(), &mut said)?;
        }
        if said.errors.is_empty() {
            self.execute(&format!("USE {}", sluice_types::bracketed(database)), &mut said)?;
        }
        self.restore_options();
        Ok(said.errors.into_iter().next().map_or(Ok(()), Err))
    }
}

impl Session {
    /// Runs the logon triggers, whose messages go to the error log. Fails with 17892 if they don't
    /// let the session begin. `is_pooled` says whether the connection is used again.
    ///
    /// Sessions in the engine's own process fire no logon triggers unless they call this. They are
    /// the way in if a trigger locks everybody out.
    pub fn log_on(&mut self, is_pooled: bool) -> Result<Result<(), SqlError>, SessionEnded> {
        let mut said = Collector::default();
        let as_new = |session: &mut sluice_exec::Session, sink: &mut dyn Sink| session.log_on(sink, is_pooled);
        let let_in = self.run(&mut said, as_new, |_| BatchEnd::Finished)?;
        let log = self.instance().error_log();
        for error in &said.errors {
            let facts = (error.number, error.severity, error.state);
            log.sql_error(LogLevel::Warning, LogSource::LogOn, facts, &crate::messages::text(error));
        }
        said.prints.iter().for_each(|text| log.information(LogSource::LogOn, format_args!("{text}")));
        Ok(let_in)
    }
}

impl Instance {
    /// Verifies a login name and a password. If that needs a hash (tens of milliseconds of CPU),
    /// calls `before_hash` just before the hash starts. An unknown name takes as long as a wrong
    /// password. Fails too for a disabled login and one that may not connect.
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
            default_language: Arc::clone(&facts.default_language),
            must_change: facts.must_change,
        };
        let who = Who::logged_in(proven.login.clone());
        let may_connect = access(&who, Some(&catalog), (&master, &catalog)).may(Securable::Server, codes::CONNECT_SQL);
        if may_connect { Ok(proven) } else { Err(NotLetIn::NotPermitted) }
    }

    /// Connects as a login; [`Instance::connect`] connects as the administrator. Sets the login's
    /// default language, too. Fails as [`Instance::connect`] does.
    pub fn connect_as(self: &Arc<Instance>, proven: &ProvenLogin) -> Result<Session, InstanceError> {
        let mut session = self.connect()?;
        session.log_in_as(&proven.login);
        if proven.default_language() != LANGUAGES[0].name {
            // An ended session says so with its first batch.
            let _ = session.execute(&proven.choice_of_language(), &mut Collector::default());
        }
        Ok(session)
    }

    /// Returns whether the administrator has a password.
    pub fn has_administrators_password(&self) -> bool {
        self.administrator().is_some_and(|(_, has_password)| has_password)
    }

    /// Sets the administrator's password if there is none yet and SQL Server's policy accepts it.
    /// An existing password is kept, as when SQL Server restarts.
    ///
    /// # Errors
    /// The password is too short or too simple, or can't be stored.
    pub fn begin_with_password(self: &Arc<Instance>, given: &str) -> Result<(), InstanceError> {
        let Some((name, false)) = self.administrator() else { return Ok(()) };
        let statement =
            format!("ALTER LOGIN {} WITH PASSWORD = N'{}'", sluice_types::bracketed(&name), given.replace('\'', "''"));
        let mut said = Collector::default();
        let ran = self.connect()?.execute(&statement, &mut said);
        let error = ran.err().map(|ended| ended.to_string()).or(said.first_error().map(|(_, text)| text));
        error.map_or(Ok(()), |why| Err(InstanceError::Password { why }))
    }

    /// Returns the name of `sa`, and whether it has a password.
    fn administrator(&self) -> Option<(Arc<str>, bool)> {
        let catalog = self.database(MASTER)?.catalog();
        let administrator = catalog.server()?.principal(ids::SA)?;
        Some((Arc::clone(&administrator.name), !administrator.login()?.password.is_empty()))
    }
}
