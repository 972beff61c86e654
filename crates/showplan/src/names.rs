//! Names of tables and columns in SHOWPLAN.

use crate::xml::{Attributes, Xml};
use sluice_base::sync::Arc;
use sluice_catalog::{Index, Table};

/// A table or a system view. Each field is in brackets already.
#[derive(Debug)]
pub(crate) struct TableName {
    /// `None` for a table variable and a system view.
    pub(crate) database: Option<String>,
    /// `None` for a table variable.
    pub(crate) schema: Option<String>,
    pub(crate) table: String,
}

/// The name of a column.
#[derive(Clone, Debug)]
pub struct ColumnName {
    /// `None` for a column that an operator computes.
    table: Option<Arc<TableName>>,
    column: String,
}

impl TableName {
    /// Returns the name of a table, which is in `database`. That of a table variable has neither
    /// database nor schema.
    pub(crate) fn of_table(database: &str, table: &Table) -> TableName {
        if table.is_variable() {
            return TableName { database: None, schema: None, table: quoted(&table.name) };
        }
        let (database, schema) = (Some(quoted(database)), Some(quoted(&table.schema)));
        TableName { database, schema, table: quoted(&table.name) }
    }

    /// Returns the name of a view or function of the schema `schema`.
    pub(crate) fn in_schema(schema: &str, name: &str) -> TableName {
        TableName { database: None, schema: Some(quoted(schema)), table: quoted(name) }
    }

    /// Returns the name's parts with points between them.
    pub(crate) fn text(&self) -> String {
        let parts = self.database.iter().chain(&self.schema).map(String::as_str);
        parts.chain([self.table.as_str()]).collect::<Vec<_>>().join(".")
    }

    fn attributes(&self) -> Vec<(&str, &str)> {
        let parts = [("Database", &self.database), ("Schema", &self.schema)];
        let parts = parts.into_iter().filter_map(|(name, part)| Some((name, part.as_deref()?)));
        parts.chain([("Table", self.table.as_str())]).collect()
    }

    /// Writes the `Object` element of the table's heap or clustered index, or of another index.
    pub(crate) fn write_object(&self, xml: &mut Xml, index: Option<&Index>) {
        let name = index.map(|index| quoted(&index.name));
        let mut attributes = self.attributes();
        attributes.extend(name.as_deref().map(|name| ("Index", name)));
        attributes.extend(index.filter(|index| index.filter.is_some()).map(|_| ("Filtered", "1")));
        attributes.push(("IndexKind", kind_of(index)));
        attributes.push(("Storage", "RowStore"));
        xml.empty("Object", &attributes);
    }

    /// Writes the `Object` element of a view or function.
    pub(crate) fn write_plain_object(&self, xml: &mut Xml) {
        xml.empty("Object", &self.attributes());
    }
}

fn kind_of(index: Option<&Index>) -> &'static str {
    match index {
        None => "Heap",
        Some(index) if index.is_clustered() => "Clustered",
        Some(_) => "NonClustered",
    }
}

impl ColumnName {
    /// Returns the name of a table's column.
    pub(crate) fn of_table(table: &Arc<TableName>, column: &str) -> ColumnName {
        ColumnName { table: Some(Arc::clone(table)), column: column.to_owned() }
    }

    /// Returns the name of a value that an operator computes.
    pub(crate) fn computed(column: impl Into<String>) -> ColumnName {
        ColumnName { table: None, column: column.into() }
    }

    /// Returns the name in the text of a plan. Each part is in brackets.
    pub fn text(&self) -> String {
        match &self.table {
            Some(table) => format!("{}.{}", table.text(), quoted(&self.column)),
            None => quoted(&self.column),
        }
    }

    /// Writes the `ColumnReference` element. The column's own name isn't in brackets.
    pub(crate) fn write(&self, xml: &mut Xml) {
        self.with_attributes(|attributes| xml.empty(REFERENCE, attributes));
    }

    /// Writes the `ColumnReference` element around what `inner` writes.
    pub(crate) fn write_around(&self, xml: &mut Xml, inner: impl FnOnce(&mut Xml)) {
        self.with_attributes(|attributes| xml.element(REFERENCE, attributes, inner));
    }

    fn with_attributes(&self, write: impl FnOnce(Attributes<'_>)) {
        let mut attributes = self.table.as_ref().map_or(Vec::new(), |table| table.attributes());
        attributes.push(("Column", &self.column));
        write(&attributes);
    }
}

/// Returns a name in brackets.
pub(crate) fn quoted(name: &str) -> String {
    sluice_types::bracketed(name)
}

/// Writes an element with a list of columns.
pub(crate) fn write_columns(xml: &mut Xml, name: &str, columns: &[ColumnName]) {
    if columns.is_empty() {
        return xml.empty(name, &[]);
    }
    xml.element(name, &[], |xml| columns.iter().for_each(|column| column.write(xml)));
}

/// The element of a reference to a column.
const REFERENCE: &str = "ColumnReference";
