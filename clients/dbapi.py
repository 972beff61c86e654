"""The smoke of clients/README.md for modules of Python's DB-API. A client's program says how it connects, and where it differs."""
import os
import threading
import time
from datetime import date, datetime, timedelta, timezone
from datetime import time as time_of_day
from decimal import Decimal
from uuid import UUID

HOST, PORT = os.environ["SLUICE_SERVER"].split(":")
PASSWORD = os.environ["SLUICE_PASSWORD"]
ENCRYPT = os.environ["SLUICE_ENCRYPT"]
CERTIFICATE = os.environ["SLUICE_CERTIFICATE"]
# Not every driver tells an error's number; these words of its text are no other's.
WORDS = {1222: "Lock request time out", 2627: "Violation of", 8134: "Divide by zero", 18456: "Login failed"}

failures = 0


def check(what, run):
    """Prints a line about one check; what `run` raises is what is wrong."""
    global failures
    try:
        run()
        print("ok   ", what)
    except Exception as error:
        failures += 1
        print("WRONG", what + ":", repr(error)[:600])


def end():
    """Ends the program as its checks went."""
    raise SystemExit(1 if failures else 0)


def shown(value):
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:100]}... ({len(value)} long)"


def expect(got, wanted):
    if got != wanted or type(got) is not type(wanted):
        raise AssertionError(f"{shown(got)} instead of {shown(wanted)}")


def expect_error(number, run):
    """Wants the server's error of that number."""
    try:
        run()
    except Exception as error:
        if WORDS[number] not in str(error):
            raise AssertionError(f"{error!r} instead of error {number}")
        return
    raise AssertionError(f"no error {number}")


# Each type that has a value of its own in Python, with what is smallest and largest.
TYPES = [
    ("tinyint", 0, 255),
    ("smallint", -(2**15), 2**15 - 1),
    ("int", -(2**31), 2**31 - 1),
    ("bigint", -(2**63), 2**63 - 1),
    ("bit", False, True),
    ("float", -1.7976931348623157e308, 2.2250738585072014e-308, 1.7976931348623157e308),
    ("real", -3.4028234663852886e38, 1.1754943508222875e-38, 1.5),
    ("decimal(38,10)", Decimal("-9999999999999999999999999999.9999999999"), Decimal("0.0000000001")),
    ("numeric(38,0)", Decimal("-" + "9" * 38), Decimal("9" * 38)),
    ("decimal(5,2)", Decimal("-999.99"), Decimal("0.00")),
    ("money", Decimal("-922337203685477.5808"), Decimal("922337203685477.5807")),
    ("smallmoney", Decimal("-214748.3648"), Decimal("214748.3647")),
    ("char(5)", "abcde", "     "),
    ("varchar(20)", "café €", ""),
    ("varchar(max)", "x" * 100000, ""),
    ("nchar(4)", "ab☃ ", "    "),
    ("nvarchar(20)", "snow ☃ 𝄞", ""),
    ("nvarchar(4000)", "ж" * 4000, " "),
    ("nvarchar(max)", "длинно" * 5000, ""),
    ("binary(4)", b"\0\1\2\xff", b"\0\0\0\0"),
    ("varbinary(20)", b"\0\1\xff", b""),
    ("varbinary(max)", b"\7\0" * 50000, b""),
    ("date", date(1, 1, 1), date(2020, 2, 29), date(9999, 12, 31)),
    ("time(6)", time_of_day(0, 0), time_of_day(23, 59, 59, 999999)),
    ("smalldatetime", datetime(1900, 1, 1), datetime(2079, 6, 6, 23, 59)),
    ("datetime", datetime(1753, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 997000)),
    ("datetime2(6)", datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)),
    ("datetimeoffset(6)", datetime(2020, 2, 29, 12, 0, 0, 123456, timezone(timedelta(hours=-14))),
     datetime(9999, 12, 31, 23, 59, 59, 999999, timezone.utc)),
    ("uniqueidentifier", UUID("01234567-89AB-CDEF-0123-456789ABCDEF"), UUID(int=0)),
    ("xml", "<a>1</a>", ""),
    ("sql_variant", -7, "text", Decimal("1.50")),
]


