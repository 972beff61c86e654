//! The tables of FOR XML AUTO and FOR JSON AUTO: the nesting of their elements, and references to
//! their binary columns (`relational-databases/xml/use-auto-mode-with-for-xml.md`).

use super::Binder;
use super::for_clause::encoded;
use super::scope::{Scope, Source};
use super::state::WrittenTable;
use sluice_base::sync::Arc;
use sluice_catalog::Table;
use sluice_functions::serialize::{BinaryReference, Level};
use sluice_plan::physical::Rows;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError};

impl Binder<'_> {
    /// Records a table or view as it is written in FROM.
    pub(super) fn note_written(
        &mut self,
        written: &ast::ObjectName,
        alias: Option<&ast::Name>,
        table: Option<&Arc<Table>>,
        source: &Source,
    ) {
        let Some(first) = source.columns.first().map(|column| column.id) else { return };
        let parts = [&written.server, &written.database, &written.schema].into_iter().flatten();
        let parts: Vec<&str> = parts.chain([&written.name]).map(|part| &*part.text).collect();
        let table = table.map(Arc::clone);
        let (name, exposed) = (parts.join("."), source.alias.clone());
        self.written_tables.push(WrittenTable { first, name, exposed, is_aliased: alias.is_some(), table });
    }

    fn scope_here(&self) -> &Scope {
        &self.levels.last().expect("the statement's own level always exists").scope
    }

    /// Returns the table whose columns a source begins with, also through a derived table. `None`
    /// for a source without a table or view.
    pub(super) fn written_table(&self, source: &Source) -> Option<&WrittenTable> {
        let first = source.columns.first()?.id;
        self.written_tables.iter().find(|table| table.first == first)
    }

    /// Returns the name of a source's element: its alias, or its name as written.
    fn element_of(&self, source: &Source) -> String {
        match self.written_table(source).filter(|table| !table.is_aliased) {
            Some(table) => table.name.clone(),
            None => source.alias.clone(),
        }
    }

    fn source_at(&self, rows: &Rows, place: usize) -> Option<&Source> {
        let id = rows.values[place].as_column()?;
        self.scope_here().column(id).map(|(source, _)| source)
    }

    /// Returns the tables in the order in which the select list names their columns, with the
    /// columns of each. A value that isn't a table column belongs to the last table so far. The
    /// levels have the names of the tables or their aliases.
    pub(super) fn table_levels(&self, rows: &Rows) -> Vec<Level> {
        self.levels_with(rows, |source| source.alias.clone())
    }

    /// Returns the levels like [`Self::table_levels`], with the names as they are written in FROM.
    pub(super) fn written_levels(&self, rows: &Rows) -> Vec<Level> {
        self.levels_with(rows, |source| self.element_of(source))
    }

    fn levels_with(&self, rows: &Rows, element_of: impl Fn(&Source) -> String) -> Vec<Level> {
        let mut levels: Vec<(Option<&Source>, Vec<usize>)> = Vec::new();
        let mut early = Vec::new();
        for place in 0..rows.values.len() {
            let source = self.source_at(rows, place);
            let is_it =
                |known: &Option<&Source>, source: &Source| known.is_some_and(|known| std::ptr::eq(known, source));
            match source {
                Some(source) => match levels.iter_mut().find(|(known, _)| is_it(known, source)) {
                    Some((_, columns)) => columns.push(place),
                    None => levels.push((Some(source), vec![place])),
                },
                None => match levels.last_mut() {
                    Some((_, columns)) => columns.push(place),
                    None => early.push(place),
                },
            }
        }
        if levels.is_empty() {
            levels.push((self.scope_here().sources.first(), Vec::new()));
        }
        levels[0].1.splice(0..0, early);
        let made = levels.into_iter().map(|(source, columns)| {
            let element = source.map(&element_of).unwrap_or_default();
            Level { element, ..self.level_of(rows, source, columns) }
        });
        made.collect()
    }

    /// Returns a level without its name. Rows share its element if the compared columns are equal:
    /// the primary key and computed values, or all columns if the key isn't selected. text, ntext,
    /// image and xml count as different.
    fn level_of(&self, rows: &Rows, source: Option<&Source>, columns: Vec<usize>) -> Level {
        let key = source.and_then(|source| self.key_places(rows, source));
        let compared: Vec<usize> = match key {
            Some(key) => {
                let is_compared =
                    |place: &usize| key.iter().any(|(_, at)| at == place) || self.source_at(rows, *place).is_none();
                columns.iter().copied().filter(is_compared).collect()
            }
            None => columns.clone(),
        };
        let is_incomparable = |place: &usize| {
            let data_type = rows.values[*place].data_type;
            data_type.is_lob() || data_type == DataType::Xml
        };
        let restarts = compared.iter().any(is_incomparable);
        Level { element: String::new(), columns, compared, restarts }
    }

    /// Returns the primary key of a source's table: the name of each column, and its place among
    /// the selected values. `None` if a column isn't selected or there is no key.
    fn key_places(&self, rows: &Rows, source: &Source) -> Option<Vec<(String, usize)>> {
        let table = self.written_table(source)?.table.as_ref()?;
        let place_of = |column: usize| {
            let id = source.columns.get(column)?.id;
            rows.values.iter().position(|value| value.as_column() == Some(id))
        };
        let keys = &table.primary_key()?.keys;
        keys.iter().map(|key| Some((table.columns[key.column].name.clone(), place_of(key.column)?))).collect()
    }

    /// Returns the reference by which FOR XML AUTO shows the binary value at `place`
    /// (`relational-databases/xml/use-the-binary-base64-option.md`). Fails with 6830 for a value
    /// that isn't a table column, with 6831 if the table's primary key isn't selected, with 6832 if
    /// the key is binary.
    pub(super) fn binary_reference(&self, rows: &Rows, place: usize, name: &str) -> Result<BinaryReference, SqlError> {
        let source = self.source_at(rows, place).ok_or_else(|| SqlError::xml_binary_without_table(name))?;
        let Some(written) = self.written_table(source) else { return Err(SqlError::xml_binary_without_table(name)) };
        let key = self.key_places(rows, source).ok_or_else(|| SqlError::xml_binary_without_key(name))?;
        if key.iter().any(|(_, place)| rows.values[*place].data_type.is_binary()) {
            return Err(SqlError::xml_binary_key());
        }
        let id = rows.values[place].as_column();
        let at = source.columns.iter().position(|column| Some(column.id) == id).unwrap_or_default();
        let column = written.table.as_ref().map(|table| table.columns[at].name.clone()).unwrap_or_default();
        let keys = key.into_iter().map(|(name, place)| (encoded(&name), place)).collect();
        Ok(BinaryReference { table: encoded(&written.name), keys, column: encoded(&column) })
    }
}
