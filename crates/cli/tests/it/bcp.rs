//! `sluice bcp` against a server: every form out and in again, format files, errors.

use crate::program::Program;
use std::io::{BufRead, BufReader};
use std::process::{Child, Output, Stdio};

struct Served<'p> {
    program: &'p Program,
    child: Child,
    server: String,
}

impl<'p> Served<'p> {
    fn start(program: &'p Program) -> Served<'p> {
        let mut command = program.bare(&["serve", "--memory", "--listen", "127.0.0.1:0", "--encrypt", "off"]);
        command.env("MSSQL_SA_PASSWORD", PASSWORD);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the binary runs");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("it is piped")).read_line(&mut line).expect("a line");
        let server = line.trim_end().strip_prefix("listening on ").expect("an address").replace(':', ",");
        Served { program, child, server }
    }

    fn run(&self, words: &[&str], options: &[&str]) -> Output {
        let mut command = self.program.bare(words);
        command.args(["-S", &self.server, "-U", "sa", "-P", PASSWORD]).args(options);
        command.output().expect("the binary runs")
    }

    fn bcp(&self, words: &[&str]) -> (String, Option<i32>) {
        let output = self.run(&[&["bcp"], words].concat(), &["-Yo", "-u"]);
        let text = [output.stdout, output.stderr].concat();
        (String::from_utf8_lossy(&text).into_owned(), output.status.code())
    }

    fn sql(&self, query: &str) -> String {
        let output = self.run(&["sql"], &["-No", "-C", "-W", "-h", "-1", "-Q", &format!("SET NOCOUNT ON; {query}")]);
        assert!(output.status.success(), "{query}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Served<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const PASSWORD: &str = "Correct-Horse1";
const TABLE: &str = "CREATE TABLE dbo.t(id int IDENTITY PRIMARY KEY, a int NULL, b varchar(20) NULL, c nvarchar(max) NULL, \
    d decimal(10, 3) NULL, e datetime NULL, f datetime2(3) NULL, g varbinary(10) NULL, h uniqueidentifier NULL, \
    i float NULL, j money NULL, k bit NULL, l date NULL, m xml NULL, v rowversion, n AS a + 1)";
const COLUMNS: &str = "id, a, b, c, d, e, f, g, h, i, j, k, l, CAST(m AS nvarchar(max)), n";

#[test]
fn rows_go_out_and_in_again_in_every_form() {
    let program = Program::new();
    let served = Served::start(&program);
    served.sql(TABLE);
    served.sql(
        "INSERT dbo.t(a, b, c, d, e, f, g, h, i, j, k, l, m) VALUES (1, 'Zoë', N'Жуков', -12.345, '2020-02-29T12:34:56.123', \
         '2021-01-01T00:00:00.123', 0x0AFF, '6F9619FF-8B86-D011-B42D-00C04FC964FF', 0.1, 12.3456, 1, '1999-12-31', N'<a>ä</a>'), \
         (2, '', N'', 0, '1900-01-01', '0001-01-01', 0x, NULL, -1e300, -1, 0, '0001-01-01', NULL), \
         (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
    );
    let before = served.sql(&format!("SELECT {COLUMNS} FROM dbo.t"));
    for form in ["-n", "-N", "-c", "-w"] {
        let file = format!("rows{form}");
        let (text, code) = served.bcp(&["dbo.t", "out", &file, form]);
        assert!(code == Some(0) && text.contains("\n3 rows copied."), "{form}: {text}");
        served.sql("TRUNCATE TABLE dbo.t");
        let (text, code) = served.bcp(&["dbo.t", "in", &file, form, "-E", "-h", "TABLOCK, CHECK_CONSTRAINTS"]);
        assert!(code == Some(0) && text.contains("\n3 rows copied."), "{form}: {text}");
        assert_eq!(served.sql(&format!("SELECT {COLUMNS} FROM dbo.t")), before, "{form}");
        // A format file of either kind describes the same file.
        for (kind, name) in [(&[][..], "t.fmt"), (&["-x"][..], "t.xml")] {
            let written = [&["dbo.t", "format", "nul", form, "-f", name], kind].concat();
            assert_eq!(served.bcp(&written).1, Some(0));
            served.sql("TRUNCATE TABLE dbo.t");
            let (text, code) = served.bcp(&["dbo.t", "in", &file, "-f", name, "-E", "-k", "-b", "2", "-C", "65001"]);
            assert!(
                code == Some(0) && text.contains("2 rows sent to SQL Server. Total sent: 2"),
                "{form} {name}: {text}"
            );
            assert_eq!(served.sql("SELECT COUNT(*), SUM(ISNULL(a, 5)) FROM dbo.t").trim(), "3 8", "{form} {name}");
        }
        // The collation in the format file has priority over -C, so the text has changed.
        served.sql("TRUNCATE TABLE dbo.t");
        assert_eq!(served.bcp(&["dbo.t", "in", &file, form, "-E"]).1, Some(0));
    }
}

/// The bytes follow from `relational-databases/import-export`: *Use Character Format*, *Use Native
/// Format*, *Specify Prefix Length*.
#[test]
fn files_have_the_documented_bytes() {
    let program = Program::new();
    let served = Served::start(&program);
    let query = "SELECT CAST(1 AS int) AS a, CAST('x' AS varchar(5)) AS b, CAST(NULL AS varchar(5)) AS c, \
                 CAST('2000-01-02' AS datetime) AS d, CAST(0x0AFF AS varbinary(5)) AS e, CAST('' AS varchar(5)) AS f";
    assert_eq!(served.bcp(&[query, "queryout", "q.txt", "-c"]).1, Some(0));
    let read = |name: &str| std::fs::read(program.path(name)).expect("the file is there");
    assert_eq!(read("q.txt"), b"1\tx\t\t2000-01-02 00:00:00.000\t0AFF\t\0\r\n");
    assert_eq!(served.bcp(&[query, "queryout", "q.csv", "-c", "-t", ",", "-r", "0x0a"]).1, Some(0));
    assert_eq!(read("q.csv"), b"1,x,,2000-01-02 00:00:00.000,0AFF,\0\n");
    served.sql("CREATE TABLE dbo.q(a int NOT NULL, b varchar(5) NULL, c char(5) NULL, d datetime NULL, e varbinary(5), f text)");
    served.sql(&format!("INSERT dbo.q {query}"));
    assert_eq!(served.bcp(&["dbo.q", "out", "q.dat", "-n"]).1, Some(0));
    let wanted = b"\x01\0\0\0\x01\0x\xff\xff\x08\xad\x8e\0\0\0\0\0\0\x02\0\x0a\xff\0\0\0\0";
    assert_eq!(read("q.dat"), wanted);
}

#[test]
fn failed_rows_are_reported_and_end_with_code_1() {
    let program = Program::new();
    let served = Served::start(&program);
    served.sql("CREATE TABLE dbo.k(a int PRIMARY KEY, b tinyint NOT NULL)");
    let write = |text: &str| std::fs::write(program.path("k.txt"), text).expect("a file");
    write("1\t1\r\nx\t2\r\n3\t3\r\n");
    let (text, code) = served.bcp(&["dbo.k", "in", "k.txt", "-c", "-e", "k.err"]);
    assert!(code == Some(0) && text.contains("2 rows copied.") && text.contains("row 2, column 1"), "{text}");
    assert_eq!(std::fs::read_to_string(program.path("k.err")).expect("a file"), "x\t2\r\n");
    // 2627: the batch is taken back.
    let (text, code) = served.bcp(&["dbo.k", "in", "k.txt", "-c"]);
    assert!(code == Some(1) && text.contains("NativeError = 2627"), "{text}");
    // Too many bad rows: the server takes the batch back.
    write("7\t7\r\nx\t2\r\ny\t3\r\n");
    let (text, code) = served.bcp(&["dbo.k", "in", "k.txt", "-c", "-m", "1"]);
    assert!(code == Some(1) && text.contains("maximum number of errors (1)"), "{text}");
    assert_eq!(served.sql("SELECT COUNT(*) FROM dbo.k").trim(), "2");
    let (text, code) = served.bcp(&["dbo.nothing", "out", "n.txt", "-c"]);
    assert!(code == Some(1) && text.contains("NativeError = 208"), "{text}");
}
