//! Primitives shared by all printers: words, names, constants, lists and lines.
//!
//! Invariant: words are separated by exactly one blank, and the printed text lexes into the same
//! tokens.

use crate::ast::{ColumnName, Literal, Name, ObjectName, TypeArgument, TypeName};
use crate::{keyword, lexer};

/// The text printed so far.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    pub(crate) out: String,
    indent: usize,
    /// Whether the next word follows without a blank.
    glued: bool,
}

impl Printer {
    /// Appends a text as it is, without a blank before it.
    pub(crate) fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Appends a word or symbol. A blank precedes it, except at the start of the text or a line,
    /// after a parenthesis or blank, and after `glue`.
    pub(crate) fn word(&mut self, word: &str) {
        let glued = std::mem::take(&mut self.glued) || self.out.is_empty();
        if !glued && !self.out.ends_with([' ', '(', '\n']) {
            self.out.push(' ');
        }
        self.out.push_str(word);
    }

    /// Makes the next word follow without a blank.
    pub(crate) fn glue(&mut self) {
        self.glued = true;
    }

    /// Starts a new line, indented by four blanks for each level.
    pub(crate) fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    /// Runs `print` with one more level of indentation.
    pub(crate) fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    /// Prints items separated by a comma and a blank; nothing for an empty list.
    pub(crate) fn list<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.raw(", ");
            }
            print(self, item);
        }
    }

    /// Prints items separated by commas, in parentheses directly after the last word.
    pub(crate) fn arguments<T>(&mut self, items: &[T], print: impl FnMut(&mut Self, &T)) {
        self.raw("(");
        self.list(items, print);
        self.raw(")");
    }

    /// Prints items separated by commas, in parentheses after a blank.
    pub(crate) fn parenthesised<T>(&mut self, items: &[T], print: impl FnMut(&mut Self, &T)) {
        self.word("(");
        self.list(items, print);
        self.raw(")");
    }

    /// Prints an identifier, in brackets if it is reserved or no plain word.
    pub(crate) fn name(&mut self, name: &Name) {
        self.word("");
        self.name_part(name);
    }

    /// Prints a variable as it is; its name includes `@`.
    pub(crate) fn variable(&mut self, name: &Name) {
        self.word(&name.text);
    }

    /// Prints a name where any word is allowed. Reserved words need no delimiters there.
    pub(crate) fn any_word(&mut self, name: &Name) {
        if is_plain(&name.text) { self.word(&name.text) } else { self.name(name) }
    }

    /// Prints a name in brackets, whatever it is.
    pub(crate) fn delimited(&mut self, text: &str) {
        self.word(&format!("[{}]", text.replace(']', "]]")));
    }

    /// Prints an object's name with its prefixes; parts are delimited only where needed.
    pub(crate) fn object_name(&mut self, name: &ObjectName) {
        self.word("");
        self.prefixes(name);
        self.name_part(&name.name);
    }

    /// Prints a column's name after its qualifier, if any.
    pub(crate) fn column_name(&mut self, column: &ColumnName) {
        if let Some(qualifier) = &column.qualifier {
            self.object_name(qualifier);
            self.raw(".");
            self.name_part(&column.name);
        } else {
            self.name(&column.name);
        }
    }

    /// Prints a type with its arguments, or with the XML schema collection of xml.
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

    /// Prints the type of a variable or parameter, including CURSOR.
    pub(crate) fn declared_type(&mut self, data_type: &TypeName) {
        match data_type.name.single() {
            Some(name) if name.is("cursor") && data_type.arguments.is_empty() => self.word("CURSOR"),
            _ => self.type_name(data_type),
        }
    }

    /// Ends a statement with a semicolon, unless it already has one.
    pub(crate) fn close(&mut self) {
        if !self.out.ends_with(';') {
            self.out.push(';');
        }
    }

    /// Prints a constant in the form that lexes to the same kind of constant. Money gets the sign
    /// `$`, whatever its currency was.
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

    /// Prints ON or OFF.
    pub(crate) fn switch(&mut self, on: bool) {
        self.word(if on { "ON" } else { "OFF" });
    }

    /// Prints the parts before the last, each with its dot.
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

    /// Prints a name without a blank before it. It is in brackets if it is reserved or no plain
    /// word.
    pub(crate) fn name_part(&mut self, name: &Name) {
        if is_plain(&name.text) && keyword::lookup(&name.text).is_none() {
            self.raw(&name.text);
        } else {
            self.raw(&format!("[{}]", name.text.replace(']', "]]")));
        }
    }
}

/// Returns the string constant `text` without N. Quotes are doubled. A backslash at the end of a
/// line would continue it, so one that is part of the text stands before an empty continuation.
pub(crate) fn quoted(text: &str) -> String {
    let text = text.replace('\'', "''").replace("\\\n", "\\\\\n\n").replace("\\\r\n", "\\\\\n\r\n");
    format!("'{text}'")
}

/// Whether `text` lexes as one word.
fn is_plain(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(lexer::starts_name) && characters.all(lexer::continues_name)
}
