//! `sys.time_zone_info`: the time zones known to AT TIME ZONE.
//!
//! Columns: `relational-databases/system-catalog-views/sys-time-zone-info-transact-sql`.

use crate::view::{View, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_functions::{ZoneOffset, time_zones};
use sluice_types::{DataType, Length, Value, date_style};

/// Defines `sys.time_zone_info`. Every login may read all of it.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("name", DataType::SYSNAME),
        Column::not_null("current_utc_offset", DataType::NVarChar(Length::Limited(6))),
        Column::not_null("is_currently_dst", DataType::Bit),
    ];
    View::sys(
        "time_zone_info",
        ViewPermission::Public("relational-databases/system-catalog-views/sys-time-zone-info-transact-sql.md"),
        columns,
        |context| {
            let zones = time_zones(context.host.clock().utc_ns());
            let row = |(name, offset): (&str, ZoneOffset)| {
                let minutes = date_style::offset(offset.minutes);
                vec![text(name), text(&minutes), Value::Bit(offset.is_daylight_saving)]
            };
            zones.map(row).collect()
        },
    )
}
