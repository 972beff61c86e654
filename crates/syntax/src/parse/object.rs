//! Parses schemas, types, synonyms, defaults and rules, and DROP of objects identified by name
//! alone.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{
    CreateDefault, CreateRule, CreateSchema, CreateType, DropObjects, DroppedKind, Name, StatementKind,
    TransferToSchema, UserType,
};
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `DROP kind [IF EXISTS] names`, starting at DROP. The kind has been recognized. Only
    /// some kinds take several names; for the others a comma is left unread.
    pub(crate) fn drop_objects(&mut self, kind: DroppedKind) -> Parsed<StatementKind> {
        self.at += 1 + kind.words().split(' ').count();
        let if_exists = self.if_exists()?;
        let names = if kind.takes_list() { self.list(Self::object_name)? } else { vec![self.object_name()?] };
        Ok(StatementKind::DropObjects(DropObjects { kind, if_exists, names }))
    }

    /// Parses `CREATE SCHEMA`, starting at its first keyword. The CREATE TABLE, CREATE VIEW, GRANT,
    /// DENY and REVOKE that follow belong to the statement. Reports 111 if it isn't the first of
    /// its batch.
    pub(crate) fn create_schema(&mut self) -> Parsed<StatementKind> {
        self.check_first(self.at, "CREATE SCHEMA")?;
        self.at += 2;
        let name = if self.at_keyword(Keyword::Authorization) { None } else { Some(self.name()?) };
        let owner = if self.eat_keyword(Keyword::Authorization) { Some(self.name()?) } else { None };
        if name.is_none() && owner.is_none() {
            return Err(self.incorrect());
        }
        let mut elements = Vec::new();
        self.in_schema = true;
        while self.at_schema_element() {
            match self.statement() {
                Ok(element) => elements.push(element),
                Err(stop) => {
                    self.in_schema = false;
                    return Err(stop);
                }
            }
        }
        self.in_schema = false;
        Ok(StatementKind::CreateSchema(Box::new(CreateSchema { name, owner, elements })))
    }

    /// Parses `ALTER SCHEMA`, starting at its first keyword.
    pub(crate) fn alter_schema(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let schema = self.name()?;
        self.expect_word("transfer")?;
        let class = self.class()?;
        let name = self.object_name()?;
        Ok(StatementKind::TransferToSchema(Box::new(TransferToSchema { schema, class, name })))
    }

    /// Parses `[class ::]`, up to the colons; empty without them.
    pub(crate) fn class(&mut self) -> Parsed<Vec<Name>> {
        let colon = |distance| self.ahead(distance).kind == TokenKind::Colon;
        let length = (1..=CLASS_WORDS_MAX).find(|length| colon(*length) && colon(length + 1));
        let words = |length: &usize| (0..*length).all(|distance| self.ahead(distance).is_any_word());
        let Some(length) = length.filter(words) else { return Ok(Vec::new()) };
        let mut class = Vec::with_capacity(length);
        for _ in 0..length {
            class.push(self.any_word()?);
        }
        self.at += 2;
        Ok(class)
    }

    /// Parses `CREATE TYPE`, starting at its first keyword. FROM gives an alias type, AS TABLE a
    /// table type. EXTERNAL NAME and WITH (...) are refused by name.
    pub(crate) fn create_type(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let name = self.object_name()?;
        let kind = if self.eat_keyword(Keyword::From) {
            let base = self.type_name()?;
            UserType::Alias { base, nullable: self.nullability() }
        } else if self.at_keyword(Keyword::External) {
            return Err(self.unsupported("CREATE TYPE EXTERNAL NAME", Reach::Statement));
        } else {
            self.expect_keyword(Keyword::As)?;
            self.expect_keyword(Keyword::Table)?;
            let items = self.unnamed_table_items()?;
            if self.at_keyword(Keyword::With) && self.ahead(1).kind == TokenKind::LeftParen {
                self.advance();
                self.refuse("CREATE TYPE WITH");
                self.skip_parenthesised()?;
            }
            UserType::Table { columns: items.columns, constraints: items.constraints, indexes: items.indexes }
        };
        Ok(StatementKind::CreateType(Box::new(CreateType { name, kind })))
    }

    /// Parses `CREATE SYNONYM`, starting at its first keyword.
    pub(crate) fn create_synonym(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let name = Box::new(self.object_name()?);
        self.expect_keyword(Keyword::For)?;
        let target = Box::new(self.object_name()?);
        Ok(StatementKind::CreateSynonym { name, target })
    }

    /// Parses `CREATE DEFAULT name AS value`, the only statement of its batch.
    pub(crate) fn create_default(&mut self) -> Parsed<StatementKind> {
        self.module_head("CREATE DEFAULT")?;
        let name = self.module_name()?;
        self.expect_keyword(Keyword::As)?;
        let value = self.expression()?;
        self.end_of_module()?;
        Ok(StatementKind::CreateDefault(Box::new(CreateDefault { name, value, text: self.source_text() })))
    }

    /// Parses `CREATE RULE name AS condition`, the only statement of its batch.
    pub(crate) fn create_rule(&mut self) -> Parsed<StatementKind> {
        self.module_head("CREATE RULE")?;
        let name = self.module_name()?;
        self.expect_keyword(Keyword::As)?;
        let condition = self.condition()?;
        self.end_of_module()?;
        Ok(StatementKind::CreateRule(Box::new(CreateRule { name, condition, text: self.source_text() })))
    }

    fn at_schema_element(&self) -> bool {
        match self.token().kind {
            TokenKind::Keyword(Keyword::Grant | Keyword::Deny | Keyword::Revoke) => true,
            TokenKind::Keyword(Keyword::Create) => self.ahead(1).is(Keyword::Table) || self.ahead(1).is(Keyword::View),
            _ => false,
        }
    }
}

/// More words than any class of securables has.
const CLASS_WORDS_MAX: usize = 4;
