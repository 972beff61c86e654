//! Parses READTEXT, WRITETEXT and UPDATETEXT.

use super::parser::{Parsed, Parser};
use crate::ast::{StatementKind, TextData, TextPlace, TextStatement};
use crate::keyword::Keyword;

impl Parser<'_> {
    /// Parses READTEXT, WRITETEXT or UPDATETEXT, starting at that keyword, `word`. BULK and WITH
    /// LOG are read and have no effect. UPDATETEXT takes a value, another place, or nothing.
    pub(crate) fn text_statement(&mut self, word: Keyword) -> Parsed<StatementKind> {
        self.advance();
        if word == Keyword::Readtext {
            let (place, offset, size) = (self.text_place()?, self.operand()?, self.operand()?);
            let holds = self.eat_keyword(Keyword::Holdlock);
            return Ok(StatementKind::Text(Box::new(TextStatement::Read { place, offset, size, holds })));
        }
        // Without a data stream BULK has no effect.
        self.eat_keyword(Keyword::Bulk);
        let place = self.text_place()?;
        let statement = if word == Keyword::Writetext {
            self.with_log()?;
            TextStatement::Write { place, data: self.operand()? }
        } else {
            let (offset, length) = (self.operand()?, self.operand()?);
            self.with_log()?;
            let data = match self.token() {
                _ if self.at_operand() => Some(TextData::Value(self.operand()?)),
                token if token.is_name() => Some(TextData::Place(self.text_place()?)),
                _ => None,
            };
            TextStatement::Update { place, offset, length, data }
        };
        Ok(StatementKind::Text(Box::new(statement)))
    }

    /// Parses `table.column pointer`.
    fn text_place(&mut self) -> Parsed<TextPlace> {
        let name = self.object_name()?;
        let name = self.column_of(name);
        let Some(table) = name.qualifier else { return Err(self.incorrect()) };
        Ok(TextPlace { table, column: name.name, pointer: self.operand()? })
    }

    /// Parses `WITH LOG`, which has no effect.
    fn with_log(&mut self) -> Parsed<()> {
        if self.at_keyword(Keyword::With) && self.word_ahead(1, "log") {
            self.at += 2;
        }
        Ok(())
    }
}
