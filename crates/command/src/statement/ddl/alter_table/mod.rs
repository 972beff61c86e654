//! ALTER TABLE.
//!
//! The statement holds a Sch-M lock on the table until the transaction ends. The catalog entry of
//! the table is replaced as a whole. Rows that need another layout are changed in place, as an
//! UPDATE of all rows would change them. A rollback therefore restores them, and their locators
//! stay valid.

mod altered;
mod row_code;

mod dependents;
mod rewrite;
mod verify;

mod add;
mod drop_part;

mod alter_column;
mod move_rows;
mod switch;

pub(in crate::statement) use altered::{Altered, check_access, take, take_indexed, take_to_read};
pub(in crate::statement) use rewrite::rewrite_rows;
pub(in crate::statement) use switch::distrust;

use crate::statement::Env;
use crate::statement::command::{Command, CommandError, Compilation, refuse_server};
use crate::statement::ddl::definition::define;
use crate::statement::ddl::index;
use crate::statement::event::{EventSource, action_list};
use crate::statement::trigger::switch as trigger_switch;
use sluice_catalog::{EventType, LockEscalation, ObjectName, Table};
use sluice_plan::table_definition::items;
use sluice_plan::{OptionsOf, TableDefinition, check_options, object_name, unsupported};
use sluice_session::consequence::StatementClass;
use sluice_session::rights::Rights;
use sluice_syntax::ast::{
    AlterTable, ColumnChange, DroppedPart, Name, NamedOption, OptionValue, Partition, TableAction,
};
use sluice_types::SqlError;

/// A change that ALTER TABLE makes.
pub(in crate::statement) enum TableChange {
    /// ADD of columns and constraints.
    Add {
        /// Columns and constraints.
        items: TableDefinition,
        /// Whether existing rows are checked against new constraints: false with WITH NOCHECK.
        is_checked: bool,
    },
    /// ALTER COLUMN.
    AlterColumn(Name, ColumnChange),
    /// DROP.
    Drop(Vec<DroppedPart>),
    /// CHECK or NOCHECK CONSTRAINT.
    Switch {
        /// WITH CHECK: existing rows are checked against the constraints that are enabled.
        is_checked: bool,
        /// CHECK rather than NOCHECK.
        enable: bool,
        /// Constraint names; empty for ALL.
        names: Vec<Name>,
    },
    /// SET of options.
    Set(Vec<TableOption>),
    /// SWITCH TO a table, which gets all rows.
    MoveRows(ObjectName),
}

/// An option that ALTER TABLE SET changes.
#[derive(Clone, Copy)]
pub(in crate::statement) enum TableOption {
    /// LOCK_ESCALATION.
    Escalation(LockEscalation),
    /// `table lock on bulk load` of `sp_tableoption`.
    BulkLoadLock(bool),
    /// `large value types out of row` of `sp_tableoption`.
    LargeValuesOutOfRow(bool),
    /// The mark of `sp_MS_marksystemobject`.
    Marked,
}

/// ALTER TABLE.
struct TableAlteration {
    name: ObjectName,
    change: TableChange,
}

/// Compiles ALTER TABLE. Checks options and types; names are resolved at the run. Unsupported forms
/// fail with 40517. An unknown option fails with 102.
pub(in crate::statement) fn compile(alter: &AlterTable, to: &mut dyn Compilation) -> Result<(), SqlError> {
    refuse_server(&alter.table)?;
    let name = object_name(&alter.table);
    let change = match &alter.action {
        TableAction::Add { check, columns, constraints, indexes } => {
            OptionsOf::AlterTable.check_items(columns, constraints, indexes)?;
            let items = items(&alter.table.name, (columns, constraints, indexes), to.types())?;
            // New constraints are checked against existing rows unless WITH NOCHECK is given.
            TableChange::Add { items, is_checked: check.unwrap_or(true) }
        }
        TableAction::AlterColumn { column, change, options } => {
            check_options(options)?;
            TableChange::AlterColumn(column.clone(), change.clone())
        }
        TableAction::Drop(parts) => {
            parts.iter().try_for_each(|part| check_options(&part.options))?;
            TableChange::Drop(parts.clone())
        }
        TableAction::SwitchConstraints { check, enable, names } => TableChange::Switch {
            // Re-enabled constraints aren't checked against existing rows unless WITH CHECK is
            // given.
            is_checked: check.unwrap_or(false),
            enable: *enable,
            names: names.clone(),
        },
        TableAction::SwitchTriggers { enable, names } => {
            trigger_switch::compile_of_table(name, *enable, names, to);
            return Ok(());
        }
        TableAction::Rebuild { partition: Some(Partition::Number(_)), .. } => {
            return Err(unsupported("ALTER TABLE REBUILD PARTITION"));
        }
        TableAction::Rebuild { options, .. } => return index::compile_table_rebuild(name, options.clone(), to),
        TableAction::SwitchRows(target) => {
            refuse_server(target)?;
            TableChange::MoveRows(object_name(target))
        }
        TableAction::Set(options) => TableChange::Set(options.iter().map(table_option).collect::<Result<Vec<_>, _>>()?),
    };
    to.add(Box::new(TableAlteration { name, change }));
    Ok(())
}

