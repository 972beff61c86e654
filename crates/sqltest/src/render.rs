//! A batch's output as golden files have it.

use sluice_engine::{ColumnInfo, DataType, Message, Sink, Value, display, messages};
use std::fmt::Write;

/// Writes what a batch sends as text.
#[derive(Default)]
pub(crate) struct Rendering {
    /// The text so far.
    pub(crate) text: String,
    types: Vec<DataType>,
}

impl Rendering {
    fn line(&mut self, line: &str) {
        // Blanks at a line's end are kept out of golden files; a value that ends in blanks is shown in brackets.
        writeln!(self.text, "{}", line.trim_end()).expect("a string takes what is written to it");
    }
}

impl Sink for Rendering {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        self.types = columns.iter().map(|column| column.data_type).collect();
        let heads: Vec<String> =
            columns.iter().map(|column| format!("{} {}", unnamed(&column.name), column.data_type)).collect();
        self.line(&heads.join(" | "));
    }

    fn row(&mut self, row: &[Value]) {
        let cells: Vec<String> = row.iter().zip(&self.types).map(|(value, data_type)| cell(value, data_type)).collect();
        self.line(&cells.join(" | "));
    }

    fn done(&mut self, rows: Option<u64>) {
        if let Some(rows) = rows {
            self.line(&format!("({rows} rows affected)"));
        }
    }

    fn message(&mut self, message: Message) {
        match message {
            Message::Print { text, .. } => self.line(&text),
            Message::Error(error) => {
                let (number, severity, state, line) = (error.number, error.severity, error.state, error.line);
                if severity > 10 {
                    let procedure =
                        error.procedure.as_ref().map_or_else(String::new, |name| format!("Procedure {name}, "));
                    self.line(&format!("Msg {number}, Level {severity}, State {state}, {procedure}Line {line}"));
                }
                self.line(&messages::text(&error));
            }
        }
    }
}

fn unnamed(name: &str) -> &str {
    if name.is_empty() { "(no name)" } else { name }
}

fn cell(value: &Value, data_type: &DataType) -> String {
    let text = display::text(value, data_type);
    if text.is_empty() || text.ends_with(' ') { format!("[{text}]") } else { text }
}
