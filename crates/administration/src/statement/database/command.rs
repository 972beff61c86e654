//! CREATE, DROP and ALTER DATABASE and ALTER DATABASE SCOPED CONFIGURATION as commands.

use super::change::change_database;
use super::file_spec::new_file;
use super::life::{attach_database, create_copy, create_database, create_snapshot, drop_databases};
use super::options::alter_database;
use super::scoped_configuration::alter_scoped_configuration;
use super::state::NewState;
use sluice_catalog::EventType;
use sluice_catalog::security::codes;
use sluice_command::statement::{Command, CommandError, Compilation, DdlEvent, Env, EventSource};
use sluice_plan::unsupported;
use sluice_session::consequence::StatementClass;
use sluice_session::new_files::{NewFile, NewFilegroup, NewFiles, SnapshotFile};
use sluice_session::rights::Rights;
use sluice_syntax::ast::{
    AlterDatabase, AlterDatabaseSet, CreateDatabase, DatabaseOrigin, FileSpec, Filegroup, Name, NamedOption,
    OptionValue, ScopedChange,
};
use sluice_types::SqlError;
use sluice_types::named_collation::DEFAULT_NAME;

/// CREATE DATABASE.
struct DatabaseCreation {
    name: Box<str>,
    files: DatabaseFiles,
}

/// The files of a CREATE DATABASE.
enum DatabaseFiles {
    /// They are made.
    New(NewFiles),
    /// FOR ATTACH: they exist at these paths.
    Existing(Vec<String>),
    /// AS SNAPSHOT OF: they are layers above those of the source.
    Snapshot { source: Box<str>, files: Vec<SnapshotFile> },
    /// AS COPY OF: they are layers above those of the source, at their default places.
    Copy { source: Box<str> },
}

/// DROP DATABASE.
struct DatabaseRemoval {
    if_exists: bool,
    names: Vec<String>,
}

/// ALTER DATABASE.
enum DatabaseAlteration {
    /// With SET.
    Options(AlterDatabaseSet),
    /// Without SET.
    Other(AlterDatabase),
}

/// ALTER DATABASE SCOPED CONFIGURATION.
struct ScopedConfiguration(ScopedChange);

/// Compiles CREATE DATABASE. FOR ATTACH takes the paths of existing files; other forms describe new
/// ones. Options that the engine lacks fail with 40517. Fails with 1036 for an attached or snapshot
/// file without FILENAME, and with 1815 or 1825 for a snapshot with file options or filegroups. LOG
/// ON without ON fails with 188.
pub(in crate::statement) fn compile_create(
    definition: &CreateDatabase,
    to: &mut dyn Compilation,
) -> Result<(), SqlError> {
    if definition.filegroups.is_empty() && !definition.log.is_empty() && definition.origin.is_none() {
        return Err(SqlError::log_file_without_data_file());
    }
    if let Some(option) = option_of_new(definition) {
        return Err(unsupported(&format!("CREATE DATABASE {option}")));
    }
    let files = match &definition.origin {
        Some(DatabaseOrigin::Attach) => DatabaseFiles::Existing(paths_to_attach(definition)?),
        Some(DatabaseOrigin::SnapshotOf(source)) => {
            DatabaseFiles::Snapshot { source: source.text.clone(), files: files_of_snapshot(definition)? }
        }
        Some(DatabaseOrigin::CopyOf { database, .. }) => DatabaseFiles::Copy { source: database.text.clone() },
        _ => DatabaseFiles::New(files_of_new(definition)),
    };
    to.add(Box::new(DatabaseCreation { name: definition.name.text.clone(), files }));
    Ok(())
}

/// Compiles DROP DATABASE.
pub(in crate::statement) fn compile_drop(if_exists: bool, names: &[Name], to: &mut dyn Compilation) {
    let names = names.iter().map(|name| name.text.to_string()).collect();
    to.add(Box::new(DatabaseRemoval { if_exists, names }));
}

/// Compiles ALTER DATABASE ... SET.
pub(in crate::statement) fn compile_set(alter: &AlterDatabaseSet, to: &mut dyn Compilation) {
    to.add(Box::new(DatabaseAlteration::Options(alter.clone())));
}

/// Compiles ALTER DATABASE ... MODIFY FILE and MODIFY NAME.
pub(in crate::statement) fn compile_change(alter: &AlterDatabase, to: &mut dyn Compilation) {
    to.add(Box::new(DatabaseAlteration::Other(alter.clone())));
}

/// Compiles ALTER DATABASE SCOPED CONFIGURATION.
pub(in crate::statement) fn compile_scoped(change: &ScopedChange, to: &mut dyn Compilation) {
    to.add(Box::new(ScopedConfiguration(change.clone())));
}

