//! The file options of CREATE DATABASE: validation, and their effect.
//!
//! The options are written to the new files and to the row in the list of databases. So a database
//! exists with its sizes, growth and names, or not at all.

use crate::files::{CONVERTING, FilePair, MAKING, RING, file_name};
use crate::storage::Resources;
use sluice_base::file_growth::FileGrowth;
use sluice_base::ids::{FileId, FilegroupId};
use sluice_catalog::name::same;
use sluice_session::{NewFile, NewFiles};
use sluice_table::DatabaseOptions;
use sluice_table::data_files::{DataFiles, SecondaryFile};
use sluice_table::database_options::size_in_pages;
use sluice_txn::StorageError;
use sluice_types::SqlError;
use sluice_vfs::{FileError, Vfs};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Verifies that new files can be created. Fails with 5133 if a folder doesn't exist or can't be
/// looked up, and with 5170 if a file exists or belongs to another database. `known` are the files
/// of the other databases. Two of the new files at one path fail too.
pub(crate) fn check_places(vfs: &dyn Vfs, files: &FilePair, known: &[FilePair]) -> Result<(), SqlError> {
    let exists = |path: &Path| SqlError::file_exists(path.display());
    files.paths().try_for_each(|path| check_new_path(vfs, path))?;
    let is_twice = |path: &&Path| files.paths().filter(|other| other == path).count() > 1;
    if let Some(twice) = files.paths().find(is_twice) {
        return Err(exists(twice));
    }
    match known.iter().find(|other| files.meets(other)) {
        // A file of another database counts even if it is missing. The ring decides if both files
        // have the same name.
        Some(other) if files.ring == other.ring => Err(exists(&files.ring)),
        Some(_) => Err(exists(&files.data)),
        None => Ok(()),
    }
}

/// Verifies that a new file can be created at `path`: 5133 or 5170. A missing folder is 5133.
pub(crate) fn check_new_path(vfs: &dyn Vfs, path: &Path) -> Result<(), SqlError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let no_folder = |why: String| SqlError::directory_lookup_failed(path.display(), why);
    let lookup = |path: &Path| vfs.exists(path).map_err(|error| no_folder(said(&error)));
    if !folder.as_os_str().is_empty() && !lookup(folder)? {
        return Err(no_folder(NO_FOLDER.to_owned()));
    }
    if lookup(path)? { Err(SqlError::file_exists(path.display())) } else { Ok(()) }
}

/// Returns 5123 if the system refused to create or open a new file. Returns other errors unchanged.
/// The path in it is the final one, not the temporary one.
pub(crate) fn not_made(files: &FilePair, error: StorageError) -> Result<SqlError, StorageError> {
    let making = files.in_making();
    let shown =
        files.paths().zip(making.paths()).find(|(path, making)| [*path, *making].contains(&&*error_path(&error)));
    let is_ring = [&files.ring, &making.ring].contains(&&error_path(&error));
    match error {
        StorageError::File(error) if shown.is_some() || is_ring => {
            let shown = shown.map_or(&*files.data, |(path, _)| path);
            Ok(SqlError::create_file_failed(said(&error), shown.display()))
        }
        error => Err(error),
    }
}

/// Returns the path of a file error; empty for another error.
fn error_path(error: &StorageError) -> PathBuf {
    match error {
        StorageError::File(error) => error.path.clone(),
        _ => PathBuf::new(),
    }
}

/// Formats the system's error as messages show it: its number, and the meaning in parentheses.
pub(crate) fn said(error: &FileError) -> String {
    match error.source.raw_os_error() {
        Some(number) => format!("{number}({})", error.source),
        None => error.source.to_string(),
    }
}

/// Returns FILENAME, or `None` if it equals the default path `first`. Fails with 40517 for Windows
/// paths and names reserved for the instance, and with 5133 if the path names no file. A relative
/// path begins at the instance's folder.
pub(crate) fn path_of(file: &NewFile, folder: &Path, first: &Path) -> Result<Option<String>, SqlError> {
    let Some(written) = &file.path else { return Ok(None) };
    check_written_path(written)?;
    Ok((folder.join(written) != first).then(|| written.clone()))
}

/// Fails with 40517 for Windows paths and names reserved for the instance, and with 5133 if the
/// path names no file.
pub(crate) fn check_written_path(written: &str) -> Result<(), SqlError> {
    let bytes = written.as_bytes();
    let has_drive = bytes.len() > 1 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':';
    if has_drive || written.contains('\\') {
        let what = format!(
            "FILENAME '{written}', a path of Windows; write one with '/', which begins at the root or at the instance's folder,"
        );
        return Err(sluice_plan::unsupported(&what));
    }
    let ends = |end: &str| written.ends_with(end);
    if [MAKING, CONVERTING, RING].into_iter().any(ends) {
        return Err(sluice_plan::unsupported(&format!("FILENAME '{written}', an ending of the instance's own files,")));
    }
    if written.is_empty() || ends("/") || Path::new(written).file_name().is_none() {
        return Err(SqlError::directory_lookup_failed(written, NO_FOLDER));
    }
    Ok(())
}

