//! Aggregates computed by several threads: they return what one thread returns.

use super::rig::{TestHost, run};
use super::showplan_schema::check;
use super::typed_chunks::{Dice, filled};
use crate::Session;
use sluice_base::random::Random;
use sluice_base::waits::WaitType;
use sluice_session::configuration_options::COST_THRESHOLD;
use sluice_session::host::Host;
use sluice_types::xml::{Node, parse};

/// Makes every plan that can be parallel so.
fn without_threshold(host: &TestHost) {
    host.configurations().set(COST_THRESHOLD, 0);
    host.configurations().install();
}

/// Returns the number of plans that have run on several threads.
fn parallel_runs(host: &TestHost) -> u64 {
    host.waits().cell(WaitType::ParallelConsumer).count.get()
}

/// Returns the lines of a result in any order. Equal texts may differ in case and trailing blanks,
/// equal binary values in trailing zeros.
/// If the query uses doubles, returns empty lines: sums of doubles depend on the order of the rows.
fn comparable(text: &str, query: &str) -> Vec<String> {
    let uses_doubles =
        query.split(|letter: char| !letter.is_alphanumeric()).any(|word| ["f", "r", "float"].contains(&word));
    let value = |value: &str| match value.starts_with("0x") {
        true => value.trim_end_matches("00").to_owned(),
        false => value.trim_end().to_lowercase(),
    };
    let line = |line: &str| line.split('|').map(value).collect::<Vec<_>>().join("|");
    let mut lines: Vec<String> =
        text.split(" / ").map(|text| if uses_doubles { String::new() } else { line(text) }).collect();
    lines.sort();
    lines
}

#[test]
fn parallel_aggregates_match_serial_ones() {
    let dice = Dice(Random::seeded(31));
    let (host, mut session) = filled(&dice);
    without_threshold(&host);
    let times = 700;
    let (mut with_rows, mut errors) = (0, 0);
    for _ in 0..times {
        let query = dice.query().replace("{t}", dice.one_of(&["t", "h"]));
        let mut of = |option: &str| run(&mut session, &format!("SET NOCOUNT ON; {query} {option}"));
        let (found, expected) = (of(""), of("OPTION (MAXDOP 1)"));
        if expected.contains("Msg ") {
            // The order of the rows decides whether a sum overflows on the way.
            assert!(found.contains("Msg ") || expected.contains("Msg 8115"), "{query}: {found}");
            errors += 1;
            continue;
        }
        assert_eq!(comparable(&found, &query), comparable(&expected, &query), "{query}");
        with_rows += u64::from(found.len() > query.len());
    }
    assert!(with_rows > times / 4 && errors > times / 100, "{with_rows} with rows, {errors} errors of {times}");
    assert!(parallel_runs(&host) > times / 4, "{} parallel plans", parallel_runs(&host));
}

/// The right rows of a hash join are read by several threads, and come in any order.
#[test]
fn joins_of_rows_read_by_several_threads_match() {
    let dice = Dice(Random::seeded(32));
    let (host, mut session) = filled(&dice);
    without_threshold(&host);
    for column in ["i", "d", "da", "v", "x", "g"] {
        for query in [
            format!("SELECT a.id, b.id FROM t a JOIN h b ON a.{column} = b.{column} AND b.s > 3 ORDER BY a.id, b.id"),
            format!(
                "SELECT a.id, b.id FROM t a LEFT JOIN h b ON a.{column} = b.{column} AND a.i < b.i ORDER BY a.id, b.id"
            ),
            format!(
                "SELECT a.id FROM t a WHERE EXISTS (SELECT * FROM h b WHERE a.{column} = b.{column} AND a.d < b.d) ORDER BY a.id"
            ),
            format!(
                "SELECT a.id FROM t a WHERE a.s > 9 AND NOT EXISTS (SELECT * FROM t b WHERE a.{column} = b.{column} AND a.d < b.d) ORDER BY a.id"
            ),
            format!("SELECT a.id FROM t a JOIN h b ON a.{column} = b.{column} AND 100 / (b.i - 5) > 1 ORDER BY a.id"),
        ] {
            let mut of =
                |option: &str| run(&mut session, &format!("SET NOCOUNT ON; {query} OPTION (HASH JOIN{option})"));
            let (found, expected) = (of(""), of(", MAXDOP 1"));
            assert_eq!(found, expected, "{query}");
        }
    }
    assert!(parallel_runs(&host) >= 24, "{} of 30 plans are parallel", parallel_runs(&host));
}

