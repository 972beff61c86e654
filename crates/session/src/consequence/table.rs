//! Table of data: the consequence of each error, by number, class of statement and phase.
//!
//! The first matching row counts; the last rows match every error. Each row names its evidence:
//! - *documented*: the named page of SQL Server's documentation.
//! - *recorded*: a recorded answer of SQL Server. Most are the classes in `err_handler.c` of
//!   Babelfish for PostgreSQL, which were measured against SQL Server.
//! - *inferred*: no source names the number; the row names the facts from which it follows.

use super::Consequence::{Batch, Scope, Statement, Transaction};
use super::site::Phase;
use super::site::StatementClass::{
    self, AlterDatabase, AlterTable, BackupDatabase, BackupLog, Change, CreateDatabase, CreateSchema, CreateTable,
    Drop, IdentityInsert, Index, Module, Query, RaiseError, RestoreDatabase, SelectInto, Sequence, Throw,
};
use super::{CANCELLED, Consequence, DEADLOCK, OUT_OF_MEMORY, Site, UNSUPPORTED};
use Classes::{Definitions, Every, Of};
use Evidence::{Documented, Inferred, Recorded};
use Numbers::{All, Range, These};
use Terminated::{Always, Never};
use sluice_types::SqlError;

/// One row of the table: the errors and sites that it applies to, and what such an error ends.
#[derive(Debug)]
pub(super) struct Rule {
    /// The errors' numbers.
    pub(super) numbers: Numbers,
    /// The error's state that the row applies to; `None` for any state.
    pub(super) state: Option<u8>,
    /// The classes of statements.
    pub(super) classes: Classes,
    /// The phase; `None` for both.
    pub(super) phase: Option<Phase>,
    /// The scope that the error ends under XACT_ABORT OFF.
    pub(super) ends: Consequence,
    /// Whether the error ends the transaction under XACT_ABORT ON.
    pub(super) heeds_xact_abort: bool,
    /// The messages that follow the error.
    pub(super) follow_ups: &'static [FollowUp],
    /// Whether message 3621 follows, unless XACT_ABORT makes the error end more.
    pub(super) terminated: Terminated,
    /// Whether a TRY block catches the error only if it calls the module that failed.
    pub(super) escapes_own_try: bool,
    /// Source of the row.
    #[cfg_attr(not(test), expect(dead_code, reason = "for readers and tests"))]
    pub(super) evidence: Evidence,
}

/// The error numbers that a row applies to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Numbers {
    All,
    These(&'static [i32]),
    Range(i32, i32),
}

/// The classes of statements that a row applies to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Classes {
    Every,
    /// Classes for which [`StatementClass::is_definition`] holds.
    Definitions,
    Of(&'static [StatementClass]),
}

/// Whether message 3621 follows an error (*The statement has been terminated.*).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Terminated {
    /// Message 3621 follows if the error ends only the statement, at run time, and the statement
    /// changes rows or is SELECT INTO.
    OfChange,
    /// Message 3621 follows, whatever the statement, unless the error ends the session.
    Always,
    /// Message 3621 never follows, because the statement is refused before it begins.
    Never,
}

/// A message of severity 16 that follows an error.
pub type FollowUp = fn() -> SqlError;

