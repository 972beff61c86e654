//! Where a batch's values live while it runs.

use crate::code::op::Reg;
use crate::code::row::Row;
use sluice_types::Value;

/// The registers of a batch and the figures that its statements leave behind.
#[derive(Debug, Default)]
pub struct Frame {
    /// Variables, constants, intermediate results.
    pub registers: Vec<Value>,
    /// The current rows of the running statement's sources.
    pub rows: Vec<Row>,
    /// What the last statement left behind.
    pub globals: Globals,
    /// Room for the values and the key of a statement that runs often; whoever wants it takes it, and puts it back empty or not.
    pub room: Room,
}

/// Room that statements use by turns.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// For a row's values.
    pub values: Vec<Value>,
    /// For a key.
    pub key: Vec<u8>,
}

/// What T-SQL asks for as `@@ROWCOUNT` and so on. They outlive the batch: a session keeps them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Globals {
    /// Rows affected by the last statement.
    pub row_count: i64,
    /// Number of the last statement's error; 0 where it had none.
    pub error: i32,
    /// How many BEGIN TRANSACTION are open.
    pub tran_count: i32,
    /// What SET LOCK_TIMEOUT has set, in milliseconds; none or below zero: no limit.
    pub lock_timeout_ms: Option<i32>,
    /// What SET ROWCOUNT has set: after how many rows a statement stops; 0 for no limit.
    pub row_limit: u64,
    /// The session's id.
    pub spid: u16,
    /// The identity value that the last INSERT gave last; none if its table has no identity column.
    pub identity: Option<i128>,
    /// The identity value that was given last, by whatever INSERT.
    pub scope_identity: Option<i128>,
    /// How deep modules and dynamic batches have called each other; 0 in the batch itself.
    pub nest_level: u8,
    /// The id of the module that runs; 0 in a batch.
    pub procedure: i32,
    /// How the last FETCH went.
    pub fetch_status: i32,
    /// How many rows the cursor has that was opened last.
    pub cursor_rows: i32,
    /// What SET has switched, a bit for each option (`t-sql/functions/options-transact-sql.md`).
    pub options: i32,
    /// The line of the statement that runs, in its batch or module.
    pub line: u32,
    /// The greatest severity of an error of the running program's own statements, caught or not.
    pub severity_max: u8,
    /// Whether an error that was caught has left the open transaction good for nothing but to be rolled back.
    pub is_doomed: bool,
}

impl Frame {
    /// Makes sure that there are `count` registers; new ones are NULL.
    pub fn grow_to(&mut self, count: Reg) {
        if self.registers.len() < count as usize {
            self.registers.resize(count as usize, Value::Null);
        }
    }

    /// Makes sure that there is a place for the rows of `count` sources.
    pub fn make_room(&mut self, count: usize) {
        if self.rows.len() < count {
            self.rows.resize(count, Row::Nulls);
        }
    }

    /// Drops the long values, which keep pages of tempdb or a database.
    pub fn drop_long(&mut self) {
        let drop = |value: &mut Value| {
            if matches!(value, Value::Long(_)) {
                *value = Value::Null;
            }
        };
        self.registers.iter_mut().for_each(drop);
        self.room.values.clear();
        for row in &mut self.rows {
            if let Row::Values(values) = row {
                values.iter_mut().for_each(drop);
            }
        }
    }

    /// The value of a register.
    #[inline(always)]
    pub fn get(&self, register: Reg) -> &Value {
        &self.registers[register as usize]
    }

    /// Writes an int into a register, which mostly holds one already.
    #[inline(always)]
    pub fn set_int(&mut self, register: Reg, value: i32) {
        match &mut self.registers[register as usize] {
            Value::Int(place) => *place = value,
            other => *other = Value::Int(value),
        }
    }

    /// Writes a register.
    #[inline(always)]
    pub fn set(&mut self, register: Reg, value: Value) {
        self.registers[register as usize] = value;
    }
}
