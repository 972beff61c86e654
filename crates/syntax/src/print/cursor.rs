//! Prints cursors' declarations and FETCH.

use super::printer::Printer;
use crate::ast::{CursorAccess, CursorDefinition, CursorName, DeclareCursor, Expr, Fetch, FetchWhich};

impl Printer {
    /// Prints `DECLARE name CURSOR`. INSENSITIVE and SCROLL stand before CURSOR.
    pub(crate) fn declare_cursor(&mut self, cursor: &DeclareCursor) {
        self.word("DECLARE");
        self.name(&cursor.name);
        if cursor.insensitive {
            self.word("INSENSITIVE");
        }
        if cursor.scroll {
            self.word("SCROLL");
        }
        self.cursor_definition(&cursor.definition);
    }

    /// Prints `CURSOR options FOR query`, then FOR READ ONLY or FOR UPDATE with its columns, then
    /// OPTION.
    pub(crate) fn cursor_definition(&mut self, definition: &CursorDefinition) {
        self.word("CURSOR");
        for option in &definition.options {
            self.word(option.word());
        }
        self.word("FOR");
        let mut query = definition.query.clone();
        let hints = std::mem::take(&mut query.hints);
        self.query(&query);
        match &definition.access {
            None => {}
            Some(CursorAccess::ReadOnly) => self.word("FOR READ ONLY"),
            Some(CursorAccess::Update(columns)) => {
                self.word("FOR UPDATE");
                if !columns.is_empty() {
                    self.word("OF");
                    self.word("");
                    self.list(columns, Self::column_name);
                }
            }
        }
        self.option(&hints);
    }

    /// Prints `verb` (OPEN, CLOSE or DEALLOCATE) and the cursor.
    pub(crate) fn cursor_statement(&mut self, verb: &str, cursor: &CursorName) {
        self.word(verb);
        self.cursor_name(cursor);
    }

    /// Prints the name of a cursor, after GLOBAL if it has it; a variable keeps its `@`.
    pub(crate) fn cursor_name(&mut self, cursor: &CursorName) {
        if cursor.global {
            self.word("GLOBAL");
        }
        if cursor.name.text.starts_with('@') {
            self.variable(&cursor.name);
        } else {
            self.name(&cursor.name);
        }
    }

    /// Prints FETCH, always with FROM, and INTO with variables if there are any.
    pub(crate) fn fetch(&mut self, fetch: &Fetch) {
        self.word("FETCH");
        let counted = |printer: &mut Self, word: &str, count: &Expr| {
            printer.word(word);
            printer.expression(count);
        };
        match &fetch.which {
            None => {}
            Some(FetchWhich::Next) => self.word("NEXT"),
            Some(FetchWhich::Prior) => self.word("PRIOR"),
            Some(FetchWhich::First) => self.word("FIRST"),
            Some(FetchWhich::Last) => self.word("LAST"),
            Some(FetchWhich::Absolute(count)) => counted(self, "ABSOLUTE", count),
            Some(FetchWhich::Relative(count)) => counted(self, "RELATIVE", count),
        }
        self.word("FROM");
        self.cursor_name(&fetch.cursor);
        if !fetch.into.is_empty() {
            self.word("INTO");
            self.word("");
            self.list(&fetch.into, Self::variable);
        }
    }
}
