//! System procedures written in T-SQL over the system views, each a file in `procedures`. They are
//! compiled when called, and run in the database named by the call or in the current database.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::security::ids;
use sluice_catalog::{Module, ModuleKind, ModuleOptions};
use sluice_session::ProcedurePermission;

/// Returns all of these procedures.
pub fn text_procedures() -> Vec<Arc<Module>> {
    let module = |(place, Text { name, text, .. }): (usize, &Text)| {
        // No database object has such an id.
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

/// Returns the permission needed to execute the procedure with this id, or `None` if it doesn't
/// exist.
pub fn procedure_permission(id: ObjectId) -> Option<ProcedurePermission> {
    let place = usize::try_from(FIRST_ID.checked_sub(id.0)?).ok()?;
    TEXTS.get(place).map(|text| text.permission)
}

/// A procedure.
struct Text {
    name: &'static str,
    permission: ProcedurePermission,
    text: &'static str,
}

const fn text(name: &'static str, permission: ProcedurePermission, text: &'static str) -> Text {
    Text { name, permission, text }
}

const FIRST_ID: i32 = -2000;

const TEXTS: &[Text] = &[
    text(
        "sp_addlogin",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-addlogin-transact-sql.md"),
        include_str!("procedures/sp_addlogin.sql"),
    ),
    text(
        "sp_addrole",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-addrole-transact-sql.md"),
        include_str!("procedures/sp_addrole.sql"),
    ),
    text(
        "sp_addrolemember",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-addrolemember-transact-sql.md",
        ),
        include_str!("procedures/sp_addrolemember.sql"),
    ),
    text(
        "sp_addsrvrolemember",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-addsrvrolemember-transact-sql.md",
        ),
        include_str!("procedures/sp_addsrvrolemember.sql"),
    ),
    text(
        "sp_adduser",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-adduser-transact-sql.md"),
        include_str!("procedures/sp_adduser.sql"),
    ),
    text(
        "sp_changedbowner",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-changedbowner-transact-sql.md",
        ),
        include_str!("procedures/sp_changedbowner.sql"),
    ),
    text(
        "sp_checkconstraints",
        ProcedurePermission::DatabaseOwner("t-sql/database-console-commands/dbcc-checkconstraints-transact-sql.md"),
        include_str!("procedures/sp_checkconstraints.sql"),
    ),
    text(
        "sp_column_privileges",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-column-privileges-transact-sql.md",
        ),
        include_str!("procedures/sp_column_privileges.sql"),
    ),
    text(
        "sp_columns",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-columns-transact-sql.md"),
        include_str!("procedures/sp_columns.sql"),
    ),
    text(
        "sp_columns_100",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-columns-transact-sql.md"),
        include_str!("procedures/sp_columns_100.sql"),
    ),
    text(
        "sp_columns_managed",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-columns-transact-sql.md"),
        include_str!("procedures/sp_columns_managed.sql"),
    ),
    text(
        "sp_databases",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-databases-transact-sql.md"),
        include_str!("procedures/sp_databases.sql"),
    ),
    text(
        "sp_datatype_info",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-datatype-info-transact-sql.md",
        ),
        include_str!("procedures/sp_datatype_info.sql"),
    ),
    text(
        "sp_datatype_info_100",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-datatype-info-transact-sql.md",
        ),
        include_str!("procedures/sp_datatype_info_100.sql"),
    ),
    text(
        "sp_defaultdb",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-defaultdb-transact-sql.md"),
        include_str!("procedures/sp_defaultdb.sql"),
    ),
    text(
        "sp_defaultlanguage",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-defaultlanguage-transact-sql.md",
        ),
        include_str!("procedures/sp_defaultlanguage.sql"),
    ),
    text(
        "sp_droplogin",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-droplogin-transact-sql.md"),
        include_str!("procedures/sp_droplogin.sql"),
    ),
    text(
        "sp_droprole",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-droprole-transact-sql.md"),
        include_str!("procedures/sp_droprole.sql"),
    ),
    text(
        "sp_droprolemember",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-droprolemember-transact-sql.md",
        ),
        include_str!("procedures/sp_droprolemember.sql"),
    ),
    text(
        "sp_dropsrvrolemember",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-dropsrvrolemember-transact-sql.md",
        ),
        include_str!("procedures/sp_dropsrvrolemember.sql"),
    ),
    text(
        "sp_dropuser",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-dropuser-transact-sql.md"),
        include_str!("procedures/sp_dropuser.sql"),
    ),
    text(
        "sp_fkeys",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-fkeys-transact-sql.md"),
        include_str!("procedures/sp_fkeys.sql"),
    ),
    text(
        "sp_grantdbaccess",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-grantdbaccess-transact-sql.md",
        ),
        include_str!("procedures/sp_grantdbaccess.sql"),
    ),
    text(
        "sp_help",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-help-transact-sql.md"),
        include_str!("procedures/sp_help.sql"),
    ),
    text(
        "sp_helpconstraint",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-helpconstraint-transact-sql.md",
        ),
        include_str!("procedures/sp_helpconstraint.sql"),
    ),
    text(
        "sp_helpdb",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-helpdb-transact-sql.md"),
        include_str!("procedures/sp_helpdb.sql"),
    ),
    text(
        "sp_helpdbfixedrole",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-helpdbfixedrole-transact-sql.md",
        ),
        include_str!("procedures/sp_helpdbfixedrole.sql"),
    ),
    text(
        "sp_helpfile",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-helpfile-transact-sql.md"),
        include_str!("procedures/sp_helpfile.sql"),
    ),
    text(
        "sp_helpindex",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-helpindex-transact-sql.md"),
        include_str!("procedures/sp_helpindex.sql"),
    ),
    text(
        "sp_helplanguage",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-helplanguage-transact-sql.md",
        ),
        include_str!("procedures/sp_helplanguage.sql"),
    ),
    text(
        "sp_helplogins",
        ProcedurePermission::ServerRole(
            ids::SECURITYADMIN,
            "relational-databases/system-stored-procedures/sp-helplogins-transact-sql.md",
        ),
        include_str!("procedures/sp_helplogins.sql"),
    ),
    text(
        "sp_helprole",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-helprole-transact-sql.md"),
        include_str!("procedures/sp_helprole.sql"),
    ),
    text(
        "sp_helprolemember",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-helprolemember-transact-sql.md",
        ),
        include_str!("procedures/sp_helprolemember.sql"),
    ),
    text(
        "sp_helprotect",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-helprotect-transact-sql.md"),
        include_str!("procedures/sp_helprotect.sql"),
    ),
    text(
        "sp_helpsrvrole",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-helpsrvrole-transact-sql.md"),
        include_str!("procedures/sp_helpsrvrole.sql"),
    ),
    text(
        "sp_helpsrvrolemember",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-helpsrvrolemember-transact-sql.md",
        ),
        include_str!("procedures/sp_helpsrvrolemember.sql"),
    ),
    text(
        "sp_helpuser",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-helpuser-transact-sql.md"),
        include_str!("procedures/sp_helpuser.sql"),
    ),
    text(
        "sp_indexcolumns_managed",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-statistics-transact-sql.md"),
        include_str!("procedures/sp_indexcolumns_managed.sql"),
    ),
    text(
        "sp_indexes_managed",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-statistics-transact-sql.md"),
        include_str!("procedures/sp_indexes_managed.sql"),
    ),
    text(
        "sp_lock",
        ProcedurePermission::ServerState("relational-databases/system-stored-procedures/sp-lock-transact-sql.md"),
        include_str!("procedures/sp_lock.sql"),
    ),
    text(
        "sp_password",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-password-transact-sql.md"),
        include_str!("procedures/sp_password.sql"),
    ),
    text(
        "sp_pkeys",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-pkeys-transact-sql.md"),
        include_str!("procedures/sp_pkeys.sql"),
    ),
    text(
        "sp_procedure_params_100_managed",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-sproc-columns-transact-sql.md",
        ),
        include_str!("procedures/sp_procedure_params_100_managed.sql"),
    ),
    text(
        "sp_readerrorlog",
        ProcedurePermission::ServerRole(
            ids::SECURITYADMIN,
            "relational-databases/system-stored-procedures/sp-readerrorlog-transact-sql.md",
        ),
        include_str!("procedures/sp_readerrorlog.sql"),
    ),
    text(
        "sp_revokedbaccess",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-revokedbaccess-transact-sql.md",
        ),
        include_str!("procedures/sp_revokedbaccess.sql"),
    ),
    text(
        "sp_spaceused",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-spaceused-transact-sql.md"),
        include_str!("procedures/sp_spaceused.sql"),
    ),
    text(
        "sp_special_columns",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-special-columns-transact-sql.md",
        ),
        include_str!("procedures/sp_special_columns.sql"),
    ),
    text(
        "sp_special_columns_100",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-special-columns-transact-sql.md",
        ),
        include_str!("procedures/sp_special_columns_100.sql"),
    ),
    text(
        "sp_sproc_columns",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-sproc-columns-transact-sql.md",
        ),
        include_str!("procedures/sp_sproc_columns.sql"),
    ),
    text(
        "sp_sproc_columns_100",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-sproc-columns-transact-sql.md",
        ),
        include_str!("procedures/sp_sproc_columns_100.sql"),
    ),
    text(
        "sp_statistics",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-statistics-transact-sql.md"),
        include_str!("procedures/sp_statistics.sql"),
    ),
    text(
        "sp_statistics_100",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-statistics-transact-sql.md"),
        include_str!("procedures/sp_statistics_100.sql"),
    ),
    text(
        "sp_stored_procedures",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-stored-procedures-transact-sql.md",
        ),
        include_str!("procedures/sp_stored_procedures.sql"),
    ),
    text(
        "sp_table_privileges",
        ProcedurePermission::Statements(
            "relational-databases/system-stored-procedures/sp-table-privileges-transact-sql.md",
        ),
        include_str!("procedures/sp_table_privileges.sql"),
    ),
    text(
        "sp_tablecollations_100",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-columns-transact-sql.md"),
        include_str!("procedures/sp_tablecollations_100.sql"),
    ),
    text(
        "sp_tables",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-tables-transact-sql.md"),
        include_str!("procedures/sp_tables.sql"),
    ),
    text(
        "sp_who",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-who-transact-sql.md"),
        include_str!("procedures/sp_who.sql"),
    ),
    text(
        "xp_readerrorlog",
        ProcedurePermission::ServerRole(
            ids::SECURITYADMIN,
            "relational-databases/system-stored-procedures/sp-readerrorlog-transact-sql.md",
        ),
        include_str!("procedures/xp_readerrorlog.sql"),
    ),
];
