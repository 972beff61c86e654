//! The register machine that runs [`Code`].

use super::context::Context;
use super::frame::{Frame, Globals};
use super::op::{Op, Pc, Reg};
use super::subqueries::Subqueries;
use super::tables::{Code, Conversion, Drawn};
use sluice_plan::Global;
use sluice_table::long_values::{WorkPlace, in_work_file, keep};
use sluice_types::convert::{convert_to_date, convert_with_style};
use sluice_types::integer::{self, IntegerError};
use sluice_types::long::encoding;
use sluice_types::memory;
use sluice_types::{
    Comparison, DataType, Decimal, LongValue, Operator, SqlError, Value, arithmetic, compare, convert,
    convert_for_column,
};
use std::borrow::Borrow;

/// Why the machine stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The code ended. A condition doesn't hold.
    End,
    /// The condition holds.
    Accept,
    /// The interpreter must run a statement of the program. The machine resumes after `at`.
    Statement {
        /// The statement's number.
        number: u32,
        /// Position of the instruction.
        at: Pc,
    },
}

/// Runs `code` from `pc` on over the frame's rows. An error comes with the position of the
/// instruction that raised it.
pub fn run(
    code: &Code,
    pc: Pc,
    frame: &mut Frame,
    context: &(impl Context + ?Sized),
    subqueries: &mut impl Subqueries,
) -> Result<Exit, (Pc, SqlError)> {
    run_here(code, pc, frame, context, subqueries)
}

/// Like [`run`], but inlined into the caller: the program loop calls it between any two statements.
#[inline(always)]
pub fn run_here(
    code: &Code,
    mut pc: Pc,
    frame: &mut Frame,
    context: &(impl Context + ?Sized),
    subqueries: &mut impl Subqueries,
) -> Result<Exit, (Pc, SqlError)> {
    loop {
        match run_strictly(code, pc, frame, context, subqueries) {
            Err(failed) if code.forgives_arithmetic => pc = forgive(code, failed, frame)?,
            result => return result,
        }
    }
}

/// Sets the result of the failed instruction to NULL after an arithmetic error. Returns the
/// position of the next instruction, or another error.
#[cold]
fn forgive(code: &Code, (pc, error): (Pc, SqlError), frame: &mut Frame) -> Result<Pc, (Pc, SqlError)> {
    match code.ops[pc as usize].arithmetic_result() {
        Some(to) if error.is_arithmetic() => {
            let is_division = error.number == DIVISION_BY_ZERO;
            frame.forgiven.division |= is_division;
            frame.forgiven.overflow |= !is_division;
            frame.set(to, Value::Null);
            Ok(pc + 1)
        }
        _ => Err((pc, error)),
    }
}

#[inline(always)]
fn run_strictly(
    code: &Code,
    mut pc: Pc,
    frame: &mut Frame,
    context: &(impl Context + ?Sized),
    subqueries: &mut impl Subqueries,
) -> Result<Exit, (Pc, SqlError)> {
    loop {
        let op = &code.ops[pc as usize];
        match *op {
            Op::End => return Ok(Exit::End),
            Op::Accept => return Ok(Exit::Accept),
            Op::Statement(number) => return Ok(Exit::Statement { number, at: pc }),
            Op::Assigned => finish_statement(frame, context, 1),
            Op::Tested => finish_statement(frame, context, 0),
            Op::Jump(to) => {
                pc = to;
                continue;
            }
            Op::JumpBack(to) => {
                context.check_cancelled().map_err(|error| (pc, error))?;
                pc = to;
                continue;
            }
            Op::BranchInt { op, when, left, right, to } => {
                if int_holds(op, frame.get(left), frame.get(right)) == when {
                    pc = to;
                    continue;
                }
            }
            Op::Branch { op, when, left, right, to } => {
                if compare(frame.get(left), frame.get(right)).is_some_and(|order| op.holds(order)) == when {
                    pc = to;
                    continue;
                }
            }
            Op::BranchNull { when, value, to } => {
                if frame.get(value).is_null() == when {
                    pc = to;
                    continue;
                }
            }
            Op::BranchBit { when, value, to } => {
                if matches!(frame.get(value), Value::Bit(true)) == when {
                    pc = to;
                    continue;
                }
            }
            Op::AddInt { to, left, right } => {
                set_int_of(frame, (to, left, right), integer::add_i32).map_err(|error| overflow(pc, error))?;
            }
            Op::SubtractInt { to, left, right } => {
                set_int_of(frame, (to, left, right), integer::subtract_i32).map_err(|error| overflow(pc, error))?;
            }
            Op::AddBigInt { to, left, right } => {
                let sum = match (frame.get(left), frame.get(right)) {
                    (Value::BigInt(left), Value::BigInt(right)) => Value::BigInt(
                        integer::add_i64(*left, *right).map_err(|error| (pc, error.to_sql(DataType::BigInt)))?,
                    ),
                    _ => Value::Null,
                };
                frame.set(to, sum);
            }
            Op::Copy { to, from } => match frame.get(from) {
                Value::Int(value) => frame.set_int(to, *value),
                other => frame.set(to, other.clone()),
            },
            Op::Column { to, source, column } => {
                let (row, rows) = (&frame.rows[source as usize], &code.sources[source as usize]);
                let value = row.column(rows.as_deref(), column as usize).map_err(|error| (pc, error))?;
                frame.set(to, value);
            }
            Op::Subquery { number, to } => {
                let value = subqueries.value(number as usize, frame).map_err(|error| (pc, error))?;
                frame.set(to, value);
            }
            Op::Invoke { entry, to, first } => {
                let (function, count) = code.invocations[entry as usize];
                let arguments = &frame.registers[first as usize..first as usize + count];
                let value = subqueries.invoke(function, arguments, &frame.globals).map_err(|error| (pc, error))?;
                frame.set(to, value);
            }
            _ => step(code, *op, frame, context).map_err(|error| (pc, error))?,
        }
        pc += 1;
    }
}

