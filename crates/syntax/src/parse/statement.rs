//! Statement lists, dispatch on the first keyword, and recovery after an error.

use super::parser::{Parsed, Parser, Reach, Stop};
use crate::ast::{Execute, ExecuteModule, Statement, StatementKind};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::{Token, TokenKind};
use sluice_base::sync::Arc;

impl Parser<'_> {
    /// Parses statements up to the end of the text if `top`, otherwise up to END, which isn't
    /// consumed. The list may be empty. Skips stray semicolons. After an error it goes on with the
    /// next statement. Fails after 25 errors, or if the nesting is too deep.
    pub(crate) fn statements(&mut self, top: bool) -> Parsed<Vec<Statement>> {
        let mut statements = Vec::new();
        loop {
            while self.eat(TokenKind::Semicolon) {}
            if self.at_end() || (!top && self.at_keyword(Keyword::End) && !self.at_end_conversation()) {
                return Ok(statements);
            }
            let start = self.at;
            self.check_semicolon();
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(Stop::TooDeep) => return Err(Stop::TooDeep),
                Err(_) if self.errors.len() >= ERRORS_MAX => return Err(Stop::TooDeep),
                Err(_) => self.recover(start, top),
            }
        }
    }

    /// Parses a module's body, the rest of the batch. An empty body is a syntax error, unless the
    /// batch already has errors.
    pub(crate) fn module_body(&mut self) -> Parsed<Vec<Statement>> {
        let body = self.statements(true)?;
        if body.is_empty() && self.errors.is_empty() {
            return Err(self.incorrect());
        }
        Ok(body)
    }

    /// Parses one statement, without its closing semicolon. A statement with an unsupported feature
    /// is skipped, becomes `StatementKind::Unsupported`, and its labels don't count. Only syntax
    /// errors and lack of memory or stack are `Err`.
    pub(crate) fn statement(&mut self) -> Parsed<Statement> {
        let first = self.token();
        let (start, jumps) = (self.at, (self.labels.len(), self.gotos.len()));
        let outer = self.refused.take();
        self.namespaces.clear();
        let read = self.nest(Self::statement_kind);
        let refused = std::mem::replace(&mut self.refused, outer);
        let kind = match (read, refused) {
            (Ok(kind), None) => kind,
            (Ok(_), Some(name)) => {
                self.labels.truncate(jumps.0);
                self.gotos.truncate(jumps.1);
                self.refused_statement(start, name)
            }
            (Err(Stop::Unsupported(reach)), name) => self.skip_unsupported(start, name.unwrap_or_default(), reach),
            (Err(stop), _) => return Err(stop),
        };
        Ok(Statement { kind, span: self.since(first.span), line: first.line })
    }

    fn statement_kind(&mut self) -> Parsed<StatementKind> {
        let token = self.token();
        match token.kind {
            TokenKind::Keyword(word) => self.keyword_statement(word),
            TokenKind::Word | TokenKind::Quoted if self.ahead(1).kind == TokenKind::Colon => self.label(),
            TokenKind::LeftParen if token.opens_query => self.select_statement(),
            TokenKind::LeftBrace => self.call_escape(),
            TokenKind::Word if self.at_word("throw") => self.throw(),
            TokenKind::Word
                if (self.at_word("enable") || self.at_word("disable")) && self.ahead(1).is(Keyword::Trigger) =>
            {
                self.switch_trigger()
            }
            TokenKind::Word if self.known_word_statement().is_some() => {
                let name = self.known_word_statement().unwrap_or_default();
                self.advance();
                Err(self.unsupported(name, Reach::Statement))
            }
            TokenKind::Word | TokenKind::Quoted if self.at == 0 => self.implicit_execute(),
            _ => Err(self.incorrect()),
        }
    }

    fn keyword_statement(&mut self, word: Keyword) -> Parsed<StatementKind> {
        use Keyword as K;
        match word {
            K::Begin => self.begin(),
            K::If => self.if_else(),
            K::While => self.while_loop(),
            K::Break => self.leave_loop(StatementKind::Break),
            K::Continue => self.leave_loop(StatementKind::Continue),
            K::Goto => self.goto(),
            K::Return => self.return_value(),
            K::Print => self.print(),
            K::Declare => self.declare(),
            K::Set => self.set(),
            K::Commit => self.commit(),
            K::Rollback => self.rollback(),
            K::Save => self.save(),
            K::Use => self.use_database(),
            K::Create | K::Drop | K::Alter => self.definition(word),
            K::Select => self.select_statement(),
            K::With => self.with_statement(),
            K::Insert => self.insert(Vec::new()),
            K::Update if self.ahead(1).is(K::Statistics) => self.update_statistics(),
            K::Update => self.update(Vec::new()).map(|update| StatementKind::Update(Arc::new(update))),
            K::Merge => self.merge_statement(Vec::new()),
            K::Bulk => self.bulk_insert(),
            K::Delete => self.delete(Vec::new()).map(|delete| StatementKind::Delete(Arc::new(delete))),
            K::Truncate => self.truncate(),
            K::Exec | K::Execute if self.ahead(1).is(K::As) => self.execute_as(),
            K::Exec | K::Execute => {
                self.advance();
                self.execute().map(|execute| StatementKind::Execute(Box::new(execute)))
            }
            K::Dbcc => self.dbcc(),
            K::Backup => self.backup(),
            K::Checkpoint => self.checkpoint(),
            K::Restore => self.restore(),
            _ => self.rarer_statement(word),
        }
    }

    fn rarer_statement(&mut self, word: Keyword) -> Parsed<StatementKind> {
        use Keyword as K;
        match word {
            K::Raiserror => self.raise_error(),
            K::Waitfor => self.wait_for(),
            K::Open | K::Close | K::Deallocate => self.cursor_statement(word),
            K::Fetch => self.fetch(),
            K::Grant | K::Deny | K::Revoke => self.permission_statement(word),
            K::Revert => self.revert(),
            K::Setuser => self.set_user(),
            K::Readtext | K::Updatetext | K::Writetext => self.text_statement(word),
            K::Kill => self.kill(),
            K::Reconfigure => self.reconfigure(),
            K::Shutdown => self.shutdown(),
            _ => self.refuse_keyword(word),
        }
    }

    fn select_statement(&mut self) -> Parsed<StatementKind> {
        let mut query = self.query_expression()?;
        self.cursor_clause(&mut query)?;
        Ok(StatementKind::Select(Arc::new(query)))
    }

    /// Parses `WITH name AS (...)` and its statement.
    fn with_statement(&mut self) -> Parsed<StatementKind> {
        let start = self.token().span;
        let with = self.common_tables()?;
        match self.token().kind {
            TokenKind::Keyword(Keyword::Insert) => self.insert(with),
            TokenKind::Keyword(Keyword::Update) => {
                self.update(with).map(|update| StatementKind::Update(Arc::new(update)))
            }
            TokenKind::Keyword(Keyword::Delete) => {
                self.delete(with).map(|delete| StatementKind::Delete(Arc::new(delete)))
            }
            TokenKind::Keyword(Keyword::Merge) => self.merge_statement(with),
            TokenKind::Keyword(Keyword::Select) | TokenKind::LeftParen => {
                let mut query = self.query_expression()?;
                query.with = with;
                query.span = self.since(start);
                self.cursor_clause(&mut query)?;
                Ok(StatementKind::Select(Arc::new(query)))
            }
            _ => Err(self.incorrect()),
        }
    }

    /// Parses a procedure call without EXECUTE, at the start of a batch.
    fn implicit_execute(&mut self) -> Parsed<StatementKind> {
        let execute: Execute = self.execute()?;
        debug_assert!(!matches!(execute.module, ExecuteModule::Text(_)), "a name stood first");
        Ok(StatementKind::Execute(Box::new(execute)))
    }

    /// Reports 319 if WITH starts a statement that follows another without a semicolon. Parsing of
    /// the statement continues.
    fn check_semicolon(&mut self) {
        let token = self.token();
        if !token.is(Keyword::With) || self.at == 0 {
            return;
        }
        let before = self.tokens[self.at - 1];
        let opened = before.is(Keyword::Begin) || ["try", "catch"].iter().any(|word| self.opens(before, word));
        // AS opens a module's body.
        let opened = opened || before.is(Keyword::As);
        if before.kind != TokenKind::Semicolon && !opened {
            self.report(number::WITH_NEEDS_SEMICOLON, token, String::new());
        }
    }

    fn opens(&self, before: Token, word: &str) -> bool {
        let begins = self.at >= 2 && self.tokens[self.at - 2].is(Keyword::Begin);
        begins && before.kind == TokenKind::Word && before.span.slice(self.text).eq_ignore_ascii_case(word)
    }

    /// Skips the rest of a statement with an error. Consumes at least one token.
    fn recover(&mut self, start: usize, top: bool) {
        if self.at == start {
            self.advance();
        }
        // Tokens in parentheses opened after the error don't start a statement.
        let mut open = 0u32;
        while !self.at_end() {
            let token = self.token();
            match token.kind {
                TokenKind::LeftParen => open += 1,
                TokenKind::RightParen => open = open.saturating_sub(1),
                _ => {}
            }
            let ends = begins_statement(&token) || (token.is(Keyword::End) && !top);
            if token.kind == TokenKind::Semicolon || (open == 0 && ends) {
                return;
            }
            self.advance();
        }
    }
}

