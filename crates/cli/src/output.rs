//! Prints results as sqlcmd does.

use crate::caret;
use crate::colours::{Colours, Ink};
use crate::destinations::{Destinations, Stream};
use crate::encoding::Encoding;
use crate::grid::{Expanded, Grid, Look};
use crate::variables::Variables;
use sluice_engine::{ColumnInfo, DataType, Message, SERVER_NAME, Sink, SqlError, Value, display, messages};
use std::io::Write;

/// The format of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// The number of rows between headers: 0 prints them once a result, `None` never.
    pub(crate) header_rows: Option<u64>,
    /// The separator between columns.
    pub(crate) separator: String,
    /// Whether to trim trailing blanks of values.
    pub(crate) trim: bool,
    /// Whether each value is on a line of its own, after its column's name.
    pub(crate) is_vertical: bool,
    /// The characters of a line, beyond which it is wrapped; 0 is no limit.
    pub(crate) screen_width: usize,
    /// The characters shown of a value of a `max` type; 0 is no limit.
    pub(crate) max_type_width: usize,
    /// The characters shown of other texts and binary values; 0 is no limit.
    pub(crate) fixed_type_width: usize,
    /// The treatment of control characters in values.
    pub(crate) control: ControlCharacters,
    /// The severity from which on messages are printed.
    pub(crate) severity_min: i64,
    /// The severity from which on messages go to standard error; `None`: never.
    pub(crate) stderr_severity: Option<u8>,
}

/// The treatment of control characters (`-k`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ControlCharacters {
    Printed,
    Removed,
    /// Each is replaced by a blank.
    Blanks,
    /// Consecutive ones are replaced by one blank.
    OneBlank,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            header_rows: Some(0),
            separator: " ".to_owned(),
            trim: false,
            is_vertical: false,
            screen_width: 0,
            max_type_width: MAX_TYPE_WIDTH,
            fixed_type_width: 0,
            control: ControlCharacters::Printed,
            severity_min: 0,
            stderr_severity: None,
        }
    }
}

/// Prints the results and messages of batches. After a failed write (for example a closed pipe) it
/// prints nothing more and keeps the error. On a terminal it prints grids, elsewhere columns as
/// sqlcmd does.
pub(crate) struct Printer<W: Write> {
    out: Destinations<W>,
    style: Style,
    /// `:xml on`: values are printed as one stream.
    is_xml: bool,
    /// Whether the batch has printed a result without a row count.
    has_open_result: bool,
    /// Whether the batch was cancelled, which the client reports.
    is_cancelled: bool,
    columns: Vec<PrintedColumn>,
    errors: u64,
    /// The severity from which on errors count.
    severity_min: u8,
    /// The severity of the last error that counted.
    last_severity: Option<u8>,
    /// The number of a message with state 127, which ends the script.
    quit: Option<i32>,
    /// Whether the first value of each row is kept in `value`.
    watches_value: bool,
    /// The type of the result's first column.
    first_type: Option<DataType>,
    value: Option<String>,
    /// Rows since the last headers.
    rows: u64,
    names: Vec<String>,
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
    /// Returns a terminal's settings without a result: automatic records, no timing.
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
    /// Returns a printer to `out`. Files that scripts name are written in `encoding`. Errors count
    /// from severity 11, and no terminal is assumed.
    pub(crate) fn new(out: W, style: Style, encoding: Encoding) -> Printer<W> {
        Printer {
            out: Destinations::new(out, encoding),
            style,
            is_xml: false,
            has_open_result: false,
            is_cancelled: false,
            columns: Vec::new(),
            errors: 0,
            severity_min: 11,
            last_severity: None,
            quit: None,
            watches_value: false,
            first_type: None,
            value: None,
            rows: 0,
            names: Vec::new(),
            is_counting: true,
            broken: None,
            terminal: None,
        }
    }

    /// Returns the printer with output for a terminal.
    pub(crate) fn at_terminal(self, terminal: Terminal) -> Printer<W> {
        Printer { terminal: Some(terminal), ..self }
    }

