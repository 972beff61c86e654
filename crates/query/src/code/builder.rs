//! Compiles bound expressions and conditions to the instructions of [`Code`].
//!
//! Every constant, variable and intermediate result has a register of its own, so no instruction
//! overwrites a value that a later instruction reads. Registers are numbered from the builder's
//! first register, so a statement compiled later shares one frame with its batch.

use super::memory::CodeMemory;
use super::op::{Op, Pc, Reg};
use super::tables::{Call, Code, Conversion, Drawn};
use super::variable_registers::VariableRegisters;
use sluice_base::hash::{HashMap, HashSet};
use sluice_base::sync::Arc;
use sluice_functions::{
    CONVERT_EXACTLY, CONVERT_IN_STYLE, SetOption, SetOptions, Signature, TRIM_STORED, TRY_CONVERT_IN_STYLE,
    default_date_style, has_month_names, may_round,
};
use sluice_plan::{ColumnId, Condition, Expr, ExprKind};
use sluice_table::stored_rows::StoredRows;
use sluice_types::{DataType, Operator, SqlError, Value, memory};

/// The compiled code of an expression: its first instruction, and the register of its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// First instruction, or `Piece::THERE` if there is nothing to run.
    pub start: Pc,
    /// Register that holds the value afterwards. Meaningless for a condition.
    pub result: Reg,
}

impl Piece {
    /// The `start` of a constant or a variable, whose register already holds the value.
    const THERE: Pc = Pc::MAX;

    /// Returns whether the result register holds the value without running any code.
    #[inline(always)]
    pub fn is_there(self) -> bool {
        self.start == Piece::THERE
    }
}

/// Builds one [`Code`]. The code is complete after `finish`. Jumps are emitted unpatched and get
/// their targets later.
pub struct Builder {
    code: Code,
    next: Reg,
    // Registers of the batch's variables, by slot.
    variables: VariableRegisters,
    // Source and position in the source's row of each column that the statement's sources have so
    // far.
    columns: HashMap<ColumnId, (u32, u32)>,
    // Registers of the values drawn from the statement's generators.
    generators: Vec<Reg>,
    // Run-time numbers of the functions that the statement calls.
    functions: Vec<u32>,
    options: SetOptions,
    memory: CodeMemory,
}

impl Builder {
    /// Returns a builder whose registers start at `first`. `variables` are the registers of the
    /// variables declared before.
    pub fn new(first: Reg, variables: VariableRegisters) -> Builder {
        let code = Code { registers: first, ..Code::default() };
        Builder {
            code,
            next: first,
            variables,
            columns: HashMap::default(),
            generators: Vec::new(),
            functions: Vec::new(),
            options: SetOptions::INITIAL,
            memory: CodeMemory::default(),
        }
    }

    /// Sets the SET options that the expressions are compiled with.
    pub fn under(mut self, options: SetOptions) -> Builder {
        self.options = options;
        self.code.forgives_arithmetic = options.forgives_arithmetic();
        self
    }

    /// Whether an arithmetic error gives NULL.
    pub fn forgives_arithmetic(&self) -> bool {
        self.code.forgives_arithmetic
    }

    /// Returns the finished code. Fails with 701 if the request has no memory for the code and for
    /// the registers of the frame that runs it.
    pub fn finish(mut self) -> Result<Code, SqlError> {
        self.memory.result?;
        memory::want(self.next as usize * size_of::<Value>())?;
        self.code.registers = self.next;
        Ok(self.code)
    }

    /// Allocates a register.
    pub fn register(&mut self) -> Reg {
        self.next += 1;
        self.next - 1
    }

    /// Allocates `count` consecutive registers and returns the first.
    pub fn registers(&mut self, count: usize) -> Reg {
        self.next += count as Reg;
        self.next - count as Reg
    }

    /// Allocates a register for the variable of the next slot.
    pub fn variable(&mut self) -> Reg {
        let register = self.register();
        self.variables.push(register);
        register
    }

    /// Returns the registers of the variables declared so far, by slot.
    pub fn variables(&self) -> &VariableRegisters {
        &self.variables
    }