/// A sum that overflows only in another order of the rows is right.
#[test]
fn sum_that_overflows_in_parts_succeeds() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    let fill =
        "SET NOCOUNT ON; CREATE TABLE s(id int IDENTITY PRIMARY KEY, i int, b bigint, w decimal(38, 0), c char(400));
        DECLARE @n int = 0; WHILE @n < 400 BEGIN
            INSERT s VALUES (2147483647, 9223372036854775807, 99999999999999999999999999999999999999, ''),
                            (-2147483647, -9223372036854775807, -99999999999999999999999999999999999999, '');
            SET @n += 1; END";
    assert_eq!(run(&mut session, fill), "");
    without_threshold(&host);
    let sums = "SET NOCOUNT ON; SELECT SUM(i) AS i, SUM(b) AS b, SUM(w) AS w, COUNT(*) AS n FROM s";
    for _ in 0..20 {
        assert!(run(&mut session, sums).ends_with("0|0|0|800"), "{}", run(&mut session, sums));
    }
    assert!(parallel_runs(&host) >= 20);
}

fn rows_of(session: &mut Session, table: &str, rows: u32) {
    let fill = format!(
        "SET NOCOUNT ON; CREATE TABLE {table}(id int NOT NULL PRIMARY KEY, k int, c char(200));
        DECLARE @n int = 0; WHILE @n < {rows} BEGIN INSERT {table} VALUES (@n, @n % 10, ''); SET @n += 1; END"
    );
    assert_eq!(run(session, &fill), "");
}

#[test]
fn readers_that_lock_rows_run_on_one_thread() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    rows_of(&mut session, "l", 500);
    without_threshold(&host);
    for (isolation, hint, is_parallel) in [
        ("READ COMMITTED", "", true),
        ("READ UNCOMMITTED", "", true),
        ("READ COMMITTED", "WITH (NOLOCK)", true),
        ("REPEATABLE READ", "", false),
        ("SERIALIZABLE", "", false),
        ("READ COMMITTED", "WITH (UPDLOCK)", false),
        ("READ COMMITTED", "WITH (HOLDLOCK)", false),
        ("READ COMMITTED", "WITH (READPAST)", false),
    ] {
        let before = parallel_runs(&host);
        let query = format!("SET NOCOUNT ON; SET TRANSACTION ISOLATION LEVEL {isolation}; SELECT SUM(k) FROM l {hint}");
        assert!(run(&mut session, &query).ends_with("2250"), "{query}");
        assert_eq!(parallel_runs(&host) > before, is_parallel, "{query}");
    }
}

/// Each row is read once while others insert, delete and split pages.
#[test]
fn shared_scan_reads_rows_once_beside_writers() {
    let host = TestHost::new();
    let (mut session, mut writer) = (host.connect(51), host.connect(52));
    rows_of(&mut session, "w", 1500);
    without_threshold(&host);
    // The rows with k < 10 stay as they are.
    let change = "SET NOCOUNT ON; DECLARE @n int = 0; WHILE @n < 40 BEGIN
        BEGIN TRAN; INSERT w SELECT id + 100000 + @n * 2000, 10, '' FROM w WHERE id < 60; UPDATE w SET c = 'x' WHERE k = 10;
        DELETE w WHERE k = 10; IF @n % 3 = 0 ROLLBACK ELSE COMMIT; SET @n += 1; END";
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| run(&mut writer, change));
        let query = "SET NOCOUNT ON; SELECT SUM(CASE WHEN k < 10 THEN 1 ELSE 0 END), MIN(id), SUM(CASE WHEN k < 10 THEN k END) FROM w";
        let mut turns = 0;
        while !writing.is_finished() || turns < 5 {
            let found = run(&mut session, query);
            assert!(found.contains("1500|0|6750"), "{found}");
            turns += 1;
        }
        assert_eq!(writing.join().unwrap(), "");
    });
    assert!(parallel_runs(&host) > 0);
}

/// A value that is computed once fails only if a row uses it.
#[test]
fn failing_constant_without_rows_is_no_error() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    rows_of(&mut session, "e", 300);
    without_threshold(&host);
    let query = |condition: &str| {
        format!(
            "SET NOCOUNT ON; DECLARE @d varchar(9) = 'zoo'; SELECT COUNT(*) FROM e WHERE {condition} AND k > CAST(@d AS int)"
        )
    };
    assert!(run(&mut session, &query("id < 0")).ends_with('0'));
    assert!(run(&mut session, &query("id > 0")).contains("Msg 245"));
}

