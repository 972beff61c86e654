//! `sys.fn_listextendedproperty`: always empty, because extended properties
//! (`sp_addextendedproperty`) aren't implemented.
//!
//! Columns: `relational-databases/system-functions/sys-fn-listextendedproperty-transact-sql`.
//! `sys.extended_properties` is empty too.

use crate::view::{View, whole};
use sluice_catalog::{Column, ViewPermission};
use sluice_types::{DataType, Length};

pub(crate) fn function() -> View {
    let columns = vec![
        Column::nullable("objtype", DataType::SYSNAME),
        Column::nullable("objname", DataType::SYSNAME),
        Column::not_null("name", DataType::SYSNAME),
        Column::nullable("value", DataType::SqlVariant),
    ];
    View::function(
        "fn_listextendedproperty",
        ViewPermission::Metadata("relational-databases/system-functions/sys-fn-listextendedproperty-transact-sql.md"),
        PARAMETERS,
        columns,
        |_| Ok(whole(Vec::new())),
    )
}

const LEVEL: DataType = DataType::varchar(Length::Limited(128));
/// The property's name, then the types and names of three levels of objects.
const PARAMETERS: &[DataType] =
    &[DataType::SYSNAME, LEVEL, DataType::SYSNAME, LEVEL, DataType::SYSNAME, LEVEL, DataType::SYSNAME];