    /// Adds a source of rows with these columns and returns its number. `rows` is `None` for a
    /// source whose rows are values.
    pub fn source(&mut self, columns: &[ColumnId], rows: Option<Arc<StoredRows>>) -> usize {
        let source = self.code.sources.len();
        self.code.sources.push(rows);
        let places = columns.iter().enumerate();
        self.columns.extend(places.map(|(place, id)| (*id, (source as u32, place as u32))));
        source
    }

    /// Adds a generator to the statement and allocates a register for its value.
    pub fn generator(&mut self, generator: Drawn) {
        let register = self.register();
        self.code.generators.push(generator);
        self.generators.push(register);
    }

    /// Adds a function to the statement. `number` identifies it when the code runs.
    pub fn function(&mut self, number: u32) {
        self.functions.push(number);
    }

    /// Emits code that draws one value from each generator that the expressions of `row` need.
    pub fn draw<'e>(&mut self, row: impl IntoIterator<Item = &'e Expr>) {
        let mut needed = Vec::new();
        row.into_iter().for_each(|expr| expr.generators(&mut needed));
        for number in needed {
            let to = self.generators[number];
            self.push(Op::NextValue { entry: number as u32, to });
        }
    }

    /// Emits the code of each expression of a row, to be run in order. The first piece draws the
    /// values of all generators.
    pub fn row(&mut self, row: &[Expr]) -> Vec<Piece> {
        self.row_with(row, |builder, _, expr| builder.value(expr, None))
    }

    /// Like [`Builder::row`], but `value` emits the code of each expression. Draws the generators'
    /// values once, before the first expression. Returns one piece for each expression, in order.
    pub fn row_with(&mut self, row: &[Expr], value: impl Fn(&mut Builder, usize, &Expr) -> Reg) -> Vec<Piece> {
        // The first expression's code draws the generators' values.
        let mut start = self.here();
        self.draw(row);
        let piece = |(place, expr)| {
            let result = value(self, place, expr);
            let piece = self.ended(start, result);
            start = self.here();
            piece
        };
        row.iter().enumerate().map(piece).collect()
    }

    /// Returns the source whose columns the pieces are, from the first on and in order. `None` if a
    /// piece is anything else, and without pieces.
    pub fn row_of(&self, pieces: &[Piece]) -> Option<usize> {
        let (source, _) = self.code.column_of(*pieces.first()?)?;
        let is_next = |(place, piece): (usize, &Piece)| self.code.column_of(*piece) == Some((source, place));
        pieces.iter().enumerate().all(is_next).then_some(source)
    }

    /// Returns the sources of these columns and skips columns without a source. A source appears
    /// once for each run of adjacent columns.
    pub fn sources_of(&self, columns: &[ColumnId]) -> Vec<usize> {
        let mut found: Vec<usize> =
            columns.iter().filter_map(|id| self.columns.get(id)).map(|(source, _)| *source as usize).collect();
        found.dedup();
        found
    }

    /// Returns whether `source` has any of these columns.
    pub fn has_any(&self, source: usize, columns: &HashSet<ColumnId>) -> bool {
        let is_of = |id| self.columns.get(id).is_some_and(|(known, _)| *known as usize == source);
        columns.iter().any(is_of)
    }

    /// Returns the position of the next instruction.
    pub fn here(&self) -> Pc {
        self.code.ops.len() as Pc
    }

    /// Appends an instruction and returns its position.
    pub fn push(&mut self, op: Op) -> Pc {
        self.memory.reach_ops(self.code.ops.len());
        self.code.ops.push(op);
        self.here() - 1
    }

    /// Sets the target of the jump at `at` to `to`. Panics if the instruction at `at` is no jump or
    /// branch.
    pub fn patch(&mut self, at: Pc, to: Pc) {
        match &mut self.code.ops[at as usize] {
            Op::Jump(target)
            | Op::JumpBack(target)
            | Op::BranchInt { to: target, .. }
            | Op::Branch { to: target, .. }
            | Op::BranchNull { to: target, .. }
            | Op::BranchBit { to: target, .. } => *target = to,
            other => unreachable!("{other:?} is no jump"),
        }
    }

    /// Emits the code of an expression that runs on its own.
    pub fn piece(&mut self, expr: &Expr) -> Piece {
        let start = self.here();
        let result = self.value(expr, None);
        self.ended(start, result)
    }

    /// Like [`Builder::piece`], for a reader that accepts a long value.
    pub fn long_piece(&mut self, expr: &Expr) -> Piece {
        let start = self.here();
        let result = self.compute(expr, None);
        self.ended(start, result)
    }

    /// Like [`Builder::piece`], but the value outlives the statement.
    pub fn kept_piece(&mut self, expr: &Expr) -> Piece {
        let start = self.here();
        let result = self.kept_value(expr, None);
        self.ended(start, result)
    }

    /// Terminates the code that begins at `start`, if there is any.
    fn ended(&mut self, start: Pc, result: Reg) -> Piece {
        if self.here() == start {
            return Piece { start: Piece::THERE, result };
        }
        self.push(Op::End);
        Piece { start, result }
    }

    /// Emits the code of a condition that runs on its own. The code ends with [`Op::Accept`] if the
    /// condition holds.
    pub fn condition_piece(&mut self, condition: &Condition) -> Piece {
        let start = self.here();
        let misses = self.branch(condition, false);
        self.push(Op::Accept);
        let end = self.push(Op::End);
        for miss in misses {
            self.patch(miss, end);
        }
        Piece { start, result: 0 }
    }

    /// Emits code that computes `expr`, into `target` if given, and returns the register of the
    /// value. The value is in memory, never a long value.
    pub fn value(&mut self, expr: &Expr, target: Option<Reg>) -> Reg {
        if !is_long(expr) {
            return self.compute(expr, target);
        }
        let value = self.compute(expr, None);
        self.emit(target, |to| Op::Whole { to, value })
    }

    /// Like [`Builder::value`], but the result may be a long value.
    pub fn long_value(&mut self, expr: &Expr, target: Option<Reg>) -> Reg {
        self.compute(expr, target)
    }

    /// Like [`Builder::value`], for a variable, whose value outlives the statement.
    pub fn kept_value(&mut self, expr: &Expr, target: Option<Reg>) -> Reg {
        if !expr.data_type.stored().is_max() {
            return self.compute(expr, target);
        }
        let value = self.compute(expr, None);
        self.kept(value, expr.data_type, target)
    }

    /// Emits code that makes the value of a register, of type `data_type`, outlive the statement.
    pub fn kept(&mut self, value: Reg, data_type: DataType, target: Option<Reg>) -> Reg {
        if !data_type.stored().is_max() {
            return self.copied(value, target);
        }
        let entry = entry(&mut self.code.kept, data_type);
        self.emit(target, |to| Op::Keep { entry, to, value })
    }

    fn compute(&mut self, expr: &Expr, target: Option<Reg>) -> Reg {
        if self.memory.result.is_err() {
            return target.unwrap_or_default();
        }
        match &expr.kind {
            ExprKind::Constant(value) => {
                let register = self.constant(value);
                self.copied(register, target)
            }
            ExprKind::Variable(slot) => self.copied(self.variables[*slot], target),
            ExprKind::Subquery(number) => self.emit(target, |to| Op::Subquery { number: *number as u32, to }),
            ExprKind::NextValue(number) => self.copied(self.generators[*number], target),
            ExprKind::Global(global) => self.emit(target, |to| Op::Global { to, global: *global }),
            ExprKind::Column(id) => {
                let (source, column) = *self.columns.get(id).expect("an operator below has the column");
                self.emit(target, |to| Op::Column { to, source, column })
            }
            ExprKind::Chain(first, steps) => {
                let is_first_long = steps.first().is_some_and(|step| step_is_long(step.operator, step.data_type));
                let mut left = if is_first_long { self.compute(first, None) } else { self.value(first, None) };
                for (place, step) in steps.iter().enumerate() {
                    let target = target.filter(|_| place + 1 == steps.len());
                    if step_is_long(step.operator, step.data_type) {
                        let right = self.compute(&step.right, None);
                        let entry = entry(&mut self.code.arithmetic, (step.operator, step.data_type));
                        left = self.emit(target, |to| Op::AddLong { entry, to, left, right });
                        continue;
                    }
                    let right = self.value(&step.right, None);
                    let op = self.binary(step.operator, step.data_type);
                    left = self.emit(target, |to| op(to, left, right));
                }
                left
            }
            ExprKind::Unary(operator, operand) => {
                let value = self.value(operand, None);
                let entry = entry(&mut self.code.unary, (*operator, expr.data_type));
                self.emit(target, |to| Op::Unary { entry, to, value })
            }
            ExprKind::Convert { input, style, tolerant } => {
                let value = self.compute(input, None);
                let conversion = Conversion {
                    from: input.data_type,
                    to: expr.data_type,
                    style: *style,
                    tolerant: *tolerant,
                    column: None,
                };
                self.conversion(conversion, value, target)
            }
            ExprKind::Call(call) => {
                let first = self.registers(call.arguments.len());
                for (place, argument) in call.arguments.iter().enumerate() {
                    let to = Some(first + place as Reg);
                    if call.function.takes_long() {
                        self.compute(argument, to)
                    } else {
                        self.value(argument, to)
                    };
                }
                let call =
                    Call { function: call.function, signature: call.signature.clone(), count: call.arguments.len() };
                self.code.calls.push(call);
                let entry = self.code.calls.len() as u32 - 1;
                self.emit(target, |to| Op::Call { entry, to, first })
            }
            ExprKind::Invoke(number, arguments) => {
                let first = self.registers(arguments.len());
                for (place, argument) in arguments.iter().enumerate() {
                    self.compute(argument, Some(first + place as Reg));
                }
                self.code.invocations.push((self.functions[*number], arguments.len()));
                let entry = self.code.invocations.len() as u32 - 1;
                self.emit(target, |to| Op::Invoke { entry, to, first })
            }
            ExprKind::Case(branches, otherwise) => self.case(branches, otherwise.as_deref(), target),
        }
    }

    /// Emits code that converts the register `value`, which may hold a long value. The result goes
    /// to `target`, or to a new register; returns its register. Without `target`, a decimal that is
    /// only declared differently stays in `value`, which is returned. The instruction depends on
    /// the options: month names of the session's language, NUMERIC_ROUNDABORT, and whether a string
    /// too long for its column fails (ANSI_WARNINGS).
    pub fn conversion(&mut self, conversion: Conversion, value: Reg, target: Option<Reg>) -> Reg {
        // ANSI_WARNINGS OFF cuts a string that is too long for its column.
        let column = conversion.column.filter(|_| self.options.has(SetOption::AnsiWarnings));
        let conversion = Conversion { column, ..conversion };
        if has_month_names(&conversion.from, &conversion.to) && !self.options.language().is_english() {
            return self.conversion_in_language(conversion, value, target);
        }
        if self.options.has(SetOption::NumericRoundAbort) && may_round(&conversion.from, &conversion.to) {
            return self.exact_conversion(conversion, value, target);
        }
        if is_same_decimal(conversion.from, conversion.to) {
            return target.map_or(value, |to| self.emit(Some(to), |to| Op::Copy { to, from: value }));
        }
        let may_be_long = conversion.from.stored().is_max();
        let entry = entry(&mut self.code.conversions, conversion);
        self.emit(target, |to| match may_be_long {
            true => Op::ConvertLong { entry, to, value },
            false => Op::Convert { entry, to, value },
        })
    }

    /// Emits a conversion between dates and texts with the month names of the session's language.
    fn conversion_in_language(&mut self, conversion: Conversion, value: Reg, target: Option<Reg>) -> Reg {
        let Conversion { from, to, style, tolerant, .. } = conversion;
        let first = self.registers(2);
        self.push(match from.stored().is_max() {
            true => Op::Whole { to: first, value },
            false => Op::Copy { to: first, from: value },
        });
        let style = self.constant(&Value::Int(style.unwrap_or_else(|| default_date_style(&from))));
        self.push(Op::Copy { to: first + 1, from: style });
        let function = if tolerant { &TRY_CONVERT_IN_STYLE } else { &CONVERT_IN_STYLE };
        let signature = Signature { arguments: vec![from, DataType::Int], result: to };
        self.code.calls.push(Call { function, signature, count: 2 });
        let entry = self.code.calls.len() as u32 - 1;
        self.emit(target, |to| Op::Call { entry, to, first })
    }

    /// Emits a conversion that fails if it rounds.
    fn exact_conversion(&mut self, conversion: Conversion, value: Reg, target: Option<Reg>) -> Reg {
        let first = self.registers(1);
        self.push(Op::Copy { to: first, from: value });
        let Conversion { from, to, .. } = conversion;
        let signature = Signature { arguments: vec![from], result: to };
        self.code.calls.push(Call { function: &CONVERT_EXACTLY, signature, count: 1 });
        let entry = self.code.calls.len() as u32 - 1;
        self.emit(target, |to| Op::Call { entry, to, first })
    }

    /// Emits code that removes the trailing blanks or zeros of the register `value`. The result is
    /// in a new register, which is returned; `value` stays as it is. Used for columns created under
    /// ANSI_PADDING OFF.
    pub fn trimmed(&mut self, value: Reg, data_type: DataType) -> Reg {
        let first = self.registers(1);
        self.push(Op::Copy { to: first, from: value });
        let signature = Signature { arguments: vec![data_type], result: data_type };
        self.code.calls.push(Call { function: &TRIM_STORED, signature, count: 1 });
        let entry = self.code.calls.len() as u32 - 1;
        self.emit(None, |to| Op::Call { entry, to, first })
    }

    /// Emits code that jumps if the outcome of `condition` equals `when`, and otherwise falls
    /// through. The caller patches the returned jumps. UNKNOWN counts as false. Subqueries and
    /// short circuits of AND and OR are part of the code.
    pub fn branch(&mut self, condition: &Condition, when: bool) -> Vec<Pc> {
        match condition {
            Condition::Compare(op, left, right) => {
                let ints = left.data_type == DataType::Int && right.data_type == DataType::Int;
                let left = self.value(left, None);
                let right = self.value(right, None);
                let to = UNPATCHED;
                let jump = match ints {
                    true => Op::BranchInt { op: *op, when, left, right, to },
                    false => Op::Branch { op: *op, when, left, right, to },
                };
                vec![self.push(jump)]
            }
            Condition::IsNull(expr, not) => {
                let value = self.compute(expr, None);
                vec![self.push(Op::BranchNull { when: when != *not, value, to: UNPATCHED })]
            }
            Condition::Exists(number, not) => {
                let value = self.emit(None, |to| Op::Subquery { number: *number as u32, to });
                vec![self.push(Op::BranchBit { when: when != *not, value, to: UNPATCHED })]
            }
            // AND is decided by the first part that doesn't hold, OR by the first part that holds.
            Condition::And(all) => self.chain(all, false, when),
            Condition::Or(any) => self.chain(any, true, when),
        }
    }

    /// Emits a chain of conditions that is decided by the first part whose outcome is `decisive`.
    fn chain(&mut self, parts: &[Condition], decisive: bool, when: bool) -> Vec<Pc> {
        if when == decisive {
            return parts.iter().flat_map(|part| self.branch(part, decisive)).collect();
        }
        let Some((last, others)) = parts.split_last() else { return vec![self.push(Op::Jump(UNPATCHED))] };
        let decided: Vec<Pc> = others.iter().flat_map(|part| self.branch(part, decisive)).collect();
        let jumps = self.branch(last, when);
        let behind = self.here();
        for jump in decided {
            self.patch(jump, behind);
        }
        jumps
    }

    fn case(&mut self, branches: &[(Condition, Expr)], otherwise: Option<&Expr>, target: Option<Reg>) -> Reg {
        // A branch must not overwrite a register that a later branch reads. `SET @i = CASE ... @i
        // ...` reads before it writes.
        let to = target.unwrap_or_else(|| self.register());
        let mut ends = Vec::with_capacity(branches.len());
        for (test, result) in branches {
            let misses = self.branch(test, false);
            self.compute(result, Some(to));
            ends.push(self.push(Op::Jump(UNPATCHED)));
            let next = self.here();
            for miss in misses {
                self.patch(miss, next);
            }
        }
        match otherwise {
            Some(otherwise) => self.compute(otherwise, Some(to)),
            None => {
                let null = self.constant(&Value::Null);
                self.copied(null, Some(to))
            }
        };
        let end = self.here();
        for jump in ends {
            self.patch(jump, end);
        }
        to
    }

    fn binary(&mut self, operator: Operator, result: DataType) -> impl FnOnce(Reg, Reg, Reg) -> Op + use<> {
        let entry = match (operator, result) {
            (Operator::Add | Operator::Subtract, DataType::Int) | (Operator::Add, DataType::BigInt) => 0,
            _ => entry(&mut self.code.arithmetic, (operator, result)),
        };
        move |to, left, right| match (operator, result) {
            (Operator::Add, DataType::Int) => Op::AddInt { to, left, right },
            (Operator::Subtract, DataType::Int) => Op::SubtractInt { to, left, right },
            (Operator::Add, DataType::BigInt) => Op::AddBigInt { to, left, right },
            _ => Op::Arithmetic { entry, to, left, right },
        }
    }

    /// Allocates a register that holds a constant.
    pub fn constant(&mut self, value: &Value) -> Reg {
        let register = self.register();
        self.memory.reach_constants(self.code.constants.len());
        self.code.constants.push((register, value.clone()));
        register
    }

    fn copied(&mut self, from: Reg, target: Option<Reg>) -> Reg {
        match target {
            Some(to) if to != from => {
                self.push(Op::Copy { to, from });
                to
            }
            _ => from,
        }
    }

    fn emit(&mut self, target: Option<Reg>, op: impl FnOnce(Reg) -> Op) -> Reg {
        let to = target.unwrap_or_else(|| self.register());
        self.push(op(to));
        to
    }
}