/// Returns the operators of a plan, the outermost first.
fn operators(session: &mut Session, query: &str) -> Vec<String> {
    assert_eq!(run(session, "SET SHOWPLAN_TEXT ON"), "");
    let shown = run(session, query);
    assert_eq!(run(session, "SET SHOWPLAN_TEXT OFF"), "");
    let operators = shown.split(" / ").filter_map(|line| line.split_once("|--"));
    operators.map(|(_, operator)| operator.split([',', ':']).next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn showplan_has_the_threads_of_an_aggregate() {
    let host = TestHost::new();
    let mut session = host.connect(51);
    rows_of(&mut session, "p", 300);
    without_threshold(&host);
    let parallel = ["Stream Aggregate(DEFINE", "Parallelism(Gather Streams)", "Stream Aggregate(DEFINE"];
    let query = "SELECT SUM(k), COUNT(*) FROM p WHERE id > 3";
    assert_eq!(operators(&mut session, query)[..3], parallel);
    for query in [
        "SELECT SUM(k), COUNT(*) FROM p WHERE id > 3 OPTION (MAXDOP 1)",
        "SELECT COUNT(DISTINCT c) FROM p WHERE id > 3",
        "SELECT id, COUNT(*) FROM p WHERE k > 3 GROUP BY id",
        "SELECT a.k, (SELECT COUNT(*) FROM p AS b WHERE b.k = a.k) FROM p AS a",
        "SELECT COUNT(*) FROM p AS a JOIN p AS b ON a.k = b.k OPTION (MERGE JOIN)",
        "SELECT COUNT(*) FROM p WITH (UPDLOCK)",
        "SELECT SUM(k) FROM p WHERE id > 3 AND RAND(k) > 0.5 AND NEWID() IS NOT NULL",
        "UPDATE p SET k = (SELECT COUNT(*) FROM p) WHERE id = 1",
    ] {
        let shown = operators(&mut session, query);
        assert!(!shown.iter().any(|operator| operator.starts_with("Parallelism")), "{query}: {shown:?}");
    }
    assert_eq!(run(&mut session, "SET SHOWPLAN_XML ON"), "");
    let shown = run(&mut session, query);
    assert_eq!(shown.matches("Parallel=\"1\"").count(), 3, "{shown}");
    let document = shown.split(" / ").find(|line| line.starts_with("<ShowPlanXML")).unwrap();
    match parse(document).as_deref() {
        Ok([Node::Element(root)]) => check(root),
        other => panic!("{other:?}"),
    }
}

/// The probe side of hash joins is shared; the table of the right rows is made by one thread.
#[test]
fn parallel_joins_match_serial_ones() {
    let dice = Dice(Random::seeded(37));
    let (host, mut session) = filled(&dice);
    without_threshold(&host);
    let joins = [
        "t AS x JOIN h AS y ON x.i = y.i",
        "h AS x JOIN t AS y ON x.v = y.n",
        "t AS x LEFT JOIN h AS y ON x.b = y.d",
        "h AS x LEFT JOIN t AS y ON x.da = y.da AND x.i < y.i",
        "t AS x JOIN h AS y ON x.g = y.g AND x.s <> y.b JOIN t AS z ON z.c = x.c",
        "(SELECT * FROM t WHERE i > 2) AS x LEFT JOIN (SELECT * FROM h WHERE k = 1) AS y ON x.m = y.m",
    ];
    let lists = [
        "COUNT(*), COUNT(y.id), SUM(x.d), MIN(y.v), MAX(x.x)",
        "SUM(x.i + y.id), AVG(y.e), COUNT(z.c)",
        "MIN(x.d2), SUM(CASE WHEN y.id IS NULL THEN 1 ELSE 0 END)",
    ];
    let groups = ["", " GROUP BY x.k", " GROUP BY y.i, x.y", " GROUP BY x.v"];
    let mut compared = 0;
    for join in joins {
        for list in lists.iter().filter(|list| join.contains(" AS z") || !list.contains("z.")) {
            for group in groups {
                let query = format!("SET NOCOUNT ON; SELECT {list} FROM {join}{group}");
                let mut of = |option: &str| run(&mut session, &format!("{query} OPTION (HASH JOIN{option})"));
                let (found, expected) = (of(""), of(", MAXDOP 1"));
                assert!(!expected.contains("Msg "), "{query}: {expected}");
                assert_eq!(comparable(&found, ""), comparable(&expected, ""), "{query}");
                compared += 1;
            }
        }
    }
    assert!(parallel_runs(&host) > compared / 2, "{} parallel plans of {compared}", parallel_runs(&host));
}
