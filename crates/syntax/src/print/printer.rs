//! What the printers of the families share: words, names, constants, lists, lines.
//!
//! Invariant: words are separated by exactly one blank, and what is printed lexes into the same tokens again.

use crate::ast::{ColumnName, Literal, Name, ObjectName, TypeArgument, TypeName};
use crate::{keyword, lexer};

/// A text being made.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    pub(crate) out: String,
    indent: usize,
    /// The next word follows without a blank.
    glued: bool,
}

impl Printer {
    /// Appends text as it is.
    pub(crate) fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Appends a word or a symbol, a blank before it unless it begins a line or follows a parenthesis.
    pub(crate) fn word(&mut self, word: &str) {
        let glued = std::mem::take(&mut self.glued) || self.out.is_empty();
        if !glued && !self.out.ends_with([' ', '(', '\n']) {
            self.out.push(' ');
        }
        self.out.push_str(word);
    }

    /// Lets the next word follow without a blank.
    pub(crate) fn glue(&mut self) {
        self.glued = true;
    }

    /// A new line at the current indentation.
    pub(crate) fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    /// Lines that are indented one step more.
    pub(crate) fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    /// Items separated by commas.
    pub(crate) fn list<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.raw(", ");
            }
            print(self, item);
        }
    }

    /// Items separated by commas, in parentheses that follow the last word directly.
    pub(crate) fn arguments<T>(&mut self, items: &[T], print: impl FnMut(&mut Self, &T)) {
        self.raw("(");
        self.list(items, print);
        self.raw(")");
    }

    /// Items separated by commas, in parentheses after a blank.
    pub(crate) fn parenthesised<T>(&mut self, items: &[T], print: impl FnMut(&mut Self, &T)) {
        self.word("(");
        self.list(items, print);
        self.raw(")");
    }

    /// An identifier; delimited where it must be.
    pub(crate) fn name(&mut self, name: &Name) {
        self.word("");
        self.name_part(name);
    }

    /// A variable, with its `@`.
    pub(crate) fn variable(&mut self, name: &Name) {
        self.word(&name.text);
    }

    /// A name where any word may stand: reserved words need no delimiters.
    pub(crate) fn any_word(&mut self, name: &Name) {
        if is_plain(&name.text) { self.word(&name.text) } else { self.name(name) }
    }

    /// `[text]`.
    pub(crate) fn delimited(&mut self, text: &str) {
        self.word(&format!("[{}]", text.replace(']', "]]")));
    }

    /// A name of one to four parts.
    pub(crate) fn object_name(&mut self, name: &ObjectName) {
        self.word("");
        self.prefixes(name);
        self.name_part(&name.name);
    }

    /// A column's name.
    pub(crate) fn column_name(&mut self, column: &ColumnName) {
        if let Some(qualifier) = &column.qualifier {
            self.object_name(qualifier);
            self.raw(".");
            self.name_part(&column.name);
        } else {
            self.name(&column.name);
        }
    }

    /// A data type.
    pub(crate) fn type_name(&mut self, data_type: &TypeName) {
        self.object_name(&data_type.name);
        if !data_type.arguments.is_empty() {
            self.arguments(&data_type.arguments, |printer, argument| match argument {
                TypeArgument::Number(number) => printer.raw(&number.to_string()),
                TypeArgument::Max => printer.raw("max"),
            });
        }
        if let Some(collection) = &data_type.schema_collection {
            self.raw(if collection.document { "(DOCUMENT" } else { "(CONTENT" });
            self.object_name(&collection.name);
            self.raw(")");
        }
    }

    /// The type of a variable or parameter, which may be a cursor.
    pub(crate) fn declared_type(&mut self, data_type: &TypeName) {
        match data_type.name.single() {
            Some(name) if name.is("cursor") && data_type.arguments.is_empty() => self.word("CURSOR"),
            _ => self.type_name(data_type),
        }
    }

    /// Ends a statement, unless its own semicolon has.
    pub(crate) fn close(&mut self) {
        if !self.out.ends_with(';') {
            self.out.push(';');
        }
    }

    /// A constant.
    pub(crate) fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Null => self.word("NULL"),
            Literal::Integer(number) => self.word(&number.to_string()),
            Literal::Decimal(text) | Literal::Float(text) => self.word(text),
            Literal::Money(text) => self.word(&format!("${text}")),
            Literal::Binary(bytes) => {
                self.word("0x");
                for byte in bytes {
                    self.raw(&format!("{byte:02X}"));
                }
            }
            Literal::String(text) => self.word(&quoted(text)),
            Literal::NationalString(text) => self.word(&format!("N{}", quoted(text))),
        }
    }

    /// `ON` or `OFF`.
    pub(crate) fn switch(&mut self, on: bool) {
        self.word(if on { "ON" } else { "OFF" });
    }

    /// The parts before the last, each with its dot.
    fn prefixes(&mut self, name: &ObjectName) {
        let prefixes = [&name.server, &name.database, &name.schema];
        let Some(first) = prefixes.iter().position(|part| part.is_some()) else { return };
        for part in &prefixes[first..] {
            if let Some(part) = part {
                self.name_part(part);
            }
            self.raw(".");
        }
    }

    /// A name without a blank before it.
    pub(crate) fn name_part(&mut self, name: &Name) {
        if is_plain(&name.text) && keyword::lookup(&name.text).is_none() {
            self.raw(&name.text);
        } else {
            self.raw(&format!("[{}]", name.text.replace(']', "]]")));
        }
    }
}

/// `'text'`.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Whether a text lexes as one word.
fn is_plain(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(lexer::starts_name) && characters.all(lexer::continues_name)
}
