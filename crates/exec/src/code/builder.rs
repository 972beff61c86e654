//! From bound expressions to instructions.
//!
//! Every constant, variable and intermediate result gets a register of its own, so that nothing is ever overwritten that
//! someone still reads; registers are numbered from the builder's first, so that a statement compiled later lives beside
//! its batch in one frame.

use super::op::{Op, Pc, Reg};
use super::tables::{Call, Code, Conversion, Drawn};
use sluice_base::hash::{HashMap, HashSet};
use sluice_base::sync::Arc;
use sluice_plan::{ColumnId, Condition, Expr, ExprKind};
use sluice_table::stored_rows::StoredRows;
use sluice_types::{DataType, Operator, Value};

/// An expression's code: where it begins, and the register that then holds its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where to run from; `Piece::THERE` where there is nothing to run.
    pub start: Pc,
    /// Where the value is then; of no meaning for a condition.
    pub result: Reg,
}

impl Piece {
    /// Of a constant or a variable: its value is in its register already.
    const THERE: Pc = Pc::MAX;

    /// Whether the value is there without running anything.
    #[inline(always)]
    pub fn is_there(self) -> bool {
        self.start == Piece::THERE
    }
}

/// Makes one [`Code`].
pub struct Builder {
    code: Code,
    next: Reg,
    // The registers of the batch's variables, by their slots.
    variables: Vec<Reg>,
    // Where the columns are that the statement's sources have so far: the source, and the place in its row.
    columns: HashMap<ColumnId, (u32, u32)>,
    // The registers of the statement's generators' values.
    generators: Vec<Reg>,
    // Where the functions are that the statement calls.
    functions: Vec<u32>,
}

