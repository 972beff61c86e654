//! Renders a batch's output in the format of golden files.

use sluice_client::Audience;
use sluice_engine::{ColumnInfo, DataType, Message, Sink, Value, display, messages};
use sluice_tds::{Column, ColumnFlags};
use std::fmt::Write;

#[derive(Default)]
pub(crate) struct Rendering {
    pub(crate) text: String,
    types: Vec<DataType>,
}

impl Rendering {
    fn line(&mut self, line: &str) {
        // Golden files have no trailing blanks; a value that ends in blanks is shown in brackets.
        writeln!(self.text, "{}", line.trim_end()).expect("a string takes what is written to it");
    }

    /// Writes the header of an error.
    fn head(&mut self, (number, severity, state): (i32, u8, u8), procedure: &str, line: u32) {
        if severity > 10 {
            let procedure = if procedure.is_empty() { String::new() } else { format!("Procedure {procedure}, ") };
            self.line(&format!("Msg {number}, Level {severity}, State {state}, {procedure}Line {line}"));
        }
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
                let procedure = error.procedure.as_deref().unwrap_or_default();
                self.head((error.number, error.severity, error.state), procedure, error.line);
                self.line(&messages::text(&error));
            }
        }
    }
}

/// Output of a server is rendered like that of an embedded session.
impl Audience for Rendering {
    fn columns(&mut self, columns: &[Column]) {
        let columns: Vec<ColumnInfo> = columns
            .iter()
            .map(|column| {
                let nullable = column.flags.has(ColumnFlags::NULLABLE);
                ColumnInfo::expression(column.name.clone(), column.info.data_type, nullable)
            })
            .collect();
        Sink::columns(self, &columns);
    }

    fn row(&mut self, row: &[Value]) {
        Sink::row(self, row);
    }

    fn done(&mut self, rows: Option<u64>) {
        Sink::done(self, rows);
    }

    fn message(&mut self, message: &sluice_tds::Message) {
        self.head((message.number, message.severity, message.state), &message.procedure, message.line);
        self.line(&message.text);
    }
}

fn unnamed(name: &str) -> &str {
    if name.is_empty() { "(no name)" } else { name }
}

fn cell(value: &Value, data_type: &DataType) -> String {
    let text = display::text(value, data_type);
    if text.is_empty() || text.ends_with(' ') { format!("[{text}]") } else { text }
}
