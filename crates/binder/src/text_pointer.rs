//! TEXTPTR and TEXTVALID (`t-sql/functions/text-and-image-functions-textptr-transact-sql`,
//! `text-and-image-functions-textvalid-transact-sql`).
//!
//! A scan of a table with text, ntext or image columns has a column for the locators of its rows.
//! TEXTPTR makes the pointer from the locator. Scans without TEXTPTR drop the column
//! ([`sluice_plan::needed`]).

use super::Binder;
use super::bound::Resolved;
use super::literal::is_null;
use super::scope::ScopeColumn;
use sluice_catalog::{Column, Table};
use sluice_definition::refusal::unsupported;
use sluice_functions::{CHECKED_POINTER, Function, READ_TEXT, TEXT_POINTER, UPDATE_TEXT};
use sluice_plan::expression::{ColumnId, Expr};
use sluice_syntax::ast::{self, ExprKind, Literal, StatementKind};
use sluice_types::{DataType, Length, SqlError, Value};

/// A text, ntext or image column of a scanned table. `address` is the column with the locators of
/// the scan; `table` and `column` are ids.
#[derive(Clone, Copy)]
pub(super) struct TextColumn {
    id: ColumnId,
    address: ColumnId,
    table: i32,
    column: i32,
}

impl Binder<'_> {
    /// Returns the column for the locators of a table's rows if text pointers can denote its
    /// values. `None` for a table without such columns and for table variables.
    pub(super) fn text_address(&mut self, table: &Table, columns: &[ScopeColumn]) -> Option<ColumnId> {
        if table.is_variable() || !table.columns.iter().any(|column| column.data_type.is_lob()) {
            return None;
        }
        let address = self.new_column();
        let both = table.columns.iter().zip(columns).filter(|(column, _)| column.data_type.is_lob());
        let pointed = |(column, shown): (&Column, &ScopeColumn)| TextColumn {
            id: shown.id,
            address,
            table: table.id.0,
            column: i32::from(column.id),
        };
        self.text_columns.extend(both.map(pointed));
        Some(address)
    }

    /// Binds TEXTPTR(column). Fails with 8116 for another type, with 280 for anything but a column
    /// of a table. The pointer is made from the row's locator, also in an enclosing query. Another
    /// number of arguments fails with 174.
    pub(super) fn bind_text_pointer(&mut self, arguments: &[ast::Expr]) -> Result<Expr, SqlError> {
        let [argument] = arguments else { return Err(SqlError::argument_count("textptr", 1)) };
        let value = self.bind_value(argument)?;
        if !value.data_type.is_lob() {
            return Err(SqlError::invalid_argument_type(value.data_type.name(), 1, "textptr"));
        }
        let id = value.as_column();
        let of = self.text_columns.iter().find(|column| Some(column.id) == id).copied();
        let of = of.ok_or_else(SqlError::textptr_needs_column)?;
        let level = self.levels.iter().rposition(|level| level.scope.column(of.id).is_some());
        let inner = level.map_or(self.levels.len(), |level| level + 1);
        self.levels[inner..].iter_mut().for_each(|level| level.outer.push(of.address));
        let number = |number| Expr::constant(Value::Int(number), DataType::Int);
        let address = Expr::column(of.address, LOCATOR, true);
        self.call_of(&TEXT_POINTER, vec![value, address, number(of.table), number(of.column)])
    }

    /// Fails with 285 if a statement on text pointers names a view or function. `arguments` are
    /// those of a function that such a statement stands for. The first is a subquery over the
    /// object.
    pub(super) fn refuse_text_of_view(&self, arguments: &[ast::Expr]) -> Result<(), SqlError> {
        let Some(ast::Expr { kind: ExprKind::Subquery(query), .. }) = arguments.first() else { return Ok(()) };
        let from = match &query.body {
            ast::QueryBody::Select(select) => select.from.as_slice(),
            ast::QueryBody::Combined { .. } => &[],
        };
        match from {
            [ast::TableSource { kind: ast::TableSourceKind::Table { name, .. }, .. }]
                if matches!(self.resolve(name)?.1, Resolved::Module(_)) =>
            {
                Err(SqlError::text_statement_on_view())
            }
            _ => Ok(()),
        }
    }

    /// Fails with 7104 if an offset or a size of READTEXT or UPDATETEXT isn't an int or smallint.
    /// NULL is allowed.
    pub(super) fn check_text_offsets(&mut self, name: &str, arguments: &[ast::Expr]) -> Result<(), SqlError> {
        if ![READ_TEXT.name, UPDATE_TEXT.name].contains(&name) {
            return Ok(());
        }
        for written in arguments.iter().skip(2) {
            let value = self.bind_value(written)?;
            let is_whole = matches!(value.data_type, DataType::Int | DataType::SmallInt | DataType::TinyInt);
            if !is_null(&value) && !is_whole {
                return Err(SqlError::text_offset_type_invalid());
            }
        }
        Ok(())
    }

    /// Binds TEXTVALID('table.column', pointer): 1 if a row has this pointer, otherwise 0. It's
    /// bound as a subquery over the table. The name must be a constant, otherwise fails with 40517.
    /// An unknown column fails with 207.
    pub(super) fn bind_text_valid(&mut self, arguments: &[ast::Expr]) -> Result<Expr, SqlError> {
        let [name, pointer] = arguments else { return Err(SqlError::argument_count("textvalid", 2)) };
        let ExprKind::Literal(Literal::String(name) | Literal::NationalString(name)) = &name.kind else {
            return Err(unsupported("TEXTVALID of a name that is no constant"));
        };
        let invalid = || SqlError::invalid_column_name(name);
        let (table, column) = name.rsplit_once('.').ok_or_else(invalid)?;
        let pointer = sluice_syntax::print_expression(pointer);
        let query = format!(
            "SELECT CASE WHEN EXISTS (SELECT 1 FROM {table} WHERE TEXTPTR({column}) = given.pointer) THEN 1 ELSE 0 END \
             FROM (VALUES ({pointer})) AS given (pointer)"
        );
        let parsed = sluice_syntax::parse(&query);
        match parsed.statements.as_slice() {
            [ast::Statement { kind: StatementKind::Select(query), .. }] if parsed.errors.is_empty() => {
                self.bind_scalar_subquery(query)
            }
            _ => Err(invalid()),
        }
    }
}

/// Returns the function that statements on text pointers call by this name. `None` for other names.
pub(super) fn function_of_statement(name: &str) -> Option<&'static Function> {
    [&CHECKED_POINTER, &READ_TEXT, &UPDATE_TEXT].into_iter().find(|function| function.name == name)
}

const LOCATOR: DataType = DataType::VarBinary(Length::Limited(900));
