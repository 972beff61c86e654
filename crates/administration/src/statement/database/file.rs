//! ALTER DATABASE ... ADD FILE, REMOVE FILE and the changes of filegroups.
//!
//! `t-sql/statements/alter-database-transact-sql-file-and-filegroup-options`; messages 5009 to 5051
//! of `database-engine-events-and-errors-5000-to-5999`. A file without TO FILEGROUP belongs to
//! PRIMARY, as every file that is not assigned to another filegroup
//! (`relational-databases/databases/database-files-and-filegroups`).

use super::altered::{MASTER_ID, MODEL_ID, TEMPDB_ID, altered};
use super::file_spec::new_file;
use super::life::check_sizes;
use super::user_access;
use sluice_base::ids::{FileId, FilegroupId};
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_command::statement::Env;
use sluice_plan::unsupported;
use sluice_syntax::ast::{FileSpec, Name, NamedOption, OptionValue, Termination};
use sluice_table::data_files::DataFiles;
use sluice_table::database::Database;
use sluice_table::database_file::FileKind;
use sluice_table::database_options::DatabaseOptions;
use sluice_table::storage_error::sql_error;
use sluice_types::SqlError;

/// Runs ADD FILE. The files are added one after another; those before a failed one stay. Fails with
/// 5013 for master and model, with 40517 for tempdb and for OFFLINE or NEWNAME, and with 1921 for
/// an unknown filegroup. Fails with 5048 for a READ_ONLY filegroup.
pub(super) fn add_files(
    env: &mut Env<'_, '_>,
    written: Option<&Name>,
    files: &[FileSpec],
    filegroup: Option<&Name>,
) -> Result<(), SqlError> {
    let database = own_database(env, written)?;
    if database.id == MASTER_ID || database.id == MODEL_ID {
        return Err(SqlError::file_added_to_system_database());
    }
    if database.id == TEMPDB_ID {
        return Err(unsupported("ALTER DATABASE tempdb ADD FILE"));
    }
    let filegroup = match filegroup {
        None => FilegroupId::PRIMARY,
        Some(name) if name.is("DEFAULT") => database.options().data_files.default_filegroup,
        Some(name) => {
            let known = database.options().data_files.filegroup_named(&name.text);
            known.ok_or_else(|| SqlError::invalid_filegroup("filegroup", &name.text))?
        }
    };
    check_files_may_change(&database, filegroup)?;
    for file in files {
        if file.offline || file.new_name.is_some() {
            let what = if file.offline { "OFFLINE" } else { "NEWNAME" };
            return Err(unsupported(&format!("ALTER DATABASE ADD FILE {what}")));
        }
        let file = new_file(file);
        check_sizes(&file)?;
        env.context.host.add_data_file(&database, filegroup, &file)?;
    }
    Ok(())
}

/// Runs ADD LOG FILE, which adds a persisted log buffer
/// (`relational-databases/databases/add-persisted-log-buffer`). SIZE has no effect, as documented.
/// Fails with 5013 for master and model, with 5123 if the file isn't on a volume with DAX, and with
/// 40517 for tempdb, for several files, and for other options of the file.
pub(super) fn add_log_files(env: &mut Env<'_, '_>, written: Option<&Name>, files: &[FileSpec]) -> Result<(), SqlError> {
    let database = own_database(env, written)?;
    if database.id == MASTER_ID || database.id == MODEL_ID {
        return Err(SqlError::file_added_to_system_database());
    }
    let refused = |what: &str| Err(unsupported(&format!("ALTER DATABASE {what}")));
    if database.id == TEMPDB_ID {
        return refused("tempdb ADD LOG FILE");
    }
    let [file] = files else { return refused("ADD LOG FILE of several files") };
    let options = [
        (file.offline, "OFFLINE"),
        (file.new_name.is_some(), "NEWNAME"),
        (file.size_max.is_some(), "MAXSIZE"),
        (file.growth.is_some(), "FILEGROWTH"),
    ];
    if let Some((_, option)) = options.into_iter().find(|(is_written, _)| *is_written) {
        return refused(&format!("ADD LOG FILE {option}"));
    }
    if database.options().log_buffer.is_some() {
        return refused("ADD LOG FILE to a database with a persisted log buffer");
    }
    env.context.host.add_log_buffer(&database, &new_file(file))
}

/// Removes the persisted log buffer, with the database for this session alone, and informs with
/// 5044. Fails with 5070 if other sessions use the database.
fn remove_log_buffer(env: &mut Env<'_, '_>, database: &Arc<Database>, name: &str) -> Result<(), SqlError> {
    user_access::be_alone(env, database, Some(&Termination::NoWait))?;
    let removed = env.context.host.remove_log_buffer(database);
    removed.and(env.state.share(database))?;
    env.inform(SqlError::part_removed("file", name));
    Ok(())
}