impl Command for DatabaseCreation {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.create_database()?;
        match &self.files {
            DatabaseFiles::Copy { source } => rights.copy_database(source),
            _ => Ok(()),
        }
    }

    fn class(&self) -> StatementClass {
        StatementClass::CreateDatabase
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::of_final(|_| vec![of_database(EventType::CREATE_DATABASE, &self.name)])
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        match &self.files {
            DatabaseFiles::New(files) => create_database(env, &self.name, files)?,
            DatabaseFiles::Existing(paths) => attach_database(env, &self.name, paths)?,
            DatabaseFiles::Snapshot { source, files } => create_snapshot(env, &self.name, source, files)?,
            DatabaseFiles::Copy { source } => create_copy(env, &self.name, source)?,
        }
        Ok(())
    }
}

impl Command for DatabaseRemoval {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.drop_databases(&self.names)
    }

    fn class(&self) -> StatementClass {
        StatementClass::DropDatabase
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::of_final(|env| {
            let existing = self.names.iter().filter(|name| env.context.host.database_id(name).is_some());
            existing.map(|name| of_database(EventType::DROP_DATABASE, name)).collect()
        })
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(drop_databases(env, self.if_exists, &self.names)?)
    }
}

impl DatabaseAlteration {
    /// Returns the name as written; `None` for CURRENT.
    fn database(&self) -> Option<&Name> {
        match self {
            DatabaseAlteration::Options(statement) => statement.database.as_ref(),
            DatabaseAlteration::Other(statement) => statement.database.as_ref(),
        }
    }
}

impl Command for DatabaseAlteration {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        let name = self.database().map(|name| &*name.text);
        if let DatabaseAlteration::Options(statement) = self {
            let mut states = statement.options.iter().filter_map(NewState::of_option);
            if states.any(|state| state == NewState::Emergency) {
                rights.set_emergency(name)?;
            }
        }
        rights.alter_database(name)
    }

    fn class(&self) -> StatementClass {
        StatementClass::AlterDatabase
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::of_final(|env| vec![altered(env, self.database())])
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        check_is_no_snapshot(env, self.database())?;
        match self {
            DatabaseAlteration::Options(statement) => alter_database(env, statement)?,
            DatabaseAlteration::Other(statement) => change_database(env, statement)?,
        }
        Ok(())
    }
}

impl Command for ScopedConfiguration {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.on_database(codes::ALTER_ANY_DATABASE_SCOPED_CONFIGURATION)
    }

    fn class(&self) -> StatementClass {
        StatementClass::Other
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        Ok(alter_scoped_configuration(env, &self.0)?)
    }
}

/// Returns the event of the server about a database.
fn of_database(event: EventType, name: &str) -> DdlEvent {
    DdlEvent::new(event, None).with("DatabaseName", name)
}

/// Returns the event of an ALTER DATABASE of the named or the current database.
fn altered(env: &Env<'_, '_>, name: Option<&Name>) -> DdlEvent {
    of_database(EventType::ALTER_DATABASE, name.map_or(&env.state.database.name, |name| &name.text))
}

/// Returns the data files and the log file of a CREATE DATABASE. The first file is the primary one.
fn files_of_new(definition: &CreateDatabase) -> NewFiles {
    let data = definition.filegroups.first().and_then(|group| group.files.first());
    let new = |spec: Option<&FileSpec>| spec.map(new_file).unwrap_or_default();
    let group = |(place, group): (usize, &Filegroup)| NewFilegroup {
        name: group.name.as_ref().map(|name| name.text.to_string()),
        is_default: group.is_default,
        files: group.files.iter().skip(usize::from(place == 0)).map(new_file).collect(),
    };
    let filegroups = definition.filegroups.iter().enumerate().map(group).collect();
    NewFiles { data: new(data), filegroups, log: new(definition.log.first()) }
}

/// Returns the paths of a CREATE DATABASE ... FOR ATTACH, those of LOG ON last. Refuses properties
/// that the files have themselves.
fn paths_to_attach(definition: &CreateDatabase) -> Result<Vec<String>, SqlError> {
    let listed = definition.filegroups.iter().flat_map(|group| &group.files).chain(&definition.log);
    let path = |spec: &FileSpec| match new_file(spec) {
        NewFile { path: Some(path), size: None, max: None, growth: None, .. } => Ok(path),
        _ => Err(unsupported("CREATE DATABASE FOR ATTACH with other file properties than FILENAME")),
    };
    let paths: Vec<String> = listed.map(path).collect::<Result<_, _>>()?;
    if paths.is_empty() { Err(unsupported("CREATE DATABASE FOR ATTACH without FILENAME")) } else { Ok(paths) }
}

