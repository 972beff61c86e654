//! Parses DECLARE and SET: variables and session options. An unknown option fails with 195; its
//! value isn't checked.

use super::parser::{Parsed, Parser, clipped};
use super::table_items::TableItems;
use crate::ast::{AssignmentOperator, Declaration, IsolationLevel, Name, SetOption, StatementKind, TableVariable};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses DECLARE of variables, a table variable or a cursor, by the word after it.
    pub(crate) fn declare(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Declare)?;
        if self.token().is_name() {
            return self.declare_cursor();
        }
        if self.declares_table() {
            return self.declare_table();
        }
        self.list(Self::declaration).map(StatementKind::Declare)
    }

    /// Parses SET of a variable or of options. SET OFFSETS is refused by name, and an unknown
    /// option fails with 195.
    pub(crate) fn set(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword(Keyword::Set)?;
        if self.at_kind(TokenKind::Variable) {
            return self.set_variable();
        }
        let option = match self.token().kind {
            TokenKind::Keyword(Keyword::Transaction | Keyword::Tran) => self.isolation_level()?,
            TokenKind::Keyword(Keyword::Statistics) => {
                self.advance();
                let options = self.list(Self::any_word)?;
                SetOption::Statistics { options, on: self.expect_switch()? }
            }
            TokenKind::Keyword(Keyword::IdentityInsert) => {
                self.advance();
                let table = self.object_name()?;
                SetOption::IdentityInsert { table, on: self.expect_switch()? }
            }
            TokenKind::Keyword(Keyword::Offsets) => {
                self.refuse("SET OFFSETS");
                self.advance();
                let options = self.list(Self::any_word)?;
                SetOption::Switch { options, on: self.expect_switch()? }
            }
            _ => self.session_option()?,
        };
        Ok(StatementKind::SetOption(option))
    }

    /// Whether `@t [AS] TABLE` is next. A table variable has a DECLARE of its own.
    fn declares_table(&self) -> bool {
        let after = 1 + usize::from(self.ahead(1).is(Keyword::As));
        self.at_kind(TokenKind::Variable) && self.ahead(after).is(Keyword::Table)
    }

    fn declare_table(&mut self) -> Parsed<StatementKind> {
        let name = self.variable()?;
        self.eat_keyword(Keyword::As);
        self.expect_keyword(Keyword::Table)?;
        let TableItems { columns, constraints, indexes } = self.unnamed_table_items()?;
        self.table_variables.push(name.clone());
        Ok(StatementKind::DeclareTable(Box::new(TableVariable { name, columns, constraints, indexes })))
    }

    fn declaration(&mut self) -> Parsed<Declaration> {
        let name = self.variable()?;
        self.eat_keyword(Keyword::As);
        let data_type = self.type_or_cursor()?;
        let value = if self.eat(TokenKind::Equal) { Some(self.expression()?) } else { None };
        if self.eat_word("output") || self.eat_word("out") {
            return Err(self.report(number::OUTPUT_IN_DECLARATION, self.last(), String::new()));
        }
        Ok(Declaration { name, data_type, value })
    }

    fn set_variable(&mut self) -> Parsed<StatementKind> {
        let variable = self.variable()?;
        if self.at_kind(TokenKind::Dot) {
            let call = self.method_of_variable(variable.clone())?;
            // The property of a CLR type.
            if self.eat(TokenKind::Equal) {
                self.expression()?;
            }
            return Ok(StatementKind::SetVariable { variable, operator: AssignmentOperator::Method, value: call });
        }
        let operator = self.assignment_operator()?;
        if operator == AssignmentOperator::Set && self.eat_keyword(Keyword::Cursor) {
            let definition = Box::new(self.cursor_definition()?);
            return Ok(StatementKind::SetCursor { variable, definition });
        }
        Ok(StatementKind::SetVariable { variable, operator, value: self.expression()? })
    }

    fn session_option(&mut self) -> Parsed<SetOption> {
        let option = self.option_name()?;
        if self.at_keyword(Keyword::On) || self.at_keyword(Keyword::Off) {
            return Ok(SetOption::Switch { options: vec![option], on: self.expect_switch()? });
        }
        if self.eat(TokenKind::Comma) {
            let mut options = self.list(Self::option_name)?;
            options.insert(0, option);
            return Ok(SetOption::Switch { options, on: self.expect_switch()? });
        }
        if option.is("LOCK_TIMEOUT") {
            let after = usize::from(self.at_kind(TokenKind::Minus) || self.at_kind(TokenKind::Plus));
            if self.ahead(after).kind != TokenKind::Integer {
                return Err(self.report(number::INCORRECT_SYNTAX, self.token(), "LOCK_TIMEOUT".to_owned()));
            }
        } else if option.is("ROWCOUNT") || option.is("TEXTSIZE") {
            self.check_row_or_byte_count(&option)?;
        } else if !self.at_end() && !VALUE_OPTIONS.iter().any(|known| option.is(known)) {
            return Err(self.report(number::INCORRECT_SYNTAX, self.token(), option.text.to_lowercase()));
        }
        Ok(SetOption::Value { option, value: self.simple_value()? })
    }

    /// Checks the literal after SET ROWCOUNT or SET TEXTSIZE. Fails with 102 for a negative number
    /// of rows, and with 1080 for a number that isn't an int. Strings and variables are checked at
    /// the run.
    fn check_row_or_byte_count(&mut self, option: &Name) -> Parsed<()> {
        let sign = usize::from(self.at_kind(TokenKind::Minus) || self.at_kind(TokenKind::Plus));
        if sign > 0 && option.is("ROWCOUNT") {
            return Err(self.incorrect());
        }
        let token = self.ahead(sign);
        let text = token.span.slice(self.text);
        match token.kind {
            TokenKind::Decimal | TokenKind::Float => {}
            TokenKind::Integer if text.parse::<i32>().is_err() => {}
            _ => return Ok(()),
        }
        Err(self.report(number::INTEGER_OUT_OF_RANGE, token, text.to_owned()))
    }

    /// Whether SET, the current token, begins a statement rather than a clause such as that of
    /// UPDATE. The word after it decides: a variable or the name of an option.
    pub(crate) fn at_session_option(&self) -> bool {
        use Keyword as K;
        let next = self.ahead(1);
        let first = [K::Statistics, K::Transaction, K::Tran, K::IdentityInsert];
        next.kind == TokenKind::Variable
            || first.iter().chain(RESERVED_OPTIONS).any(|word| next.is(*word))
            || SET_OPTIONS.iter().any(|option| self.word_ahead(1, option))
    }

    /// Parses an option's name. Some names are reserved words.
    fn option_name(&mut self) -> Parsed<Name> {
        let token = self.token();
        let known = SET_OPTIONS.iter().any(|option| self.at_word(option));
        if known || RESERVED_OPTIONS.iter().any(|word| self.at_keyword(*word)) {
            return self.any_word();
        }
        if token.kind == TokenKind::Word {
            let name = clipped(token.span.slice(self.text));
            return Err(self.report(number::UNKNOWN_SET_OPTION, token, name));
        }
        Err(self.incorrect())
    }

    fn isolation_level(&mut self) -> Parsed<SetOption> {
        self.advance();
        self.expect_word("isolation")?;
        self.expect_word("level")?;
        let level = if self.eat_keyword(Keyword::Read) {
            if self.eat_word("uncommitted") {
                IsolationLevel::ReadUncommitted
            } else {
                self.expect_word("committed")?;
                IsolationLevel::ReadCommitted
            }
        } else if self.eat_word("repeatable") {
            self.expect_keyword(Keyword::Read)?;
            IsolationLevel::RepeatableRead
        } else if self.eat_word("snapshot") {
            IsolationLevel::Snapshot
        } else {
            self.expect_word("serializable")?;
            IsolationLevel::Serializable
        };
        Ok(SetOption::IsolationLevel(level))
    }
}