/// Runs REMOVE FILE, which deletes the file, and informs with 5044. Fails with 5009 if the database
/// has no such file, with 5020 for the primary file and the log, with 5031 for the last file of the
/// default filegroup, with 5042 if the file isn't empty, and with 5048 in a READ_ONLY filegroup.
pub(super) fn remove_file(env: &mut Env<'_, '_>, written: Option<&Name>, name: &Name) -> Result<(), SqlError> {
    let database = own_database(env, written)?;
    let files = database.files();
    let file = files.iter().find(|file| same(&file.name, &name.text)).ok_or_else(SqlError::files_not_found)?;
    if file.kind == FileKind::LogBuffer {
        return remove_log_buffer(env, &database, &file.name);
    }
    if file.id == FileId::PRIMARY || file.kind == FileKind::Log {
        return Err(SqlError::primary_file_removed());
    }
    file.filegroup.map_or(Ok(()), |filegroup| check_files_may_change(&database, filegroup))?;
    let default = database.options().data_files.default_filegroup;
    let of_group = files.iter().filter(|other| other.filegroup == file.filegroup).count();
    if file.filegroup == Some(default) && of_group == 1 {
        return Err(SqlError::only_file_of_default_filegroup(&file.name));
    }
    env.context.host.remove_data_file(&database, file.id)?;
    env.inform(SqlError::part_removed("file", &file.name));
    Ok(())
}

/// Runs ADD FILEGROUP. Fails with 1826 in a system database, with 5051 for the name DEFAULT, and
/// with 5035 for a name in use. CONTAINS fails with 40517. The change is durable on return.
pub(super) fn add_filegroup(
    env: &mut Env<'_, '_>,
    written: Option<&Name>,
    name: &Name,
    contains: Option<&Name>,
) -> Result<(), SqlError> {
    let database = own_database(env, written)?;
    if let Some(contains) = contains {
        return Err(unsupported(&format!("ALTER DATABASE ADD FILEGROUP CONTAINS {}", contains.text)));
    }
    if [MASTER_ID, MODEL_ID, TEMPDB_ID].contains(&database.id) {
        return Err(SqlError::filegroups_not_allowed(&database.name));
    }
    check_new_name(&database.options().data_files, &name.text)?;
    change(env, &database, &|files| {
        files.add_filegroup(&name.text);
    })
}

/// Runs REMOVE FILEGROUP, and informs with 5044. Fails with 5014 if the database has no such
/// filegroup, and with 5042 if the filegroup has files.
pub(super) fn remove_filegroup(env: &mut Env<'_, '_>, written: Option<&Name>, name: &Name) -> Result<(), SqlError> {
    let database = own_database(env, written)?;
    let id = filegroup(&database, name)?;
    if database.options().data_files.has_files(id) {
        return Err(SqlError::part_not_empty("filegroup", &name.text));
    }
    change(env, &database, &|files| files.remove_filegroup(id))?;
    if database.options().data_files.filegroups.iter().any(|group| group.id == id) {
        // Another session has added a file meanwhile.
        return Err(SqlError::part_not_empty("filegroup", &name.text));
    }
    env.inform(SqlError::part_removed("filegroup", &name.text));
    Ok(())
}

/// Runs MODIFY FILEGROUP with DEFAULT, NAME, READ_ONLY or READ_WRITE. READ_ONLY and READ_WRITE need
/// the database alone, for which `termination` may end other sessions. Fails with 5014 for an
/// unknown filegroup, with 40517 for other words, with 5012 or 5047 for PRIMARY, with 5035 or 5051
/// for a new name that is taken, with 5045 for a property that is set already, and with 5050 for a
/// filegroup without files. Informs with 5021 or 5046.
pub(super) fn modify_filegroup(
    env: &mut Env<'_, '_>,
    written: Option<&Name>,
    name: &Name,
    (wanted, termination): (&NamedOption, Option<&Termination>),
) -> Result<(), SqlError> {
    let database = own_database(env, written)?;
    let id = filegroup(&database, name)?;
    let is_read_only = [("READ_ONLY", true), ("READONLY", true), ("READ_WRITE", false), ("READWRITE", false)];
    let is_read_only = is_read_only.into_iter().find(|(word, _)| wanted.value.is_none() && wanted.name.is(word));
    if let Some((_, is_read_only)) = is_read_only {
        return set_read_only(env, &database, (id, name), (is_read_only, termination));
    }
    if termination.is_some() {
        let what = format!("ALTER DATABASE MODIFY FILEGROUP {} WITH", wanted.name.text.to_uppercase());
        return Err(unsupported(&what));
    }
    match &wanted.value {
        // The default: a file of the filegroup grows alone.
        None if wanted.name.is("AUTOGROW_SINGLE_FILE") => {
            Err(SqlError::property_already_set("filegroup", "AUTOGROW_SINGLE_FILE"))
        }
        None if wanted.name.is("DEFAULT") => set_default(env, &database, id, name),
        Some(OptionValue::Word(new)) if wanted.name.is("NAME") => rename_filegroup(env, &database, id, new),
        _ => Err(unsupported(&format!("ALTER DATABASE MODIFY FILEGROUP {}", wanted.name.text))),
    }
}

