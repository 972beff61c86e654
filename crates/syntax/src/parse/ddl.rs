//! CREATE TABLE and DROP TABLE.

use super::parser::{Parsed, Parser, Reach};
use crate::ast::{CreateTable, StatementKind};
use crate::keyword::Keyword;

impl Parser<'_> {
    /// Parses `CREATE TABLE`, starting at its first keyword.
    pub(crate) fn create_table(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let name = self.object_name()?;
        if self.at_keyword(Keyword::As) {
            return Err(self.unsupported("CREATE TABLE AS", Reach::Statement));
        }
        let items = self.table_items()?;
        let filegroup = self.filegroup("CREATE TABLE")?;
        let lob_filegroup = if self.eat_word("textimage_on") { Some(self.name()?) } else { None };
        if self.at_word("filestream_on") {
            return Err(self.unsupported("CREATE TABLE FILESTREAM_ON", Reach::Statement));
        }
        let options = self.with_options()?;
        if options.iter().any(|option| option.name.is("SYSTEM_VERSIONING")) {
            return Err(self.unsupported("CREATE TABLE WITH SYSTEM_VERSIONING", Reach::Statement));
        }
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

    /// Parses `DROP TABLE`, starting at its first keyword.
    pub(crate) fn drop_table(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let if_exists = self.if_exists()?;
        Ok(StatementKind::DropTable { if_exists, names: self.list(Self::object_name)? })
    }
}
