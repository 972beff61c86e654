//! The objects that the text of a module names, and the columns of them that it uses
//! (`sys.sql_expression_dependencies`, `sys.dm_sql_referenced_entities`).
//!
//! The text is read without binding it, so a name may belong to no object. Temporary tables,
//! variables and objects of `sys` and `INFORMATION_SCHEMA` are left out.

mod collector;
mod scope;
mod statements;

use collector::Collector;
use sluice_catalog::ObjectName;
use sluice_catalog::name::same;
use sluice_plan::object_name;
use sluice_syntax::ast::{self, FunctionBody, StatementKind, TriggerScope};
use sluice_types::bracketed;

/// An object or type named by a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reference {
    /// The linked server.
    pub server: Option<String>,
    /// The name as written.
    pub name: ObjectName,
    /// The kind of reference.
    pub kind: ReferenceKind,
    /// The use of the object.
    pub usage: Usage,
    /// Whether `*` stands for all columns of the object.
    pub is_select_all: bool,
    /// Whether an INSERT without a column list inserts into the object.
    pub is_insert_all: bool,
    /// The used columns, in the order of their first use.
    pub columns: Vec<ColumnReference>,
}

/// A column used by a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ColumnReference {
    /// The name, as the object's definition spells it.
    pub name: String,
    /// The use of the column.
    pub usage: Usage,
}

/// Whether a text reads and changes an object or column.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Usage {
    /// Whether it is read.
    pub is_selected: bool,
    /// Whether it is changed.
    pub is_updated: bool,
}

/// The kinds of references.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReferenceKind {
    /// A table, view, table-valued function, synonym or sequence.
    Object,
    /// A scalar function, or a method of a column.
    Function,
    /// A module that EXECUTE runs.
    Procedure,
    /// A user-defined type.
    Type,
}

/// Returns the columns of a named table, view or function, or `None` if it has no known columns.
pub(crate) type ColumnsOf<'a> = dyn Fn(&ObjectName) -> Option<Vec<String>> + 'a;

/// Returns the references of a module's text. They are in the order of first use, one for each name
/// as written and kind: `t` and `dbo.t` are two. A text with syntax errors gives those of the
/// statements that could be read.
pub(crate) fn module_references(text: &str, columns_of: &ColumnsOf<'_>) -> Vec<Reference> {
    let script = sluice_syntax::parse(text);
    let mut collector = Collector::new(columns_of);
    for statement in &script.statements {
        match &statement.kind {
            StatementKind::View(view) => {
                collector.query(&view.query);
            }
            StatementKind::Procedure(procedure) => {
                procedure.parameters.iter().for_each(|parameter| collector.data_type(&parameter.data_type));
                collector.statements(&procedure.body);
            }
            StatementKind::Function(function) => {
                function.parameters.iter().for_each(|parameter| collector.data_type(&parameter.data_type));
                match &function.body {
                    FunctionBody::Scalar { returns, statements } => {
                        collector.data_type(returns);
                        collector.statements(statements);
                    }
                    FunctionBody::Inline(query) => {
                        collector.query(query);
                    }
                    FunctionBody::MultiStatement { table, statements } => {
                        collector.table_variable(table);
                        collector.statements(statements);
                    }
                }
            }
            StatementKind::Trigger(trigger) => {
                if let TriggerScope::Table(parent) = &trigger.scope {
                    collector.changed_rows(&object_name(parent));
                }
                collector.statements(&trigger.body);
            }
            _ => collector.statement(statement),
        }
    }
    collector.found
}

/// Returns the references of the expression or condition `definition` of a computed column or a
/// constraint of a table. The definition is read as part of a query over the table. So the table
/// itself is among the references, with the used columns. A definition with syntax errors gives the
/// references that could be read, as in [`module_references`].
pub(crate) fn definition_references(
    definition: &str,
    is_condition: bool,
    table: &ObjectName,
    columns_of: &ColumnsOf<'_>,
) -> Vec<Reference> {
    let from = table.schema.iter().map(String::as_str).chain([table.object.as_str()]).map(bracketed);
    let from = from.collect::<Vec<_>>().join(".");
    let query = match is_condition {
        true => format!("SELECT 1 FROM {from} WHERE {definition}"),
        false => format!("SELECT {definition} FROM {from}"),
    };
    module_references(&query, columns_of)
}

impl Usage {
    const SELECTED: Usage = Usage { is_selected: true, is_updated: false };
    const UPDATED: Usage = Usage { is_selected: false, is_updated: true };
    const NONE: Usage = Usage { is_selected: false, is_updated: false };

    fn add(&mut self, other: Usage) {
        self.is_selected |= other.is_selected;
        self.is_updated |= other.is_updated;
    }
}

impl Reference {
    fn is_to(&self, server: Option<&ast::Name>, name: &ObjectName, kind: ReferenceKind) -> bool {
        let is_same = |one: Option<&str>, other: Option<&str>| match (one, other) {
            (Some(one), Some(other)) => same(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        self.kind == kind
            && same(&self.name.object, &name.object)
            && is_same(self.name.schema.as_deref(), name.schema.as_deref())
            && is_same(self.name.database.as_deref(), name.database.as_deref())
            && is_same(self.server.as_deref(), server.map(|server| &*server.text))
    }

    fn use_column(&mut self, name: &str, usage: Usage) {
        match self.columns.iter_mut().find(|column| same(&column.name, name)) {
            Some(column) => column.usage.add(usage),
            None => self.columns.push(ColumnReference { name: name.to_owned(), usage }),
        }
    }
}

#[cfg(test)]
mod tests;
