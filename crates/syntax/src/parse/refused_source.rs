//! Parses table sources of absent features and refuses them by name. The trees that result are
//! placeholders: the statement becomes an unsupported one.

use super::parser::{Parsed, Parser};
use crate::ast::{Name, ObjectName, TableSourceKind, Target};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Whether CHANGETABLE, PREDICT, AI_GENERATE_CHUNKS or VECTOR_SEARCH with a grammar of its own
    /// is next. Their names aren't reserved, so a user's function of that name with ordinary
    /// arguments isn't one.
    pub(crate) fn at_refused_function(&self) -> bool {
        let named = |distance| self.ahead(distance).is_any_word() || self.ahead(distance).is_name();
        self.ahead(1).kind == TokenKind::LeftParen
            && (self.at_word("changetable") && named(2) && named(3)
                || self.at_word("predict") && self.word_ahead(2, "model")
                || (self.at_word("ai_generate_chunks") || self.at_word("vector_search"))
                    && self.ahead(3).kind == TokenKind::Equal)
    }

    /// Parses and refuses a rowset function: `OPENQUERY(...)`, `CHANGETABLE(...)` and similar, with
    /// WITH (...) and an alias. The result is a placeholder. A reserved word that is no rowset
    /// function is a syntax error.
    pub(crate) fn refused_rowset(&mut self) -> Parsed<TableSourceKind> {
        let name = self.refused_rowset_call()?;
        if self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen {
            self.advance();
            self.skip_parenthesised()?;
        }
        let alias = self.table_alias()?.map(|alias| alias.name);
        Ok(TableSourceKind::Table { name, alias, sample: None, hints: Vec::new() })
    }

    /// Parses and refuses `OPENQUERY(...)` and similar as the target of a change. A reserved word
    /// that is no rowset function is a syntax error.
    pub(crate) fn refused_target(&mut self) -> Parsed<Target> {
        let name = self.refused_rowset_call()?;
        Ok(Target::Table { name, hints: self.table_hints()? })
    }

    /// Parses the call without its alias. Names below a data source follow OPENDATASOURCE.
    fn refused_rowset_call(&mut self) -> Parsed<ObjectName> {
        let token = self.token();
        let called = self.ahead(1).kind == TokenKind::LeftParen;
        let known = |word: &Keyword| token.is(*word);
        if !called || token.kind != TokenKind::Word && !ROWSETS.iter().any(known) {
            return Err(self.incorrect());
        }
        self.advance();
        self.refuse(token.span.slice(self.text).to_ascii_uppercase());
        self.skip_parenthesised()?;
        if token.is(Keyword::Opendatasource) {
            self.expect(TokenKind::Dot)?;
            return self.object_name();
        }
        Ok(ObjectName::simple(Name::new(token.span.slice(self.text), token.span)))
    }

    /// Parses and refuses `[FOR SYSTEM_TIME ...]` of a temporal table, `[FOR PATH]` of a graph's.
    /// Does nothing if neither follows.
    pub(crate) fn refuse_table_version(&mut self) -> Parsed<()> {
        let path = self.word_ahead(1, "path");
        if !self.at_keyword(Keyword::For) || !path && !self.word_ahead(1, "system_time") {
            return Ok(());
        }
        self.at += 2;
        if path {
            self.refuse("FOR PATH");
            return Ok(());
        }
        self.refuse("FOR SYSTEM_TIME");
        match self.token().kind {
            TokenKind::Keyword(Keyword::All) => {
                self.advance();
            }
            TokenKind::Keyword(Keyword::As) => {
                self.advance();
                self.expect_keyword(Keyword::Of)?;
                self.expression()?;
            }
            TokenKind::Keyword(Keyword::From | Keyword::Between) => {
                let separator = if self.advance().is(Keyword::From) { Keyword::To } else { Keyword::And };
                self.expression()?;
                self.expect_keyword(separator)?;
                self.expression()?;
            }
            _ => {
                self.expect_word("contained")?;
                self.expect_keyword(Keyword::In)?;
                self.skip_parenthesised()?;
            }
        }
        Ok(())
    }
}

/// Rowset functions that are reserved words and that this parser refuses.
const ROWSETS: &[Keyword] = &[
    Keyword::Containstable,
    Keyword::Freetexttable,
    Keyword::Opendatasource,
    Keyword::Openquery,
    Keyword::Openrowset,
    Keyword::Semantickeyphrasetable,
    Keyword::Semanticsimilaritydetailstable,
    Keyword::Semanticsimilaritytable,
];
