//! The registers, rows and session figures of a running batch.

use crate::code::op::Reg;
use crate::code::row::Row;
use sluice_types::Value;

/// The registers of a batch and the session figures that its statements set.
#[derive(Debug, Default)]
pub struct Frame {
    /// Variables, constants and intermediate results.
    pub registers: Vec<Value>,
    /// Current row of each source of the running statement.
    pub rows: Vec<Row>,
    /// Figures set by the last statement.
    pub globals: Globals,
    /// Reusable buffers for a statement that runs often. A statement takes them and puts them back,
    /// possibly filled.
    pub room: Room,
    /// Arithmetic errors of the running statement that gave NULL.
    pub forgiven: Forgiven,
}

/// Kinds of arithmetic errors that gave NULL.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forgiven {
    /// An overflow.
    pub overflow: bool,
    /// A division by zero.
    pub division: bool,
}

/// Buffers that statements reuse in turn.
#[derive(Clone, Debug, Default)]
pub struct Room {
    /// Buffer for a row's values.
    pub values: Vec<Value>,
    /// Buffer for a key.
    pub key: Vec<u8>,
}

/// Session figures behind `@@ROWCOUNT` and similar functions. The session keeps them across
/// batches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Globals {
    /// Rows affected by the last statement.
    pub row_count: i64,
    /// Number of the last statement's error; 0 if it succeeded.
    pub error: i32,
    /// Number of open BEGIN TRANSACTION statements.
    pub tran_count: i32,
    /// SET LOCK_TIMEOUT in milliseconds. There is no limit for `None` and for negative values.
    pub lock_timeout_ms: Option<i32>,
    /// SET ROWCOUNT: the number of rows after which a statement stops; 0 for no limit.
    pub row_limit: u64,
    /// The session's id.
    pub spid: u16,
    /// Last identity value of the last INSERT; `None` if its table has no identity column.
    pub identity: Option<i128>,
    /// Last identity value of the running INSERT. `@@IDENTITY` and SCOPE_IDENTITY() show it once
    /// the statement has ended.
    pub drawn_identity: Option<i128>,
    /// Last identity value that any INSERT generated.
    pub scope_identity: Option<i128>,
    /// Nesting level of modules and dynamic batches; 0 in the batch itself.
    pub nest_level: u8,
    /// Id of the running module; 0 in a batch.
    pub procedure: i32,
    /// Status of the last FETCH (`@@FETCH_STATUS`).
    pub fetch_status: i32,
    /// Number of rows of the cursor that was opened last.
    pub cursor_rows: i32,
    /// SET options, one bit each (`t-sql/functions/options-transact-sql.md`).
    pub options: i32,
    /// Line of the running statement in its batch or module.
    pub line: u32,
    /// Greatest severity of an error in the running program's own statements, caught or not.
    pub severity_max: u8,
    /// Whether a caught error has doomed the open transaction, which can then only be rolled back.
    pub is_doomed: bool,
}

impl Frame {
    /// Grows the registers to at least `count`. New registers are NULL.
    #[inline]
    pub fn grow_to(&mut self, count: Reg) {
        if self.registers.len() < count as usize {
            self.registers.resize(count as usize, Value::Null);
        }
    }

    /// Grows the rows to at least `count` sources.
    #[inline]
    pub fn make_room(&mut self, count: usize) {
        if self.rows.len() < count {
            self.rows.resize(count, Row::Nulls);
        }
    }

    /// Returns a frame with the same registers for a thread that helps the statement, with `count`
    /// sources. The copy shares no row with this frame.
    pub(crate) fn for_helper(&self, count: usize) -> Frame {
        let mut frame = Frame { registers: self.registers.clone(), globals: self.globals, ..Frame::default() };
        frame.make_room(count);
        frame
    }

    /// Drops the long values, which hold pages of tempdb or a database. Registers and rows get NULL
    /// in their place. Other values stay.
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

    /// Returns the value of a register.
    #[inline(always)]
    pub fn get(&self, register: Reg) -> &Value {
        &self.registers[register as usize]
    }

    /// Writes an int into a register. Registers of ints mostly hold an int already.
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
