//! The variables of a batch. A variable is known from its DECLARE on, to the end of the batch, whatever block it is in.

use sluice_base::hash::{HashMap, HashSet};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Folded, name};
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError};

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its number in the order of declaration, from 0.
    pub slot: usize,
    /// Its type.
    pub data_type: DataType,
}

/// The variables declared so far.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    by_name: HashMap<Folded, Variable>,
    // As declared, by their slots.
    names: Vec<Box<str>>,
    tables: HashSet<Folded>,
    // The variables that refer to cursors, in the order of declaration.
    cursors: Vec<Box<str>>,
    read_only: HashSet<Folded>,
    // The columns of what the trigger watches, where they stand in one.
    watched: Option<Arc<[Column]>>,
}

impl Variables {
    /// Declares `name` (with its @); 134 if it is declared already.
    pub fn declare(&mut self, name: &str, data_type: DataType) -> Result<Variable, SqlError> {
        let folded = self.free(name)?;
        let variable = Variable { slot: self.names.len(), data_type };
        self.by_name.insert(folded, variable);
        self.names.push(name.into());
        Ok(variable)
    }

    /// Declares the table variable `name` (with its @); 134 if it is declared already.
    pub fn declare_table(&mut self, name: &str) -> Result<(), SqlError> {
        let folded = self.free(name)?;
        self.tables.insert(folded);
        Ok(())
    }

    /// Declares the cursor variable `name` (with its @); 134 if it is declared already.
    pub fn declare_cursor(&mut self, name: &str) -> Result<(), SqlError> {
        self.free(name)?;
        self.cursors.push(name.into());
        Ok(())
    }

    /// The name as variables are found by it; 134 if any kind of variable has it. A declaration that fails changes nothing.
    fn free(&self, name: &str) -> Result<Folded, SqlError> {
        let folded = Folded::new(name);
        let is_taken = self.by_name.contains_key(&folded) || self.tables.contains(&folded) || self.is_cursor(name);
        if is_taken { Err(SqlError::duplicate_variable(name)) } else { Ok(folded) }
    }

    /// Declares a parameter of a table type: rows to read, in the place of the next variable. 134 if its name is declared already.
    pub fn declare_rows(&mut self, name: &str) -> Result<(), SqlError> {
        self.declare_table(name)?;
        self.read_only.insert(Folded::new(name));
        self.names.push(name.into());
        Ok(())
    }

    /// A parameter that no expression names takes the place of the next variable.
    pub fn declare_place(&mut self) {
        self.names.push(Box::default());
    }

    /// 10700 if `name` (with its @) is a parameter of a table type, whose rows nobody changes.
    pub fn check_change(&self, name: &str) -> Result<(), SqlError> {
        match self.read_only.contains(&Folded::new(name)) {
            true => Err(SqlError::new(10700, 16, 1, vec![name.to_owned()])),
            false => Ok(()),
        }
    }

    /// The statements stand in a trigger of what has these columns.
    pub fn watch(&mut self, columns: Arc<[Column]>) {
        self.watched = Some(columns);
    }

    /// `UPDATE(column)` as a question about COLUMNS_UPDATED, in which the lowest bit of the first byte is for the column whose id is 1
    /// (`t-sql/functions/columns-updated-transact-sql.md`): 140 outside a trigger, 207, 2114 for a computed column.
    pub(crate) fn updated(&self, column: &str) -> Result<ast::Condition, SqlError> {
        let outside = || SqlError::new(140, 15, 1, Vec::new());
        let columns = self.watched.as_ref().ok_or_else(outside)?;
        let found = columns.iter().find(|known| name::same(&known.name, column));
        let found = found.ok_or_else(|| SqlError::invalid_column_name(column))?;
        if found.computed.is_some() {
            return Err(SqlError::new(2114, 16, 1, vec![found.name.clone()]));
        }
        let place = found.id.saturating_sub(1);
        let (byte, bit) = (place / 8 + 1, 1 << (place % 8));
        let text = format!("IF CAST(SUBSTRING(COLUMNS_UPDATED(), {byte}, 1) AS tinyint) & {bit} > 0 RETURN");
        match sluice_syntax::parse(&text).statements.into_iter().next().map(|statement| statement.kind) {
            Some(ast::StatementKind::If { branches, .. }) => {
                branches.into_iter().next().map(|branch| branch.condition).ok_or_else(outside)
            }
            _ => Err(outside()),
        }
    }

    /// Whether `name` (with its @) is a table variable declared so far.
    pub fn is_table(&self, name: &str) -> bool {
        self.tables.contains(&Folded::new(name))
    }

    /// Whether `name` (with its @) is a cursor variable declared so far.
    pub fn is_cursor(&self, name: &str) -> bool {
        self.cursors.iter().any(|known| name::same(known, name))
    }

    /// The names of the cursor variables declared so far.
    pub fn cursors(&self) -> &[Box<str>] {
        &self.cursors
    }

    /// The name (with its @) of the variable in a slot.
    pub fn name(&self, slot: usize) -> Option<&str> {
        self.names.get(slot).map(|name| &**name)
    }

    /// The variable `name` (with its @); 137 if it is not declared.
    pub fn get(&self, name: &str) -> Result<Variable, SqlError> {
        self.by_name.get(&Folded::new(name)).copied().ok_or_else(|| SqlError::undeclared_variable(name))
    }
}
