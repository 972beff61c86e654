//! Prints results as sqlcmd does.

use crate::caret;
use crate::colours::{Colours, Ink};
use crate::grid::{Expanded, Grid, Look};
use sluice_engine::{ColumnInfo, DataType, Message, Sink, SqlError, Value, display, messages};
use std::io::Write;

/// The format of results.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    /// Whether results have headers.
    pub(crate) headers: bool,
    /// The separator between columns.
    pub(crate) separator: String,
    /// Whether to trim trailing blanks of values.
    pub(crate) trim: bool,
}

/// Prints the results and messages of batches. After a failed write (for example a closed pipe) it
/// prints nothing more and keeps the error.
pub(crate) struct Printer<W: Write> {
    out: W,
    style: Style,
    columns: Vec<PrintedColumn>,
    errors: u64,
    /// Whether row counts are shown.
    is_counting: bool,
    broken: Option<std::io::Error>,
    /// The terminal's settings; `None` for output in sqlcmd's format.
    terminal: Option<Terminal>,
}

/// The settings and state of output on a terminal.
pub(crate) struct Terminal {
    pub(crate) look: Look,
    /// Whether elapsed times are shown.
    pub(crate) timing: bool,
    grid: Option<Grid>,
    /// The text of the running batch.
    batch: String,
}

impl Terminal {
    pub(crate) fn new(colours: Colours) -> Terminal {
        let look = Look { screen: SCREEN, expanded: Expanded::Auto, colours };
        Terminal { look, timing: false, grid: None, batch: String::new() }
    }
}

struct PrintedColumn {
    data_type: DataType,
    width: usize,
    /// The greatest number of characters shown of a value.
    most: usize,
    right: bool,
}

impl<W: Write> Printer<W> {
    pub(crate) fn new(out: W, style: Style) -> Printer<W> {
        Printer { out, style, columns: Vec::new(), errors: 0, is_counting: true, broken: None, terminal: None }
    }

    /// Returns the printer with output for a terminal.
    pub(crate) fn at_terminal(self, terminal: Terminal) -> Printer<W> {
        Printer { terminal: Some(terminal), ..self }
    }

    /// Returns the terminal's settings, if output goes to one.
    pub(crate) fn terminal(&mut self) -> Option<&mut Terminal> {
        self.terminal.as_mut()
    }

    /// Begins a batch.
    pub(crate) fn begin_batch(&mut self, text: &str) {
        if let Some(terminal) = &mut self.terminal {
            text.clone_into(&mut terminal.batch);
            terminal.look.screen = sluice_base::terminal::columns().unwrap_or(SCREEN);
        }
    }

    /// Ends a batch and prints its elapsed time if enabled.
    pub(crate) fn end_batch(&mut self, took_ns: u64) {
        self.end_grid();
        if let Some(terminal) = &self.terminal
            && terminal.timing
        {
            let line = format!("Time: {}", took(took_ns));
            self.line(&line);
        }
    }

    /// Prints the remaining lines of a result.
    fn end_grid(&mut self) {
        let lines = self.terminal.as_mut().and_then(|terminal| terminal.grid.take()).map(|mut grid| grid.finish());
        lines.into_iter().flatten().for_each(|line| self.line(&line));
    }

    /// Prints the line and position of an error in the batch, on a terminal.
    fn show_place(&mut self, error: &SqlError) {
        let Some(terminal) = &self.terminal else { return };
        let Some([line, mark]) = caret::lines(&terminal.batch, error, terminal.look.screen) else { return };
        let mark = terminal.look.colours.paint(Ink::Bold, &mark).into_owned();
        self.line(&line);
        self.line(&mark);
    }

    /// Prints a message of a server, which includes its text.
    pub(crate) fn server_message(&mut self, message: &sluice_tds::Message) {
        self.end_grid();
        self.head((message.number, message.severity, message.state), &message.procedure, message.line);
        self.line(&message.text);
        self.flush();
    }

    /// Prints the header line of an error.
    fn head(&mut self, (number, severity, state): (i32, u8, u8), procedure: &str, line: u32) {
        if severity > 10 {
            self.errors += 1;
            let procedure = if procedure.is_empty() { String::new() } else { format!("Procedure {procedure}, ") };
            self.line(&format!("Msg {number}, Level {severity}, State {state}, {procedure}Line {line}"));
        }
    }

    /// Enables or disables row counts.
    pub(crate) fn set_counting(&mut self, is_counting: bool) {
        self.is_counting = is_counting;
    }

    /// Reports that the user cancelled the batch.
    pub(crate) fn canceled(&mut self) {
        // Overwrites the ^C echoed by the terminal.
        self.line("\r\x1b[KQuery was canceled by user.");
    }

    /// Returns the number of errors (severity 11 and above) printed.
    pub(crate) fn errors(&self) -> u64 {
        self.errors
    }

    /// Returns the error of a failed write, if any.
    pub(crate) fn broken(&self) -> Option<&std::io::Error> {
        self.broken.as_ref()
    }

    pub(crate) fn flush(&mut self) {
        let outcome = self.out.flush();
        self.note(outcome);
    }

    /// Prints lines of the program itself.
    pub(crate) fn say(&mut self, what: &str) {
        self.line(what);
        self.flush();
    }

    fn note(&mut self, outcome: std::io::Result<()>) {
        if let Err(error) = outcome {
            self.broken.get_or_insert(error);
        }
    }

    fn line(&mut self, line: &str) {
        if self.broken.is_none() {
            let outcome = writeln!(self.out, "{line}");
            self.note(outcome);
        }
    }

