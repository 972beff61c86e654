//! The address of a row, for cursors over tables without a key.
//!
//! The function [`ROW_ADDRESS`] has a column as its argument, and returns the locator of the
//! column's row. Its name can't be a user's. Scans have a column for the locators if the statement
//! calls the function.

use super::Binder;
use super::scope::ScopeColumn;
use sluice_plan::expression::{ColumnId, Expr};
use sluice_syntax::ast::{self, ExprKind};
use sluice_syntax::walk::{Met, Visitor};
use sluice_types::{DataType, Length, SqlError};

impl Binder<'_> {
    /// Notes whether the statement that `walk` visits calls [`ROW_ADDRESS`]. The result replaces
    /// that of an earlier statement.
    pub(super) fn note_addresses(&mut self, walk: impl FnOnce(&mut Visitor<'_>)) {
        let mut found = false;
        walk(&mut |met| {
            found |= matches!(met, Met::Expr(ast::Expr { kind: ExprKind::Call(call), .. }) if call.name.name.is(ROW_ADDRESS));
            !found
        });
        self.wants_addresses = found;
    }

    /// Returns the column for the locators of a scan with these columns, if the statement uses it.
    /// `known` is the column if text pointers need it.
    pub(super) fn row_address(&mut self, known: Option<ColumnId>, columns: &[ScopeColumn]) -> Option<ColumnId> {
        if !self.wants_addresses {
            return known;
        }
        let address = known.unwrap_or_else(|| self.new_column());
        self.addresses.extend(columns.iter().map(|column| (column.id, address)));
        Some(address)
    }

    /// Binds a call of [`ROW_ADDRESS`]. The argument must be a column of a scanned table, otherwise
    /// fails with 102.
    pub(super) fn bind_row_address(&mut self, arguments: &[ast::Expr]) -> Result<Expr, SqlError> {
        let [argument] = arguments else { return Err(SqlError::syntax_near(ROW_ADDRESS)) };
        let id = self.bind_value(argument)?.as_column();
        let address = self.addresses.iter().find(|(column, _)| Some(*column) == id).map(|(_, address)| *address);
        let address = address.ok_or_else(|| SqlError::syntax_near(ROW_ADDRESS))?;
        Ok(Expr::column(address, DataType::VarBinary(Length::Limited(900)), true))
    }
}

/// Name of the function that returns a row's address.
pub const ROW_ADDRESS: &str = " row";
