//! Compiles ALTER TABLE.

use super::compiler::Compiler;
use super::program::Step;
use super::simple_step::refuse_server;
use sluice_command::statement::{Rebuild, TableChange};
use sluice_plan::object_name;
use sluice_plan::table_definition::items;
use sluice_syntax::ast::{AlterTable, Partition, TableAction};
use sluice_types::SqlError;

impl Compiler {
    pub(super) fn alter_table(&mut self, alter: &AlterTable) -> Result<(), SqlError> {
        refuse_server(&alter.table)?;
        let change = match &alter.action {
            TableAction::Add { check, columns, constraints, indexes } => {
                let items = items(&alter.table.name, (columns, constraints, indexes), &self.types)?;
                // New constraints are checked against existing rows unless WITH NOCHECK is given.
                TableChange::Add { items, is_checked: check.unwrap_or(true) }
            }
            TableAction::AlterColumn { options, .. } if !options.is_empty() => {
                self.refuse("ALTER COLUMN WITH");
                return Ok(());
            }
            TableAction::AlterColumn { column, change, .. } => TableChange::AlterColumn(column.clone(), change.clone()),
            TableAction::Drop(parts) if parts.iter().any(|part| !part.options.is_empty()) => {
                self.refuse("ALTER TABLE DROP CONSTRAINT WITH");
                return Ok(());
            }
            TableAction::Drop(parts) => TableChange::Drop(parts.clone()),
            TableAction::SwitchConstraints { check, enable, names } => TableChange::Switch {
                // Re-enabled constraints aren't checked against existing rows unless WITH CHECK is
                // given.
                is_checked: check.unwrap_or(false),
                enable: *enable,
                names: names.clone(),
            },
            TableAction::SwitchTriggers { enable, names } => {
                self.switch_table_triggers(&alter.table, *enable, names);
                return Ok(());
            }
            TableAction::Rebuild { partition: Some(Partition::Number(_)), .. } => {
                self.refuse("ALTER TABLE REBUILD PARTITION");
                return Ok(());
            }
            TableAction::Rebuild { options, .. } => {
                let table = object_name(&alter.table);
                return self.rebuild(Rebuild { table, index: None, of_rows: true, options: options.clone() });
            }
            TableAction::Set(_) => {
                self.refuse("ALTER TABLE SET");
                return Ok(());
            }
        };
        self.step(Step::AlterTable(Box::new((object_name(&alter.table), change))));
        Ok(())
    }
}