    /// Returns the terminal's settings, if output goes to one.
    pub(crate) fn terminal(&mut self) -> Option<&mut Terminal> {
        self.terminal.as_mut()
    }

    /// Adopts the settings of the variables.
    pub(crate) fn adopt(&mut self, variables: &Variables) {
        self.style.adopt(variables);
    }

    /// Executes `:xml`.
    pub(crate) fn set_xml(&mut self, is_xml: bool) {
        self.is_xml = is_xml;
    }

    /// Directs a stream to STDOUT, STDERR or a file.
    pub(crate) fn redirect(&mut self, stream: Stream, target: &str) -> std::io::Result<()> {
        self.out.redirect(stream, target)
    }

    /// Prints an error of the program itself, which goes to standard error unless a script has
    /// redirected errors. The error isn't counted.
    pub(crate) fn complain(&mut self, what: &str) {
        let outcome = self.out.line(Stream::Errors, what);
        self.note(outcome);
        self.flush();
    }

    /// Prints a line of the statistics of `-p`.
    pub(crate) fn statistics(&mut self, line: &str) {
        let outcome = self.out.line(Stream::Statistics, line);
        self.note(outcome);
    }

    /// Begins a batch: no result is open, and an earlier cancellation no longer counts. A terminal
    /// keeps the text for messages and adopts its present width.
    pub(crate) fn begin_batch(&mut self, text: &str) {
        (self.has_open_result, self.is_cancelled) = (false, false);
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

    /// Prints a message of a server, which includes its text. An open grid ends first. The message
    /// counts as an error from the severity of [`Printer::count_from`] on, and state 127 requests
    /// the end of the script.
    pub(crate) fn server_message(&mut self, message: &sluice_tds::Message) {
        self.end_grid();
        let place = (message.server.as_str(), message.procedure.as_str(), message.line);
        self.head((message.number, message.severity, message.state), place);
        self.message_line(message.severity, &message.text);
        self.flush();
    }

    /// Prints the header line of an error. A terminal shows no server: it has one.
    fn head(&mut self, (number, severity, state): (i32, u8, u8), (server, procedure, line): (&str, &str, u32)) {
        if state == STATE_OF_EXIT {
            self.quit = Some(number);
        }
        if severity >= self.severity_min {
            self.errors += 1;
            self.last_severity = Some(severity);
        }
        if severity > 10 {
            let named =
                |kind: &str, name: &str| if name.is_empty() { String::new() } else { format!("{kind} {name}, ") };
            let server = named("Server", if self.terminal.is_some() { "" } else { server });
            let place = format!("{server}{}Line {line}", named("Procedure", procedure));
            self.message_line(severity, &format!("Msg {number}, Level {severity}, State {state}, {place}"));
        }
    }

    /// Enables or disables the lines with row counts, which are enabled at first.
    pub(crate) fn set_counting(&mut self, is_counting: bool) {
        self.is_counting = is_counting;
    }

    /// Prints an error of sqlcmd about the batch and counts it. `-m` may hide the line, not the
    /// count.
    pub(crate) fn fail(&mut self, what: &str) {
        self.errors += 1;
        self.message_line(self.severity_min.max(11), what);
        self.flush();
    }

    /// Returns whether the running batch has ended with a cancellation that isn't printed.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled
    }

    /// Reports that the user cancelled the batch.
    pub(crate) fn canceled(&mut self) {
        // Overwrites the ^C echoed by the terminal.
        self.line("\r\x1b[KQuery was canceled by user.");
    }

    /// Counts errors from this severity on, instead of 11.
    pub(crate) fn count_from(&mut self, severity: u8) {
        self.severity_min = severity;
    }

    /// Returns the severity of the last error that counted. `None` before the first.
    pub(crate) fn last_severity(&self) -> Option<u8> {
        self.last_severity
    }

    /// Returns the number of the last message with state 127, which ends the script. `None` before
    /// such a message.
    pub(crate) fn quit(&self) -> Option<i32> {
        self.quit
    }

