//! `sys.fn_helpcollations()`: the supported collations
//! (`relational-databases/system-functions/sys-fn-helpcollations-transact-sql`).

use crate::view::{View, text, whole};
use sluice_catalog::{Column, ViewPermission};
use sluice_types::{CollationId, DataType, Length};

/// Defines `sys.fn_helpcollations`. Every login may read all of it.
pub(crate) fn function() -> View {
    let columns = vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("description", DataType::NVarChar(Length::Limited(1000))),
    ];
    View::function(
        "fn_helpcollations",
        ViewPermission::Public("relational-databases/system-functions/sys-fn-helpcollations-transact-sql.md"),
        &[],
        columns,
        |_| {
            let mut known: Vec<_> = CollationId::all().map(|id| (id.name(), id.description())).collect();
            known.sort();
            Ok(whole(known.iter().map(|(name, description)| vec![text(name), text(description)]).collect()))
        },
    )
}
