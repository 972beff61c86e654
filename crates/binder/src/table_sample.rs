//! TABLESAMPLE: the rows of some pages of a table (`t-sql/queries/from-transact-sql`,
//! `<tablesample_clause>`).
//!
//! The scan reads the whole table and has the page of each row as a column. A filter above it draws
//! for the page, by a seed that stays the same during the statement.

use super::Binder;
use super::bound::Resolved;
use super::conversion::explicit;
use sluice_definition::refusal::unsupported;
use sluice_functions::IS_SAMPLED;
use sluice_plan::expression::{Condition, Expr, ExprKind};
use sluice_plan::physical::{Node, ScanTarget};
use sluice_syntax::ast;
use sluice_syntax::walk::{self, Met};
use sluice_types::{Comparison, DataType, Length, SqlError, Value};

impl Binder<'_> {
    /// Returns the sampled rows of the table `name`, which `node` reads; all rows without `sample`.
    /// ROWS means their part of the estimated rows. Fails with 494 for what isn't a table, with 497
    /// for a variable, with 482 for another expression than a constant, with 476 or 479 for a
    /// number out of range, with 477 for a number of rows or a seed with a fraction, and with 478
    /// in a view or function. Rows that are also addressed otherwise fail with 40517.
    pub(super) fn sampled(
        &mut self,
        mut node: Node,
        name: &ast::ObjectName,
        sample: Option<&ast::TableSample>,
    ) -> Result<Node, SqlError> {
        let Some(sample) = sample else { return Ok(node) };
        if !self.inside.is_empty() {
            return Err(SqlError::sample_in_view());
        }
        if self.common_table_place(name).is_some() || !matches!(self.resolve(name)?, (_, Resolved::Table(_))) {
            return Err(SqlError::sample_of_no_table());
        }
        let number = self.sample_constant(&sample.number)?;
        let seed = sample.seed.as_ref().map(|seed| self.sample_constant(seed)).transpose()?;
        let table = &name.name.text;
        let percent = match (&number, sample.rows) {
            (Value::Int(_) | Value::BigInt(_), true) => SampleSize::Rows(positive(&number, table)?),
            (_, true) => return Err(SqlError::sample_number_not_integer(table)),
            (number, false) => SampleSize::Percent(percent_of(number, table)?),
        };
        let seed = match seed {
            Some(seed @ (Value::Int(_) | Value::BigInt(_))) => {
                let seed = positive(&seed, table)?.to_le_bytes();
                Expr::constant(Value::bytes(seed), SEED)
            }
            Some(_) => return Err(SqlError::sample_number_not_integer(table)),
            None => {
                let drawn = self.call_named("NEWID", Vec::new())?;
                let drawn = explicit(drawn, SEED, None, false)?;
                self.once(drawn)
            }
        };
        let page = self.new_column();
        let target = scan_in(&mut node).ok_or_else(SqlError::sample_of_no_table)?;
        if target.address.is_some() {
            return Err(unsupported("TABLESAMPLE with text pointers, or in a cursor over a table without a key"));
        }
        (target.address, target.is_sampled) = (Some(page), true);
        if target.hint.indexes.is_empty() {
            // The sample is the same whatever the query seeks.
            target.hint.indexes.push(BASE);
        }
        let percent = match percent {
            SampleSize::Percent(percent) => percent,
            SampleSize::Rows(rows) => (100.0 * rows as f64 / target.rows.unwrap_or_default().max(1) as f64).min(100.0),
        };
        let page = Expr::column(page, SEED, true);
        let arguments = vec![page, Expr::constant(Value::Float(percent), DataType::Float), seed];
        let is_sampled = self.call_of(&IS_SAMPLED, arguments)?;
        let one = Expr::constant(Value::Bit(true), DataType::Bit);
        Ok(Node::Filter(Box::new(node), Condition::Compare(Comparison::Equal, is_sampled, one)))
    }

    /// Returns the value of a constant of the clause. Fails with 497 and 482.
    fn sample_constant(&mut self, written: &ast::Expr) -> Result<Value, SqlError> {
        let mut has_variable = false;
        walk::expr(written, &mut |met| {
            has_variable |= matches!(met, Met::Expr(ast::Expr { kind: ast::ExprKind::Variable(_), .. }));
            !has_variable
        });
        if has_variable {
            return Err(SqlError::sample_with_variable());
        }
        match self.bind_value(written)?.kind {
            ExprKind::Constant(value) if !value.is_null() => Ok(value),
            _ => Err(SqlError::sample_not_constant()),
        }
    }
}

/// The size of a sample.
enum SampleSize {
    Percent(f64),
    Rows(i64),
}

/// Returns a number from 0 to 100. Fails with 476 for another number, and with 482 for what isn't
/// one.
fn percent_of(number: &Value, table: &str) -> Result<f64, SqlError> {
    let percent = match number {
        Value::Decimal(number) => number.to_f64(),
        Value::Float(number) => *number,
        other => other.as_i64().ok_or_else(SqlError::sample_not_constant)? as f64,
    };
    match (0.0..=100.0).contains(&percent) {
        true => Ok(percent),
        false => Err(SqlError::sample_percent_out_of_range(format_args!("{percent:.6}"), table)),
    }
}

/// Returns a number of rows or a seed. Fails with 479 unless it is positive.
fn positive(number: &Value, table: &str) -> Result<i64, SqlError> {
    let number = number.as_i64().unwrap_or_default();
    if number > 0 { Ok(number) } else { Err(SqlError::sample_number_not_positive(number, table)) }
}

/// Returns the scan of a table with its computed columns.
fn scan_in(node: &mut Node) -> Option<&mut ScanTarget> {
    match node {
        Node::Scan(target) => Some(target),
        Node::Compute(input, _) => scan_in(input),
        _ => None,
    }
}

/// The type of a page and of a seed.
const SEED: DataType = DataType::VarBinary(Length::Limited(900));
/// The heap or the clustered index.
const BASE: u16 = 0;
