//! Results on a terminal: a table with columns as wide as their values, or a record per row if the
//! table is too wide.
//!
//! The first rows are kept to compute the widths. Later rows are printed as they arrive, with these
//! widths. Long values are shortened here, but never in output that isn't a terminal.

use crate::colours::{Colours, Ink, visible};
use crate::text_width::{columns, shortened};
use sluice_engine::{ColumnInfo, DataType, Value, display};

/// When rows are shown as records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expanded {
    Off,
    On,
    /// If rows are wider than the terminal.
    Auto,
}

/// A result that is being printed. A row is a list of texts that are safe to show.
pub(crate) struct Grid {
    names: Vec<String>,
    types: Vec<DataType>,
    /// Rows kept until the widths are computed.
    kept: Vec<Vec<Cell>>,
    /// The columns' widths once computed; `None` if rows are records.
    widths: Option<Vec<usize>>,
    is_settled: bool,
    rows: u64,
    look: Look,
}

/// The appearance of a grid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The terminal's width in columns.
    pub(crate) screen: usize,
    pub(crate) expanded: Expanded,
    pub(crate) colours: Colours,
}

struct Cell {
    text: String,
    is_null: bool,
}

impl Grid {
    /// Returns the grid of a result without rows.
    pub(crate) fn new(columns: &[ColumnInfo], look: Look) -> Grid {
        Grid {
            names: columns.iter().map(|column| visible(&column.name).into_owned()).collect(),
            types: columns.iter().map(|column| column.data_type).collect(),
            kept: Vec::new(),
            widths: None,
            is_settled: false,
            rows: 0,
            look,
        }
    }

    /// Takes a row. Returns the lines that can be printed now. Nothing comes out before the widths
    /// are computed, from the first rows.
    pub(crate) fn row(&mut self, row: &[Value]) -> Vec<String> {
        let cell = |(value, data_type): (&Value, &DataType)| {
            let text = display::text(value, data_type);
            Cell { text: visible(&text).into_owned(), is_null: value.is_null() }
        };
        let cells: Vec<Cell> = row.iter().zip(&self.types).map(cell).collect();
        if self.is_settled {
            let mut lines = Vec::new();
            self.show(&cells, &mut lines);
            return lines;
        }
        self.kept.push(cells);
        if self.kept.len() < ROWS_KEPT { Vec::new() } else { self.settle() }
    }

    /// Ends the result. Returns the remaining lines.
    pub(crate) fn finish(&mut self) -> Vec<String> {
        if self.is_settled { Vec::new() } else { self.settle() }
    }

    /// Computes the widths and returns the kept rows as lines.
    fn settle(&mut self) -> Vec<String> {
        self.is_settled = true;
        let width_of = |place: usize| {
            let values = self.kept.iter().map(|cells| columns(&cells[place].text));
            values.chain([columns(&self.names[place])]).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..self.names.len()).map(width_of).collect();
        let is_record = match self.look.expanded {
            Expanded::On => true,
            Expanded::Off => false,
            Expanded::Auto => !fit(&mut widths, self.look.screen),
        };
        let mut lines = Vec::new();
        if !is_record {
            let colours = self.look.colours;
            let header = |place: usize| {
                let name = shortened(&self.names[place], widths[place]);
                let padding = " ".repeat(widths[place] - columns(&name));
                let name = colours.paint(Ink::Bold, &name);
                if self.is_right(place) { format!("{padding}{name}") } else { format!("{name}{padding}") }
            };
            let names: Vec<String> = (0..self.names.len()).map(header).collect();
            lines.push(names.join(GAP).trim_end().to_owned());
            let rule = widths.iter().map(|width| "-".repeat(*width)).collect::<Vec<_>>().join(GAP);
            lines.push(colours.paint(Ink::Faint, &rule).into_owned());
            self.widths = Some(widths);
        }
        for cells in std::mem::take(&mut self.kept) {
            self.show(&cells, &mut lines);
        }
        lines
    }

    fn is_right(&self, place: usize) -> bool {
        display::is_right_aligned(&self.types[place])
    }

    fn show(&mut self, cells: &[Cell], lines: &mut Vec<String>) {
        self.rows += 1;
        match &self.widths {
            Some(widths) => {
                let cell = |(place, cell): (usize, &Cell)| self.aligned(place, cell, widths[place]);
                let line = cells.iter().enumerate().map(cell).collect::<Vec<_>>().join(GAP);
                lines.push(line.trim_end().to_owned());
            }
            None => self.record(cells, lines),
        }
    }

