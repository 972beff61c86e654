//! Parses security statements: EXECUTE AS, REVERT, SETUSER, GRANT, DENY, REVOKE, ALTER
//! AUTHORIZATION. Names of permissions and classes aren't checked.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{
    AlterAuthorization, ExecuteAs, Name, Permission, PermissionStatement, PermissionVerb, PrincipalText, Securable,
    SessionContext, SetUser, StatementKind,
};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `EXECUTE AS`, starting at EXECUTE; the caller has seen AS. The context is CALLER, a
    /// login or a user. `WITH NO REVERT` or `WITH COOKIE INTO @cookie` may follow.
    pub(crate) fn execute_as(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let context = if self.eat_word("caller") { SessionContext::Caller } else { self.principal_context()? };
        let (mut no_revert, mut cookie) = (false, None);
        if self.eat_keyword(Keyword::With) {
            if self.eat_word("no") {
                self.expect_keyword(Keyword::Revert)?;
                no_revert = true;
            } else {
                self.expect_word("cookie")?;
                self.expect_keyword(Keyword::Into)?;
                cookie = Some(self.variable()?);
            }
        }
        Ok(StatementKind::ExecuteAs(Box::new(ExecuteAs { context, no_revert, cookie })))
    }

    /// Parses `LOGIN = name` or `USER = name`. The name is a string or a variable.
    pub(crate) fn principal_context(&mut self) -> Parsed<SessionContext> {
        let login = self.eat_word("login");
        if !login {
            self.expect_keyword(Keyword::User)?;
        }
        self.expect(TokenKind::Equal)?;
        let name = if self.at_kind(TokenKind::Variable) {
            PrincipalText::Variable(self.variable()?)
        } else {
            PrincipalText::Text(self.string()?)
        };
        Ok(if login { SessionContext::Login(name) } else { SessionContext::User(name) })
    }

    /// Parses `REVERT`, starting at its first keyword. `WITH COOKIE = @cookie` may follow.
    pub(crate) fn revert(&mut self) -> Parsed<StatementKind> {
        self.advance();
        if !(self.at_keyword(Keyword::With) && self.word_ahead(1, "cookie")) {
            return Ok(StatementKind::Revert(None));
        }
        self.at += 2;
        self.expect(TokenKind::Equal)?;
        self.variable().map(|cookie| StatementKind::Revert(Some(cookie)))
    }

    /// Parses `SETUSER`, starting at its keyword. A user's name may follow, and `WITH NORESET`.
    pub(crate) fn set_user(&mut self) -> Parsed<StatementKind> {
        self.advance();
        if !self.at_kind(TokenKind::String) && !self.at_kind(TokenKind::NationalString) {
            return Ok(StatementKind::SetUser(None));
        }
        let name = self.string()?;
        let no_reset = self.at_keyword(Keyword::With) && self.word_ahead(1, "noreset");
        if no_reset {
            self.at += 2;
        }
        Ok(StatementKind::SetUser(Some(SetUser { name, no_reset })))
    }

    /// Parses `GRANT`, `DENY` or `REVOKE`, starting at that keyword, `word`. REVOKE takes FROM or
    /// TO, and GRANT OPTION FOR; the others take TO. Names of permissions aren't checked.
    pub(crate) fn permission_statement(&mut self, word: Keyword) -> Parsed<StatementKind> {
        self.advance();
        let verb = match word {
            Keyword::Grant => PermissionVerb::Grant,
            Keyword::Deny => PermissionVerb::Deny,
            _ => PermissionVerb::Revoke,
        };
        let grant_option_for = verb == PermissionVerb::Revoke && self.at_keyword(Keyword::Grant);
        if grant_option_for {
            self.advance();
            self.expect_keyword(Keyword::Option)?;
            self.expect_keyword(Keyword::For)?;
        }
        let permissions = self.list(Self::permission)?;
        let securable = if self.eat_keyword(Keyword::On) { Some(self.securable()?) } else { None };
        if verb != PermissionVerb::Revoke || !self.eat_keyword(Keyword::From) {
            self.expect_keyword(Keyword::To)?;
        }
        let principals = self.list(Self::principal_name)?;
        let with_grant_option = self.at_keyword(Keyword::With) && self.ahead(1).is(Keyword::Grant);
        if with_grant_option {
            self.at += 2;
            self.expect_keyword(Keyword::Option)?;
        }
        let cascade = self.eat_keyword(Keyword::Cascade);
        let grantor = if self.eat_keyword(Keyword::As) { Some(self.principal_name()?) } else { None };
        Ok(StatementKind::Permission(Box::new(PermissionStatement {
            verb,
            grant_option_for,
            permissions,
            securable,
            principals,
            with_grant_option,
            cascade,
            grantor,
        })))
    }

    /// Parses `ALTER AUTHORIZATION`, starting at its first keyword. The new owner is a principal or
    /// SCHEMA OWNER.
    pub(crate) fn alter_authorization(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        self.expect_keyword(Keyword::On)?;
        let securable = self.securable()?;
        self.expect_keyword(Keyword::To)?;
        let of_schema = self.at_keyword(Keyword::Schema) && self.word_ahead(1, "owner");
        let owner = if of_schema {
            self.at += 2;
            None
        } else {
            Some(self.principal_name()?)
        };
        Ok(StatementKind::AlterAuthorization(Box::new(AlterAuthorization { securable, owner })))
    }

    fn permission(&mut self) -> Parsed<Permission> {
        let mut words = vec![self.any_word()?];
        while self.token().is_any_word()
            && ![Keyword::On, Keyword::To, Keyword::From].iter().any(|end| self.at_keyword(*end))
        {
            words.push(self.any_word()?);
        }
        let columns = if self.at_kind(TokenKind::LeftParen) { self.names_in_parentheses()? } else { Vec::new() };
        Ok(Permission { words, columns })
    }

    fn securable(&mut self) -> Parsed<Securable> {
        let class = self.class()?;
        let name = self.object_name()?;
        let columns = if self.at_kind(TokenKind::LeftParen) { self.names_in_parentheses()? } else { Vec::new() };
        Ok(Securable { class, name, columns })
    }

    /// Parses a principal's name. The reserved words PUBLIC and NULL are accepted.
    pub(crate) fn principal_name(&mut self) -> Parsed<Name> {
        if self.at_keyword(Keyword::Public) || self.at_keyword(Keyword::Null) { self.any_word() } else { self.name() }
    }

    /// Parses a string and returns its text. An N before it is allowed. Anything else is a syntax
    /// error.
    pub(crate) fn string(&mut self) -> Parsed<Box<str>> {
        if !matches!(self.token().kind, TokenKind::String | TokenKind::NationalString) {
            return Err(self.incorrect());
        }
        let token = self.advance();
        Ok(token.value(self.text))
    }

    /// Refuses a certificate or key as the origin of a principal. The name is `what`, FROM and the
    /// word that is next; anything but a word is a syntax error. Never returns `Ok`.
    pub(crate) fn refuse_principal_source<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.token();
        if !token.is_any_word() {
            return Err(self.incorrect());
        }
        let source = token.span.slice(self.text).to_ascii_uppercase();
        Err(self.unsupported(format!("{what} FROM {source}"), Reach::Statement))
    }
}