/// Options of SET that are reserved words.
const RESERVED_OPTIONS: &[Keyword] = &[Keyword::Rowcount, Keyword::Textsize];

/// Options of SET that take a value. The others are ON or OFF.
const VALUE_OPTIONS: &[&str] = &[
    "CONTEXT_INFO",
    "DATEFIRST",
    "DATEFORMAT",
    "DEADLOCK_PRIORITY",
    "FIPS_FLAGGER",
    "LANGUAGE",
    "LOCK_TIMEOUT",
    "QUERY_GOVERNOR_COST_LIMIT",
    "ROWCOUNT",
    "TEXTSIZE",
];

/// Non-reserved options of SET (documentation: `t-sql/statements/set-statements-transact-sql`).
const SET_OPTIONS: &[&str] = &[
    "ANSI_DEFAULTS",
    "ANSI_NULL_DFLT_OFF",
    "ANSI_NULL_DFLT_ON",
    "ANSI_NULLS",
    "ANSI_PADDING",
    "ANSI_WARNINGS",
    "ARITHABORT",
    "ARITHIGNORE",
    "CONCAT_NULL_YIELDS_NULL",
    "CONTEXT_INFO",
    "CURSOR_CLOSE_ON_COMMIT",
    "DATEFIRST",
    "DATEFORMAT",
    "DEADLOCK_PRIORITY",
    "DISABLE_DEF_CNST_CHK",
    "FIPS_FLAGGER",
    "FMTONLY",
    "FORCEPLAN",
    "IMPLICIT_TRANSACTIONS",
    "LANGUAGE",
    "LOCK_TIMEOUT",
    "NOCOUNT",
    "NOEXEC",
    "NO_BROWSETABLE",
    "NUMERIC_ROUNDABORT",
    "PARSEONLY",
    "QUERY_GOVERNOR_COST_LIMIT",
    "QUOTED_IDENTIFIER",
    "REMOTE_PROC_TRANSACTIONS",
    "SHOWPLAN_ALL",
    "SHOWPLAN_TEXT",
    "SHOWPLAN_XML",
    "XACT_ABORT",
];
