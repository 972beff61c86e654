//! Parses CREATE TABLE and DROP TABLE. `table_items` has the columns and constraints.

use super::parser::{Parsed, Parser};
use super::table_items::TableItems;
use crate::ast::{CreateTable, StatementKind};
use crate::keyword::Keyword;

impl Parser<'_> {
    /// Parses `CREATE TABLE`, starting at its first keyword. AS NODE, AS EDGE, AS FILETABLE,
    /// FILESTREAM_ON and partition schemes are refused by name. Options aren't checked.
    pub(crate) fn create_table(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let name = self.object_name()?;
        let items = if self.at_keyword(Keyword::As) { TableItems::default() } else { self.table_items()? };
        if self.eat_keyword(Keyword::As) {
            self.refuse_table_kind()?;
        }
        let filegroup = self.filegroup("CREATE TABLE")?;
        let lob_filegroup = if self.eat_word("textimage_on") { Some(self.name()?) } else { None };
        self.refuse_filestream_on()?;
        let options = self.with_options()?;
        Ok(StatementKind::CreateTable(Box::new(CreateTable {
            name,
            columns: items.columns,
            constraints: items.constraints,
            indexes: items.indexes,
            filegroup,
            lob_filegroup,
            options,
        })))
    }

    /// Refuses AS NODE, AS EDGE and AS FILETABLE.
    fn refuse_table_kind(&mut self) -> Parsed<()> {
        let known = ["node", "edge", "filetable"].into_iter().find(|word| self.at_word(word));
        let Some(word) = known else { return Err(self.incorrect()) };
        self.advance();
        self.refuse(format!("CREATE TABLE AS {}", word.to_ascii_uppercase()));
        Ok(())
    }

    /// Parses `DROP TABLE [IF EXISTS] names`, starting at its first keyword.
    pub(crate) fn drop_table(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let if_exists = self.if_exists()?;
        Ok(StatementKind::DropTable { if_exists, names: self.list(Self::object_name)? })
    }
}
