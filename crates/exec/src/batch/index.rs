//! Compiles CREATE INDEX, DROP INDEX and ALTER INDEX.

use super::compiler::Compiler;
use super::program::Step;
use super::simple_step::refuse_server;
use sluice_catalog::index::IndexOptions;
use sluice_command::statement::Rebuild;
use sluice_plan::{changed_options, check_options, index_of, object_name};
use sluice_syntax::ast::{AlterIndex, CreateIndex, DropIndex, IndexAction, NamedOption, Partition};
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

    /// Compiles REBUILD and REORGANIZE. REORGANIZE rebuilds the index. Other actions are refused.
    pub(super) fn alter_index(&mut self, alter: &AlterIndex) -> Result<(), SqlError> {
        refuse_server(&alter.table)?;
        let index = alter.index.as_ref().map(|name| name.text.to_string());
        let (whole, table) =
            (matches!(alter.action.partition(), None | Some(Partition::All)), object_name(&alter.table));
        let refused = match &alter.action {
            IndexAction::Rebuild { options, .. } if whole => {
                return self.rebuild(Rebuild { table, index, of_rows: false, options: options.clone() });
            }
            IndexAction::Reorganize { options, .. } if whole => {
                // LOB_COMPACTION has no effect.
                let is_known = |option: &NamedOption| option.name.is("LOB_COMPACTION") && option.list.is_empty();
                match options.iter().find(|option| !is_known(option)) {
                    None => return self.rebuild(Rebuild { table, index, of_rows: false, options: Vec::new() }),
                    Some(option) => format!("index option {}", option.name.text.to_uppercase()),
                }
            }
            IndexAction::Rebuild { .. } => "ALTER INDEX REBUILD PARTITION".to_owned(),
            IndexAction::Reorganize { .. } => "ALTER INDEX REORGANIZE PARTITION".to_owned(),
            IndexAction::Disable => "ALTER INDEX DISABLE".to_owned(),
            IndexAction::Set(_) => "ALTER INDEX SET".to_owned(),
        };
        self.refuse(&refused);
        Ok(())
    }

    /// Adds a step that rebuilds indexes, after checking the options. IGNORE_DUP_KEY can be set
    /// only by CREATE INDEX.
    pub(super) fn rebuild(&mut self, rebuild: Rebuild) -> Result<(), SqlError> {
        if changed_options(IndexOptions::default(), &rebuild.options)?.ignore_dup_key {
            self.refuse("index option IGNORE_DUP_KEY");
        } else {
            self.step(Step::RebuildIndex(Box::new(rebuild)));
        }
        Ok(())
    }
}
