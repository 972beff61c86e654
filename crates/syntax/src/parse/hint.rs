//! Parses hints: OPTION (...) of a statement and WITH (...) of a table. Their words are checked
//! here, their values and combinations aren't.

use super::parser::{Parsed, Parser, clipped};
use crate::ast::{Call, Expr, ExprKind, Hint, Name, ObjectName};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `[OPTION (hint, ...)]` of a statement; empty without one. Hints are kept as words. An
    /// unknown hint fails with 102; TABLE HINT is refused by name.
    pub(crate) fn option(&mut self) -> Parsed<Vec<Hint>> {
        if self.eat_keyword(Keyword::Option) { self.parenthesised(Self::query_hint) } else { Ok(Vec::new()) }
    }

    fn query_hint(&mut self) -> Parsed<Hint> {
        let token = self.token();
        let mut words = vec![self.any_word()?];
        while self.token().is_any_word() {
            words.push(self.any_word()?);
        }
        let written: Vec<_> = words.iter().map(|word| word.text.to_ascii_uppercase()).collect();
        if !QUERY_HINTS.contains(&written.join(" ").as_str()) {
            return Err(self.report(number::INCORRECT_SYNTAX, token, clipped(&words[0].text)));
        }
        let mut hint = Hint { words, arguments: Vec::new(), assumptions: Vec::new() };
        let said = |words: &[&str]| {
            hint.words.len() == words.len() && hint.words.iter().zip(words).all(|(word, known)| word.is(known))
        };
        let opens = self.at_kind(TokenKind::LeftParen);
        if opens && said(&["optimize", "for"]) {
            hint.assumptions = self.parenthesised(Self::assumption)?;
        } else if opens && said(&["table", "hint"]) {
            self.refuse("OPTION (TABLE HINT)");
            self.skip_parenthesised()?;
        } else if opens {
            hint.arguments = self.arguments()?;
        } else if self.eat(TokenKind::Equal) || self.at_hint_value() {
            hint.arguments.push(self.operand()?);
        }
        Ok(hint)
    }

    /// Whether a hint's value without parentheses is next: `MAXDOP 2`, `USE PLAN N'...'`.
    fn at_hint_value(&self) -> bool {
        use TokenKind::{Decimal, Integer, NationalString, String};
        matches!(self.token().kind, Integer | Decimal | String | NationalString)
    }

    /// `@x = value`, `@x UNKNOWN`.
    fn assumption(&mut self) -> Parsed<(Name, Option<Expr>)> {
        let variable = self.variable()?;
        if self.eat_word("unknown") {
            return Ok((variable, None));
        }
        self.expect(TokenKind::Equal)?;
        Ok((variable, Some(self.operand()?)))
    }

    /// Parses `[WITH (hint, ...)]` after a table; empty without hints. Some hints are written
    /// without WITH. Commas between hints are optional. An unknown hint fails with 321. Records
    /// 1068 for a second list of index hints.
    pub(crate) fn table_hints(&mut self) -> Parsed<Vec<Hint>> {
        let opens = self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen;
        if opens {
            self.advance();
        } else if !self.at_bare_hints() {
            return Ok(Vec::new());
        }
        self.expect(TokenKind::LeftParen)?;
        let mut hints = vec![self.table_hint()?];
        // Commas between hints are optional.
        while self.eat(TokenKind::Comma) || self.token().is_any_word() {
            hints.push(self.table_hint()?);
        }
        self.expect(TokenKind::RightParen)?;
        if hints.iter().filter(|hint| hint.words.first().is_some_and(|word| word.is("INDEX"))).count() > 1 {
            self.report(number::INDEX_HINTS_REPEATED, self.last(), String::new());
        }
        Ok(hints)
    }

    /// Whether table hints in parentheses without WITH are next, which T-SQL allows for some hints
    /// (documentation: `t-sql/queries/hints-transact-sql-table`). No other construct looks like
    /// them.
    pub(crate) fn at_bare_hints(&self) -> bool {
        use TokenKind::{Comma, Equal, LeftParen, RightParen};
        let after = self.ahead(2).kind;
        // Blanks may separate hints. A call's argument isn't followed by another word.
        let ends = matches!(after, RightParen | Comma) || self.ahead(2).is_any_word();
        let index = self.ahead(1).is(Keyword::Index) && matches!(after, Equal | LeftParen);
        self.at_kind(LeftParen) && index
            || self.at_kind(LeftParen)
                && self.ahead(1).is_any_word()
                && ends
                && BARE_HINTS.iter().any(|hint| self.ahead(1).span.slice(self.text).eq_ignore_ascii_case(hint))
    }

    fn table_hint(&mut self) -> Parsed<Hint> {
        let token = self.token();
        let word = self.any_word()?;
        if !TABLE_HINTS.iter().chain(BARE_HINTS).any(|known| word.is(known)) {
            return Err(self.report(number::UNKNOWN_TABLE_HINT, token, clipped(&word.text)));
        }
        let is_by_number = self.ahead(1).kind == TokenKind::Integer && self.ahead(2).kind == TokenKind::LeftParen;
        let arguments = if word.is("FORCESEEK") && self.at_kind(TokenKind::LeftParen) && is_by_number {
            vec![self.seek_by_number()?]
        } else if self.at_kind(TokenKind::LeftParen) {
            self.arguments()?
        } else if self.eat(TokenKind::Equal) {
            if self.at_kind(TokenKind::LeftParen) { self.arguments()? } else { vec![self.simple_value()?] }
        } else {
            Vec::new()
        };
        Ok(Hint { words: vec![word], arguments, assumptions: Vec::new() })
    }

    /// Parses `(number (column, ...))` of FORCESEEK as the same with an index's name, which looks
    /// like a call.
    fn seek_by_number(&mut self) -> Parsed<Expr> {
        self.expect(TokenKind::LeftParen)?;
        let span = self.advance().span;
        let index = ObjectName::simple(Name::new(span.slice(self.text), span));
        let arguments = self.arguments()?;
        self.expect(TokenKind::RightParen)?;
        Ok(Expr::new(ExprKind::Call(Box::new(Call { arguments, ..Call::plain(index) })), span))
    }
}