    /// Keeps the text of the first value of each row from now on, each in place of the one before.
    pub(crate) fn watch_value(&mut self) {
        self.watches_value = true;
    }

    /// Returns the text of the first value of the last row watched. `None` without a row.
    pub(crate) fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// Returns the number of errors that counted.
    pub(crate) fn errors(&self) -> u64 {
        self.errors
    }

    /// Returns the error of a failed write, if any.
    pub(crate) fn broken(&self) -> Option<&std::io::Error> {
        self.broken.as_ref()
    }

    /// Flushes the output. A failure is kept, as for any write.
    pub(crate) fn flush(&mut self) {
        let outcome = self.out.flush();
        self.note(outcome);
    }

    /// Prints lines of the program itself where results go, at once.
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
            self.write(Stream::Results, line);
        }
    }

    /// Writes a line to a stream, wrapped at the screen's width.
    fn write(&mut self, stream: Stream, line: &str) {
        let outcome = match self.style.screen_width {
            0 => self.out.line(stream, line),
            width => wrapped(line, width).try_for_each(|part| self.out.line(stream, part)),
        };
        self.note(outcome);
    }

    /// Prints a line of a message: an error where `:error` directs it, or else on standard error if
    /// `-r` wants that. A stream of XML has no information messages.
    fn message_line(&mut self, severity: u8, line: &str) {
        let is_error = severity > 10;
        if i64::from(severity) < self.style.severity_min || self.is_xml && !is_error {
            return;
        }
        let goes_to_stderr = self.style.stderr_severity.is_some_and(|from| severity >= from);
        if is_error && (self.out.has_errors_apart() || goes_to_stderr) {
            self.write(Stream::Errors, line);
        } else if goes_to_stderr {
            self.flush();
            eprintln!("{line}");
        } else {
            self.line(line);
        }
    }

    /// Prints a row as lines of column name and value.
    fn record(&mut self, row: &[Value]) {
        let names = std::mem::take(&mut self.names);
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for (index, value) in row.iter().enumerate() {
            let text = self.shown(value, &self.columns[index]);
            let text = if self.style.trim { text.trim_end() } else { &text };
            match self.style.header_rows {
                Some(_) => self.line(&format!("{:<widest$} {text}", names[index])),
                None => self.line(text),
            }
        }
        self.line("");
        self.names = names;
    }

    /// Returns the text of a value, without padding.
    fn shown(&self, value: &Value, column: &PrintedColumn) -> String {
        let mut text = self.style.control.applied(display::text(value, &column.data_type));
        if let Some((end, _)) = text.char_indices().nth(column.most) {
            text.truncate(end);
        }
        text
    }

    fn cells(&mut self, cells: impl Iterator<Item = String>) {
        let separator = self.style.separator.clone();
        let line = cells.collect::<Vec<_>>().join(&separator);
        self.line(&line);
    }

    fn header(&mut self) {
        let names = std::mem::take(&mut self.names);
        let (widths, trim): (Vec<usize>, bool) =
            (self.columns.iter().map(|column| column.width).collect(), self.style.trim);
        let shown = |index: usize| if trim { names[index].chars().count() } else { widths[index] };
        self.cells(names.iter().enumerate().map(|(index, name)| pad(name, shown(index), false)));
        self.cells((0..names.len()).map(|index| "-".repeat(shown(index))));
        self.names = names;
    }
}

