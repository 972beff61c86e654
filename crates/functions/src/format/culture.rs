//! Table of data.
//!
//! The number and date formats of the supported cultures; other cultures are refused.

pub(super) struct Culture {
    pub(super) name: &'static str,
    /// The decimal point and the separator between groups of three digits.
    pub(super) point: &'static str,
    pub(super) group: &'static str,
    /// The formats of currency, negative currency and percentages; `n` is the number.
    pub(super) currency: &'static str,
    pub(super) negative_currency: &'static str,
    pub(super) percent: &'static str,
    pub(super) short_date: &'static str,
    pub(super) long_date: &'static str,
    pub(super) month_day: &'static str,
    pub(super) year_month: &'static str,
    pub(super) short_time: &'static str,
    pub(super) long_time: &'static str,
    pub(super) date_separator: &'static str,
    pub(super) halves: [&'static str; 2],
    pub(super) months: [&'static str; 12],
    pub(super) short_months: [&'static str; 12],
    /// From Sunday on.
    pub(super) days: [&'static str; 7],
    pub(super) short_days: [&'static str; 7],
}

impl Culture {
    /// Returns the culture `name`, ignoring case.
    pub(super) fn named(name: &str) -> Option<&'static Culture> {
        CULTURES.iter().find(|culture| culture.name.eq_ignore_ascii_case(name))
    }
}

/// The invariant culture, in which RFC 1123 dates are written.
pub(super) const INVARIANT: Culture = Culture {
    name: "",
    point: ".",
    group: ",",
    currency: "¤n",
    negative_currency: "(¤n)",
    percent: "n %",
    short_date: "MM/dd/yyyy",
    long_date: "dddd, dd MMMM yyyy",
    month_day: "MMMM dd",
    year_month: "yyyy MMMM",
    short_time: "HH:mm",
    long_time: "HH:mm:ss",
    date_separator: "/",
    halves: ["AM", "PM"],
    months: ENGLISH_MONTHS,
    short_months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    days: ENGLISH_DAYS,
    short_days: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
};

const ENGLISH_MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const ENGLISH_DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const CULTURES: [Culture; 7] = [
    INVARIANT,
    Culture {
        name: "en-US",
        currency: "$n",
        negative_currency: "($n)",
        short_date: "M/d/yyyy",
        long_date: "dddd, MMMM d, yyyy",
        month_day: "MMMM d",
        year_month: "MMMM yyyy",
        short_time: "h:mm tt",
        long_time: "h:mm:ss tt",
        ..INVARIANT
    },
    Culture {
        name: "en-GB",
        currency: "£n",
        negative_currency: "-£n",
        percent: "n%",
        short_date: "dd/MM/yyyy",
        long_date: "dd MMMM yyyy",
        month_day: "d MMMM",
        year_month: "MMMM yyyy",
        ..INVARIANT
    },
    Culture {
        name: "de-DE",
        point: ",",
        group: ".",
        currency: "n €",
        negative_currency: "-n €",
        short_date: "dd.MM.yyyy",
        long_date: "dddd, d. MMMM yyyy",
        month_day: "d. MMMM",
        year_month: "MMMM yyyy",
        date_separator: ".",
        halves: ["", ""],
        months: [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
        short_months: ["Jan", "Feb", "Mrz", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"],
        days: ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"],
        short_days: ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"],
        ..INVARIANT
    },
    Culture {
        name: "fr-FR",
        point: ",",
        group: "\u{a0}",
        currency: "n €",
        negative_currency: "-n €",
        short_date: "dd/MM/yyyy",
        long_date: "dddd d MMMM yyyy",
        month_day: "d MMMM",
        year_month: "MMMM yyyy",
        halves: ["", ""],
        months: [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ],
        short_months: [
            "janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.",
        ],
        days: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
        short_days: ["dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."],
        ..INVARIANT
    },
    Culture {
        name: "it-IT",
        point: ",",
        group: ".",
        currency: "n €",
        negative_currency: "-n €",
        percent: "n%",
        short_date: "dd/MM/yyyy",
        long_date: "dddd d MMMM yyyy",
        month_day: "d MMMM",
        year_month: "MMMM yyyy",
        halves: ["", ""],
        months: [
            "gennaio",
            "febbraio",
            "marzo",
            "aprile",
            "maggio",
            "giugno",
            "luglio",
            "agosto",
            "settembre",
            "ottobre",
            "novembre",
            "dicembre",
        ],
        short_months: ["gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"],
        days: ["domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"],
        short_days: ["dom", "lun", "mar", "mer", "gio", "ven", "sab"],
        ..INVARIANT
    },
    Culture {
        name: "zh-CN",
        currency: "¥n",
        negative_currency: "¥-n",
        percent: "n%",
        short_date: "yyyy/M/d",
        long_date: "yyyy'年'M'月'd'日'",
        month_day: "M'月'd'日'",
        year_month: "yyyy'年'M'月'",
        short_time: "H:mm",
        long_time: "H:mm:ss",
        halves: ["上午", "下午"],
        months: ["一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月"],
        short_months: ["1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月", "12月"],
        days: ["星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"],
        short_days: ["周日", "周一", "周二", "周三", "周四", "周五", "周六"],
        ..INVARIANT
    },
];