/// Returns whether [`Builder::long_value`] may produce a long value for `expr`.
fn is_long(expr: &Expr) -> bool {
    expr.data_type.stored().is_max()
        && match &expr.kind {
            ExprKind::Constant(_) | ExprKind::NextValue(_) | ExprKind::Global(_) | ExprKind::Unary(..) => false,
            ExprKind::Call(call) => call.function.makes_long(),
            ExprKind::Chain(_, steps) => steps.last().is_some_and(|step| step_is_long(step.operator, step.data_type)),
            ExprKind::Invoke(..)
            | ExprKind::Variable(_)
            | ExprKind::Column(_)
            | ExprKind::Subquery(_)
            | ExprKind::Convert { .. }
            | ExprKind::Case(..) => true,
        }
}

/// Returns whether every decimal of `from` is the same value as one of `to`: a decimal's value has
/// a scale, and no precision.
fn is_same_decimal(from: DataType, to: DataType) -> bool {
    match (from, to) {
        (
            DataType::Decimal { precision, scale, .. },
            DataType::Decimal { precision: to_precision, scale: to_scale, .. },
        ) => scale == to_scale && precision <= to_precision,
        _ => false,
    }
}

/// Returns whether an operator concatenates texts or bytes into a value that may be long.
fn step_is_long(operator: Operator, data_type: DataType) -> bool {
    operator == Operator::Add && data_type.stored().is_max()
}

/// Returns the position of `item` in `table`, after adding it if it is missing.
fn entry<T: PartialEq>(table: &mut Vec<T>, item: T) -> u16 {
    let place = table.iter().position(|known| *known == item).unwrap_or_else(|| {
        table.push(item);
        table.len() - 1
    });
    u16::try_from(place).expect("a batch has fewer than 65,536 different conversions and operators")
}

/// Target of a jump that hasn't been patched.
const UNPATCHED: Pc = Pc::MAX;
