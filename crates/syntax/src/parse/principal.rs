//! Parses CREATE and ALTER of logins, users and roles. Options aren't checked. Certificates, keys
//! and credentials are refused by name.

use super::parser::{Parsed, Parser};
use crate::ast::{NamedOption, PrincipalAction, PrincipalDefinition, PrincipalKind, PrincipalSource, StatementKind};
use crate::keyword::Keyword;

impl Parser<'_> {
    /// Parses `CREATE` or `ALTER` of a principal, starting at the verb. The kind has been
    /// recognized. Options aren't checked.
    pub(crate) fn principal(&mut self, kind: PrincipalKind) -> Parsed<StatementKind> {
        let is_alter = self.advance().is(Keyword::Alter);
        self.at += kind.words().split(' ').count();
        let name = self.name()?;
        let action = match kind {
            PrincipalKind::Login => self.login_action(is_alter)?,
            PrincipalKind::User => self.user_action(is_alter)?,
            PrincipalKind::Role | PrincipalKind::ServerRole => self.role_action(is_alter)?,
            PrincipalKind::ApplicationRole if !self.at_keyword(Keyword::With) => return Err(self.incorrect()),
            PrincipalKind::ApplicationRole => {
                PrincipalAction::Define { source: None, options: self.principal_options()? }
            }
        };
        Ok(StatementKind::Principal(Box::new(PrincipalDefinition { is_alter, kind, name, action })))
    }

    fn login_action(&mut self, is_alter: bool) -> Parsed<PrincipalAction> {
        if is_alter && (self.at_word("enable") || self.at_word("disable")) {
            let enable = self.at_word("enable");
            self.advance();
            return Ok(PrincipalAction::Enable(enable));
        }
        let verb = self.token();
        if is_alter && (verb.is(Keyword::Add) || verb.is(Keyword::Drop)) && self.word_ahead(1, "credential") {
            self.at += 2;
            self.refuse(format!("ALTER LOGIN {} CREDENTIAL", verb.span.slice(self.text).to_ascii_uppercase()));
            self.name()?;
            return Ok(PrincipalAction::Enable(true));
        }
        if is_alter && verb.is(Keyword::With) && self.word_ahead(1, "no") && self.word_ahead(2, "credential") {
            self.at += 3;
            self.refuse("ALTER LOGIN WITH NO CREDENTIAL");
            return Ok(PrincipalAction::Enable(true));
        }
        let mut source = None;
        if !is_alter && self.eat_keyword(Keyword::From) {
            source = Some(self.outside_source("CREATE LOGIN")?);
        }
        if source.is_none() && !self.at_keyword(Keyword::With) {
            return Err(self.incorrect());
        }
        Ok(PrincipalAction::Define { source, options: self.principal_options()? })
    }

    fn user_action(&mut self, is_alter: bool) -> Parsed<PrincipalAction> {
        let mut source = None;
        if !is_alter {
            if self.eat_word("without") {
                self.expect_word("login")?;
                source = Some(PrincipalSource::WithoutLogin);
            } else if self.eat_keyword(Keyword::For) || self.eat_keyword(Keyword::From) {
                source = Some(if self.eat_word("login") {
                    PrincipalSource::Login(self.name()?)
                } else {
                    self.outside_source("CREATE USER")?
                });
            }
        } else if !self.at_keyword(Keyword::With) {
            return Err(self.incorrect());
        }
        Ok(PrincipalAction::Define { source, options: self.principal_options()? })
    }

    fn role_action(&mut self, is_alter: bool) -> Parsed<PrincipalAction> {
        if !is_alter {
            return if self.eat_keyword(Keyword::Authorization) {
                self.name().map(PrincipalAction::OwnedBy)
            } else {
                Ok(PrincipalAction::Define { source: None, options: Vec::new() })
            };
        }
        if self.eat_keyword(Keyword::Add) {
            self.expect_word("member")?;
            return self.name().map(PrincipalAction::AddMember);
        }
        if self.eat_keyword(Keyword::Drop) {
            self.expect_word("member")?;
            return self.name().map(PrincipalAction::DropMember);
        }
        if !self.at_keyword(Keyword::With) {
            return Err(self.incorrect());
        }
        Ok(PrincipalAction::Define { source: None, options: self.principal_options()? })
    }

    /// `WINDOWS` or `EXTERNAL PROVIDER`, after FROM.
    fn outside_source(&mut self, what: &str) -> Parsed<PrincipalSource> {
        if self.eat_word("windows") {
            return Ok(PrincipalSource::Windows);
        }
        if self.at_keyword(Keyword::External) && self.word_ahead(1, "provider") {
            self.at += 2;
            return Ok(PrincipalSource::ExternalProvider);
        }
        self.refuse_principal_source(what)
    }

    /// Parses `[WITH option, ...]`. Words after a password belong to it and follow without a comma.
    fn principal_options(&mut self) -> Parsed<Vec<NamedOption>> {
        if !self.eat_keyword(Keyword::With) {
            return Ok(Vec::new());
        }
        self.list(|parser| {
            let mut option = parser.named_option()?;
            while ["hashed", "must_change", "unlock", "old_password"].iter().any(|word| parser.at_word(word)) {
                let more = parser.named_option()?;
                option.list.push(more);
            }
            Ok(option)
        })
    }
}