def mars(client, connection, other):
    """Checks of a connection with MARS, whose transactions the module begins; `other` is another connection."""
    if os.environ.get("SLUICE_RECORDED"):
        # The dissector joins messages of different SMP sessions.
        return
    run, one = client.run, client.one
    many = "SELECT value, REPLICATE('x', 50) FROM GENERATE_SERIES(1, {})"
    run(connection, "DROP TABLE IF EXISTS dbo.mars; CREATE TABLE dbo.mars (id int PRIMARY KEY, name nvarchar(50))")
    connection.commit()

    def interleaved():
        first, second = run(connection, many.format(20000)), run(connection, many.format(30000))
        for row in range(1, 20001):
            expect(first.fetchone()[0], row)
            expect(second.fetchone()[0], row)
            if row % 1000 == 0:
                expect(one(connection, "SELECT ?", row), row)
        expect(first.fetchone(), None)
        expect(len(second.fetchall()), 10000)
        connection.commit()
    check("MARS: two cursors in turn", interleaved)

    def beside():
        reader = run(connection, many.format(100000))
        for row in range(100):
            expect(len(reader.fetchmany(1000)), 1000)
            run(connection, "INSERT dbo.mars VALUES (?, N'row')", row)
        expect(reader.fetchone(), None)
        connection.commit()
        expect(one(other, "SELECT COUNT(*) FROM dbo.mars"), 100)
        other.commit()
    check("MARS: 100,000 rows read slowly beside inserts", beside)

    def shared():
        reader = run(connection, "SELECT id FROM dbo.mars ORDER BY id")
        expect(reader.fetchone()[0], 0)
        run(connection, "DELETE dbo.mars WHERE id > ?", 49)
        expect(one(connection, "SELECT COUNT(*) FROM dbo.mars"), 50)
        expect(len(reader.fetchall()), 99)
        connection.rollback()
        expect(one(connection, "SELECT COUNT(*) FROM dbo.mars"), 100)
        connection.commit()
    check("MARS: a transaction over several cursors", shared)

    def abandoned():
        readers = [run(connection, many.format(5000)) for _ in range(40)]
        for reader in readers:
            expect(reader.fetchone()[0], 1)
        for reader in readers[::2]:
            reader.close()
        for reader in readers[1::2]:
            expect(len(reader.fetchall()), 4999)
        expect(one(connection, "SELECT 1"), 1)
        connection.commit()
    check("MARS: 40 cursors, half of them closed early", abandoned)

    def batch():
        connection.autocommit = True
        try:
            run(connection, "BEGIN TRANSACTION")
        except Exception as error:
            if "started in a MARS batch" not in str(error):
                raise
        else:
            raise AssertionError("no error 3997")
        expect(one(connection, "SELECT @@TRANCOUNT"), 0)
        connection.autocommit = False
    check("MARS: a transaction that a batch leaves open is 3997", batch)


