//! T-SQL statements that this parser doesn't support: their names and extents.

use super::parser::{Parsed, Parser, Reach, clipped};
use super::statement::begins_statement;
use crate::ast::StatementKind;
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Skips the rest of the statement that started at the token `start`, and keeps its text.
    pub(crate) fn skip_unsupported(&mut self, start: usize) -> StatementKind {
        let (name, reach) = self.refused.take().unwrap_or_else(|| ("STATEMENT".into(), Reach::Statement));
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
        let written = self.tokens[start..self.at].iter().rposition(|token| token.kind != TokenKind::Semicolon);
        let last = self.tokens[start + written.unwrap_or_default()];
        let text = self.tokens[start].span.to(last.span).slice(self.text).into();
        StatementKind::Unsupported { name, text }
    }

    /// Refuses a statement by its first reserved word.
    pub(crate) fn refuse_keyword(&mut self, word: Keyword) -> Parsed<StatementKind> {
        use Keyword as K;
        let reach = match word {
            K::Backup | K::Close | K::Open | K::Restore | K::Setuser | K::Lineno => Reach::Statement,
            K::Add if self.word_ahead(1, "signature") => Reach::Statement,
            _ => return Err(self.incorrect()),
        };
        let mut name = self.advance().span.slice(self.text).to_ascii_uppercase();
        if matches!(word, K::Backup | K::Restore | K::Open | K::Close | K::Add) {
            let object = self.token();
            let counts = matches!(object.kind, TokenKind::Keyword(_)) || word != K::Open && word != K::Close;
            if object.is_any_word() && counts {
                name = format!("{name} {}", self.advance().span.slice(self.text).to_ascii_uppercase());
            }
        }
        Err(self.unsupported(name, reach))
    }

    /// Refuses CREATE, DROP or ALTER of an unsupported object.
    pub(crate) fn refuse_definition(&mut self) -> Parsed<StatementKind> {
        let verb = self.advance();
        let verb_text = verb.span.slice(self.text).to_ascii_uppercase();
        if self.at_keyword(Keyword::Or) && self.ahead(1).is(Keyword::Alter) {
            self.at += 2;
        }
        while self.at_index_adjective() {
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
        let name = format!("{verb_text} {object}");
        let reach = if verb.is(Keyword::Alter) { Reach::Alter } else { Reach::Statement };
        Err(self.unsupported(name, reach))
    }

    /// Whether `DATABASE` is a database rather than the start of a longer object type.
    pub(crate) fn is_plain_database(&self) -> bool {
        let second = |word| self.word_ahead(2, word);
        let scoped = second("scoped") && !self.ahead(1).is(Keyword::Alter);
        let credential = scoped && self.word_ahead(3, "credential");
        let audit = second("audit") && self.word_ahead(3, "specification");
        let encryption = second("encryption") && self.ahead(3).is(Keyword::Key);
        !(credential || audit || encryption)
    }

    /// Returns the name of a statement that starts with a non-reserved word.
    pub(crate) fn known_word_statement(&self) -> Option<&'static str> {
        let paired = [("SEND", "ON"), ("GET", "CONVERSATION"), ("MOVE", "CONVERSATION")];
        if self.at_word("receive") {
            return Some("RECEIVE");
        }
        let second = self.ahead(1);
        let next = if second.is_any_word() { second.span.slice(self.text) } else { "" };
        let pair = paired.into_iter().find(|(word, with)| self.at_word(word) && next.eq_ignore_ascii_case(with));
        pair.map(|(word, _)| word)
    }

    fn at_index_adjective(&self) -> bool {
        let words = [Keyword::Unique, Keyword::Clustered, Keyword::Nonclustered];
        let columnstore = self.at_word("columnstore") && self.ahead(1).is(Keyword::Index);
        let primary = self.at_keyword(Keyword::Primary) && self.word_ahead(1, "xml");
        columnstore || primary || words.iter().any(|word| self.at_keyword(*word))
    }

    /// Returns the longest object type named by the next words.
    fn object_type(&self) -> Option<&'static str> {
        OBJECT_TYPES.iter().copied().filter(|words| self.at_words(words)).max_by_key(|words| words.len())
    }

    fn at_words(&self, words: &str) -> bool {
        words.split(' ').enumerate().all(|(distance, word)| {
            let token = self.ahead(distance);
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
        let before = self.tokens[self.at.saturating_sub(1)];
        let clause = [Keyword::On, Keyword::For, Keyword::As, Keyword::Of, Keyword::From, Keyword::To, Keyword::With];
        let part = before.kind == TokenKind::Comma || clause.iter().any(|word| before.is(*word));
        let sub_command = reach == Reach::Alter
            && match token.kind {
                TokenKind::Keyword(Keyword::Alter) => self.ahead(1).is(Keyword::Column),
                TokenKind::Keyword(Keyword::Drop) => {
                    !self.ahead(1).is(Keyword::Table) && !self.ahead(1).is(Keyword::Database)
                }
                TokenKind::Keyword(Keyword::Set) => self.ahead(1).kind != TokenKind::Variable,
                _ => false,
            };
        let exists = token.is(Keyword::If) && (self.ahead(1).is(Keyword::Exists) || self.ahead(1).is(Keyword::Not));
        begins_statement(&token) && !part && !sub_command && !exists
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

/// Object types after CREATE, DROP and ALTER that the parser doesn't parse.
const OBJECT_TYPES: &[&str] = &[
    "AGGREGATE",
    "APPLICATION ROLE",
    "ASSEMBLY",
    "ASYMMETRIC KEY",
    "AUTHORIZATION",
    "AVAILABILITY GROUP",
    "BROKER PRIORITY",
    "CERTIFICATE",
    "COLUMN ENCRYPTION KEY",
    "COLUMN MASTER KEY",
    "CONTRACT",
    "CREDENTIAL",
    "CRYPTOGRAPHIC PROVIDER",
    "DATABASE AUDIT SPECIFICATION",
    "DATABASE ENCRYPTION KEY",
    "DATABASE SCOPED CREDENTIAL",
    "DEFAULT",
    "ENDPOINT",
    "EVENT NOTIFICATION",
    "EVENT SESSION",
    "EXTERNAL DATA SOURCE",
    "EXTERNAL FILE FORMAT",
    "EXTERNAL LANGUAGE",
    "EXTERNAL LIBRARY",
    "EXTERNAL RESOURCE POOL",
    "EXTERNAL TABLE",
    "FULLTEXT CATALOG",
    "FULLTEXT INDEX",
    "FULLTEXT STOPLIST",
    "INDEX",
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
    "SERVER AUDIT",
    "SERVER AUDIT SPECIFICATION",
    "SERVICE",
    "SERVICE MASTER KEY",
    "SIGNATURE",
    "SPATIAL INDEX",
    "STATISTICS",
    "SYMMETRIC KEY",
    "WORKLOAD GROUP",
    "XML INDEX",
    "XML SCHEMA COLLECTION",
];