impl<W: Write> Sink for Printer<W> {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        self.end_grid();
        self.first_type = columns.first().map(|column| column.data_type);
        if let Some(terminal) = &mut self.terminal {
            terminal.grid = Some(Grid::new(columns, terminal.look));
            return;
        }
        self.columns = columns
            .iter()
            .map(|column| {
                let most = self.style.most(&column.data_type);
                let width = display::width(&column.data_type).unwrap_or(if most == usize::MAX { 0 } else { most });
                PrintedColumn {
                    data_type: column.data_type,
                    width: width.min(most).max(column.name.chars().count()),
                    most,
                    right: display::is_right_aligned(&column.data_type),
                }
            })
            .collect();
        self.names = columns.iter().map(|column| column.name.clone()).collect();
        self.rows = 0;
        // A blank line separates the results of a batch (`tools/sqlcmd/sqlcmd-utility`, Remarks).
        if std::mem::replace(&mut self.has_open_result, true) && !self.is_xml {
            self.line("");
        }
        if self.style.header_rows.is_some() && !self.is_xml && !self.style.is_vertical {
            self.header();
        }
    }

    fn row(&mut self, row: &[Value]) {
        if let Some((value, data_type)) = row.first().zip(self.first_type).filter(|_| self.watches_value) {
            self.value = Some(display::text(value, &data_type));
        }
        if let Some(grid) = self.terminal.as_mut().and_then(|terminal| terminal.grid.as_mut()) {
            let lines = grid.row(row);
            lines.iter().for_each(|line| self.line(line));
            return;
        }
        if let Some((value, column)) = row.first().zip(self.columns.first()).filter(|_| self.is_xml) {
            self.rows += 1;
            let outcome = self.out.piece(&display::text(value, &column.data_type));
            return self.note(outcome);
        }
        if self.style.is_vertical {
            return self.record(row);
        }
        if self.style.header_rows.is_some_and(|every| every > 0 && self.rows == every) {
            self.rows = 0;
            self.header();
        }
        self.rows += 1;
        let cell = |(value, column): (&Value, &PrintedColumn)| {
            let text = self.shown(value, column);
            if self.style.trim { text.trim_end().to_owned() } else { pad(&text, column.width, column.right) }
        };
        let cells: Vec<String> = row.iter().zip(&self.columns).map(cell).collect();
        self.cells(cells.into_iter());
    }

    fn done(&mut self, rows: Option<u64>) {
        self.end_grid();
        if self.is_xml {
            if std::mem::take(&mut self.rows) > 0 {
                self.line("");
            }
            return;
        }
        if let Some(rows) = rows.filter(|_| self.is_counting) {
            self.has_open_result = false;
            self.line(&format!("\n({rows} rows affected)"));
        }
    }

    fn message(&mut self, message: Message) {
        self.end_grid();
        match message {
            Message::Print { text, .. } => self.message_line(0, &text),
            // The client reports the reason, so the error number adds nothing.
            Message::Error(error) if error.number == CANCELLED => self.is_cancelled = true,
            Message::Error(error) => {
                let procedure = error.procedure.as_deref().unwrap_or_default();
                self.head((error.number, error.severity, error.state), (SERVER_NAME, procedure, error.line));
                let severity = error.severity;
                self.message_line(severity, &messages::text(&error));
                self.show_place(&error);
            }
        }
        // Messages appear while the script runs.
        self.flush();
    }
}

impl Style {
    /// Adopts the settings of the variables. Without a limit of `max` types there are no headers,
    /// as in sqlcmd.
    pub(crate) fn adopt(&mut self, variables: &Variables) {
        let width = |name: &str| usize::try_from(variables.number(name)).unwrap_or_default();
        self.max_type_width = width("SQLCMDMAXVARTYPEWIDTH");
        self.fixed_type_width = width("SQLCMDMAXFIXEDTYPEWIDTH");
        self.screen_width = width("SQLCMDCOLWIDTH");
        let headers = u64::try_from(variables.number("SQLCMDHEADERS")).ok();
        self.header_rows = headers.filter(|_| self.max_type_width > 0);
        self.separator = variables.text("SQLCMDCOLSEP").to_owned();
        self.severity_min = variables.number("SQLCMDERRORLEVEL");
        self.is_vertical = matches!(variables.text("SQLCMDFORMAT"), "vert" | "vertical");
    }

