//! `sys.time_zone_info`: the time zones known to AT TIME ZONE. No zone has daylight saving time.
//!
//! Columns: `relational-databases/system-catalog-views/sys-time-zone-info-transact-sql`.

use crate::view::{View, text};
use sluice_catalog::{Column, ViewPermission};
use sluice_exec::TIME_ZONES;
use sluice_types::{DataType, Length, Value, date_style};

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
        |_| {
            let row = |(name, minutes): &(&str, i16)| {
                vec![text(name), text(&date_style::offset(*minutes)), Value::Bit(false)]
            };
            TIME_ZONES.iter().map(row).collect()
        },
    )
}
