//! The variables of a batch. A variable is visible from its DECLARE to the end of the batch,
//! regardless of blocks.

use rpds::{HashTrieMapSync, HashTrieSetSync, VectorSync};
use sluice_base::sync::Arc;
use sluice_catalog::{Column, Folded, UserType, name};
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError};

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The number in declaration order, from 0.
    pub slot: usize,
    /// The data type.
    pub data_type: DataType,
}

/// The variables declared so far. Names are compared without case. Slots count scalar variables in
/// the order of declaration. A clone takes constant time and shares the names, so each statement of
/// a long batch can keep the variables that it sees.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    by_name: HashTrieMapSync<Folded, Variable>,
    // The names as declared, by slot.
    names: VectorSync<Box<str>>,
    // Table variables, with their table types if they have one.
    tables: HashTrieMapSync<Folded, Option<Arc<UserType>>>,
    // Cursor variables, in declaration order.
    cursors: VectorSync<Box<str>>,
    read_only: HashTrieSetSync<Folded>,
    // The columns of the trigger's table, inside a trigger.
    watched: Option<Arc<[Column]>>,
}

impl Variables {
    /// Declares `name` (with its @). Fails with 134 if the name is already declared.
    pub fn declare(&mut self, name: &str, data_type: DataType) -> Result<Variable, SqlError> {
        let folded = self.free(name)?;
        let variable = Variable { slot: self.names.len(), data_type };
        self.by_name.insert_mut(folded, variable);
        self.names.push_back_mut(name.into());
        Ok(variable)
    }

    /// Declares the table variable `name` (with its @). Fails with 134 if the name is already
    /// declared.
    pub fn declare_table(&mut self, name: &str) -> Result<(), SqlError> {
        let folded = self.free(name)?;
        self.tables.insert_mut(folded, None);
        Ok(())
    }

    /// Declares the table variable `name` (with its @) of a table type. Fails with 134 if the name
    /// is already declared.
    pub fn declare_table_of(&mut self, name: &str, user_type: &Arc<UserType>) -> Result<(), SqlError> {
        let folded = self.free(name)?;
        self.tables.insert_mut(folded, Some(Arc::clone(user_type)));
        Ok(())
    }

    /// Declares the cursor variable `name` (with its @). Fails with 134 if the name is already
    /// declared.
    pub fn declare_cursor(&mut self, name: &str) -> Result<(), SqlError> {
        self.free(name)?;
        self.cursors.push_back_mut(name.into());
        Ok(())
    }

    /// Returns the folded name. Fails with 134 if any kind of variable has it. A failed declaration
    /// changes nothing.
    fn free(&self, name: &str) -> Result<Folded, SqlError> {
        let folded = Folded::new(name);
        let is_taken = self.by_name.contains_key(&folded) || self.tables.contains_key(&folded) || self.is_cursor(name);
        if is_taken { Err(SqlError::duplicate_variable(name)) } else { Ok(folded) }
    }

    /// Declares a table-valued parameter: read-only rows in the next slot. Fails with 134 if the
    /// name is already declared.
    pub fn declare_rows(&mut self, name: &str, user_type: &Arc<UserType>) -> Result<(), SqlError> {
        self.declare_table_of(name, user_type)?;
        self.read_only.insert_mut(Folded::new(name));
        self.names.push_back_mut(name.into());
        Ok(())
    }

    /// Reserves the next slot for a parameter that no expression can name.
    pub fn declare_place(&mut self) {
        self.names.push_back_mut(Box::default());
    }

    /// Fails with 10700 if `name` (with its @) is a table-valued parameter, which is read-only.
    pub fn check_change(&self, name: &str) -> Result<(), SqlError> {
        match self.read_only.contains(&Folded::new(name)) {
            true => Err(SqlError::table_parameter_is_read_only(name)),
            false => Ok(()),
        }
    }

    /// Marks the statements as part of a trigger on a table with these columns.
    pub fn watch(&mut self, columns: Arc<[Column]>) {
        self.watched = Some(columns);
    }

    /// Translates `UPDATE(column)` to a test of COLUMNS_UPDATED, whose lowest bit of the first byte
    /// is the column with id 1 (`t-sql/functions/columns-updated-transact-sql.md`). Fails with 140
    /// outside a trigger, with 207 for an unknown column, with 2114 for a computed column. The
    /// condition is syntax, to be bound like a written one.
    pub fn updated(&self, column: &str) -> Result<ast::Condition, SqlError> {
        let outside = || SqlError::if_update_outside_trigger();
        let columns = self.watched.as_ref().ok_or_else(outside)?;
        let found = columns.iter().find(|known| name::same(&known.name, column));
        let found = found.ok_or_else(|| SqlError::invalid_column_name(column))?;
        if found.computed.is_some() {
            return Err(SqlError::if_update_of_computed_column(&found.name));
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

    /// Whether `name` (with its @) is a declared table variable.
    pub fn is_table(&self, name: &str) -> bool {
        self.tables.contains_key(&Folded::new(name))
    }

    /// Returns the table type of the table variable `name` (with its @). `None` for a table
    /// variable without a type and for another name.
    pub fn table_type(&self, name: &str) -> Option<&Arc<UserType>> {
        self.tables.get(&Folded::new(name))?.as_ref()
    }

    /// Whether `name` (with its @) is a declared cursor variable.
    pub fn is_cursor(&self, name: &str) -> bool {
        self.cursors.iter().any(|known| name::same(known, name))
    }

    /// Returns the names of the declared cursor variables, in the order of declaration.
    pub fn cursors(&self) -> impl Iterator<Item = &str> {
        self.cursors.iter().map(|name| &**name)
    }

    /// Returns the name (with its @) of the variable in a slot. `None` beyond the last slot.
    pub fn name(&self, slot: usize) -> Option<&str> {
        self.names.get(slot).map(|name| &**name)
    }

    /// Returns the variable `name` (with its @). Fails with 137 if it isn't declared.
    pub fn get(&self, name: &str) -> Result<Variable, SqlError> {
        self.by_name.get(&Folded::new(name)).copied().ok_or_else(|| SqlError::undeclared_variable(name))
    }
}