/// Returns the files of a CREATE DATABASE ... AS SNAPSHOT OF. Fails with 1825 for a filegroup or a
/// collation, with 1815 for a property of a file, and with 1036 for a file without name or path.
fn files_of_snapshot(definition: &CreateDatabase) -> Result<Vec<SnapshotFile>, SqlError> {
    let has_filegroup = definition.filegroups.iter().any(|group| group.name.is_some() || group.is_default);
    if has_filegroup || definition.collation.is_some() {
        return Err(SqlError::snapshot_with_filegroups());
    }
    let file = |spec: &FileSpec| {
        let NewFile { name, path, size, max, growth } = new_file(spec);
        let given = [(size.is_some(), "SIZE"), (max.is_some(), "MAXSIZE"), (growth.is_some(), "FILEGROWTH")];
        if let Some((_, property)) = given.into_iter().find(|(is_given, _)| *is_given) {
            return Err(SqlError::property_of_snapshot_file(property));
        }
        let name = name.ok_or_else(|| SqlError::file_option_required("NAME"))?;
        let path = path.ok_or_else(|| SqlError::file_option_required("FILENAME"))?;
        Ok(SnapshotFile { name, path })
    };
    definition.filegroups.iter().flat_map(|group| &group.files).map(file).collect()
}

/// Fails with 5093 if the named or the current database is a snapshot.
fn check_is_no_snapshot(env: &Env<'_, '_>, name: Option<&Name>) -> Result<(), SqlError> {
    let is_snapshot = match name {
        Some(name) => env.context.host.database(&name.text).is_some_and(|database| database.is_snapshot()),
        None => env.state.database.is_snapshot(),
    };
    if is_snapshot { Err(SqlError::not_on_snapshot()) } else { Ok(()) }
}

/// Whether an option of CREATE DATABASE says what holds without it.
fn is_default_of_new(option: &NamedOption) -> bool {
    let Some(OptionValue::Word(value)) = &option.value else { return false };
    DEFAULTS_OF_NEW.iter().any(|(name, default)| option.name.is(name) && value.is(default))
}

/// Returns the first unsupported option of a CREATE DATABASE.
fn option_of_new(definition: &CreateDatabase) -> Option<&'static str> {
    let attaches = definition.origin == Some(DatabaseOrigin::Attach);
    let is_snapshot = matches!(definition.origin, Some(DatabaseOrigin::SnapshotOf(_)));
    let copied = match &definition.origin {
        Some(DatabaseOrigin::CopyOf { server, objective, .. }) => Some((server.is_some(), objective.is_some())),
        _ => None,
    };
    let has_collation = definition.collation.as_ref().is_some_and(|name| !name.is(DEFAULT_NAME));
    let said = [
        (definition.containment.as_ref().is_some_and(|kind| !kind.is("NONE")), "CONTAINMENT"),
        (attaches && definition.filegroups.iter().any(|group| group.name.is_some()), "FILEGROUP FOR ATTACH"),
        (definition.filegroups.iter().any(|group| group.contains.is_some()), "FILEGROUP CONTAINS"),
        (definition.log.len() > 1, "LOG ON several files"),
        (has_collation && !is_snapshot, "COLLATE"),
        (is_snapshot && !definition.log.is_empty(), "LOG ON AS SNAPSHOT OF"),
        (matches!(definition.origin, Some(DatabaseOrigin::AttachRebuildLog)), "FOR ATTACH_REBUILD_LOG"),
        (copied.is_some_and(|(has_server, _)| has_server), "AS COPY OF a database of another server"),
        (copied.is_some_and(|(_, has_objective)| has_objective), "AS COPY OF with SERVICE_OBJECTIVE"),
        (copied.is_some() && !definition.filegroups.is_empty(), "ON files AS COPY OF"),
        (copied.is_some() && !definition.log.is_empty(), "LOG ON AS COPY OF"),
        (copied.is_some() && definition.collation.is_some(), "COLLATE AS COPY OF"),
        (!definition.options.iter().all(is_default_of_new), "WITH"),
    ];
    said.into_iter().find(|(said, _)| *said).map(|(_, word)| word)
}

/// Options of CREATE DATABASE that scripts of tools have, with their defaults.
const DEFAULTS_OF_NEW: [(&str, &str); 4] =
    [("CATALOG_COLLATION", "DATABASE_DEFAULT"), ("DB_CHAINING", "OFF"), ("LEDGER", "OFF"), ("TRUSTWORTHY", "OFF")];
