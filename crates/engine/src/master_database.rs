//! Opens master, the database that lists all others.

use crate::error::InstanceError;
use crate::files::FilePair;
use crate::storage::{OpenedStorage, Resources};
use crate::well_known::{MASTER, MASTER_ID};
use sluice_base::counters::DatabaseCounters;
use sluice_base::ids::DatabaseGuid;
use sluice_base::sync::Arc;
use sluice_vfs::Vfs;
use std::path::Path;

/// Opens master, or creates it in a new folder. Fails with `NoMaster` if the folder has other
/// databases but no master. A creation that a crash broke off is repeated.
pub(crate) fn open_master(
    resources: &Resources,
    folder: &Path,
    counters: &Arc<DatabaseCounters>,
) -> Result<OpenedStorage, InstanceError> {
    let files = FilePair::for_database(folder, MASTER);
    let of_master = |source| InstanceError::Database { name: MASTER.to_owned(), source };
    if !resources.vfs.exists(&files.data)? {
        // A folder with databases but no master has lost it. An empty master would hide the
        // databases.
        let orphan =
            resources.vfs.list(folder)?.into_iter().find(|path| path.extension().is_some_and(|end| end == "mdf"));
        if let Some(found) = orphan {
            return Err(InstanceError::NoMaster { folder: folder.to_owned(), found });
        }
        // A crash between the two renames of an earlier start leaves only the log under its final
        // name.
        if resources.vfs.exists(&files.log)? && !resources.vfs.exists(&files.in_making().log)? {
            resources.vfs.rename(&files.log, &files.in_making().log)?;
        }
        let now = resources.clock.utc_ns() as u64;
        resources.make(MASTER_ID, &files.in_making(), DatabaseGuid(now | 1), None).map_err(of_master)?;
        resources.sync_folder(folder)?;
        files.settle(resources.vfs.as_ref())?;
        resources.sync_folder(folder)?;
    }
    resources.log_opening(MASTER);
    let opened = resources.open(MASTER_ID, &files, None, counters, None).map_err(of_master)?;
    resources.log_recovery(MASTER, MASTER_ID, &opened.report);
    Ok(opened)
}
