//! CREATE INDEX, DROP INDEX and ALTER INDEX: what they do, from their trees.

use super::compiler::Compiler;
use super::program::Step;
use super::simple_step::refuse_server;
use sluice_plan::{check_options, index_of, object_name};
use sluice_syntax::ast::{AlterIndex, CreateIndex, DropIndex, IndexAction, Partition};
use sluice_types::SqlError;

impl Compiler {
    pub(super) fn create_index(&mut self, index: &CreateIndex) -> Result<(), SqlError> {
        refuse_server(&index.table)?;
        let definition = index_of(index)?;
        self.step(Step::CreateIndex(Box::new((object_name(&index.table), definition))));
        Ok(())
    }

    pub(super) fn drop_index(&mut self, drop: &DropIndex) -> Result<(), SqlError> {
        let mut indexes = Vec::with_capacity(drop.indexes.len());
        for index in &drop.indexes {
            refuse_server(&index.table)?;
            check_options(&index.options)?;
            indexes.push((object_name(&index.table), index.name.text.to_string()));
        }
        self.step(Step::DropIndex(drop.if_exists, indexes));
        Ok(())
    }

    /// REBUILD; the rest is refused.
    pub(super) fn alter_index(&mut self, alter: &AlterIndex) -> Result<(), SqlError> {
        refuse_server(&alter.table)?;
        let refused = match &alter.action {
            IndexAction::Rebuild { partition: None | Some(Partition::All), options } => {
                check_options(options)?;
                let index = alter.index.as_ref().map(|name| name.text.to_string());
                self.step(Step::RebuildIndex(Box::new((object_name(&alter.table), index))));
                return Ok(());
            }
            IndexAction::Rebuild { .. } => "ALTER INDEX REBUILD PARTITION",
            IndexAction::Reorganize { .. } => "ALTER INDEX REORGANIZE",
            IndexAction::Disable => "ALTER INDEX DISABLE",
            IndexAction::Set(_) => "ALTER INDEX SET",
        };
        self.refuse(refused);
        Ok(())
    }
}
