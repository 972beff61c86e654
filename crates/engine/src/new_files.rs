//! What CREATE DATABASE says about files: which of it can be had, and what becomes of it.
//!
//! All of it goes into the files as they are made and into the row of the list of databases: a database is there with its sizes, growth and
//! names, or not at all.

use crate::files::FilePair;
use crate::storage::Resources;
use sluice_base::file_growth::FileGrowth;
use sluice_catalog::name::same;
use sluice_exec::{DatabaseOptions, NewFile, NewFiles};
use sluice_types::SqlError;
use std::path::Path;

/// Whether the files are to be where they would be anyway, by their whole path or their name in the instance's folder; else refused.
pub(crate) fn check_places(files: &FilePair, wanted: &NewFiles) -> Result<(), SqlError> {
    let is_it = |file: &NewFile, path: &Path| match &file.path {
        Some(written) => Path::new(written) == path || path.file_name().is_some_and(|name| name == written.as_str()),
        None => true,
    };
    if is_it(&wanted.data, &files.data) && is_it(&wanted.log, &files.log) {
        return Ok(());
    }
    let [data, log] = [&files.data, &files.log].map(|path| path.file_name().unwrap_or_default().display().to_string());
    Err(sluice_plan::unsupported(&format!("CREATE DATABASE with a FILENAME other than {data} and {log}")))
}

/// The options of the new database: 1828 where both files have one name.
pub(crate) fn options_with(
    options: DatabaseOptions,
    name: &str,
    wanted: &NewFiles,
) -> Result<DatabaseOptions, SqlError> {
    let [data, log] = FilePair::logical_names(name);
    let other = |written: &Option<String>, first: &str| written.clone().filter(|written| written != first);
    let (data_name, log_name) = (other(&wanted.data.name, &data), other(&wanted.log.name, &log));
    let names = (data_name.as_ref().unwrap_or(&data), log_name.as_ref().unwrap_or(&log));
    if same(names.0, names.1) {
        return Err(SqlError::new(1828, 16, 3, vec![names.1.clone()]));
    }
    let max = wanted.data.max.flatten().map(|bytes| u32::try_from(bytes / PAGE_BYTES).unwrap_or(u32::MAX));
    Ok(DatabaseOptions {
        data_growth: wanted.data.growth.or(options.data_growth),
        data_pages_max: max,
        data_name,
        log_name,
        ..options
    })
}

impl Resources {
    /// The same, for files of these sizes and a log that grows so.
    pub(crate) fn for_files(mut self, wanted: &NewFiles) -> Resources {
        if let Some(size) = wanted.data.size {
            self.data_pages = u32::try_from(size.div_ceil(PAGE_BYTES)).unwrap_or(u32::MAX);
        }
        let log = &mut self.log_options;
        log.initial_bytes = wanted.log.size.unwrap_or(log.initial_bytes);
        log.growth_bytes = wanted.log.growth.map_or(log.growth_bytes, FileGrowth::to_number);
        log.max_bytes = wanted.log.max.flatten().map_or(log.max_bytes, |max| max.min(log.max_bytes));
        self
    }
}

const PAGE_BYTES: u64 = sluice_buffer::PAGE_SIZE as u64;
