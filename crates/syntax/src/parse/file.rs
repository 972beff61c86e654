//! Parses database files: CREATE DATABASE, and ALTER DATABASE without SET. Sizes, names and
//! combinations aren't checked.

use super::parser::{Parsed, Parser};
use crate::ast::{
    AlterDatabase, CreateDatabase, DatabaseChange, DatabaseOrigin, FileGrowth, FileSize, FileSizeMax, FileSpec,
    Filegroup, Name, SizeUnit, StatementKind,
};
use crate::error::number;
use crate::keyword::Keyword;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Parses `CREATE DATABASE`, starting at its first keyword. Containment, files, collation,
    /// origin (FOR ATTACH, AS SNAPSHOT OF, AS COPY OF) and options are read in this order; none is
    /// checked.
    pub(crate) fn create_database(&mut self) -> Parsed<StatementKind> {
        self.at += 2;
        let name = self.name()?;
        let containment = if self.eat_word("containment") {
            self.expect(TokenKind::Equal)?;
            Some(self.any_word()?)
        } else {
            None
        };
        let filegroups = if self.eat_keyword(Keyword::On) { self.filegroups()? } else { Vec::new() };
        let log = if self.at_word("log") && self.ahead(1).is(Keyword::On) {
            self.at += 2;
            self.list(Self::file_spec)?
        } else {
            Vec::new()
        };
        let collation = if self.eat_keyword(Keyword::Collate) { Some(self.name()?) } else { None };
        let origin = self.database_origin()?;
        let options = if self.eat_keyword(Keyword::With) { self.list(Self::database_option)? } else { Vec::new() };
        Ok(StatementKind::CreateDatabase(Box::new(CreateDatabase {
            name,
            containment,
            filegroups,
            log,
            collation,
            origin,
            options,
        })))
    }

    fn database_origin(&mut self) -> Parsed<Option<DatabaseOrigin>> {
        if self.eat_keyword(Keyword::For) {
            if self.eat_word("attach") {
                return Ok(Some(DatabaseOrigin::Attach));
            }
            self.expect_word("attach_rebuild_log")?;
            return Ok(Some(DatabaseOrigin::AttachRebuildLog));
        }
        if !self.eat_keyword(Keyword::As) {
            return Ok(None);
        }
        if self.eat_word("copy") {
            self.expect_keyword(Keyword::Of)?;
            return self.copy_source().map(Some);
        }
        self.expect_word("snapshot")?;
        self.expect_keyword(Keyword::Of)?;
        self.name().map(|name| Some(DatabaseOrigin::SnapshotOf(name)))
    }

    /// `[server.]database [(SERVICE_OBJECTIVE = ...)]`.
    fn copy_source(&mut self) -> Parsed<DatabaseOrigin> {
        let first = self.name()?;
        let (server, database) = if self.eat(TokenKind::Dot) { (Some(first), self.name()?) } else { (None, first) };
        let objective = if self.eat(TokenKind::LeftParen) {
            let option = self.database_option()?;
            self.expect(TokenKind::RightParen)?;
            Some(option)
        } else {
            None
        };
        Ok(DatabaseOrigin::CopyOf { server, database, objective })
    }

    /// `[PRIMARY] files, FILEGROUP name files, ...`.
    fn filegroups(&mut self) -> Parsed<Vec<Filegroup>> {
        self.eat_keyword(Keyword::Primary);
        let primary = Filegroup { name: None, contains: None, is_default: false, files: vec![self.file_spec()?] };
        let mut groups = vec![primary];
        while self.eat(TokenKind::Comma) {
            if self.eat_word("filegroup") {
                let name = Some(self.name()?);
                let contains = if self.eat_keyword(Keyword::Contains) { Some(self.any_word()?) } else { None };
                let is_default = self.eat_keyword(Keyword::Default);
                groups.push(Filegroup { name, contains, is_default, files: vec![self.file_spec()?] });
            } else {
                let file = self.file_spec()?;
                groups.last_mut().into_iter().for_each(|group| group.files.push(file.clone()));
            }
        }
        Ok(groups)
    }

    fn file_spec(&mut self) -> Parsed<FileSpec> {
        let start = self.expect(TokenKind::LeftParen)?.span;
        let mut file = FileSpec {
            name: None,
            new_name: None,
            file: None,
            size: None,
            size_max: None,
            growth: None,
            offline: false,
            span: start,
        };
        self.list(|parser| parser.file_property(&mut file))?;
        self.expect(TokenKind::RightParen)?;
        file.span = self.since(start);
        Ok(file)
    }

    /// Parses a property of a file. Records 1039 for one that the file has already.
    fn file_property(&mut self, file: &mut FileSpec) -> Parsed<()> {
        let start = self.token();
        if self.eat_word("offline") {
            file.offline = true;
            return Ok(());
        }
        let known = ["name", "newname", "filename", "size", "maxsize", "filegrowth"];
        let Some(property) = known.into_iter().find(|word| self.at_word(word)) else { return Err(self.incorrect()) };
        self.advance();
        let is_repeated = match property {
            "name" => file.name.is_some(),
            "newname" => file.new_name.is_some(),
            "filename" => file.file.is_some(),
            "size" => file.size.is_some(),
            "maxsize" => file.size_max.is_some(),
            _ => file.growth.is_some(),
        };
        if is_repeated {
            let written = start.span.slice(self.text).to_owned();
            self.report(number::OPTION_REPEATED, start, written);
        }
        self.expect(TokenKind::Equal)?;
        match property {
            "name" => file.name = Some(self.string_or_name()?),
            "newname" => file.new_name = Some(self.string_or_name()?),
            "filename" => file.file = Some(self.string()?),
            "size" => file.size = Some(self.file_size()?),
            "maxsize" if self.eat_word("unlimited") => file.size_max = Some(FileSizeMax::Unlimited),
            "maxsize" => file.size_max = Some(FileSizeMax::Size(self.file_size()?)),
            _ => file.growth = Some(self.file_growth()?),
        }
        Ok(())
    }

    /// Parses an identifier, or a string in its place, which becomes a name.
    pub(crate) fn string_or_name(&mut self) -> Parsed<Name> {
        if matches!(self.token().kind, TokenKind::String | TokenKind::NationalString) {
            let token = self.advance();
            return self.name_of(token);
        }
        self.name()
    }

    /// Parses `number [KB | MB | GB | TB]`; the unit is `None` if omitted. The number must fit into
    /// 32 bits.
    pub(crate) fn file_size(&mut self) -> Parsed<FileSize> {
        let number = self.small_number()?;
        let units = [SizeUnit::Kilobytes, SizeUnit::Megabytes, SizeUnit::Gigabytes, SizeUnit::Terabytes];
        let unit = units.into_iter().find(|unit| self.at_word(unit.word()));
        if unit.is_some() {
            self.advance();
        }
        Ok(FileSize { number, unit })
    }

    fn file_growth(&mut self) -> Parsed<FileGrowth> {
        let size = self.file_size()?;
        if size.unit.is_none() && self.eat(TokenKind::Percent) {
            return Ok(FileGrowth::Percent(size.number));
        }
        Ok(FileGrowth::Size(size))
    }

    /// Parses the change after `ALTER DATABASE name`, except SET: ADD, REMOVE, MODIFY or COLLATE.
    /// Other words are syntax errors.
    pub(crate) fn database_change(&mut self, database: Option<Name>) -> Parsed<StatementKind> {
        let change = match self.token().kind {
            TokenKind::Keyword(Keyword::Add) => self.add_to_database()?,
            TokenKind::Keyword(Keyword::Collate) => {
                self.advance();
                DatabaseChange::Collate(self.name()?)
            }
            _ if self.eat_word("remove") => {
                if self.eat_keyword(Keyword::File) {
                    DatabaseChange::RemoveFile(self.string_or_name()?)
                } else {
                    self.expect_word("filegroup")?;
                    DatabaseChange::RemoveFilegroup(self.name()?)
                }
            }
            _ => {
                self.expect_word("modify")?;
                self.modify_database()?
            }
        };
        Ok(StatementKind::AlterDatabase(Box::new(AlterDatabase { database, change })))
    }

    fn add_to_database(&mut self) -> Parsed<DatabaseChange> {
        self.advance();
        if self.eat_word("log") {
            self.expect_keyword(Keyword::File)?;
            let files = self.list(Self::file_spec)?;
            if self.at_keyword(Keyword::To) {
                return Err(self.report(number::FILEGROUP_OF_LOG, self.token(), String::new()));
            }
            return Ok(DatabaseChange::AddLogFiles(files));
        }
        if self.eat_word("filegroup") {
            let name = self.name()?;
            let contains = if self.eat_keyword(Keyword::Contains) { Some(self.any_word()?) } else { None };
            return Ok(DatabaseChange::AddFilegroup { name, contains });
        }
        self.expect_keyword(Keyword::File)?;
        let files = self.list(Self::file_spec)?;
        let filegroup = if self.eat_keyword(Keyword::To) {
            self.expect_word("filegroup")?;
            Some(self.name()?)
        } else {
            None
        };
        Ok(DatabaseChange::AddFiles { files, filegroup })
    }

    fn modify_database(&mut self) -> Parsed<DatabaseChange> {
        if self.eat_keyword(Keyword::File) {
            return self.file_spec().map(|file| DatabaseChange::ModifyFile(Box::new(file)));
        }
        if self.eat_word("filegroup") {
            let name = self.name()?;
            let change = self.named_option()?;
            let termination = if self.eat_keyword(Keyword::With) { Some(self.termination()?) } else { None };
            return Ok(DatabaseChange::ModifyFilegroup { name, change, termination });
        }
        self.expect_word("name")?;
        self.expect(TokenKind::Equal)?;
        self.name().map(DatabaseChange::ModifyName)
    }
}