/// Returns the content of AlterTableActionList in EVENTDATA
/// (`relational-databases/triggers/use-the-eventdata-function`).
fn actions(change: &TableChange) -> String {
    match change {
        TableChange::Add { items, .. } => {
            let of_keys = items.indexes.iter().filter_map(|index| index.name.as_deref());
            let named = items.constraints.iter().filter_map(|constraint| constraint.name.as_deref());
            let columns = items.columns.iter().map(|column| &*column.name).collect();
            action_list("Create", &[("Columns", columns), ("Constraints", of_keys.chain(named).collect())])
        }
        TableChange::AlterColumn(column, _) => action_list("Alter", &[("Columns", vec![&*column.text])]),
        TableChange::Drop(parts) => {
            let names = |is_column| {
                let parts = parts.iter().filter(|part| part.is_column == is_column);
                parts.map(|part| &*part.name.text).collect()
            };
            action_list("Drop", &[("Columns", names(true)), ("Constraints", names(false))])
        }
        TableChange::Switch { enable, names, .. } => {
            let names = names.iter().map(|name| &*name.text).collect();
            action_list(if *enable { "Enable" } else { "Disable" }, &[("Constraints", names)])
        }
        TableChange::Set(_) | TableChange::MoveRows(_) => String::new(),
    }
}

/// Returns the change that an option of SET makes. Options other than LOCK_ESCALATION are refused
/// by name.
fn table_option(option: &NamedOption) -> Result<TableOption, SqlError> {
    let name = option.name.text.to_uppercase();
    match &option.value {
        Some(OptionValue::Word(word)) if name == "LOCK_ESCALATION" => {
            let escalation = LockEscalation::named(&word.text).ok_or_else(|| SqlError::syntax_near(&word.text))?;
            Ok(TableOption::Escalation(escalation))
        }
        _ => Err(unsupported(&format!("ALTER TABLE SET {name}"))),
    }
}

impl Command for TableAlteration {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        let TableAlteration { name, change } = self;
        rights.alter(name, &SqlError::alter_object_not_found(name))?;
        match change {
            TableChange::Add { items, .. } => rights.references(name, items),
            TableChange::AlterColumn(..) => rights.checked_by("alter_column::alter_column"),
            TableChange::MoveRows(target) => rights.alter(target, &SqlError::object_not_found(target)),
            TableChange::Drop(_) | TableChange::Switch { .. } | TableChange::Set(_) => Ok(()),
        }
    }

    fn class(&self) -> StatementClass {
        StatementClass::AlterTable
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::undoable(|env| {
            let event = env.object_event(EventType::ALTER_TABLE, &self.name, "TABLE");
            event.into_iter().map(|event| event.with_xml("AlterTableActionList", &actions(&self.change))).collect()
        })
    }

    /// Alters the table inside the session's transaction, or in a transaction of its own.
    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(define(env, |env| alter(env, &self.name, &self.change))?)
    }
}

/// Alters a table within a statement whose transaction the caller settles. Takes the table's Sch-M
/// lock. A change that reads or rewrites rows first checks that the session may do so. Fails with
/// 4902 if the table doesn't exist.
pub(in crate::statement) fn alter(
    env: &mut Env<'_, '_>,
    name: &ObjectName,
    change: &TableChange,
) -> Result<(), SqlError> {
    let altered = take(env, name, SqlError::alter_object_not_found)?;
    let needs_rows = match change {
        TableChange::Add { .. } | TableChange::AlterColumn(..) => true,
        TableChange::Drop(parts) => parts.iter().any(|part| part.is_column),
        TableChange::Switch { is_checked, enable, .. } => *is_checked && *enable,
        TableChange::Set(_) | TableChange::MoveRows(_) => false,
    };
    if needs_rows {
        altered.check_access()?;
    }
    match change {
        TableChange::Add { items, is_checked } => add::add(env, &altered, items, *is_checked),
        TableChange::AlterColumn(column, change) => alter_column::alter_column(env, &altered, &column.text, change),
        TableChange::Drop(parts) => drop_part::drop_parts(env, &altered, parts),
        TableChange::Switch { is_checked, enable, names } => {
            switch::switch(env, &altered, (*enable, *is_checked), names)
        }
        TableChange::Set(options) => set_options(env, &altered, options),
        TableChange::MoveRows(target) => move_rows::move_rows(env, &altered, target),
    }
}

fn set_options(env: &mut Env<'_, '_>, altered: &Altered, options: &[TableOption]) -> Result<(), SqlError> {
    let mut new = Table::clone(&altered.table);
    for option in options {
        match option {
            TableOption::Escalation(escalation) => new.options.lock_escalation = *escalation,
            TableOption::BulkLoadLock(is_on) => new.options.locks_on_bulk_load = *is_on,
            TableOption::LargeValuesOutOfRow(is_on) => new.options.large_values_out_of_row = *is_on,
            TableOption::Marked => new.options.is_marked = true,
        }
    }
    altered.define(env, &new)
}
