//! The files of a database to be attached (`t-sql/statements/create-database-transact-sql`, FOR
//! ATTACH; `relational-databases/databases/database-detach-and-attach-sql-server`).
//!
//! The statement names the primary data file, and each other file whose path has changed since the
//! database was created or attached. The listing in the primary file names the others, and has the
//! options, which the attached database keeps (*Database Options* of the page). All data files must
//! be there: 5120 names the missing one, and a database is never opened without one.

use crate::files::FilePair;
use crate::instance::Instance;
use crate::new_files::{options_with, path_of};
use crate::registry;
use sluice_access as access;
use sluice_base::ids::{DatabaseGuid, FileId};
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_session::{NewFile, NewFiles};
use sluice_table::DatabaseOptions;
use sluice_table::storage_error::sql_error;
use sluice_txn::{DamageLocation, StorageError};
use sluice_types::SqlError;
use sluice_vfs::{Access, Create, Durability, File, OpenOptions, Vfs};
use std::path::Path;

/// The files of a database to be attached.
pub(crate) struct FoundFiles {
    /// The database's identity.
    pub(crate) guid: DatabaseGuid,
    /// The database's options, with the paths of all files.
    pub(crate) options: DatabaseOptions,
}

/// The files that a statement names, by what they are.
#[derive(Default)]
struct NamedFiles {
    primary: Option<(String, Arc<dyn File>)>,
    secondary: Vec<(FileId, String)>,
    log: Option<String>,
}

impl Instance {
    /// Finds the files of the database `name` that is to be attached with the files at `paths`.
    /// Fails with 5120 if a file can't be opened, with 5171 without a primary file, and with 5173
    /// if the files don't belong together. A file of another database, or a named one that the
    /// listing lacks, doesn't belong. Files are only read. Fails with 1828 if a secondary file has
    /// the logical name of the primary file or the log.
    pub(crate) fn find_files(&self, name: &str, paths: &[String]) -> Result<FoundFiles, SqlError> {
        let failed = |error: StorageError| sql_error(&error, name);
        let NamedFiles { primary, mut secondary, log } = self.named_files(name, paths)?;
        let Some((data, file)) = primary else {
            return Err(SqlError::not_a_primary_file(paths.first().map_or("", |path| path)));
        };
        let guid = access::read_header(&file, FileId::PRIMARY).map_err(failed)?.guid;
        let mut kept = listed_options(&file, guid).map_err(failed)?;
        for listed in &mut kept.data_files.files {
            let named = secondary.iter().position(|(id, _)| *id == listed.id);
            let named = named.map(|place| secondary.swap_remove(place).1);
            listed.path = named.unwrap_or_else(|| self.path_beside(&data, &listed.path));
            let other = self.open_to_read(&self.folder.join(&listed.path))?;
            let header = access::read_header(&other, listed.id).map_err(|_| SqlError::files_do_not_match())?;
            if header.guid != guid {
                return Err(SqlError::files_do_not_match());
            }
        }
        if !secondary.is_empty() {
            return Err(SqlError::files_do_not_match());
        }
        let DatabaseOptions { data_path, log_path, .. } = self.options_at(name, data, log)?;
        let options = DatabaseOptions { data_path, log_path, ..kept };
        let is_taken = |name: &String| options.data_files.files.iter().any(|file| same(&file.name, name));
        let [data, log] = FilePair::logical_names(name);
        let names = [options.data_name.as_ref().unwrap_or(&data), options.log_name.as_ref().unwrap_or(&log)];
        let clash = names.into_iter().find(|name| is_taken(name));
        match clash.or_else(|| same(names[0], names[1]).then_some(names[0])) {
            Some(name) => Err(SqlError::logical_file_name_in_use(name)),
            None => Ok(FoundFiles { guid, options }),
        }
    }

    /// Opens the files at `paths` and distinguishes data files from the log.
    fn named_files(&self, name: &str, paths: &[String]) -> Result<NamedFiles, SqlError> {
        let mut found = NamedFiles::default();
        for path in paths {
            let wanted = NewFile { path: Some(path.clone()), ..NewFile::default() };
            path_of(&wanted, &self.folder, Path::new(""))?;
            let file = self.open_to_read(&self.folder.join(path))?;
            match access::file_number(&file).map_err(|error| sql_error(&error, name))? {
                Some(FileId::PRIMARY) if found.primary.is_none() => found.primary = Some((path.clone(), file)),
                Some(id) if id != FileId::PRIMARY && found.secondary.iter().all(|(known, _)| *known != id) => {
                    found.secondary.push((id, path.clone()));
                }
                None if found.log.is_none() => found.log = Some(path.clone()),
                _ => return Err(SqlError::files_do_not_match()),
            }
        }
        Ok(found)
    }

    /// Returns the options with these paths. Without a path of the log, the log is looked for
    /// beside the primary file, by the name that CREATE DATABASE gives it.
    fn options_at(&self, name: &str, data: String, log: Option<String>) -> Result<DatabaseOptions, SqlError> {
        let log = log.unwrap_or_else(|| format!("{}_log.ldf", data.strip_suffix(".mdf").unwrap_or(&data)));
        let at = |path: String| NewFile { path: Some(path), ..NewFile::default() };
        let wanted = NewFiles { data: at(data), log: at(log), filegroups: Vec::new() };
        options_with(DatabaseOptions::default(), &self.folder, name, &wanted)
    }

    /// Returns the path of a file that the listing names. A relative path starts at the folder of
    /// the primary file if the file is there, or else at the instance's folder.
    fn path_beside(&self, data: &str, listed: &str) -> String {
        let beside = Path::new(data).parent().unwrap_or(Path::new("")).join(listed);
        match self.resources.vfs.exists(&self.folder.join(&beside)) {
            Ok(true) => beside.to_string_lossy().into_owned(),
            _ => listed.to_owned(),
        }
    }

    /// Opens a file to read its first pages. Fails with 5120.
    pub(crate) fn open_to_read(&self, path: &Path) -> Result<Arc<dyn File>, SqlError> {
        let opened = self.resources.vfs.open(path, READING);
        opened.map_err(|error| {
            let number = error.source.raw_os_error().unwrap_or_default();
            SqlError::physical_file_not_opened(path.display(), number, error.source)
        })
    }
}

/// Returns the options in a primary file's listing, with the files and filegroups, or the defaults
/// without a listing. The state, the paths of the primary file and the log, and the name that the
/// database was created with belong to the instance that it leaves. A file that is listed as absent
/// has no page in use, and is left where it is.
fn listed_options(file: &Arc<dyn File>, guid: DatabaseGuid) -> Result<DatabaseOptions, StorageError> {
    let Some(listing) = access::read_listing(file, guid)? else { return Ok(DatabaseOptions::default()) };
    let Ok(entry) = registry::read_listing(&listing) else {
        let what = "the listing of the database's files can't be read; it may be of a later version".to_owned();
        return Err(StorageError::Damaged { path: file.path().to_owned(), place: DamageLocation::Offset(0), what });
    };
    let mut options = DatabaseOptions {
        is_offline: false,
        is_emergency: false,
        has_objects: false,
        data_path: None,
        log_path: None,
        first_name: None,
        ..entry.options
    };
    options.data_files.files.retain(|file| !file.is_absent);
    Ok(options)
}

const READING: OpenOptions =
    OpenOptions { create: Create::Never, access: Access::Direct, durability: Durability::Deferred };