    fn aligned(&self, place: usize, cell: &Cell, width: usize) -> String {
        let text = shortened(&cell.text, width);
        let padding = " ".repeat(width - columns(&text));
        let ink = if cell.is_null { Ink::Faint } else { Ink::Plain };
        let text = self.look.colours.paint(ink, &text);
        if self.is_right(place) { format!("{padding}{text}") } else { format!("{text}{padding}") }
    }

    fn record(&self, cells: &[Cell], lines: &mut Vec<String>) {
        let width = self.names.iter().map(|name| columns(name)).max().unwrap_or(0);
        let title = format!("-[ row {} ]", self.rows);
        let rule = "-".repeat((width + 10).saturating_sub(title.len()));
        lines.push(self.look.colours.paint(Ink::Faint, &(title + &rule)).into_owned());
        let most = (self.look.screen.saturating_sub(width + GAP.len()) * RECORD_LINES).max(CELL_MIN);
        for (name, cell) in self.names.iter().zip(cells) {
            let ink = if cell.is_null { Ink::Faint } else { Ink::Plain };
            let text = shortened(&cell.text, most);
            let (name, padding) = (self.look.colours.paint(Ink::Bold, name), " ".repeat(width - columns(name)));
            lines.push(format!("{name}{padding}{GAP}{}", self.look.colours.paint(ink, &text)).trim_end().to_owned());
        }
    }
}

/// Narrows the widest columns until all fit into the terminal. Returns false if they can't.
fn fit(widths: &mut [usize], screen: usize) -> bool {
    loop {
        let whole = widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1);
        if whole <= screen {
            return true;
        }
        let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > CELL_MIN) else { return false };
        *widest = widest.saturating_sub(whole - screen).max(CELL_MIN);
    }
}

/// The separator between columns.
const GAP: &str = "  ";
/// The number of rows from which the widths are computed.
const ROWS_KEPT: usize = 500;
/// The narrowest width of a shortened value.
const CELL_MIN: usize = 24;
/// The greatest number of terminal lines for a value of a record.
const RECORD_LINES: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_engine::Length;

    fn shown(screen: usize, expanded: Expanded, rows: &[(i32, &str)]) -> Vec<String> {
        let column = |name: &str, data_type| ColumnInfo::expression(name, data_type, true);
        let columns = [column("id", DataType::Int), column("name", DataType::varchar(Length::Max))];
        let look = Look { screen, expanded, colours: Colours(false) };
        let mut grid = Grid::new(&columns, look);
        let mut lines = Vec::new();
        for (id, name) in rows {
            let name = if *name == "NULL" { Value::Null } else { Value::text((*name).to_owned()) };
            lines.extend(grid.row(&[Value::Int(*id), name]));
        }
        lines.extend(grid.finish());
        lines
    }

    #[test]
    fn columns_fit_values_and_numbers_align_right() {
        assert_eq!(
            shown(80, Expanded::Auto, &[(1, "Ada"), (100, "NULL")]),
            [" id  name", "---  ----", "  1  Ada", "100  NULL"]
        );
        assert_eq!(shown(80, Expanded::Auto, &[]), ["id  name", "--  ----"]);
    }

    #[test]
    fn wide_rows_become_records_with_shortened_values() {
        let long = "x".repeat(300);
        assert_eq!(shown(30, Expanded::Auto, &[(1, &long)])[2], format!(" 1  {}…", "x".repeat(25)));
        let records = shown(27, Expanded::Auto, &[(1, &long)]);
        assert_eq!(records[0], "-[ row 1 ]----");
        assert_eq!(records[1], "id    1");
        assert!(records[2].starts_with("name  xxx") && records[2].ends_with('…') && records[2].chars().count() < 200);
        let off = shown(30, Expanded::Off, &[(1, &long)]);
        assert_eq!(off[2], format!(" 1  {long}"));
        assert_eq!(shown(80, Expanded::On, &[(1, "a\nb")])[2], "name  a\u{240a}b");
    }

    #[test]
    fn later_rows_are_printed_as_they_arrive() {
        let rows: Vec<(i32, &str)> = (0..ROWS_KEPT as i32 + 2).map(|id| (id, "a")).collect();
        let lines = shown(80, Expanded::Auto, &rows);
        assert_eq!(lines.len(), ROWS_KEPT + 4);
        assert_eq!(lines.last().unwrap(), "501  a");
    }

    #[test]
    fn null_is_faint_if_coloured() {
        let column = ColumnInfo::expression("n", DataType::Int, true);
        let mut grid = Grid::new(&[column], Look { screen: 80, expanded: Expanded::Auto, colours: Colours(true) });
        grid.row(&[Value::Null]);
        assert_eq!(grid.finish().last().unwrap(), "\x1b[2mNULL\x1b[0m");
    }
}