/// Whether the token is a reserved word that starts a statement wherever it occurs outside
/// parentheses. A few words, such as SET and UPDATE, also occur in clauses; callers must know
/// these.
pub(crate) fn begins_statement(token: &Token) -> bool {
    use Keyword as K;
    let TokenKind::Keyword(word) = token.kind else { return false };
    matches!(
        word,
        K::Alter
            | K::Backup
            | K::Begin
            | K::Break
            | K::Bulk
            | K::Checkpoint
            | K::Close
            | K::Commit
            | K::Continue
            | K::Create
            | K::Dbcc
            | K::Deallocate
            | K::Declare
            | K::Delete
            | K::Deny
            | K::Drop
            | K::Exec
            | K::Execute
            | K::Fetch
            | K::Goto
            | K::Grant
            | K::If
            | K::Insert
            | K::Kill
            | K::Merge
            | K::Open
            | K::Print
            | K::Raiserror
            | K::Readtext
            | K::Reconfigure
            | K::Restore
            | K::Return
            | K::Revert
            | K::Revoke
            | K::Rollback
            | K::Save
            | K::Select
            | K::Set
            | K::Setuser
            | K::Shutdown
            | K::Truncate
            | K::Update
            | K::Updatetext
            | K::Use
            | K::Waitfor
            | K::While
            | K::Writetext
    )
}

/// The number of errors after which the rest of a batch isn't parsed.
const ERRORS_MAX: usize = 25;