impl Builder {
    /// A builder that uses registers from `first` on; `variables` has the registers of the variables declared before.
    pub fn new(first: Reg, variables: Vec<Reg>) -> Builder {
        let code = Code { registers: first, ..Code::default() };
        Builder {
            code,
            next: first,
            variables,
            columns: HashMap::default(),
            generators: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// The finished code.
    pub fn finish(mut self) -> Code {
        self.code.registers = self.next;
        self.code
    }

    /// A register that nobody else uses.
    pub fn register(&mut self) -> Reg {
        self.next += 1;
        self.next - 1
    }

    /// `count` registers that follow one another; the first of them.
    pub fn registers(&mut self, count: usize) -> Reg {
        self.next += count as Reg;
        self.next - count as Reg
    }

    /// A register for one more variable, the next slot's.
    pub fn variable(&mut self) -> Reg {
        let register = self.register();
        self.variables.push(register);
        register
    }

    /// The registers of the variables declared so far, by slot.
    pub fn variables(&self) -> &[Reg] {
        &self.variables
    }

    /// One more source of rows, with these columns: of stored rows, or of values. Its number.
    pub fn source(&mut self, columns: &[ColumnId], rows: Option<Arc<StoredRows>>) -> usize {
        let source = self.code.sources.len();
        self.code.sources.push(rows);
        let places = columns.iter().enumerate();
        self.columns.extend(places.map(|(place, id)| (*id, (source as u32, place as u32))));
        source
    }

    /// One more generator of the statement, and a register for its value.
    pub fn generator(&mut self, generator: Drawn) {
        let register = self.register();
        self.code.generators.push(generator);
        self.generators.push(register);
    }

    /// One more function of the statement, which is there under this number when the code runs.
    pub fn function(&mut self, number: u32) {
        self.functions.push(number);
    }

    /// Code that draws what `row`, the expressions of one row, need of the generators: one value of each.
    pub fn draw<'e>(&mut self, row: impl IntoIterator<Item = &'e Expr>) {
        let mut needed = Vec::new();
        row.into_iter().for_each(|expr| expr.generators(&mut needed));
        for number in needed {
            let to = self.generators[number];
            self.push(Op::NextValue { entry: number as u32, to });
        }
    }

    /// The code of each expression of a row, to be run in their order: the first begins with drawing for all.
    pub fn row(&mut self, row: &[Expr]) -> Vec<Piece> {
        self.row_with(row, |builder, _, expr| builder.value(expr, None))
    }

    /// As [`Builder::row`]; `value` makes the code of each.
    pub fn row_with(&mut self, row: &[Expr], value: impl Fn(&mut Builder, usize, &Expr) -> Reg) -> Vec<Piece> {
        // What is drawn is drawn by the first one's code.
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

    /// The sources that have these columns, as far as there are any; each once where its columns are side by side.
    pub fn sources_of(&self, columns: &[ColumnId]) -> Vec<usize> {
        let mut found: Vec<usize> =
            columns.iter().filter_map(|id| self.columns.get(id)).map(|(source, _)| *source as usize).collect();
        found.dedup();
        found
    }

    /// Whether a source has one of these columns.
    pub fn has_any(&self, source: usize, columns: &HashSet<ColumnId>) -> bool {
        let is_of = |id| self.columns.get(id).is_some_and(|(known, _)| *known as usize == source);
        columns.iter().any(is_of)
    }

    /// Where the next instruction will be.
    pub fn here(&self) -> Pc {
        self.code.ops.len() as Pc
    }

    /// Appends an instruction; its place.
    pub fn push(&mut self, op: Op) -> Pc {
        self.code.ops.push(op);
        self.here() - 1
    }

    /// Lets the jump at `at` go to `to`.
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

    /// The code of an expression that is run for itself.
    pub fn piece(&mut self, expr: &Expr) -> Piece {
        let start = self.here();
        let result = self.value(expr, None);
        self.ended(start, result)
    }

    /// The code of an expression that is run for itself, by those who can do with a long value.
    pub fn long_piece(&mut self, expr: &Expr) -> Piece {
        let start = self.here();
        let result = self.compute(expr, None);
        self.ended(start, result)
    }

    /// The same, whose value is kept beyond the statement.
    pub fn kept_piece(&mut self, expr: &Expr) -> Piece {
        let start = self.here();
        let result = self.kept_value(expr, None);
        self.ended(start, result)
    }

    /// The code from `start` on, ended, if there is any.
    fn ended(&mut self, start: Pc, result: Reg) -> Piece {
        if self.here() == start {
            return Piece { start: Piece::THERE, result };
        }
        self.push(Op::End);
        Piece { start, result }
    }

    /// The code of a condition that is run for itself: it ends with [`Op::Accept`] where the condition holds.
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

    /// Code that computes `expr`, into `target` if one is given; the register where the value is, which is in memory.
    pub fn value(&mut self, expr: &Expr, target: Option<Reg>) -> Reg {
        if !is_long(expr) {
            return self.compute(expr, target);
        }
        let value = self.compute(expr, None);
        self.emit(target, |to| Op::Whole { to, value })
    }

    /// The same for those who can do with a long value.
    pub fn long_value(&mut self, expr: &Expr, target: Option<Reg>) -> Reg {
        self.compute(expr, target)
    }

    /// The same for a variable, which keeps it beyond the statement.
    pub fn kept_value(&mut self, expr: &Expr, target: Option<Reg>) -> Reg {
        if !expr.data_type.stored().is_max() {
            return self.compute(expr, target);
        }
        let value = self.compute(expr, None);
        self.kept(value, expr.data_type, target)
    }

    /// Code that has the value of a register, of the type `data_type`, kept beyond the statement.
    pub fn kept(&mut self, value: Reg, data_type: DataType, target: Option<Reg>) -> Reg {
        if !data_type.stored().is_max() {
            return self.copied(value, target);
        }
        let entry = entry(&mut self.code.kept, data_type);
        self.emit(target, |to| Op::Keep { entry, to, value })
    }

    fn compute(&mut self, expr: &Expr, target: Option<Reg>) -> Reg {
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

    /// Code that converts the register `value`, perhaps a long one.
    pub fn conversion(&mut self, conversion: Conversion, value: Reg, target: Option<Reg>) -> Reg {
        let may_be_long = conversion.from.stored().is_max();
        let entry = entry(&mut self.code.conversions, conversion);
        self.emit(target, |to| match may_be_long {
            true => Op::ConvertLong { entry, to, value },
            false => Op::Convert { entry, to, value },
        })
    }

    /// Code that jumps if `condition` holds (`when`), or if it does not (`!when`), and else goes on behind it. The jumps are
    /// the caller's to patch.
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
            // "All hold" jumps away at the first that does not; "one holds" at the first that does.
            Condition::And(all) => self.chain(all, false, when),
            Condition::Or(any) => self.chain(any, true, when),
        }
    }

    /// A chain that is decided by the first part whose outcome is `decisive`.
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
        // A branch must not write where a later one still reads (`SET @i = CASE ... @i ...` reads before it writes).
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

    /// The register of a constant.
    pub fn constant(&mut self, value: &Value) -> Reg {
        let register = self.register();
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

/// Whether the code of [`Builder::long_value`] may make a long value of it.
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

/// Whether an operator makes the sum of two texts, or of bytes, that may be long.
fn step_is_long(operator: Operator, data_type: DataType) -> bool {
    operator == Operator::Add && data_type.stored().is_max()
}

/// The place of `item` in `table`, where it is put if it is not there.
fn entry<T: PartialEq>(table: &mut Vec<T>, item: T) -> u16 {
    let place = table.iter().position(|known| *known == item).unwrap_or_else(|| {
        table.push(item);
        table.len() - 1
    });
    u16::try_from(place).expect("a batch has fewer than 65,536 different conversions and operators")
}

/// Where a jump goes until it is patched: nowhere.
const UNPATCHED: Pc = Pc::MAX;
