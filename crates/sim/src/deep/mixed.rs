//! Random mixtures of nested constructs, with depth and width drawn from a seed.

use sluice_base::random::Random;

/// Returns a SELECT whose expression is wrapped `levels` times, each time in another construct or
/// in a chain.
pub fn mixed(seed: u64, levels: usize) -> String {
    let random = Random::seeded(seed);
    let below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let (mut before, mut after) = (String::new(), Vec::new());
    for _ in 0..levels {
        let (open, close) = WRAPPERS[below(WRAPPERS.len())];
        before.push_str(open);
        match below(8) {
            0 => after.push(format!("{close}{}", " + 1".repeat(below(20)))),
            _ => after.push(close.to_owned()),
        }
    }
    after.reverse();
    format!("SELECT {before}1{}", after.concat())
}

/// Expressions around an integer whose result is an integer.
const WRAPPERS: [(&str, &str); 20] = [
    ("(", ")"),
    ("- ", ""),
    ("~", ""),
    ("(1 + ", ")"),
    ("(2 * ", " % 7)"),
    ("ABS(", ")"),
    ("ISNULL(", ", 1)"),
    ("COALESCE(NULL, ", ", 2)"),
    ("CAST(", " % 100 AS int)"),
    ("CONVERT(bigint, ", ")"),
    ("CASE WHEN 1 = 1 THEN ", " END"),
    ("CASE ", " WHEN 1 THEN 2 ELSE 3 END"),
    ("CASE WHEN NOT (1 = ", " OR 2 = 3) THEN 1 END"),
    ("IIF(1 IN (1, ", "), 1, 2)"),
    ("(SELECT ", ")"),
    ("(SELECT MAX(a) FROM (SELECT ", " AS a) AS t)"),
    ("(SELECT a FROM (VALUES (", ")) AS t (a))"),
    ("(SELECT TOP (1) a FROM (SELECT 1 AS a UNION ALL SELECT ", ") AS t ORDER BY a)"),
    ("(SELECT COUNT(*) FROM sys.databases WHERE database_id < ", ")"),
    ("(SELECT 1 WHERE EXISTS (SELECT 1 WHERE 1 < ", "))"),
];