/// The hints of OPTION. The documentation lacks ALTERCOLUMN PLAN, BYPASS OPTIMIZER_QUEUE,
/// CHECKCONSTRAINTS PLAN, KEEP UNION and SHRINKDB PLAN.
const QUERY_HINTS: &[&str] = &[
    "ALTERCOLUMN PLAN",
    "BYPASS OPTIMIZER_QUEUE",
    "CHECKCONSTRAINTS PLAN",
    "CONCAT UNION",
    "DISABLE EXTERNALPUSHDOWN",
    "DISABLE SCALEOUTEXECUTION",
    "DISABLE_OPTIMIZED_PLAN_FORCING",
    "EXPAND VIEWS",
    "FAST",
    "FORCE EXTERNALPUSHDOWN",
    "FORCE ORDER",
    "FORCE SCALEOUTEXECUTION",
    "HASH GROUP",
    "HASH JOIN",
    "HASH UNION",
    "IGNORE_NONCLUSTERED_COLUMNSTORE_INDEX",
    "KEEP PLAN",
    "KEEP UNION",
    "KEEPFIXED PLAN",
    "LOOP JOIN",
    "MAXDOP",
    "MAXRECURSION",
    "MAX_GRANT_PERCENT",
    "MERGE JOIN",
    "MERGE UNION",
    "MIN_GRANT_PERCENT",
    "NO_PERFORMANCE_SPOOL",
    "OPTIMIZE FOR",
    "OPTIMIZE FOR UNKNOWN",
    "ORDER GROUP",
    "PARAMETERIZATION FORCED",
    "PARAMETERIZATION SIMPLE",
    "QUERYTRACEON",
    "RECOMPILE",
    "ROBUST PLAN",
    "SHRINKDB PLAN",
    "TABLE HINT",
    "USE HINT",
    "USE PLAN",
];

/// Hints allowed without WITH.
const BARE_HINTS: &[&str] = &[
    "FASTFIRSTROW",
    "HOLDLOCK",
    "NOEXPAND",
    "NOLOCK",
    "NOWAIT",
    "PAGLOCK",
    "READCOMMITTED",
    "READCOMMITTEDLOCK",
    "READPAST",
    "READUNCOMMITTED",
    "REPEATABLEREAD",
    "ROWLOCK",
    "SERIALIZABLE",
    "SNAPSHOT",
    "TABLOCK",
    "TABLOCKX",
    "UPDLOCK",
    "XLOCK",
];

/// All other hints.
const TABLE_HINTS: &[&str] = &[
    "FORCESCAN",
    "FORCESEEK",
    "IGNORE_CONSTRAINTS",
    "IGNORE_TRIGGERS",
    "INDEX",
    "KEEPDEFAULTS",
    "KEEPIDENTITY",
    "SPATIAL_WINDOW_MAX_CELLS",
];
