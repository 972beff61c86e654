//! Rows of the TPC-H tables: the benchmark's keys, relations between tables and value
//! distributions, with shorter texts and another source of random numbers.

use sluice_base::random::Random;
use std::fmt::Write;

/// The tables, in the order in which they are filled.
pub(super) const TABLES: [&str; 8] =
    ["region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem"];

/// Rows of all tables as SQL value lists, such as `1, 'ASIA'`.
#[derive(Default)]
pub(super) struct Rows {
    /// The rows of each table of [`TABLES`].
    pub(super) tables: [Vec<String>; 8],
}

struct Dice(Random);

impl Dice {
    /// Returns a number from `least` to `greatest`.
    fn from_to(&mut self, least: u64, greatest: u64) -> u64 {
        least + self.0.next_u64() % (greatest - least + 1)
    }

    fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.from_to(0, all.len() as u64 - 1) as usize]
    }

    fn words(&mut self, count: usize) -> String {
        (0..count).map(|_| self.one_of(&WORDS)).collect::<Vec<_>>().join(" ")
    }

    /// Returns a balance from -999.99 to 9999.99.
    fn balance(&mut self) -> String {
        let cents = self.from_to(0, 1_099_998) as i64 - 99_999;
        money(cents)
    }

    fn phone(&mut self, nation: u64) -> String {
        format!("{}-{}-{}-{}", nation + 10, self.from_to(100, 999), self.from_to(100, 999), self.from_to(1000, 9999))
    }
}

/// Returns the rows at a scale; scale 1 has 6,000,000 rows in `lineitem`.
pub(super) fn rows(scale: f64) -> Rows {
    let count = |of_one: f64| (of_one * scale).ceil() as u64;
    let (suppliers, customers, parts, orders) =
        (count(10_000.0).max(4), count(150_000.0), count(200_000.0), count(1_500_000.0));
    let mut rows = Rows::default();
    let mut dice = Dice(Random::seeded(20_261_128));
    rows.tables[0] = REGIONS.iter().enumerate().map(|(key, name)| format!("{key}, '{name}'")).collect();
    let nations = NATIONS.iter().enumerate();
    rows.tables[1] = nations.map(|(key, (name, region))| format!("{key}, '{name}', {region}")).collect();
    for key in 1..=suppliers {
        let nation = dice.from_to(0, 24);
        let comment = match dice.from_to(1, 50) {
            1 => "slow Customer many Complaints".to_owned(),
            _ => dice.words(4),
        };
        let (phone, balance) = (dice.phone(nation), dice.balance());
        let address = dice.words(2);
        rows.tables[2]
            .push(format!("{key}, 'Supplier#{key:09}', '{address}', {nation}, '{phone}', {balance}, '{comment}'"));
    }
    for key in 1..=customers {
        let nation = dice.from_to(0, 24);
        let (phone, balance, address, comment) = (dice.phone(nation), dice.balance(), dice.words(2), dice.words(5));
        let segment = dice.one_of(&["AUTOMOBILE", "BUILDING", "FURNITURE", "MACHINERY", "HOUSEHOLD"]);
        rows.tables[3].push(format!(
            "{key}, 'Customer#{key:09}', '{address}', {nation}, '{phone}', {balance}, '{segment}', '{comment}'"
        ));
    }
    for key in 1..=parts {
        rows.tables[4].push(part(key, &mut dice));
        for place in 0..4 {
            let (quantity, cost) = (dice.from_to(1, 9999), money(dice.from_to(100, 100_000) as i64));
            rows.tables[5].push(format!("{key}, {}, {quantity}, {cost}", supplier_of(key, place, suppliers)));
        }
    }
    for number in 0..orders {
        // Eight of 32 keys are used.
        order(number / 8 * 32 + number % 8 + 1, (customers, parts, suppliers), &mut rows, &mut dice);
    }
    rows
}

fn part(key: u64, dice: &mut Dice) -> String {
    let name = (0..5).map(|_| dice.one_of(&COLORS)).collect::<Vec<_>>().join(" ");
    let maker = dice.from_to(1, 5);
    let brand = dice.from_to(1, 5);
    let kind = [
        dice.one_of(&["STANDARD", "SMALL", "MEDIUM", "LARGE", "ECONOMY", "PROMO"]),
        dice.one_of(&["ANODIZED", "BURNISHED", "PLATED", "POLISHED", "BRUSHED"]),
        dice.one_of(&["TIN", "NICKEL", "BRASS", "STEEL", "COPPER"]),
    ];
    let size = dice.from_to(1, 50);
    let container = [
        dice.one_of(&["SM", "LG", "MED", "JUMBO", "WRAP"]),
        dice.one_of(&["CASE", "BOX", "BAG", "JAR", "PKG", "PACK", "CAN", "DRUM"]),
    ];
    format!(
        "{key}, '{name}', 'Manufacturer#{maker}', 'Brand#{maker}{brand}', '{}', {size}, '{}', {}",
        kind.join(" "),
        container.join(" "),
        money(price_of(key))
    )
}