    /// Returns the greatest number of characters shown of a value of this type
    /// (`tools/sqlcmd/sqlcmd-utility`, -y and -Y).
    fn most(&self, data_type: &DataType) -> usize {
        let limit = if display::width(data_type).is_none() {
            self.max_type_width
        } else if data_type.length().is_some() || matches!(data_type, DataType::SqlVariant) {
            self.fixed_type_width
        } else {
            0
        };
        if limit == 0 { usize::MAX } else { limit }
    }
}

impl ControlCharacters {
    fn applied(self, text: String) -> String {
        if self == ControlCharacters::Printed || !text.contains(char::is_control) {
            return text;
        }
        let mut shown = String::with_capacity(text.len());
        let mut after_control = false;
        for sign in text.chars() {
            match (sign.is_control(), self) {
                (false, _) => shown.push(sign),
                (true, ControlCharacters::Blanks) => shown.push(' '),
                (true, ControlCharacters::OneBlank) if !after_control => shown.push(' '),
                (true, _) => {}
            }
            after_control = sign.is_control();
        }
        shown
    }
}

/// Returns the parts of a text that are lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(move |line| {
        let mut rest = Some(line);
        std::iter::from_fn(move || {
            let line = rest?;
            let end = line.char_indices().nth(width).map_or(line.len(), |(end, _)| end);
            rest = Some(&line[end..]).filter(|rest| !rest.is_empty());
            Some(&line[..end])
        })
    })
}

fn pad(text: &str, width: usize, right: bool) -> String {
    if right { format!("{text:>width$}") } else { format!("{text:<width$}") }
}

/// Formats an elapsed time for people. Milliseconds and seconds have three digits after the point.
pub(crate) fn took(ns: u64) -> String {
    match ns {
        0..1_000_000_000 => format!("{:.3} ms", ns as f64 / 1e6),
        1_000_000_000..60_000_000_000 => format!("{:.3} s", ns as f64 / 1e9),
        _ => format!("{} min {:.1} s", ns / 60_000_000_000, (ns % 60_000_000_000) as f64 / 1e9),
    }
}

/// Error 3617: the batch was cancelled by its client.
const CANCELLED: i32 = 3617;
/// The state of a message that ends a script (`tools/sqlcmd/sqlcmd-commands`, EXIT).
const STATE_OF_EXIT: u8 = 127;
/// The default width of a terminal.
const SCREEN: usize = 80;
/// sqlcmd's limit of characters shown of a `max` column.
const MAX_TYPE_WIDTH: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(style: Style, show: impl Fn(&mut Printer<Vec<u8>>)) -> String {
        let mut printer = Printer::new(Vec::new(), style, Encoding::WIDE);
        show(&mut printer);
        String::from_utf8(printer.out.into_output()).unwrap()
    }

    fn two_columns(printer: &mut Printer<Vec<u8>>) {
        let column = |name: &str, data_type| ColumnInfo::expression(name, data_type, true);
        printer.columns(&[column("durationinseconds", DataType::Int), column("n", DataType::Int)]);
        printer.row(&[Value::Int(0), Value::Null]);
        printer.done(Some(1));
    }

    #[test]
    fn watched_value_is_kept_at_a_terminal_too() {
        let printer = Printer::new(Vec::new(), Style::default(), Encoding::WIDE);
        let mut printer = printer.at_terminal(Terminal::new(Colours(false)));
        printer.watch_value();
        two_columns(&mut printer);
        assert_eq!(printer.value(), Some("0"));
    }

    #[test]
    fn column_width_follows_type_or_name() {
        let style = Style::default();
        assert_eq!(
            printed(style, two_columns),
            "durationinseconds n          \n----------------- -----------\n                0        NULL\n\n(1 rows affected)\n"
        );
    }

    /// sqlcmd-utility.md, -y: 256 characters of a max type.
    #[test]
    fn long_values_are_cut() {
        let style = Style { header_rows: None, separator: "|".into(), trim: true, ..Style::default() };
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
        let style = Style { header_rows: None, separator: "|".into(), trim: true, ..Style::default() };
        assert_eq!(printed(style, two_columns), "0|NULL\n\n(1 rows affected)\n");
    }
}