/// Executes the less frequent instructions outside the main loop.
fn step(code: &Code, op: Op, frame: &mut Frame, context: &(impl Context + ?Sized)) -> Result<(), SqlError> {
    match op {
        Op::Global { to, global } => {
            let value = global_value(global, frame);
            frame.set(to, value);
        }
        Op::Arithmetic { entry, to, left, right } => {
            let (operator, result) = code.arithmetic[entry as usize];
            want_for(&[frame.get(left), frame.get(right)], SUM_PARTS)?;
            let value = arithmetic::evaluate(operator, frame.get(left), frame.get(right), result)?;
            frame.set(to, value);
        }
        Op::Unary { entry, to, value } => {
            let (operator, result) = code.unary[entry as usize];
            let value = arithmetic::evaluate_unary(operator, frame.get(value), result)?;
            frame.set(to, value);
        }
        Op::Convert { entry, to, value } => {
            want_for(&[frame.get(value)], CONVERSION_PARTS)?;
            let value = converted(&code.conversions[entry as usize], frame.get(value), context)?;
            frame.set(to, value);
        }
        Op::ConvertLong { entry, to, value } => {
            let value = convert_long(&code.conversions[entry as usize], frame.get(value), context)?;
            frame.set(to, value);
        }
        Op::AddLong { entry, to, left, right } => {
            let (_, result) = code.arithmetic[entry as usize];
            let value = add_long(frame.get(left), frame.get(right), result)?;
            frame.set(to, value);
        }
        Op::Whole { to, value } => {
            let value = frame.get(value).clone().into_whole()?;
            frame.set(to, value);
        }
        Op::Keep { entry, to, value } => {
            let value = keep(frame.get(value).clone(), code.kept[entry as usize], work_place(context))?;
            frame.set(to, value);
        }
        Op::NextValue { entry, to } => {
            let value = match &code.generators[entry as usize] {
                Drawn::Sequence(_, true) if frame.globals.row_limit > 0 => {
                    return Err(SqlError::next_value_in_limited_default());
                }
                Drawn::Sequence(_, false) if frame.globals.row_limit > 0 => {
                    return Err(SqlError::next_value_with_row_limit());
                }
                Drawn::Sequence(generator, _) | Drawn::Identity(generator) => generator.next_value()?,
                Drawn::RowVersions(numbers) => numbers.next(context.session())?,
            };
            frame.set(to, value);
        }
        Op::Call { entry, to, first } => {
            let call = &code.calls[entry as usize];
            let arguments = &frame.registers[first as usize..first as usize + call.count];
            let functions = context.enter_call(&frame.globals);
            if call.signature.result.is_max() {
                want_for(arguments, CALL_PARTS)?;
            }
            let value = call.function.call(functions, &call.signature, arguments)?;
            context.leave_call()?;
            // A cancelled function returns an arbitrary result.
            context.check_cancelled()?;
            frame.set(to, value);
        }
        _ => unreachable!("the loop knows every other instruction"),
    }
    Ok(())
}

/// Reserves memory for a result that is up to `parts` times as long as the long values.
#[inline]
fn want_for(values: &[impl Borrow<Value>], parts: usize) -> Result<(), SqlError> {
    let bytes = |value: &Value| match value {
        Value::Str(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        _ => 0,
    };
    memory::want(values.iter().map(|value| bytes(value.borrow())).sum::<usize>() * parts)
}

const DIVISION_BY_ZERO: i32 = 8134;
/// The result and its copy.
const SUM_PARTS: usize = 2;
/// The result in another encoding takes one part more.
const CONVERSION_PARTS: usize = 3;
/// The result and its copy. Functions with far longer results reserve memory themselves.
const CALL_PARTS: usize = 2;

#[inline(always)]
fn int_holds(op: Comparison, left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => op.holds(left.cmp(right)),
        _ => false,
    }
}

#[inline(always)]
fn set_int_of(
    frame: &mut Frame,
    (to, left, right): (Reg, Reg, Reg),
    op: fn(i32, i32) -> Result<i32, IntegerError>,
) -> Result<(), IntegerError> {
    match (frame.get(left), frame.get(right)) {
        (Value::Int(left), Value::Int(right)) => frame.set_int(to, op(*left, *right)?),
        _ => frame.set(to, Value::Null),
    }
    Ok(())
}