/// Makes a filegroup READ_ONLY or READ_WRITE, with the database for this session alone. Fails with
/// 5047 for PRIMARY, with 5050 if it has no file, with 5045 if nothing would change, and with 5070
/// if other sessions use the database.
fn set_read_only(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    (id, name): (FilegroupId, &Name),
    (is_read_only, termination): (bool, Option<&Termination>),
) -> Result<(), SqlError> {
    let files = database.options().data_files;
    let property = if is_read_only { "READ_ONLY" } else { "READ_WRITE" };
    if id == FilegroupId::PRIMARY {
        return Err(SqlError::primary_filegroup_is_read_write());
    }
    if !files.has_files(id) {
        return Err(SqlError::empty_filegroup_changed(&name.text));
    }
    if files.is_read_only(id) == is_read_only {
        return Err(SqlError::property_already_set("filegroup", property));
    }
    user_access::be_alone(env, database, Some(termination.unwrap_or(&Termination::NoWait)))?;
    let changed = change(env, database, &|files| files.set_read_only(id, is_read_only));
    changed.and(env.state.share(database))?;
    env.inform(SqlError::property_set("filegroup", property));
    Ok(())
}

/// Fails with 5048 if a filegroup is READ_ONLY. Unknown filegroups pass.
pub(super) fn check_files_may_change(database: &Database, id: FilegroupId) -> Result<(), SqlError> {
    let files = database.options().data_files;
    match files.is_read_only(id) {
        true => Err(SqlError::files_of_read_only_filegroup(files.filegroup_name(id).unwrap_or_default())),
        false => Ok(()),
    }
}

/// Makes a filegroup the default one. Fails with 5050 if it has no file, and with 5045 if it is the
/// default filegroup already.
fn set_default(env: &mut Env<'_, '_>, database: &Arc<Database>, id: FilegroupId, name: &Name) -> Result<(), SqlError> {
    let files = database.options().data_files;
    if !files.has_files(id) {
        return Err(SqlError::empty_filegroup_changed(&name.text));
    }
    if files.default_filegroup == id {
        return Err(SqlError::property_already_set("filegroup", "DEFAULT"));
    }
    change(env, database, &|files| files.default_filegroup = id)?;
    env.inform(SqlError::property_set("filegroup", "DEFAULT"));
    Ok(())
}

/// Renames a filegroup. Fails with 5012 for PRIMARY, with 5051 and 5035 as for a new one.
fn rename_filegroup(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    id: FilegroupId,
    new: &Name,
) -> Result<(), SqlError> {
    if id == FilegroupId::PRIMARY {
        return Err(SqlError::primary_filegroup_renamed());
    }
    check_new_name(&database.options().data_files, &new.text)?;
    change(env, database, &|files| {
        let renamed = files.filegroups.iter_mut().filter(|group| group.id == id);
        renamed.for_each(|group| group.name = new.text.to_string());
    })?;
    env.inform(SqlError::name_set("filegroup", &new.text));
    Ok(())
}

/// Fails with 5051 for the name DEFAULT and with 5035 for a name in use.
fn check_new_name(files: &DataFiles, name: &str) -> Result<(), SqlError> {
    if same(name, "DEFAULT") {
        return Err(SqlError::filegroup_named_default());
    }
    files.filegroup_named(name).map_or(Ok(()), |_| Err(SqlError::filegroup_exists(name)))
}

fn own_database(env: &mut Env<'_, '_>, written: Option<&Name>) -> Result<Arc<Database>, SqlError> {
    env.refuse_in_transaction("ALTER DATABASE")?;
    let database = altered(env, written)?;
    check_read_write(&database)?;
    Ok(database)
}

/// Fails with 3906 if the database is READ_ONLY, and with 3908 if it is in EMERGENCY.
pub(super) fn check_read_write(database: &Database) -> Result<(), SqlError> {
    database.storage.check_changes().map_err(|error| sql_error(&error, &database.name))
}

fn filegroup(database: &Database, name: &Name) -> Result<FilegroupId, SqlError> {
    let known = database.options().data_files.filegroup_named(&name.text);
    known.ok_or_else(|| SqlError::part_not_in_database("filegroup", &name.text, &database.name))
}

fn change(env: &Env<'_, '_>, database: &Arc<Database>, edit: &dyn Fn(&mut DataFiles)) -> Result<(), SqlError> {
    env.context.host.set_options(database, &|options: &mut DatabaseOptions| edit(&mut options.data_files))
}