/// Returns the options of the new database. They begin as `options`, those of model. Fails with
/// 1828 if two of the files have the same logical name, and with the errors of their paths. Names
/// and paths that are the default ones are not stored. Fails with 1036 for a file without a name,
/// and with 5035 if two filegroups have one name.
pub(crate) fn options_with(
    options: DatabaseOptions,
    folder: &Path,
    name: &str,
    wanted: &NewFiles,
) -> Result<DatabaseOptions, SqlError> {
    let first = FilePair::for_database(folder, name);
    let [data, log] = FilePair::logical_names(name);
    let other = |written: &Option<String>, first: &str| written.clone().filter(|written| written != first);
    let (data_name, log_name) = (other(&wanted.data.name, &data), other(&wanted.log.name, &log));
    let names = (data_name.as_ref().unwrap_or(&data), log_name.as_ref().unwrap_or(&log));
    let data_files = data_files_of(folder, name, wanted)?;
    let others = data_files.files.iter().map(|file| &file.name);
    let all: Vec<&String> = [names.0, names.1].into_iter().chain(others).collect();
    let is_twice = |(place, name): (usize, &&String)| all[..place].iter().any(|other| same(other, name));
    if let Some(place) = (0..all.len()).find(|place| is_twice((*place, &all[*place]))) {
        return Err(SqlError::logical_file_name_in_use(all[place]));
    }
    let file_sizes = sizes_of(wanted, &data_files);
    let max = wanted.data.max.flatten().map(|bytes| u32::try_from(bytes / PAGE_BYTES).unwrap_or(u32::MAX));
    Ok(DatabaseOptions {
        data_growth: wanted.data.growth.or(options.data_growth),
        data_pages_max: max,
        data_files,
        file_sizes,
        data_name,
        log_name,
        data_path: path_of(&wanted.data, folder, &first.data)?,
        log_path: path_of(&wanted.log, folder, &first.log)?,
        ..options
    })
}

/// Returns the sizes that the statement gives, in pages.
fn sizes_of(wanted: &NewFiles, files: &DataFiles) -> BTreeMap<FileId, u32> {
    let others = wanted.filegroups.iter().flat_map(|group| &group.files).zip(&files.files);
    let others = others.map(|(file, made)| (made.id, file.size));
    let all = [(FileId::PRIMARY, wanted.data.size), (FileId::LOG, wanted.log.size)].into_iter().chain(others);
    all.filter_map(|(id, bytes)| Some((id, size_in_pages(bytes?)))).collect()
}

/// Returns the filegroups and secondary files of a new database.
fn data_files_of(folder: &Path, database: &str, wanted: &NewFiles) -> Result<DataFiles, SqlError> {
    let mut files = DataFiles::default();
    for group in &wanted.filegroups {
        let filegroup = match &group.name {
            None => FilegroupId::PRIMARY,
            Some(name) if files.filegroup_named(name).is_some() => return Err(SqlError::filegroup_exists(name)),
            Some(name) => files.add_filegroup(name),
        };
        if group.is_default {
            files.default_filegroup = filegroup;
        }
        for file in &group.files {
            let id = files.next_file();
            let file = secondary_file(folder, database, file, filegroup)?;
            files.files.push(SecondaryFile { id, is_absent: false, ..file });
        }
    }
    Ok(files)
}

/// Returns the entry of a new file of the database `database`, marked absent. The caller replaces
/// its id. Fails with 1036 if the file has no name, and with the errors of its path. Its default
/// file is `DATABASE_NAME.ndf` in the instance's folder.
pub(crate) fn secondary_file(
    folder: &Path,
    database: &str,
    file: &NewFile,
    filegroup: FilegroupId,
) -> Result<SecondaryFile, SqlError> {
    let name = file.name.clone().ok_or_else(|| SqlError::file_option_required("NAME"))?;
    let usual = format!("{}_{}.ndf", file_name(database), file_name(&name));
    let path = path_of(file, folder, &folder.join(&usual))?.unwrap_or(usual);
    Ok(SecondaryFile {
        id: FileId::LOG,
        filegroup,
        name,
        path,
        growth: file.growth,
        max_bytes: file.max.flatten(),
        is_absent: true,
    })
}

/// Returns the number of pages of a new file. A file without a SIZE has 1 MB.
pub(crate) fn pages_of(file: &NewFile) -> u32 {
    size_in_pages(file.size.unwrap_or(SECONDARY_BYTES))
}

impl Resources {
    /// Returns the resources with these file sizes and this growth and greatest size of the log.
    /// Sizes of data files round up to pages; what isn't given stays. The log's greatest size can
    /// only shrink.
    pub(crate) fn for_files(mut self, wanted: &NewFiles) -> Resources {
        if let Some(size) = wanted.data.size {
            self.data_pages = size_in_pages(size);
        }
        self.secondary_pages = wanted.filegroups.iter().flat_map(|group| &group.files).map(pages_of).collect();
        let log = &mut self.log_options;
        log.initial_bytes = wanted.log.size.unwrap_or(log.initial_bytes);
        log.growth_bytes = wanted.log.growth.map_or(log.growth_bytes, FileGrowth::to_number);
        log.max_bytes = wanted.log.max.flatten().map_or(log.max_bytes, |max| max.min(log.max_bytes));
        self
    }
}

/// The text of Windows error 3.
const NO_FOLDER: &str = "3(The system cannot find the path specified.)";
const PAGE_BYTES: u64 = sluice_buffer::PAGE_SIZE as u64;
/// The default size of a secondary file, as in SQL Server's documentation: 1 MB.
pub(crate) const SECONDARY_BYTES: u64 = 1 << 20;
