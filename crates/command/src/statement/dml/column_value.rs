//! Compiles values and their conversions to the types of a table's columns.

use sluice_base::sync::Arc;
use sluice_catalog::Column;
use sluice_plan::{Expr, ExprKind};
use sluice_query::code::{Builder, Conversion, Op, Piece, Reg};
use sluice_query::operator::Planner;
use sluice_types::convert::is_settled;
use sluice_types::{DataType, Value, convert_for_column};

/// Compiles a value and its conversion to a table's column. Code and result form a piece of their
/// own, ended by `End`.
pub(in crate::statement) fn compile_column(
    planner: &mut Planner<'_>,
    column: &Column,
    shown: &Arc<str>,
    value: &Expr,
) -> Piece {
    let start = planner.builder.here();
    let result = column_value(planner.builder, column, shown, value);
    planner.builder.push(Op::End);
    Piece { start, result }
}

/// Emits code for a value and its conversion to a column's type, and returns the result's register.
/// A constant is converted now, unless its value is trimmed. `shown` is the table's name for errors
/// such as 2628. A column created under ANSI_PADDING OFF trims its value.
pub(in crate::statement) fn column_value(
    builder: &mut Builder,
    column: &Column,
    shown: &Arc<str>,
    value: &Expr,
) -> Reg {
    if column.trims() {
        let unpadded = Column { data_type: column.stored_type(), ..column.clone() };
        let from = value.data_type;
        let value = builder.long_value(value, None);
        let value = match into_column(shown, &unpadded, from) {
            Some(conversion) => builder.conversion(conversion, value, None),
            None => value,
        };
        return builder.trimmed(value, unpadded.data_type);
    }
    let from = value.data_type;
    if let Some(constant) = column_constant(column, shown, value) {
        return builder.constant(&constant);
    }
    let value = builder.long_value(value, None);
    match into_column(shown, column, from) {
        Some(conversion) => builder.conversion(conversion, value, None),
        None => value,
    }
}

/// Compiles a value of a column's type that is stored without trailing blanks or zeros.
pub(in crate::statement) fn trimmed_value(builder: &mut Builder, column: &Column, value: &Expr) -> Reg {
    let value = builder.value(value, None);
    builder.trimmed(value, column.stored_type())
}

/// Converts a constant to the column's type at compile time if the result is the same in every
/// session. Returns `None` if the conversion fails: the error belongs to the run.
fn column_constant(column: &Column, shown: &Arc<str>, value: &Expr) -> Option<Value> {
    let ExprKind::Constant(constant) = &value.kind else { return None };
    let to = column.data_type;
    if value.data_type == to || to.stored().is_max() || !is_settled(constant, &to) {
        return None;
    }
    convert_for_column(constant, &value.data_type, &to, shown, &column.name).ok()
}

/// Returns the conversion of a value of type `from` into `column` of `table`.
fn into_column(table: &Arc<str>, column: &Column, from: DataType) -> Option<Conversion> {
    let to = column.data_type;
    (from != to).then(|| Conversion {
        from,
        to,
        style: None,
        tolerant: false,
        column: Some((Arc::clone(table), Arc::from(column.name.as_str()))),
    })
}
