//! System procedures that are written in T-SQL, over the system views: each a file of `procedures`. They are compiled when they are called, and
//! run in the database that the call names, or the current one.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Module, ModuleKind, ModuleOptions};

/// Every procedure of this kind.
pub fn text_procedures() -> Vec<Arc<Module>> {
    let module = |(place, (name, text)): (usize, &(&str, &str))| {
        // No object of a database has such an id.
        let id = ObjectId(FIRST_ID - place as i32);
        let (schema, name) = ("sys".to_owned(), (*name).to_owned());
        Arc::new(Module {
            id,
            schema,
            name,
            kind: ModuleKind::Procedure,
            definition: Arc::from(*text),
            trigger: None,
            options: ModuleOptions::default(),
        })
    };
    TEXTS.iter().enumerate().map(module).collect()
}

const FIRST_ID: i32 = -2000;

const TEXTS: &[(&str, &str)] = &[
    ("sp_addlogin", include_str!("procedures/sp_addlogin.sql")),
    ("sp_addrole", include_str!("procedures/sp_addrole.sql")),
    ("sp_addrolemember", include_str!("procedures/sp_addrolemember.sql")),
    ("sp_addsrvrolemember", include_str!("procedures/sp_addsrvrolemember.sql")),
    ("sp_adduser", include_str!("procedures/sp_adduser.sql")),
    ("sp_changedbowner", include_str!("procedures/sp_changedbowner.sql")),
    ("sp_checkconstraints", include_str!("procedures/sp_checkconstraints.sql")),
    ("sp_column_privileges", include_str!("procedures/sp_column_privileges.sql")),
    ("sp_columns", include_str!("procedures/sp_columns.sql")),
    ("sp_columns_100", include_str!("procedures/sp_columns_100.sql")),
    ("sp_columns_managed", include_str!("procedures/sp_columns_managed.sql")),
    ("sp_databases", include_str!("procedures/sp_databases.sql")),
    ("sp_datatype_info", include_str!("procedures/sp_datatype_info.sql")),
    ("sp_datatype_info_100", include_str!("procedures/sp_datatype_info_100.sql")),
    ("sp_defaultdb", include_str!("procedures/sp_defaultdb.sql")),
    ("sp_defaultlanguage", include_str!("procedures/sp_defaultlanguage.sql")),
    ("sp_droplogin", include_str!("procedures/sp_droplogin.sql")),
    ("sp_droprole", include_str!("procedures/sp_droprole.sql")),
    ("sp_droprolemember", include_str!("procedures/sp_droprolemember.sql")),
    ("sp_dropsrvrolemember", include_str!("procedures/sp_dropsrvrolemember.sql")),
    ("sp_dropuser", include_str!("procedures/sp_dropuser.sql")),
    ("sp_fkeys", include_str!("procedures/sp_fkeys.sql")),
    ("sp_grantdbaccess", include_str!("procedures/sp_grantdbaccess.sql")),
    ("sp_help", include_str!("procedures/sp_help.sql")),
    ("sp_helpconstraint", include_str!("procedures/sp_helpconstraint.sql")),
    ("sp_helpdb", include_str!("procedures/sp_helpdb.sql")),
    ("sp_helpdbfixedrole", include_str!("procedures/sp_helpdbfixedrole.sql")),
    ("sp_helpfile", include_str!("procedures/sp_helpfile.sql")),
    ("sp_helpindex", include_str!("procedures/sp_helpindex.sql")),
    ("sp_helplanguage", include_str!("procedures/sp_helplanguage.sql")),
    ("sp_helplogins", include_str!("procedures/sp_helplogins.sql")),
    ("sp_helprole", include_str!("procedures/sp_helprole.sql")),
    ("sp_helprolemember", include_str!("procedures/sp_helprolemember.sql")),
    ("sp_helprotect", include_str!("procedures/sp_helprotect.sql")),
    ("sp_helpsrvrole", include_str!("procedures/sp_helpsrvrole.sql")),
    ("sp_helpsrvrolemember", include_str!("procedures/sp_helpsrvrolemember.sql")),
    ("sp_helpuser", include_str!("procedures/sp_helpuser.sql")),
    ("sp_indexcolumns_managed", include_str!("procedures/sp_indexcolumns_managed.sql")),
    ("sp_indexes_managed", include_str!("procedures/sp_indexes_managed.sql")),
    ("sp_lock", include_str!("procedures/sp_lock.sql")),
    ("sp_password", include_str!("procedures/sp_password.sql")),
    ("sp_pkeys", include_str!("procedures/sp_pkeys.sql")),
    ("sp_procedure_params_100_managed", include_str!("procedures/sp_procedure_params_100_managed.sql")),
    ("sp_revokedbaccess", include_str!("procedures/sp_revokedbaccess.sql")),
    ("sp_spaceused", include_str!("procedures/sp_spaceused.sql")),
    ("sp_special_columns", include_str!("procedures/sp_special_columns.sql")),
    ("sp_special_columns_100", include_str!("procedures/sp_special_columns_100.sql")),
    ("sp_sproc_columns", include_str!("procedures/sp_sproc_columns.sql")),
    ("sp_sproc_columns_100", include_str!("procedures/sp_sproc_columns_100.sql")),
    ("sp_statistics", include_str!("procedures/sp_statistics.sql")),
    ("sp_statistics_100", include_str!("procedures/sp_statistics_100.sql")),
    ("sp_stored_procedures", include_str!("procedures/sp_stored_procedures.sql")),
    ("sp_table_privileges", include_str!("procedures/sp_table_privileges.sql")),
    ("sp_tablecollations_100", include_str!("procedures/sp_tablecollations_100.sql")),
    ("sp_tables", include_str!("procedures/sp_tables.sql")),
    ("sp_who", include_str!("procedures/sp_who.sql")),
];