    fn cells(&mut self, cells: impl Iterator<Item = String>) {
        let separator = self.style.separator.clone();
        let line = cells.collect::<Vec<_>>().join(&separator);
        self.line(&line);
    }

    fn header(&mut self, columns: &[ColumnInfo]) {
        let (widths, trim): (Vec<usize>, bool) =
            (self.columns.iter().map(|column| column.width).collect(), self.style.trim);
        let shown = |index: usize| if trim { columns[index].name.chars().count() } else { widths[index] };
        self.cells(columns.iter().enumerate().map(|(index, column)| pad(&column.name, shown(index), false)));
        self.cells((0..columns.len()).map(|index| "-".repeat(shown(index))));
    }
}

impl<W: Write> Sink for Printer<W> {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        self.end_grid();
        if let Some(terminal) = &mut self.terminal {
            terminal.grid = Some(Grid::new(columns, terminal.look));
            return;
        }
        self.columns = columns
            .iter()
            .map(|column| PrintedColumn {
                data_type: column.data_type,
                width: display::width(&column.data_type).unwrap_or(MAX_TYPE_WIDTH).max(column.name.chars().count()),
                most: if column.data_type.is_max() { MAX_TYPE_WIDTH } else { usize::MAX },
                right: display::is_right_aligned(&column.data_type),
            })
            .collect();
        if self.style.headers {
            self.header(columns);
        }
    }

    fn row(&mut self, row: &[Value]) {
        if let Some(grid) = self.terminal.as_mut().and_then(|terminal| terminal.grid.as_mut()) {
            let lines = grid.row(row);
            lines.iter().for_each(|line| self.line(line));
            return;
        }
        let columns = std::mem::take(&mut self.columns);
        let trim = self.style.trim;
        self.cells(row.iter().zip(&columns).map(|(value, column)| {
            let mut text = display::text(value, &column.data_type);
            if let Some((end, _)) = text.char_indices().nth(column.most) {
                text.truncate(end);
            }
            if trim { text.trim_end().to_owned() } else { pad(&text, column.width, column.right) }
        }));
        self.columns = columns;
    }

    fn done(&mut self, rows: Option<u64>) {
        self.end_grid();
        if let Some(rows) = rows.filter(|_| self.is_counting) {
            self.line(&format!("\n({rows} rows affected)"));
        }
    }

    fn message(&mut self, message: Message) {
        self.end_grid();
        match message {
            Message::Print { text, .. } => self.line(&text),
            // The user cancelled the batch, so the error number adds nothing.
            Message::Error(error) if error.number == CANCELLED && self.terminal.is_some() => {
                self.canceled();
            }
            Message::Error(error) => {
                let procedure = error.procedure.as_deref().unwrap_or_default();
                self.head((error.number, error.severity, error.state), procedure, error.line);
                self.line(&messages::text(&error));
                self.show_place(&error);
            }
        }
        // Messages appear while the script runs.
        self.flush();
    }
}

fn pad(text: &str, width: usize, right: bool) -> String {
    if right { format!("{text:>width$}") } else { format!("{text:<width$}") }
}

/// Formats an elapsed time for people.
pub(crate) fn took(ns: u64) -> String {
    match ns {
        0..1_000_000_000 => format!("{:.3} ms", ns as f64 / 1e6),
        1_000_000_000..60_000_000_000 => format!("{:.3} s", ns as f64 / 1e9),
        _ => format!("{} min {:.1} s", ns / 60_000_000_000, (ns % 60_000_000_000) as f64 / 1e9),
    }
}

/// Error 3617: the batch was cancelled by its client.
const CANCELLED: i32 = 3617;
/// The default width of a terminal.
const SCREEN: usize = 80;
/// sqlcmd's limit of characters shown of a `max` column.
const MAX_TYPE_WIDTH: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(style: Style, show: impl Fn(&mut Printer<Vec<u8>>)) -> String {
        let mut printer = Printer::new(Vec::new(), style);
        show(&mut printer);
        String::from_utf8(printer.out).unwrap()
    }

    fn two_columns(printer: &mut Printer<Vec<u8>>) {
        let column = |name: &str, data_type| ColumnInfo::expression(name, data_type, true);
        printer.columns(&[column("durationinseconds", DataType::Int), column("n", DataType::Int)]);
        printer.row(&[Value::Int(0), Value::Null]);
        printer.done(Some(1));
    }

    #[test]
    fn column_width_follows_type_or_name() {
        let style = Style { headers: true, separator: " ".into(), trim: false };
        assert_eq!(
            printed(style, two_columns),
            "durationinseconds n          \n----------------- -----------\n                0        NULL\n\n(1 rows affected)\n"
        );
    }

    /// sqlcmd-utility.md, -y: 256 characters of a max type.
    #[test]
    fn long_values_are_cut() {
        let style = Style { headers: false, separator: "|".into(), trim: true };
        let shown = printed(style, |printer| {
            let column = |name: &str, data_type| ColumnInfo::expression(name, data_type, true);
            let max = sluice_engine::Length::Max;
            printer.columns(&[column("v", DataType::varchar(max)), column("b", DataType::VarBinary(max))]);
            printer.row(&[Value::text("é".repeat(300)), Value::bytes(vec![1; 300])]);
        });
        assert_eq!(shown, format!("{}|0x{}\n", "é".repeat(256), "01".repeat(127)));
    }

    #[test]
    fn trimmed_output_without_headers() {
        let style = Style { headers: false, separator: "|".into(), trim: true };
        assert_eq!(printed(style, two_columns), "0|NULL\n\n(1 rows affected)\n");
    }
}
