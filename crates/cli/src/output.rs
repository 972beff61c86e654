//! Results as sqlcmd prints them.

use crate::caret;
use crate::colours::{Colours, Ink};
use crate::grid::{Expanded, Grid, Look};
use sluice_engine::{ColumnInfo, DataType, Message, Sink, SqlError, Value, display, messages};
use std::io::Write;

/// How results look.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    /// Whether a result begins with its columns' names.
    pub(crate) headers: bool,
    /// What stands between columns.
    pub(crate) separator: String,
    /// No blanks behind values.
    pub(crate) trim: bool,
}

/// Prints what a batch sends. Once a write has failed (the reader of a pipe went away) it stays silent and says so.
pub(crate) struct Printer<W: Write> {
    out: W,
    style: Style,
    columns: Vec<PrintedColumn>,
    errors: u64,
    /// Whether counts of rows are shown.
    is_counting: bool,
    broken: Option<std::io::Error>,
    /// How a terminal is shown it; none where output is as sqlcmd's.
    terminal: Option<Terminal>,
}

/// What a terminal is shown besides, and how.
pub(crate) struct Terminal {
    /// How results look.
    pub(crate) look: Look,
    /// Whether it is told how long a batch took.
    pub(crate) timing: bool,
    grid: Option<Grid>,
    /// The batch that runs.
    batch: String,
}

impl Terminal {
    /// A terminal with these colours.
    pub(crate) fn new(colours: Colours) -> Terminal {
        let look = Look { screen: SCREEN, expanded: Expanded::Auto, colours };
        Terminal { look, timing: false, grid: None, batch: String::new() }
    }
}

struct PrintedColumn {
    data_type: DataType,
    width: usize,
    /// So many characters of a value are shown.
    most: usize,
    right: bool,
}

impl<W: Write> Printer<W> {
    /// Prints to `out`.
    pub(crate) fn new(out: W, style: Style) -> Printer<W> {
        Printer { out, style, columns: Vec::new(), errors: 0, is_counting: true, broken: None, terminal: None }
    }

    /// The same, for somebody who sits at a terminal.
    pub(crate) fn at_terminal(self, terminal: Terminal) -> Printer<W> {
        Printer { terminal: Some(terminal), ..self }
    }

    /// What a terminal is shown besides, if it is one.
    pub(crate) fn terminal(&mut self) -> Option<&mut Terminal> {
        self.terminal.as_mut()
    }

    /// A batch begins to run.
    pub(crate) fn begin_batch(&mut self, text: &str) {
        if let Some(terminal) = &mut self.terminal {
            text.clone_into(&mut terminal.batch);
            terminal.look.screen = sluice_base::terminal::columns().unwrap_or(SCREEN);
        }
    }

    /// It is through, after so long.
    pub(crate) fn end_batch(&mut self, took_ns: u64) {
        self.end_grid();
        if let Some(terminal) = &self.terminal
            && terminal.timing
        {
            let line = format!("Time: {}", took(took_ns));
            self.line(&line);
        }
    }

    /// Shows what is left of a result.
    fn end_grid(&mut self) {
        let lines = self.terminal.as_mut().and_then(|terminal| terminal.grid.take()).map(|mut grid| grid.finish());
        lines.into_iter().flatten().for_each(|line| self.line(&line));
    }

    /// An error as somebody at a terminal reads it: with the place in the batch.
    fn show_place(&mut self, error: &SqlError) {
        let Some(terminal) = &self.terminal else { return };
        let Some([line, mark]) = caret::lines(&terminal.batch, error, terminal.look.screen) else { return };
        let mark = terminal.look.colours.paint(Ink::Bold, &mark).into_owned();
        self.line(&line);
        self.line(&mark);
    }

    /// Prints a message of a server's, whose text has come with it.
    pub(crate) fn told(&mut self, message: &sluice_tds::Message) {
        self.end_grid();
        self.head((message.number, message.severity, message.state), &message.procedure, message.line);
        self.line(&message.text);
        self.flush();
    }

    /// What stands over the text of an error.
    fn head(&mut self, (number, severity, state): (i32, u8, u8), procedure: &str, line: u32) {
        if severity > 10 {
            self.errors += 1;
            let procedure = if procedure.is_empty() { String::new() } else { format!("Procedure {procedure}, ") };
            self.line(&format!("Msg {number}, Level {severity}, State {state}, {procedure}Line {line}"));
        }
    }

    /// From now on counts of rows are shown, or not.
    pub(crate) fn set_counting(&mut self, is_counting: bool) {
        self.is_counting = is_counting;
    }

    /// The batch was stopped by who sits at the terminal.
    pub(crate) fn canceled(&mut self) {
        // Over the ^C that the terminal has echoed.
        self.line("\r\x1b[KQuery was canceled by user.");
    }

    /// How many errors (severity 11 and above) have been printed.
    pub(crate) fn errors(&self) -> u64 {
        self.errors
    }

    /// What went wrong with the output, if it did.
    pub(crate) fn broken(&self) -> Option<&std::io::Error> {
        self.broken.as_ref()
    }

    /// Hands everything printed so far to the system.
    pub(crate) fn flush(&mut self) {
        let outcome = self.out.flush();
        self.note(outcome);
    }

    /// Prints lines of the program's own.
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
            // The client did it itself: no error number tells it more.
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
        // What a script says while it runs is seen while it runs.
        self.flush();
    }
}

fn pad(text: &str, width: usize, right: bool) -> String {
    if right { format!("{text:>width$}") } else { format!("{text:<width$}") }
}

/// A time as a person reads it.
pub(crate) fn took(ns: u64) -> String {
    match ns {
        0..1_000_000_000 => format!("{:.3} ms", ns as f64 / 1e6),
        1_000_000_000..60_000_000_000 => format!("{:.3} s", ns as f64 / 1e9),
        _ => format!("{} min {:.1} s", ns / 60_000_000_000, (ns % 60_000_000_000) as f64 / 1e9),
    }
}

/// The batch was cancelled by its client.
const CANCELLED: i32 = 3617;
/// The columns of a terminal that does not say how many it has.
const SCREEN: usize = 80;
/// sqlcmd shows at most so many characters of a `max` column.
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
    fn columns_are_as_wide_as_their_type_or_name() {
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
    fn trimmed_without_headers() {
        let style = Style { headers: false, separator: "|".into(), trim: true };
        assert_eq!(printed(style, two_columns), "0|NULL\n\n(1 rows affected)\n");
    }
}