#[cold]
fn overflow(pc: Pc, error: IntegerError) -> (Pc, SqlError) {
    (pc, error.to_sql(DataType::Int))
}

fn finish_statement(frame: &mut Frame, context: &(impl Context + ?Sized), rows: i64) {
    frame.globals.row_count = rows;
    frame.globals.error = 0;
    context.next_statement();
}

fn converted(conversion: &Conversion, value: &Value, context: &(impl Context + ?Sized)) -> Result<Value, SqlError> {
    let Conversion { from, to, style, tolerant, column } = conversion;
    let result = match (column, style) {
        // The order of year, month and day depends on the session.
        _ if to.is_date_time() && (from.is_string() || *from == DataType::SqlVariant) => {
            convert_to_date(value, from, to, (*style, context.date_order()))
        }
        (Some((table, column)), _) => convert_for_column(value, from, to, table, column),
        (None, Some(style)) => convert_with_style(value, from, to, *style),
        (None, None) => convert(value, from, to),
    };
    match result {
        Err(error) if *tolerant && error.is_conversion() => Ok(Value::Null),
        result => result,
    }
}

fn work_place<'c>(context: &'c (impl Context + ?Sized)) -> WorkPlace<'c> {
    WorkPlace { host: context.databases(), stop: context.cancel_flag() }
}

/// Converts a value that may be long. A conversion to another encoding goes through a work file. A
/// conversion to another kind of type reads the whole value into memory.
fn convert_long(conversion: &Conversion, value: &Value, context: &(impl Context + ?Sized)) -> Result<Value, SqlError> {
    let Value::Long(long) = value else {
        want_for(&[value], CONVERSION_PARTS)?;
        return converted(conversion, value, context);
    };
    let Conversion { from, to, .. } = conversion;
    let is_same_kind = to.is_max() && from.is_max() && from.is_binary() == to.is_binary();
    if !is_same_kind {
        let whole = long.whole()?;
        want_for(&[&whole], CONVERSION_PARTS)?;
        return converted(conversion, &whole, context);
    }
    if long.data_type() == encoding(*to) { Ok(value.clone()) } else { in_work_file(value, *to, work_place(context)) }
}

/// Concatenates two texts, or two byte strings, of a `max` type.
fn add_long(left: &Value, right: &Value, result: DataType) -> Result<Value, SqlError> {
    want_for(&[left, right], SUM_PARTS)?;
    let are_long = matches!(left, Value::Long(_)) || matches!(right, Value::Long(_));
    if !are_long || left.is_null() || right.is_null() {
        return arithmetic::evaluate(Operator::Add, left, right, result);
    }
    LongValue::from_value(left, result)?.joined(LongValue::from_value(right, result)?)?.into_value()
}

/// Returns the value of a session figure. The figures are those that the last statements left in
/// the frame: `@@ROWCOUNT`, `@@ERROR`, `@@TRANCOUNT` and so on. Unset figures have SQL Server's
/// values: `@@LOCK_TIMEOUT` -1, `XACT_STATE()` -1 for a doomed transaction.
pub fn global_value(global: Global, frame: &Frame) -> Value {
    let globals = &frame.globals;
    match global {
        Global::RowCount => Value::Int(i32::try_from(globals.row_count).unwrap_or(i32::MAX)),
        Global::Error => Value::Int(globals.error),
        Global::TranCount => Value::Int(globals.tran_count),
        Global::LockTimeout => Value::Int(globals.lock_timeout_ms.unwrap_or(-1)),
        Global::Spid => Value::SmallInt(globals.spid as i16),
        Global::Version => Value::text(VERSION),
        Global::ServerName => Value::text(sluice_functions::SERVER_NAME),
        Global::Identity => identity_value(globals.identity),
        Global::ScopeIdentity => identity_value(globals.scope_identity),
        Global::NestLevel => Value::Int(globals.nest_level.into()),
        Global::ProcedureId => Value::Int(globals.procedure),
        Global::FetchStatus => Value::Int(globals.fetch_status),
        Global::CursorRows => Value::Int(globals.cursor_rows),
        Global::Options => Value::Int(globals.options),
        Global::TransactionState => Value::SmallInt(match globals {
            Globals { tran_count: 0, .. } => 0,
            Globals { is_doomed: true, .. } => -1,
            _ => 1,
        }),
    }
}

fn identity_value(number: Option<i128>) -> Value {
    number.and_then(|number| Decimal::new(number, 0)).map_or(Value::Null, Value::Decimal)
}

/// The format from which clients parse the version, as in SERVERPROPERTY('ProductVersion').
macro_rules! version {
    ($processor:literal) => {
        concat!("Microsoft SQL Server 2022 (Sluice ", env!("CARGO_PKG_VERSION"), ") - 16.0.1000.6 (", $processor, ")")
    };
}
#[cfg(target_arch = "x86_64")]
const VERSION: &str = version!("X64");
#[cfg(target_arch = "aarch64")]
const VERSION: &str = version!("ARM64");
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const VERSION: &str = version!("another processor");
