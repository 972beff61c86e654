//! Parses CREATE, ALTER, DROP, ENABLE and DISABLE TRIGGER. Names of events aren't checked.

use super::module::ModuleKind;
use super::parser::{Parsed, Parser};
use crate::ast::{DropTrigger, StatementKind, Trigger, TriggerScope, TriggerSwitch};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `CREATE | ALTER | CREATE OR ALTER TRIGGER`, starting at its first keyword. The body
    /// is the rest of the batch and isn't empty. WITH APPEND has no effect, and EXTERNAL NAME is
    /// refused by name.
    pub(crate) fn trigger(&mut self) -> Parsed<StatementKind> {
        let verb = self.module_head("CREATE TRIGGER")?;
        let name = self.module_name()?;
        let scope = self.trigger_scope()?;
        let options = self.module_options(ModuleKind::Trigger)?;
        let instead_of = self.eat_word("instead");
        if instead_of {
            self.expect_keyword(Keyword::Of)?;
        } else if !self.eat_keyword(Keyword::For) {
            self.expect_word("after")?;
        }
        let events = self.list(Self::any_word)?;
        if self.at_keyword(Keyword::With) && self.word_ahead(1, "append") {
            self.at += 2;
        }
        let not_for_replication = self.not_for_replication()?;
        self.expect_keyword(Keyword::As)?;
        self.refuse_external("CREATE TRIGGER")?;
        let body = self.module_body()?;
        let text = self.source_text();
        Ok(StatementKind::Trigger(Box::new(Trigger {
            verb,
            name,
            scope,
            options,
            instead_of,
            events,
            not_for_replication,
            body,
            text,
        })))
    }

    /// Parses `DROP TRIGGER`, starting at its first keyword. ON and a scope may follow the names.
    pub(crate) fn drop_trigger(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let if_exists = self.if_exists()?;
        let names = self.list(Self::object_name)?;
        let scope = if self.at_keyword(Keyword::On) { Some(self.trigger_scope()?) } else { None };
        Ok(StatementKind::DropTrigger(DropTrigger { if_exists, names, scope }))
    }

    /// Parses `ENABLE TRIGGER` or `DISABLE TRIGGER`, starting at its first keyword. ALL yields an
    /// empty list of names.
    pub(crate) fn switch_trigger(&mut self) -> Parsed<StatementKind> {
        let enable = self.at_word("enable");
        self.at += 2;
        let names = if self.eat_keyword(Keyword::All) { Vec::new() } else { self.list(Self::object_name)? };
        let scope = self.trigger_scope()?;
        Ok(StatementKind::SwitchTrigger(TriggerSwitch { enable, names, scope }))
    }

    /// Parses `[NOT FOR REPLICATION]` and returns whether it was there. Another word after `NOT
    /// FOR` is a syntax error.
    pub(crate) fn not_for_replication(&mut self) -> Parsed<bool> {
        let found = self.at_keyword(Keyword::Not) && self.ahead(1).is(Keyword::For);
        if found {
            self.at += 2;
            self.expect_keyword(Keyword::Replication)?;
        }
        Ok(found)
    }

    /// `ON table | DATABASE | ALL SERVER`.
    fn trigger_scope(&mut self) -> Parsed<TriggerScope> {
        self.expect_keyword(Keyword::On)?;
        if self.eat_keyword(Keyword::Database) {
            return Ok(TriggerScope::Database);
        }
        if self.at_kind(TokenKind::Keyword(Keyword::All)) {
            self.advance();
            self.expect_word("server")?;
            return Ok(TriggerScope::Server);
        }
        self.object_name().map(TriggerScope::Table)
    }
}
