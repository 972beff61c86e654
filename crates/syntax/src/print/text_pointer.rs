//! Prints READTEXT, WRITETEXT and UPDATETEXT: as written, and as the ordinary statements they stand
//! for.

use super::printer::Printer;
use crate::ast::{Expr, ExprKind, Literal, Name, TextData, TextPlace, TextStatement};

impl Printer {
    /// Prints READTEXT, WRITETEXT or UPDATETEXT. BULK and WITH LOG aren't printed, since the tree
    /// lacks them.
    pub(crate) fn text_statement(&mut self, statement: &TextStatement) {
        self.word(statement.words());
        match statement {
            TextStatement::Read { place, offset, size, holds } => {
                self.text_place(place);
                self.expression(offset);
                self.expression(size);
                if *holds {
                    self.word("HOLDLOCK");
                }
            }
            TextStatement::Write { place, data } => {
                self.text_place(place);
                self.expression(data);
            }
            TextStatement::Update { place, offset, length, data } => {
                self.text_place(place);
                self.expression(offset);
                self.expression(length);
                match data {
                    None => {}
                    Some(TextData::Value(value)) => self.expression(value),
                    Some(TextData::Place(source)) => self.text_place(source),
                }
            }
        }
    }

    fn text_place(&mut self, place: &TextPlace) {
        self.object_name(&place.table);
        self.raw(".");
        self.raw(&name_of(&place.column));
        self.expression(&place.pointer);
    }
}

/// Prints an expression as canonical T-SQL, without parentheses around the whole.
pub fn print_expression(value: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expression(value);
    printer.out
}

/// Returns the text of the SELECT or UPDATE that a statement stands for. It calls the functions
/// `$READTEXT`, `$TEXTPTR` and `$UPDATETEXT`, which only the binder knows, and compares the text
/// pointer in its condition. UPDATETEXT without data, or with NULL, inserts an empty text.
pub fn ordinary_text(statement: &TextStatement) -> String {
    match statement {
        TextStatement::Read { place, offset, size, holds } => {
            let (table, column, pointer) = parts(place);
            let hint = if *holds { " WITH (HOLDLOCK)" } else { "" };
            let (offset, size) = (print_expression(offset), print_expression(size));
            format!(
                "SELECT [$READTEXT]((SELECT {column} FROM {table}{hint} WHERE TEXTPTR({column}) = {pointer}), {pointer}, \
                 {offset}, {size}) AS {column}"
            )
        }
        TextStatement::Write { place, data } => {
            let (table, column, _) = parts(place);
            let (data, found) = (print_expression(data), found(place, "WriteText"));
            format!("UPDATE {table} SET {column} = {data} WHERE TEXTPTR({column}) = {found}")
        }
        TextStatement::Update { place, offset, length, data } => {
            let (table, column, _) = parts(place);
            let (offset, length) = (print_expression(offset), print_expression(length));
            let data = match data {
                // An untyped NULL would take the type of the offset.
                None => String::from("''"),
                Some(TextData::Value(Expr { kind: ExprKind::Literal(Literal::Null), .. })) => String::from("''"),
                Some(TextData::Value(value)) => print_expression(value),
                Some(TextData::Place(source)) => {
                    let (table, column, _) = parts(source);
                    // A pointer to the changed value is invalid as the source.
                    let found = found_unless(source, &parts(place).2, "UpdateText");
                    format!("(SELECT {column} FROM {table} WHERE TEXTPTR({column}) = {found})")
                }
            };
            let found = found(place, "UpdateText");
            format!(
                "UPDATE {table} SET {column} = [$UPDATETEXT]({column}, {data}, {offset}, {length}) \
                 WHERE TEXTPTR({column}) = {found}"
            )
        }
    }
}

/// Returns the table, the column and the pointer.
fn parts(place: &TextPlace) -> (String, String, String) {
    let mut printer = Printer::default();
    printer.object_name(&place.table);
    (printer.out, name_of(&place.column), print_expression(&place.pointer))
}

/// Returns the text of a pointer that is checked to denote a value.
fn found(place: &TextPlace, function: &str) -> String {
    found_unless(place, "NULL", function)
}

/// Returns the text of a pointer that is checked to denote another value than `other` does.
fn found_unless(place: &TextPlace, other: &str, function: &str) -> String {
    let (table, column, pointer) = parts(place);
    let is_other = if other == "NULL" { String::new() } else { format!(" AND TEXTPTR({column}) <> {other}") };
    format!(
        "[$TEXTPTR]((SELECT TEXTPTR({column}) FROM {table} WHERE TEXTPTR({column}) = {pointer}{is_other}), {pointer}, \
         '{function}')"
    )
}

fn name_of(name: &Name) -> String {
    let mut printer = Printer::default();
    printer.name(name);
    printer.out
}
