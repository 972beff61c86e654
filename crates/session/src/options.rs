//! SET options of a session, and the instance's option 'user options', from which they start.

use crate::compile_mode::CompileMode;
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_functions::{SetOption, SetOptions};
use sluice_table::database_options::SessionDefaults;
use sluice_table::isolation::Isolation;

/// Options that SET switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// SET NOCOUNT: row counts aren't sent.
    pub nocount: bool,
    /// SET XACT_ABORT: a run-time error rolls the transaction back.
    pub xact_abort: bool,
    /// SET IMPLICIT_TRANSACTIONS: a statement that needs a transaction begins one, which stays
    /// open.
    pub implicit_transactions: bool,
    /// SET CURSOR_CLOSE_ON_COMMIT: COMMIT and ROLLBACK close cursors.
    pub cursor_close_on_commit: bool,
    /// SET FMTONLY: only the columns of results are sent. No statement runs but SET FMTONLY OFF.
    pub format_only: bool,
    /// SET NOEXEC: batches are compiled and bound. No statement runs but SET NOEXEC OFF.
    pub no_exec: bool,
    /// SET PARSEONLY: batches are only parsed.
    pub parse_only: bool,
    /// SET SHOWPLAN_TEXT: batches are compiled and their plans are sent. No statement runs.
    pub showplan_text: bool,
    /// SET SHOWPLAN_ALL: as SHOWPLAN_TEXT, with more columns.
    pub showplan_all: bool,
    /// SET SHOWPLAN_XML: as SHOWPLAN_TEXT, with one XML document for each batch.
    pub showplan_xml: bool,
    /// SET STATISTICS IO: each statement reports its page reads by table.
    pub statistics_io: bool,
    /// SET STATISTICS TIME: each statement reports its time.
    pub statistics_time: bool,
    /// SET STATISTICS PROFILE: each statement reports the rows of its operators.
    pub statistics_profile: bool,
    /// SET STATISTICS XML: each statement reports its plan in XML, with the rows of its operators.
    pub statistics_xml: bool,
    /// SET TRANSACTION ISOLATION LEVEL.
    pub isolation: Isolation,
    /// SET NO_BROWSETABLE and STATISTICS: the mode in which statements are compiled.
    pub compile_mode: CompileMode,
    /// The options that decide what statements mean.
    pub meaning: SetOptions,
}

impl Options {
    /// The bits of the options that are on, as in the instance's option 'user options'. The options
    /// that change the meaning of statements are part of the bits.
    pub fn bits(&self) -> i32 {
        let switched = [
            (self.implicit_transactions, USER_IMPLICIT_TRANSACTIONS),
            (self.cursor_close_on_commit, USER_CURSOR_CLOSE_ON_COMMIT),
            (self.nocount, USER_NOCOUNT),
            (self.xact_abort, USER_XACT_ABORT),
        ];
        let meaning = i32::from(self.meaning.bits());
        switched.iter().filter(|(is_on, _)| *is_on).fold(meaning, |bits, (_, bit)| bits | bit)
    }

    /// Whether statements report statistics of their run.
    #[inline]
    pub fn is_measuring(&self) -> bool {
        self.statistics_io | self.statistics_time | self.statistics_profile | self.statistics_xml
    }

    /// Switches SET STATISTICS PROFILE or XML. Statements count the rows of their operators while
    /// either is ON.
    pub fn set_profile(&mut self, profile: bool, xml: bool) {
        (self.statistics_profile, self.statistics_xml) = (profile, xml);
        self.compile_mode = self.compile_mode.counting(profile | xml);
    }
}

/// The instance's option 'user options', which sets the options of new sessions
/// (`database-engine/configure-windows/configure-the-user-options-server-configuration-option.md`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UserOptions(i32);

/// The library of a client, which decides the options of its session (MS-TDS 2.2.6.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClientLibrary {
    /// A driver for ODBC or OLE DB, or one that says so: LOGIN7's fODBC or fOLEDB. The log-in
    /// switches ANSI_DEFAULTS on.
    #[default]
    Odbc,
    /// DB-Library. The options are those of 'user options' and of the database
    /// (`t-sql/statements/set-ansi-defaults-transact-sql.md`).
    DbLibrary,
}

impl UserOptions {
    /// Returns the options of these bits; `None` if a bit is for an option that doesn't exist.
    pub fn from_bits(bits: i32) -> Option<UserOptions> {
        let meaning = u16::try_from(bits).map(SetOptions::from_bits).map_or(0, |options| i32::from(options.bits()));
        let known = USER_IMPLICIT_TRANSACTIONS | USER_CURSOR_CLOSE_ON_COMMIT | USER_NOCOUNT | USER_XACT_ABORT | meaning;
        (bits & !known == 0).then_some(UserOptions(bits))
    }

    /// Returns the options of a new session. Drivers switch the initial options on when they
    /// connect, whatever 'user options' says. Both ANSI_NULL_DFLT options can't be on: OFF in 'user
    /// options' switches ON off.
    pub fn options(self) -> Options {
        self.options_with(SetOptions::INITIAL)
    }

    /// Returns the options of a new session of a client whose driver sets none, in a database with
    /// these defaults.
    pub fn options_without_driver(self, defaults: SessionDefaults) -> Options {
        let is_on = |option: &SetOption| defaults.is_on(option.name());
        let options = SetOption::ALL.into_iter().filter(is_on);
        self.options_with(options.fold(SetOptions::from_bits(0), |options, option| options.with(option, true)))
    }

    /// Returns the options of a new session. `initial` are on, whatever 'user options' says.
    fn options_with(self, initial: SetOptions) -> Options {
        let meaning = SetOptions::from_bits(self.0 as u16 | initial.bits());
        let is_off = meaning.has(SetOption::AnsiNullDefaultOff);
        Options {
            meaning: if is_off { meaning.with(SetOption::AnsiNullDefaultOff, true) } else { meaning },
            implicit_transactions: self.0 & USER_IMPLICIT_TRANSACTIONS != 0,
            cursor_close_on_commit: self.0 & USER_CURSOR_CLOSE_ON_COMMIT != 0,
            nocount: self.0 & USER_NOCOUNT != 0,
            xact_abort: self.0 & USER_XACT_ABORT != 0,
            ..Options::default()
        }
    }
}

const USER_IMPLICIT_TRANSACTIONS: i32 = 2;
const USER_CURSOR_CLOSE_ON_COMMIT: i32 = 4;
const USER_NOCOUNT: i32 = 512;
const USER_XACT_ABORT: i32 = 16384;

/// The table for which a session's INSERT may give identity values explicitly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdentityInsert {
    /// Database of the table.
    pub database: DatabaseId,
    /// The table.
    pub table: ObjectId,
    /// Names of the table's database, of its schema and of the table, for messages.
    pub name: [String; 3],
}