/// The evidence for a row.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(test), expect(dead_code, reason = "for readers and tests"))]
pub(super) enum Evidence {
    /// A page of the documentation.
    Documented(&'static str),
    /// A recorded answer of SQL Server.
    Recorded(&'static str),
    /// Facts from which the row follows.
    Inferred(&'static str),
}

impl Rule {
    /// Returns whether the row applies to the error `number` in `state` at `site`. All of the row's
    /// conditions must hold; conditions it doesn't have always do.
    pub(super) fn applies(&self, number: i32, state: u8, site: Site) -> bool {
        let is_of_number = match self.numbers {
            All => true,
            These(numbers) => numbers.contains(&number),
            Range(first, last) => (first..=last).contains(&number),
        };
        let is_of_class = match self.classes {
            Every => true,
            Definitions => site.class.is_definition(),
            Of(classes) => classes.contains(&site.class),
        };
        is_of_number
            && is_of_class
            && self.state.is_none_or(|own| own == state)
            && self.phase.is_none_or(|phase| phase == site.phase)
    }

    /// Returns whether message 3621 follows an error of the row that ends `ends`. That depends on
    /// the row: always unless the session ends, never, or only for a change of rows that ends its
    /// statement at run time.
    pub(super) fn is_terminated(&self, ends: Consequence, site: Site) -> bool {
        match self.terminated {
            Terminated::OfChange => {
                let is_change = matches!(site.class, Change | SelectInto);
                is_change && site.phase == Phase::Run && ends == Statement
            }
            Always => ends < Consequence::Session,
            Never => false,
        }
    }

    /// Returns a row for run-time errors that heed XACT_ABORT and have no follow-up message.
    const fn new(numbers: Numbers, classes: Classes, ends: Consequence, evidence: Evidence) -> Rule {
        Rule {
            numbers,
            state: None,
            classes,
            phase: Some(Phase::Run),
            ends,
            heeds_xact_abort: true,
            follow_ups: &[],
            terminated: Terminated::OfChange,
            escapes_own_try: false,
            evidence,
        }
    }

    const fn at_compile(self) -> Rule {
        Rule { phase: Some(Phase::Compile), ..self }
    }

    const fn in_both_phases(self) -> Rule {
        Rule { phase: None, ..self }
    }

    const fn in_state(self, state: u8) -> Rule {
        Rule { state: Some(state), ..self }
    }

    const fn whatever_xact_abort(self) -> Rule {
        Rule { heeds_xact_abort: false, ..self }
    }

    const fn followed_by(self, follow_ups: &'static [FollowUp]) -> Rule {
        Rule { follow_ups, ..self }
    }

    const fn escaping_own_try(self) -> Rule {
        Rule { escapes_own_try: true, ..self }
    }

    const fn terminated(self, terminated: Terminated) -> Rule {
        Rule { terminated, ..self }
    }
}

const NOT_CREATED: FollowUp = SqlError::constraint_not_created;
const NOT_DROPPED: FollowUp = SqlError::constraint_not_dropped;
const NO_SCHEMA: FollowUp = SqlError::schema_not_created;
const NO_DATABASE: FollowUp = SqlError::database_not_created;
const NOT_ALTERED: FollowUp = SqlError::database_not_altered;
const NO_DATA_BACKUP: FollowUp = || SqlError::terminating_abnormally("BACKUP DATABASE");
const NO_LOG_BACKUP: FollowUp = || SqlError::terminating_abnormally("BACKUP LOG");
const NO_RESTORE: FollowUp = || SqlError::terminating_abnormally("RESTORE DATABASE");

/// Errors in a constraint's definition (`database-engine-events-and-errors-1000-to-1999.md` and
/// `-8000-to-8999.md`).
const OF_CONSTRAINTS: Numbers = These(&[
    1711, 1715, 1752, 1753, 1754, 1755, 1757, 1761, 1762, 1763, 1764, 1765, 1767, 1768, 1769, 1770, 1771, 1773, 1774,
    1775, 1776, 1778, 1779, 1781, 1785, 1786, 1787, 1788, 1902, 1904, 1909, 1911, 1913, 1919, 1944, 8111, 8139, 8141,
    10601,
]);

/// Run-time errors of JSON functions.
const OF_JSON: Numbers = Range(13606, 13660);

/// Wrong counts of TOP, OFFSET and FETCH.
const OF_ROW_COUNTS: Numbers = These(&[127, 1014, 1031, 1060, 10742, 10743, 10744]);

/// Numbers of missing permissions.
const PERMISSIONS: Numbers = These(&[229, 230, 262, 297, 300, 916, 923, 2571]);

const TRY_CATCH: Evidence = Documented("t-sql/language-elements/try-catch-transact-sql.md");
const XACT_ABORT: Evidence = Documented("t-sql/statements/set-xact-abort-transact-sql.md");
const RAISED: Evidence = Documented("t-sql/language-elements/raiserror-transact-sql.md");
const THROWN: Evidence = Documented("t-sql/language-elements/throw-transact-sql.md");
const LOCK_TIMEOUT: Evidence = Documented("t-sql/statements/set-lock-timeout-transact-sql.md");
const ROW_VERSIONS: Evidence =
    Documented("relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md");
/// SQL Server 2008 R2, *Using TRY...CATCH in Transact-SQL*: most errors of DDL statements end the
/// transaction.
const OF_DEFINITIONS: Evidence = Documented("previous-versions/sql/sql-server-2008-r2/ms179296");
const BABELFISH: Evidence = Recorded("babelfish_extensions, contrib/babelfishpg_tsql/src/err_handler.c");
const ANSWERS: Evidence = Recorded("recorded answers of SQL Server 2025: the next statement doesn't run");
const DECIDED: Evidence = Recorded("docs/decisions/2026-11-24-what-errors-end.md: 911 ends the batch alone");

/// The table. Specific rows precede general rows.
pub(super) static RULES: &[Rule] = &[
    // Errors raised by scripts.
    Rule::new(All, Of(&[RaiseError]), Statement, RAISED).whatever_xact_abort(),
    Rule::new(All, Of(&[Throw]), Batch, THROWN),
    // Errors with the same consequence in every statement.
    Rule::new(These(&[UNSUPPORTED]), Every, Batch, Inferred("later statements may rely on the unsupported one"))
        .whatever_xact_abort()
        .in_both_phases(),
    Rule::new(These(&[CANCELLED]), Every, Batch, XACT_ABORT).in_both_phases(),
    Rule::new(These(&[OUT_OF_MEMORY]), Every, Batch, Inferred("the batch's variables and plans hold the memory"))
        .in_both_phases(),
    Rule::new(These(&[DEADLOCK]), Every, Transaction, BABELFISH).in_both_phases(),
    Rule::new(These(&[3951, 3952, 3954, 3956, 3960, 3961, 3964]), Every, Transaction, ROW_VERSIONS).in_both_phases(),
    Rule::new(These(&[3958, 3966]), Every, Transaction, ROW_VERSIONS).in_both_phases(),
    Rule::new(These(&[8672]), Every, Transaction, Recorded("recorded answers of SQL Server: MERGE of a row twice")),
    // BACKUP and ALTER DATABASE. 102 and 226 reject the statement as a whole.
    Rule::new(These(&[102, 226]), Of(&[AlterDatabase, BackupDatabase, BackupLog]), Statement, Inferred("1801")),
    Rule::new(These(&[911]), Of(&[BackupDatabase]), Batch, DECIDED)
        .whatever_xact_abort()
        .followed_by(&[NO_DATA_BACKUP]),
    Rule::new(These(&[911]), Of(&[BackupLog]), Batch, DECIDED).whatever_xact_abort().followed_by(&[NO_LOG_BACKUP]),
    Rule::new(These(&[911]), Of(&[AlterDatabase]), Batch, DECIDED).whatever_xact_abort().followed_by(&[NOT_ALTERED]),
    Rule::new(All, Of(&[AlterDatabase]), Statement, Inferred("1801")).followed_by(&[NOT_ALTERED]),
    Rule::new(All, Of(&[BackupDatabase]), Statement, Inferred("1801")).followed_by(&[NO_DATA_BACKUP]),
    Rule::new(All, Of(&[BackupLog]), Statement, Inferred("1801")).followed_by(&[NO_LOG_BACKUP]),
    Rule::new(All, Of(&[RestoreDatabase]), Statement, Inferred("1801")).followed_by(&[NO_RESTORE]),
    Rule::new(These(&[911]), Every, Batch, DECIDED).whatever_xact_abort().in_both_phases(),
    Rule::new(These(&[1222]), Every, Statement, LOCK_TIMEOUT).in_both_phases(),
    // Compilation. An error of the binder ends only its scope; a few numbers heed XACT_ABORT.
    Rule::new(These(&[2747, 8159, 11717, 16948]), Every, Scope, BABELFISH).at_compile(),
    Rule::new(These(&[4511, 4514]), Of(&[Module]), Transaction, BABELFISH).in_both_phases(),
    Rule::new(All, Every, Scope, XACT_ABORT).at_compile().whatever_xact_abort(),
    // Errors that XACT_ABORT does not escalate.
    Rule::new(These(&[266, 2787, 3701]), Every, Statement, BABELFISH).whatever_xact_abort(),
    // Triggers and nesting.
    Rule::new(These(&[3609]), Every, Batch, Documented("database-engine-events-and-errors-3000-to-3999.md")),
    Rule::new(These(&[3616]), Every, Transaction, BABELFISH),
    Rule::new(These(&[217, 556, 628]), Every, Transaction, BABELFISH),
    Rule::new(These(&[3930, 3931]), Every, Statement, Inferred("the transaction is doomed already")),
    // Permissions. A violation ends the transaction only under ANSI_WARNINGS OFF, which isn't
    // supported.
    Rule::new(PERMISSIONS, Of(&[CreateSchema]), Statement, XACT_ABORT).followed_by(&[NO_SCHEMA]),
    Rule::new(PERMISSIONS, Every, Statement, XACT_ABORT).terminated(Never),
    Rule::new(These(&[926, 942, 945, 952]), Of(&[SelectInto]), Statement, Inferred("the database can't be entered"))
        .terminated(Never),
    // Failed conversions of strings.
    Rule::new(These(&[241, 245, 8114]), Every, Transaction, TRY_CATCH),
    Rule::new(These(&[289, 293, 3623]), Every, Transaction, BABELFISH),
    Rule::new(Range(9400, 9459), Every, Transaction, Recorded("Babelfish has 9441 and 9451")),
    Rule::new(
        These(&[235, 295, 8169, 9807]),
        Every,
        Transaction,
        Inferred("245 and 293: conversions of a string fail alike"),
    ),
    // Definitions of objects: errors with follow-up messages.
    Rule::new(These(&[2714]), Of(&[CreateTable]), Transaction, BABELFISH).in_state(5).followed_by(&[NOT_CREATED]),
    Rule::new(These(&[2714]), Of(&[AlterTable]), Transaction, BABELFISH).followed_by(&[NOT_CREATED]),
    Rule::new(These(&[2714]), Of(&[CreateSchema]), Transaction, BABELFISH)
        .in_state(5)
        .followed_by(&[NOT_CREATED, NO_SCHEMA]),
    Rule::new(These(&[1779]), Of(&[AlterTable]), Transaction, ANSWERS).followed_by(&[NOT_CREATED]).escaping_own_try(),
    Rule::new(These(&[4902]), Of(&[AlterTable]), Transaction, ANSWERS).escaping_own_try(),
    Rule::new(OF_CONSTRAINTS, Of(&[CreateTable, AlterTable]), Transaction, BABELFISH).followed_by(&[NOT_CREATED]),
    Rule::new(OF_CONSTRAINTS, Of(&[CreateSchema]), Transaction, Inferred("CREATE TABLE"))
        .followed_by(&[NOT_CREATED, NO_SCHEMA]),
    Rule::new(These(&[1505]), Of(&[AlterTable]), Transaction, BABELFISH).followed_by(&[NOT_CREATED]).terminated(Always),
    Rule::new(These(&[1505]), Every, Transaction, BABELFISH).terminated(Always),
    Rule::new(These(&[3725, 3728]), Of(&[AlterTable]), Transaction, BABELFISH).followed_by(&[NOT_DROPPED]),
    // Definitions of objects: errors without follow-up messages.
    Rule::new(These(&[2714]), Of(&[SelectInto]), Transaction, BABELFISH),
    Rule::new(These(&[1701, 2705, 2760]), Of(&[SelectInto]), Transaction, Inferred("CREATE TABLE")),
    Rule::new(These(&[547]), Of(&[AlterTable]), Transaction, BABELFISH),
    Rule::new(
        These(&[220, 232, 237, 242, 244, 248, 515, 2628, 8115, 8134]),
        Of(&[AlterTable]),
        Transaction,
        Inferred("547 of the same statement; 3621 as of the UPDATE that changes the rows"),
    )
    .terminated(Always),
    Rule::new(These(&[3723, 3726, 3729, 3732]), Of(&[Drop, Index]), Transaction, BABELFISH),
    Rule::new(These(&[4708, 4712, 4901, 4920, 1946, 219, 10610]), Definitions, Transaction, BABELFISH),
    Rule::new(Range(11700, 11708), Of(&[Sequence]), Transaction, BABELFISH),
    Rule::new(These(&[8106, 8107]), Of(&[IdentityInsert]), Transaction, BABELFISH),
    // System procedures and statements for principals and schemas raise the numbers from 15000 on.
    Rule::new(Range(15000, 15999), Of(&[CreateSchema]), Statement, Inferred("DROP USER of an unknown user: 15151"))
        .followed_by(&[NO_SCHEMA]),
    Rule::new(Range(15000, 15999), Every, Statement, Inferred("RAISERROR of system procedures")),
    Rule::new(All, Of(&[CreateSchema]), Transaction, OF_DEFINITIONS).followed_by(&[NO_SCHEMA]),
    Rule::new(All, Definitions, Transaction, OF_DEFINITIONS),
    // Databases.
    Rule::new(These(&[1801]), Of(&[CreateDatabase]), Statement, BABELFISH),
    Rule::new(These(&[5120, 5123, 5133, 5170]), Of(&[CreateDatabase]), Statement, Inferred("1801"))
        .followed_by(&[NO_DATABASE]),
    // Changes of rows that are refused before they begin.
    Rule::new(These(&[544, 545, 8164, 16916, 16917]), Of(&[Change]), Statement, BABELFISH).terminated(Never),
    // Bulk loads whose file or options are refused before the first row.
    Rule::new(These(BULK_FILES), Of(&[Change]), Statement, Inferred("the statement has no rows yet")).terminated(Never),
    // Values that end the batch and leave the transaction.
    Rule::new(OF_JSON, Every, Batch, ANSWERS),
    Rule::new(These(&[8116]), Every, Batch, ANSWERS).in_state(JSON_PATH_IS_NULL),
    Rule::new(These(&[127]), Of(&[Change]), Batch, ANSWERS).terminated(Always),
    Rule::new(OF_ROW_COUNTS, Every, Batch, ANSWERS),
    Rule::new(These(&[4116]), Every, Batch, ANSWERS),
    // A result set that EXECUTE ... WITH RESULT SETS doesn't declare.
    Rule::new(
        These(&[11535, 11537, 11538, 11553]),
        Of(&[Query]),
        Scope,
        Inferred("the EXECUTE fails, and with it the called program"),
    ),
    // All other errors: 2627, 515, 547, 8134, 512, 2812, 201, 3902, 16915 and so on.
    Rule::new(All, Every, Statement, BABELFISH),
];

/// State of 8116 for a path of a JSON function that is NULL at run time.
const JSON_PATH_IS_NULL: u8 = 8;

/// Errors of format files, of files that can't be opened, and of the ORDER hint's columns.
const BULK_FILES: &[i32] = &[
    4802, 4817, 4818, 4820, 4821, 4822, 4823, 4824, 4825, 4826, 4827, 4828, 4829, 4834, 4839, 4855, 4858, 4859, 4860,
    4861, 4868, 4873, 4880, 4882,
];
