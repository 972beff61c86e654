//! The buffer pool extension: its configuration in master, and its file's life.
//!
//! | boot slot of master | object id | key | value |
//! |---|---|---|---|
//! | 21 | 64 | 1, u32 big-endian | bytes of the file, u64; then its path as written, UTF-8 |
//!
//! The file stays when the instance ends, unlike SQL Server's
//! (`database-engine/configure-windows/buffer-pool-extension.md`): the next start takes the pages
//! in it over (`docs/decisions/2026-11-28-pool-extension.md`). Master is opened before the
//! extension, so its pages are not taken over. A start without the file, for any reason, works
//! without an extension and logs a line.

use crate::master_tree::MasterTree;
use crate::messages::text;
use crate::new_files::check_written_path;
use crate::storage::Resources;
use crate::well_known::MASTER;
use sluice_base::error_log::LogSource;
use sluice_base::ids::ObjectId;
use sluice_base::sync::Mutex;
use sluice_buffer::{ExtensionError, ExtensionOptions, PAGE_SIZE, remove_leftover};
use sluice_txn::{Storage, StorageError};
use sluice_types::SqlError;
use std::path::Path;
use std::sync::Arc;

/// The configured buffer pool extension of the instance.
pub(crate) struct PoolExtension {
    tree: MasterTree,
    /// Held while the extension is turned on or off.
    configured: Mutex<Option<Configured>>,
}

/// The extension as configured.
#[derive(Clone)]
struct Configured {
    path: String,
    bytes: u64,
}

impl PoolExtension {
    /// Reads the configuration from master, without touching the file. A row that can't be decoded
    /// is damage.
    pub(crate) fn open(master: &Arc<Storage>) -> Result<PoolExtension, StorageError> {
        let tree = MasterTree::open(master, SLOT, OBJECT)?;
        let rows = tree.rows("the row of the buffer pool extension can't be read", |_, value| {
            let (bytes, path) = value.split_first_chunk()?;
            Some(Configured { bytes: u64::from_le_bytes(*bytes), path: std::str::from_utf8(path).ok()?.to_owned() })
        })?;
        Ok(PoolExtension { tree, configured: Mutex::new(rows.into_iter().next()) })
    }

    /// Uses the configured extension, if there is one. Success is logged (857). A failure is only
    /// logged (858); the instance then works without an extension.
    pub(crate) fn start(&self, resources: &Resources, folder: &Path) {
        let Some(configured) = self.configured.lock().clone() else { return };
        if let Err(error) = use_file(resources, folder, &configured, true) {
            resources.error_log.error(LogSource::Server, format_args!("{}", text(&error)));
        }
    }

    /// Turns the extension on: makes the file and stores the configuration in master. Returns false
    /// if an extension is in use. Fails with 864 or 868 if the size isn't allowed, with 858 if the
    /// file can't be made, or if master can't be written; no extension is in use then.
    pub(crate) fn turn_on(
        &self,
        resources: &Resources,
        folder: &Path,
        path: &str,
        bytes: u64,
    ) -> Result<bool, SqlError> {
        let mut configured = self.configured.lock();
        if resources.pool.extension().is_some() {
            return Ok(false);
        }
        let wanted = Configured { path: path.to_owned(), bytes };
        check_written_path(path)?;
        // A limit beyond the machine's memory is never reached.
        let memory = (resources.pool.frames() * PAGE_SIZE) as u64;
        check_size(bytes, memory)?;
        if !path.to_ascii_lowercase().ends_with(ENDING) {
            return Err(not_created(&wanted, format!("the file's name must end with {ENDING}")));
        }
        use_file(resources, folder, &wanted, false)?;
        let value = [&bytes.to_le_bytes(), path.as_bytes()].concat();
        if let Err(error) = self.tree.replace(&KEY, &value) {
            resources.pool.turn_extension_off();
            return Err(sluice_table::storage_error::sql_error(&error, MASTER));
        }
        *configured = Some(wanted);
        Ok(true)
    }

    /// Turns the extension off, and removes its file. Informs in the error log (867). Returns false
    /// if none is configured. If master can't be written, the extension stays in use.
    pub(crate) fn turn_off(&self, resources: &Resources, folder: &Path) -> Result<bool, SqlError> {
        let mut configured = self.configured.lock();
        let Some(Configured { path, .. }) = &*configured else { return Ok(false) };
        // The file goes last: after a crash in between, the next start does not make it again.
        self.tree.delete(&KEY).map_err(|error| sluice_table::storage_error::sql_error(&error, MASTER))?;
        let path = folder.join(path);
        if resources.pool.turn_extension_off().is_none() {
            // It had failed, or could not be used at the start. The disk may still not answer.
            let _ = remove_leftover(&*resources.vfs, &path);
        }
        *configured = None;
        inform(resources, &SqlError::extension_disabled(path.display()));
        Ok(true)
    }
}

fn use_file(resources: &Resources, folder: &Path, configured: &Configured, takes_over: bool) -> Result<(), SqlError> {
    let path = folder.join(&configured.path);
    let options = ExtensionOptions {
        vfs: resources.vfs.clone(),
        path: path.clone(),
        bytes: configured.bytes,
        takes_over,
        clock: resources.clock.clone(),
        error_log: resources.error_log.clone(),
        has_writer: resources.with_background,
    };
    resources.pool.turn_extension_on(options).map_err(|error| match error {
        ExtensionError::Memory(error) => not_created(configured, format!("its map needs memory: {error}")),
        other => not_created(configured, other.to_string()),
    })?;
    inform(resources, &SqlError::extension_initialized(path.display(), configured.bytes >> 20));
    Ok(())
}

fn inform(resources: &Resources, message: &SqlError) {
    resources.error_log.information(LogSource::Server, format_args!("{}", text(message)));
}

fn not_created(configured: &Configured, why: String) -> SqlError {
    SqlError::extension_not_created(configured.bytes >> 20, &configured.path, why)
}

/// The size is at least the instance's memory and at most 32 times as large.
fn check_size(bytes: u64, memory: u64) -> Result<(), SqlError> {
    let most = memory.saturating_mul(MEMORY_FACTOR_MAX);
    if bytes < memory {
        Err(SqlError::extension_too_small(memory >> 20))
    } else if bytes > most {
        Err(SqlError::extension_too_large(bytes >> 10, most >> 10))
    } else {
        Ok(())
    }
}

const MEMORY_FACTOR_MAX: u64 = 32;

/// The ending of the file's name, in any case.
const ENDING: &str = ".bpe";

const KEY: [u8; 4] = 1u32.to_be_bytes();
/// The slot of master's boot page.
const SLOT: u8 = 21;
const OBJECT: ObjectId = ObjectId(64);
