//! Parses CREATE, ALTER and DROP: dispatch on the word after the verb. Objects without a parser are
//! refused by name in `unsupported`.

use super::parser::{Parsed, Parser};
use crate::ast::{DroppedKind, PrincipalKind, StatementKind};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses CREATE, DROP or ALTER, starting at the verb. Known but unsupported objects are
    /// refused by name; an unknown object type fails with 343. OR ALTER is accepted for modules
    /// only.
    pub(crate) fn definition(&mut self, verb: Keyword) -> Parsed<StatementKind> {
        let or_alter = verb == Keyword::Create && self.ahead(1).is(Keyword::Or) && self.ahead(2).is(Keyword::Alter);
        let object = self.ahead(if or_alter { 3 } else { 1 });
        let TokenKind::Keyword(word) = object.kind else {
            return if or_alter { self.refuse_definition() } else { self.worded_definition(verb) };
        };
        match (verb, word) {
            (Keyword::Create | Keyword::Alter, _) if or_alter || is_module(word) => match word {
                Keyword::Procedure | Keyword::Proc => self.procedure(),
                Keyword::Function => self.function(),
                Keyword::View => self.view(),
                Keyword::Trigger => self.trigger(),
                _ => self.refuse_definition(),
            },
            (Keyword::Create, _) => self.create(word),
            (Keyword::Alter, _) => self.alter(word),
            _ => self.drop(word),
        }
    }

    fn create(&mut self, word: Keyword) -> Parsed<StatementKind> {
        match word {
            Keyword::Table => self.create_table(),
            Keyword::Database if self.is_plain_database() => self.create_database(),
            Keyword::Schema => self.create_schema(),
            Keyword::Statistics => self.create_statistics(),
            Keyword::User => self.principal(PrincipalKind::User),
            Keyword::Default => self.create_default(),
            Keyword::Rule => self.create_rule(),
            _ if self.at_create_index() => self.create_index(),
            _ => self.refuse_definition(),
        }
    }

    fn alter(&mut self, word: Keyword) -> Parsed<StatementKind> {
        match word {
            Keyword::Table => self.alter_table(),
            Keyword::Database if self.is_plain_database() => self.alter_database(),
            Keyword::Schema => self.alter_schema(),
            Keyword::Index => self.alter_index(),
            Keyword::User => self.principal(PrincipalKind::User),
            Keyword::Authorization => self.alter_authorization(),
            _ => self.refuse_definition(),
        }
    }

    fn drop(&mut self, word: Keyword) -> Parsed<StatementKind> {
        let kind = match word {
            Keyword::Table => return self.drop_table(),
            Keyword::Database if self.is_plain_database() => return self.drop_database(),
            Keyword::Index => return self.drop_index(),
            Keyword::Trigger => return self.drop_trigger(),
            Keyword::Procedure | Keyword::Proc => DroppedKind::Procedure,
            Keyword::Function => DroppedKind::Function,
            Keyword::View => DroppedKind::View,
            Keyword::Default => DroppedKind::Default,
            Keyword::Rule => DroppedKind::Rule,
            Keyword::Schema => DroppedKind::Schema,
            Keyword::Statistics => DroppedKind::Statistics,
            Keyword::User => DroppedKind::User,
            _ => return self.refuse_definition(),
        };
        self.drop_objects(kind)
    }

    /// Parses a definition whose object word isn't reserved.
    fn worded_definition(&mut self, verb: Keyword) -> Parsed<StatementKind> {
        let is = |word| self.word_ahead(1, word);
        let server_role = is("server") && self.word_ahead(2, "role");
        let application_role = is("application") && self.word_ahead(2, "role");
        let principals = [
            (is("login"), PrincipalKind::Login, DroppedKind::Login),
            (is("role"), PrincipalKind::Role, DroppedKind::Role),
            (server_role, PrincipalKind::ServerRole, DroppedKind::ServerRole),
            (application_role, PrincipalKind::ApplicationRole, DroppedKind::ApplicationRole),
        ];
        if is("sequence") {
            return self.sequence_statement(verb);
        }
        if let Some((_, kind, dropped)) = principals.into_iter().find(|(here, ..)| *here) {
            return if verb == Keyword::Drop { self.drop_objects(dropped) } else { self.principal(kind) };
        }
        let configuration = is("server") && self.word_ahead(2, "configuration");
        if is("event") && self.word_ahead(2, "session") {
            return self.event_session(verb);
        }
        match verb {
            Keyword::Create if is("type") => self.create_type(),
            Keyword::Create if is("synonym") => self.create_synonym(),
            Keyword::Alter if configuration => self.alter_server_configuration(),
            Keyword::Drop if is("type") => self.drop_objects(DroppedKind::Type),
            Keyword::Drop if is("synonym") => self.drop_objects(DroppedKind::Synonym),
            _ => self.refuse_definition(),
        }
    }
}

fn is_module(word: Keyword) -> bool {
    matches!(word, Keyword::Procedure | Keyword::Proc | Keyword::Function | Keyword::View | Keyword::Trigger)
}