/// Appends an order and its line items.
fn order(key: u64, (customers, parts, suppliers): (u64, u64, u64), rows: &mut Rows, dice: &mut Dice) {
    // A third of the customers has no order.
    let mut customer = dice.from_to(1, customers);
    while customer.is_multiple_of(3) && customers > 2 {
        customer = dice.from_to(1, customers);
    }
    let ordered = dice.from_to(0, LAST_ORDER);
    let (mut total, mut shipped) = (0, 0);
    let lines = dice.from_to(1, 7);
    for line in 1..=lines {
        let part = dice.from_to(1, parts);
        let supplier = supplier_of(part, dice.from_to(0, 3), suppliers);
        let (quantity, discount, tax) = (dice.from_to(1, 50), dice.from_to(0, 10), dice.from_to(0, 8));
        let price = quantity as i64 * price_of(part);
        let ship = ordered + dice.from_to(1, 121);
        let commit = ordered + dice.from_to(30, 90);
        let receipt = ship + dice.from_to(1, 30);
        let is_shipped = ship <= CURRENT;
        let flag = if receipt <= CURRENT { dice.one_of(&["R", "A"]) } else { "N" };
        let status = if is_shipped { "F" } else { "O" };
        shipped += u64::from(is_shipped);
        total += price * (100 - discount as i64) / 100 * (100 + tax as i64) / 100;
        let instruct = dice.one_of(&["DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN"]);
        let mode = dice.one_of(&["REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"]);
        rows.tables[7].push(format!(
            "{key}, {part}, {supplier}, {line}, {quantity}, {}, 0.{discount:02}, 0.{tax:02}, '{flag}', '{status}', '{}', '{}', '{}', '{instruct}', '{mode}'",
            money(price),
            date(ship),
            date(commit),
            date(receipt)
        ));
    }
    let status = match shipped {
        0 => "O",
        all if all == lines => "F",
        _ => "P",
    };
    let priority = dice.one_of(&["1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW"]);
    let comment = match dice.from_to(1, 50) {
        1 => "special packages requests".to_owned(),
        _ => dice.words(4),
    };
    rows.tables[6].push(format!(
        "{key}, {customer}, '{status}', {}, '{}', '{priority}', 0, '{comment}'",
        money(total),
        date(ordered)
    ));
}

/// Returns one of the four suppliers of a part.
fn supplier_of(part: u64, place: u64, suppliers: u64) -> u64 {
    (part + place * (suppliers / 4 + (part - 1) / suppliers)) % suppliers + 1
}

/// Returns a part's price in cents.
fn price_of(part: u64) -> i64 {
    (90_000 + part / 10 % 20_001 + 100 * (part % 1000)) as i64
}

fn money(cents: i64) -> String {
    let mut text = String::new();
    let sign = if cents < 0 { "-" } else { "" };
    let _ = write!(text, "{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100);
    text
}

/// Returns the date `days` after 1992-01-01, as YYYY-MM-DD.
fn date(mut days: u64) -> String {
    let mut year = 1992;
    loop {
        let is_leap = year % 4 == 0;
        let months = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        for (month, length) in months.into_iter().enumerate() {
            if days < length {
                return format!("{year}-{:02}-{:02}", month + 1, days + 1);
            }
            days -= length;
        }
        year += 1;
    }
}

/// The day of the last order, 1998-08-02, in days after 1992-01-01.
const LAST_ORDER: u64 = 2405;
/// The benchmark's current date, 1995-06-17, in days after 1992-01-01.
const CURRENT: u64 = 1263;

const REGIONS: [&str; 5] = ["AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST"];

/// Nations with the keys of their regions.
const NATIONS: [(&str, u8); 25] = [
    ("ALGERIA", 0),
    ("ARGENTINA", 1),
    ("BRAZIL", 1),
    ("CANADA", 1),
    ("EGYPT", 4),
    ("ETHIOPIA", 0),
    ("FRANCE", 3),
    ("GERMANY", 3),
    ("INDIA", 2),
    ("INDONESIA", 2),
    ("IRAN", 4),
    ("IRAQ", 4),
    ("JAPAN", 2),
    ("JORDAN", 4),
    ("KENYA", 0),
    ("MOROCCO", 0),
    ("MOZAMBIQUE", 0),
    ("PERU", 1),
    ("CHINA", 2),
    ("ROMANIA", 3),
    ("SAUDI ARABIA", 4),
    ("VIETNAM", 2),
    ("RUSSIA", 3),
    ("UNITED KINGDOM", 3),
    ("UNITED STATES", 1),
];

const COLORS: [&str; 16] = [
    "almond",
    "azure",
    "beige",
    "blue",
    "chocolate",
    "coral",
    "cream",
    "forest",
    "green",
    "ivory",
    "lemon",
    "magenta",
    "navy",
    "olive",
    "purple",
    "yellow",
];

const WORDS: [&str; 14] = [
    "accounts",
    "bold",
    "carefully",
    "deposits",
    "even",
    "final",
    "ideas",
    "ironic",
    "packages",
    "quickly",
    "regular",
    "requests",
    "sleep",
    "special",
];