class Client:
    """What sets one module apart from the others."""

    marker = "?"
    # Other values of some types, where it can't send all of them; none, where it doesn't know the type.
    instead = {}
    # Whether a connection goes on after a statement's time is over.
    goes_on = True

    def __init__(self, name):
        self.name = name

    def connect(self, password=PASSWORD):
        raise NotImplementedError

    def limited(self):
        """A connection whose statements are given up after a second."""
        raise NotImplementedError

    def run(self, connection, text, *values):
        """A cursor that has run the text; its parameters are question marks."""
        cursor = connection.cursor()
        text = text.replace("?", self.marker)
        cursor.execute(text, values) if values else cursor.execute(text)
        return cursor

    def one(self, connection, text, *values):
        return self.run(connection, text, *values).fetchone()[0]

    def procedure(self, db):
        """Calls the procedure twice with 21, for its OUTPUT and its status."""
        cursor = self.run(db, f"DECLARE @status int, @out int; EXEC @status = dbo.{self.name}_twice ?, @out OUTPUT; SELECT @out, @status", 21)
        return tuple(cursor.fetchone())

    def sent(self, declared, value):
        """What the module wants for a value of that type."""
        return value

    def received(self, declared, value):
        """The value that the module means by what it gives for that type."""
        return value

    def types(self, db):
        for declared, *values in TYPES:
            def both():
                for value in self.instead.get(declared, values):
                    got = self.one(db, f"SELECT CAST(? AS {declared})", self.sent(declared, value))
                    expect(self.received(declared, got), value)
                expect(self.one(db, f"SELECT CAST(? AS {declared})", None), None)
            if self.instead.get(declared, values):
                check(f"type {declared}", both)
        db.rollback()

    def statements(self, db):
        name, cursor = self.name, db.cursor()
        cursor.execute(f"DROP TABLE IF EXISTS dbo.{name}; CREATE TABLE dbo.{name} (id int PRIMARY KEY, name nvarchar(50) NULL)")
        db.commit()

        def many():
            cursor.executemany(f"INSERT dbo.{name} VALUES (?, ?)".replace("?", self.marker), [(1, "one"), (2, None), (3, "drei")])
            db.commit()
            rows = self.run(db, f"SELECT id, name FROM dbo.{name} ORDER BY id").fetchall()
            expect([tuple(row) for row in rows], [(1, "one"), (2, None), (3, "drei")])
        check("prepared statement, run with many rows", many)
        check("error 8134", lambda: expect_error(8134, lambda: self.run(db, "DECLARE @n int = 1 / 0")))
        db.rollback()
        check("error 2627", lambda: expect_error(2627, lambda: self.run(db, f"INSERT dbo.{name} VALUES (1, NULL)")))
        db.rollback()
        self.run(db, f"CREATE OR ALTER PROCEDURE dbo.{name}_twice @in int, @out int OUTPUT AS BEGIN SET @out = @in * 2; RETURN 7 END")
        db.commit()
        check("procedure with OUTPUT and status", lambda: expect(self.procedure(db), (42, 7)))

        def sets():
            cursor = self.run(db, "SELECT 1 AS a; PRINT 'between'; SELECT 2 AS b, N'x' AS c")
            expect([column[0] for column in cursor.description], ["a"])
            expect([tuple(row) for row in cursor.fetchall()], [(1,)])
            expect(bool(cursor.nextset()), True)
            # A module may give what was printed a place among the results.
            if cursor.description is None:
                expect(bool(cursor.nextset()), True)
            expect([tuple(row) for row in cursor.fetchall()], [(2, "x")])
        check("several result sets", sets)
        db.rollback()

    def transactions(self, db):
        name = self.name
        count = lambda: self.one(db, f"SELECT COUNT(*) FROM dbo.{name}")

        def rollback():
            self.run(db, f"INSERT dbo.{name} VALUES (10, NULL)")
            db.rollback()
            expect(count(), 3)
        check("rollback", rollback)

        def commit():
            self.run(db, f"INSERT dbo.{name} VALUES (10, NULL)")
            db.commit()
            expect(count(), 4)
            db.commit()
        check("commit", commit)

        def blocking():
            other = self.connect()
            self.run(db, f"UPDATE dbo.{name} SET name = N'held' WHERE id = 1")
            wanted = f"UPDATE dbo.{name} SET name = N'wanted' WHERE id = 1"
            expect_error(1222, lambda: self.run(other, f"SET LOCK_TIMEOUT 100; {wanted}"))
            other.rollback()
            done = []
            waiting = threading.Thread(target=lambda: done.append((self.run(other, f"SET LOCK_TIMEOUT -1; {wanted}"), other.commit())))
            waiting.start()
            time.sleep(0.1)
            expect(done, [])
            db.commit()
            waiting.join()
            expect(len(done), 1)
            other.close()
            expect(self.one(db, f"SELECT name FROM dbo.{name} WHERE id = 1"), "wanted")
            db.commit()
        check("two connections, lock timeout 1222 and a wait", blocking)

    def cancel(self):
        other = self.limited()
        began = time.monotonic()
        try:
            self.run(other, "WAITFOR DELAY '00:00:30'")
        except Exception:
            # Each module tells of its own timeout.
            pass
        else:
            raise AssertionError("it was not stopped")
        if time.monotonic() - began > 10:
            raise AssertionError("it took too long to stop")
        if self.goes_on:
            expect(self.one(other, "SELECT 1"), 1)
            other.close()

    def smoke(self):
        """All that the modules have in common. Gives the connection back."""
        try:
            db = self.connect()
        except Exception as error:
            raise SystemExit(f"WRONG connect: {error!r}")
        is_encrypted = "SELECT CAST(encrypt_option AS varchar(5)) FROM sys.dm_exec_connections WHERE session_id = @@SPID"
        check("connect", lambda: expect(self.one(db, is_encrypted), "FALSE" if ENCRYPT == "no" else "TRUE"))
        check("wrong password is 18456", lambda: expect_error(18456, lambda: self.connect(PASSWORD + "x")))
        self.types(db)
        self.statements(db)
        self.transactions(db)
        check("cancel", self.cancel)
        return db
