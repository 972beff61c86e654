//! T-SQL statements that this parser doesn't support: each is recognized by its name, skipped to
//! its end, and becomes a statement that fails when it runs.

use super::parser::{Parsed, Parser, Reach, clipped};
use super::statement::begins_statement;
use crate::ast::StatementKind;
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Skips the rest of the statement that started at the token `start`, and keeps its text.
    /// `reach` decides how far that is; inside parentheses and blocks nothing ends it. At least one
    /// token is skipped.
    pub(crate) fn skip_unsupported(&mut self, start: usize, name: Box<str>, reach: Reach) -> StatementKind {
        if self.at == start {
            self.advance();
        }
        let mut open = Open::default();
        for token in &self.tokens[start..self.at] {
            open.pass(token.kind);
        }
        while !self.at_end() {
            let token = self.token();
            if self.ends_unsupported(reach, &open) {
                break;
            }
            open.pass(token.kind);
            self.advance();
        }
        self.refused_statement(start, name)
    }

    /// Returns the tokens from `start` to the current one as an unsupported statement. Trailing
    /// semicolons aren't part of its text.
    pub(crate) fn refused_statement(&self, start: usize, name: Box<str>) -> StatementKind {
        let written = self.tokens[start..self.at].iter().rposition(|token| token.kind != TokenKind::Semicolon);
        let last = self.tokens[start + written.unwrap_or_default()];
        let text = self.tokens[start].span.to(last.span).slice(self.text).into();
        StatementKind::Unsupported { name, text }
    }

    /// Refuses a statement by its first reserved word, `word`. The name gets the words of the
    /// object after it. A word that begins no unsupported statement is a syntax error.
    pub(crate) fn refuse_keyword(&mut self, word: Keyword) -> Parsed<StatementKind> {
        use Keyword as K;
        match word {
            K::Backup | K::Close | K::Open | K::Restore | K::Lineno => {}
            K::End if self.at_end_conversation() => {}
            K::Add if ["signature", "counter", "sensitivity"].iter().any(|word| self.word_ahead(1, word)) => {}
            _ => return Err(self.incorrect()),
        }
        let mut name = self.advance().span.slice(self.text).to_ascii_uppercase();
        if matches!(word, K::Backup | K::Restore | K::Open | K::Close | K::Add | K::End) {
            let words = self.object_type().map_or(1, |object| object.split(' ').count());
            for _ in 0..words {
                if self.token().is_any_word() {
                    name = format!("{name} {}", self.advance().span.slice(self.text).to_ascii_uppercase());
                }
            }
        }
        Err(self.unsupported(name, Reach::Statement))
    }

    /// Whether `END CONVERSATION` is next, which is a statement rather than the end of a block.
    pub(crate) fn at_end_conversation(&self) -> bool {
        self.at_keyword(Keyword::End) && self.word_ahead(1, "conversation")
    }

    /// Refuses CREATE, DROP or ALTER of an unsupported object, starting at the verb. The error has
    /// verb and object type. An unknown type fails with 343, and anything but a word with a syntax
    /// error. `OR ALTER` and adjectives of an index other than COLUMNSTORE are skipped.
    pub(crate) fn refuse_definition(&mut self) -> Parsed<StatementKind> {
        let verb = self.advance();
        let verb_text = verb.span.slice(self.text).to_ascii_uppercase();
        if self.at_keyword(Keyword::Or) && self.ahead(1).is(Keyword::Alter) {
            self.at += 2;
        }
        let mut kind = "";
        while self.at_index_adjective() {
            kind = if self.at_word("columnstore") { "COLUMNSTORE " } else { kind };
            self.advance();
        }
        let Some(object) = self.object_type() else {
            let token = self.token();
            if !token.is_any_word() || token.is(Keyword::Select) {
                return Err(self.incorrect());
            }
            let argument = clipped(&token.value(self.text));
            return Err(self.report(number::UNKNOWN_OBJECT_TYPE, token, argument));
        };
        self.at += object.split(' ').count();
        let name = format!("{verb_text} {kind}{object}");
        let reach = if verb.is(Keyword::Alter) { Reach::Alter } else { Reach::Statement };
        Err(self.unsupported(name, reach))
    }

    /// Whether `DATABASE` is a database rather than the start of a longer object type. It looks at
    /// the words after DATABASE: SCOPED CREDENTIAL, AUDIT SPECIFICATION and ENCRYPTION KEY are
    /// longer types.
    pub(crate) fn is_plain_database(&self) -> bool {
        let second = |word| self.word_ahead(2, word);
        let scoped = second("scoped") && !self.ahead(1).is(Keyword::Alter);
        let credential = scoped && self.word_ahead(3, "credential");
        let audit = second("audit") && self.word_ahead(3, "specification");
        let encryption = second("encryption") && self.ahead(3).is(Keyword::Key);
        !(credential || audit || encryption)
    }

    /// Returns the name of the refused statement that the next words begin, none of which is
    /// reserved: those of Service Broker, such as RECEIVE. `None` for other words. Nothing is
    /// consumed.
    pub(crate) fn known_word_statement(&self) -> Option<&'static str> {
        let paired = [
            ("SEND", "ON", "SEND ON CONVERSATION"),
            ("GET", "CONVERSATION", "GET CONVERSATION GROUP"),
            ("MOVE", "CONVERSATION", "MOVE CONVERSATION"),
        ];
        if self.at_word("receive") {
            return Some("RECEIVE");
        }
        let second = self.ahead(1);
        let next = if second.is_any_word() { second.span.slice(self.text) } else { "" };
        let pair = paired.into_iter().find(|(word, with, _)| self.at_word(word) && next.eq_ignore_ascii_case(with));
        pair.map(|(.., name)| name)
    }

    fn at_index_adjective(&self) -> bool {
        let words = [Keyword::Unique, Keyword::Clustered, Keyword::Nonclustered];
        let columnstore = self.at_word("columnstore") && self.ahead(1).is(Keyword::Index);
        let primary = self.at_keyword(Keyword::Primary) && self.word_ahead(1, "xml");
        columnstore || primary || words.iter().any(|word| self.at_keyword(*word))
    }

    /// Whether an object's kind follows the current CREATE, ALTER or DROP.
    fn at_definition(&self) -> bool {
        OBJECT_TYPES.iter().chain(PARSED_TYPES).any(|words| self.at_words(1, words))
    }

    /// Returns the longest object type named by the next words.
    fn object_type(&self) -> Option<&'static str> {
        OBJECT_TYPES.iter().copied().filter(|words| self.at_words(0, words)).max_by_key(|words| words.len())
    }

    fn at_words(&self, distance: usize, words: &str) -> bool {
        words.split(' ').enumerate().all(|(index, word)| {
            let token = self.ahead(distance + index);
            token.is_any_word() && token.span.slice(self.text).eq_ignore_ascii_case(word)
        })
    }

    fn ends_unsupported(&self, reach: Reach, open: &Open) -> bool {
        let token = self.token();
        if reach == Reach::Batch || open.parentheses > 0 {
            return false;
        }
        if token.kind == TokenKind::Semicolon {
            return true;
        }
        if reach == Reach::Semicolon || open.cases > 0 {
            return false;
        }
        if token.is(Keyword::End) || token.is(Keyword::Else) {
            return true;
        }
        begins_statement(&token) && !self.follows_clause() && !(reach == Reach::Alter && self.at_sub_command())
    }

    /// Whether the current token, the first word of some statement, is a part of a clause here.
    fn follows_clause(&self) -> bool {
        use Keyword as K;
        let before = self.tokens[self.at.saturating_sub(1)];
        let opens = [K::For, K::As, K::Of, K::From, K::To, K::With];
        if before.kind == TokenKind::Comma || opens.iter().any(|word| before.is(*word)) {
            return true;
        }
        let before = if before.is_any_word() { before.span.slice(self.text) } else { "" };
        match self.token().kind {
            TokenKind::Keyword(K::If) => self.ahead(1).is(K::Exists) || self.ahead(1).is(K::Not),
            TokenKind::Keyword(K::Set) => self.ahead(1).kind == TokenKind::LeftParen,
            TokenKind::Keyword(K::Merge) => self.word_ahead(1, "range"),
            TokenKind::Keyword(K::Update) if self.word_ahead(1, "population") => true,
            TokenKind::Keyword(K::Insert | K::Update | K::Delete) => {
                ["after", "before", "on"].iter().any(|word| before.eq_ignore_ascii_case(word))
            }
            TokenKind::Keyword(K::Grant | K::Deny) => {
                self.ahead(1).is(K::Create) && self.ahead(3).is(K::Database) && !self.ahead(4).is(K::To)
            }
            TokenKind::Keyword(K::Create) => ["grant", "deny"].iter().any(|word| before.eq_ignore_ascii_case(word)),
            _ => false,
        }
    }

    /// Whether a sub-command of ALTER, rather than a statement, is next.
    fn at_sub_command(&self) -> bool {
        use Keyword as K;
        match self.token().kind {
            TokenKind::Keyword(K::Alter) => self.ahead(1).is(K::Column) || self.at_predicate_command(),
            TokenKind::Keyword(K::Drop) => self.at_predicate_command() || !self.at_definition(),
            TokenKind::Keyword(K::Set) => !self.at_session_option(),
            _ => false,
        }
    }

    /// `ADD FILTER PREDICATE` and similar of a security policy.
    fn at_predicate_command(&self) -> bool {
        self.word_ahead(2, "predicate")
    }
}

