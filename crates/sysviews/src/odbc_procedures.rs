//! The catalog procedures that Microsoft's ODBC driver calls beside the documented ones: those of
//! table types, and the tables of several databases.

use crate::procedure_text::{Text, text};
use sluice_session::ProcedurePermission;

/// The procedures, each a file in `procedures`.
pub(crate) static TEXTS: &[Text] = &[
    text(
        "sp_table_type_columns_100",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-columns-transact-sql.md"),
        include_str!("procedures/sp_table_type_columns_100.sql"),
    ),
    text(
        "sp_table_type_pkeys",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-pkeys-transact-sql.md"),
        include_str!("procedures/sp_table_type_pkeys.sql"),
    ),
    text(
        "sp_table_types",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-tables-transact-sql.md"),
        include_str!("procedures/sp_table_types.sql"),
    ),
    text(
        "sp_tableswc",
        ProcedurePermission::Statements("relational-databases/system-stored-procedures/sp-tables-transact-sql.md"),
        include_str!("procedures/sp_tableswc.sql"),
    ),
];
