//! FOR JSON AUTO of several tables: the rows of each table are an array in the object of the table
//! before it, in the order in which the select list names the tables
//! (`relational-databases/json/format-json-output-automatically-with-auto-mode-sql-server.md`).
//! Rows that agree in a table's compared columns with the row before share its object.

use super::auto::{compared, shares};
use super::json::JsonShape;
use super::writer::Writer;
use crate::text::json_escaped;
use sluice_types::{SqlError, Value};

/// Writes nested objects.
pub(super) struct AutoWriter<'s> {
    shape: &'s JsonShape,
    text: String,
    /// The values of the open objects, one for each level but the innermost.
    open: Vec<Vec<Value>>,
}

impl<'s> AutoWriter<'s> {
    /// Returns a writer without rows and without open objects.
    pub(super) fn new(shape: &'s JsonShape) -> AutoWriter<'s> {
        AutoWriter { shape, text: String::new(), open: Vec::new() }
    }

    /// Closes the open objects inside the outermost `kept`, and the arrays in them.
    fn close(&mut self, kept: usize) {
        self.open.drain(kept..).for_each(|_| self.text.push_str("]}"));
    }

    /// Appends the members of a level's columns. Returns whether there is any.
    fn members(&mut self, depth: usize, values: &[Value]) -> Result<bool, SqlError> {
        let mut is_first = true;
        let shape = self.shape;
        for place in &shape.levels[depth].columns {
            if values[*place].is_null() && !shape.with_nulls {
                continue;
            }
            self.text.push_str(if std::mem::take(&mut is_first) { "" } else { "," });
            let name = shape.columns[*place].path.join(".");
            let value = shape.value(*place, &values[*place])?;
            self.text.push_str(&format!("\"{}\":{value}", json_escaped(&name)));
        }
        Ok(!is_first)
    }
}

impl Writer for AutoWriter<'_> {
    fn row(&mut self, values: &[Value]) -> Result<(), SqlError> {
        let shape = self.shape;
        let levels = &shape.levels;
        let kept = levels.iter().zip(&self.open).take_while(|(level, open)| shares(level, values, open)).count();
        if self.text.is_empty() {
            shape.begin_text(&mut self.text);
        } else {
            self.close(kept);
            self.text.push(',');
        }
        for depth in kept..levels.len() {
            self.text.push('{');
            let has_members = self.members(depth, values)?;
            let Some(inner) = levels.get(depth + 1) else { break };
            self.text.push_str(if has_members { "," } else { "" });
            self.text.push_str(&format!("\"{}\":[", json_escaped(&inner.element)));
            self.open.push(compared(&levels[depth], values));
        }
        self.text.push('}');
        Ok(())
    }

    fn len(&self) -> usize {
        self.text.len()
    }

    fn finish(mut self: Box<Self>) -> Option<String> {
        if self.text.is_empty() {
            return None;
        }
        self.close(0);
        self.shape.end_text(&mut self.text);
        Some(self.text)
    }
}