/// The constructs open at a token of a skipped statement.
#[derive(Debug, Default)]
struct Open {
    parentheses: u32,
    cases: u32,
}

impl Open {
    fn pass(&mut self, kind: TokenKind) {
        match kind {
            TokenKind::LeftParen => self.parentheses += 1,
            TokenKind::RightParen => self.parentheses = self.parentheses.saturating_sub(1),
            TokenKind::Keyword(Keyword::Case) => self.cases += 1,
            TokenKind::Keyword(Keyword::End) => self.cases = self.cases.saturating_sub(1),
            _ => {}
        }
    }
}

/// Object types after CREATE, DROP and ALTER that the parser parses.
const PARSED_TYPES: &[&str] = &[
    "APPLICATION ROLE",
    "DATABASE",
    "EVENT SESSION",
    "FUNCTION",
    "LOGIN",
    "PROC",
    "PROCEDURE",
    "ROLE",
    "SCHEMA",
    "SEQUENCE",
    "SERVER ROLE",
    "SYNONYM",
    "TABLE",
    "TRIGGER",
    "TYPE",
    "USER",
    "VIEW",
];

/// Objects of CREATE, DROP, ALTER, BACKUP, RESTORE, OPEN, CLOSE and ADD that the parser doesn't
/// parse.
const OBJECT_TYPES: &[&str] = &[
    "AGGREGATE",
    "ALL SYMMETRIC KEYS",
    "ASSEMBLY",
    "ASYMMETRIC KEY",
    "AUTHORIZATION",
    "AVAILABILITY GROUP",
    "BROKER PRIORITY",
    "CERTIFICATE",
    "COLUMN ENCRYPTION KEY",
    "COLUMN MASTER KEY",
    "CONTRACT",
    "COUNTER SIGNATURE",
    "CREDENTIAL",
    "CRYPTOGRAPHIC PROVIDER",
    "DATABASE AUDIT SPECIFICATION",
    "DATABASE ENCRYPTION KEY",
    "DATABASE SCOPED CREDENTIAL",
    "DEFAULT",
    "ENDPOINT",
    "EVENT NOTIFICATION",
    "EXTERNAL DATA SOURCE",
    "EXTERNAL FILE FORMAT",
    "EXTERNAL LANGUAGE",
    "EXTERNAL LIBRARY",
    "EXTERNAL MODEL",
    "EXTERNAL RESOURCE POOL",
    "EXTERNAL TABLE",
    "FULLTEXT CATALOG",
    "FULLTEXT INDEX",
    "FULLTEXT STOPLIST",
    "INDEX",
    "JSON INDEX",
    "MASTER KEY",
    "MESSAGE TYPE",
    "PARTITION FUNCTION",
    "PARTITION SCHEME",
    "QUEUE",
    "REMOTE SERVICE BINDING",
    "RESOURCE GOVERNOR",
    "RESOURCE POOL",
    "ROUTE",
    "RULE",
    "SEARCH PROPERTY LIST",
    "SECURITY POLICY",
    "SELECTIVE XML INDEX",
    "SENSITIVITY CLASSIFICATION",
    "SERVER AUDIT",
    "SERVER AUDIT SPECIFICATION",
    "SERVICE",
    "SERVICE MASTER KEY",
    "SIGNATURE",
    "SPATIAL INDEX",
    "STATISTICS",
    "SYMMETRIC KEY",
    "VECTOR INDEX",
    "WORKLOAD GROUP",
    "XML INDEX",
    "XML SCHEMA COLLECTION",
];
