"""The smoke of clients/README.md with pymssql."""
import os
import threading
import time
from datetime import date, datetime
from decimal import Decimal

import pymssql

host, port = os.environ["SLUICE_SERVER"].split(":")
password = os.environ["SLUICE_PASSWORD"]
failures = 0


def connect(word=password, **more):
    return pymssql.connect(server=host, port=port, user="sa", password=word, database="master", **more)


def check(what, run):
    """Prints a line about one check; what `run` raises is what is wrong."""
    global failures
    try:
        run()
        print("ok   ", what)
    except Exception as error:
        failures += 1
        print("WRONG", what + ":", repr(error))


def expect(got, wanted):
    if got != wanted or type(got) is not type(wanted):
        raise AssertionError(f"{got!r} instead of {wanted!r}")


def expect_error(number, run):
    """Wants the server's error of that number."""
    try:
        run()
    except pymssql.Error as error:
        told = error.args[0] if isinstance(error.args[0], int) else error.args[0][0]
        expect(told, number)
        return
    raise AssertionError(f"no error {number}")


def one(connection, query, *values):
    cursor = connection.cursor()
    cursor.execute(query, values)
    return cursor.fetchone()[0]


def types():
    for declared, sent, wanted in [
        ("tinyint", 255, 255),
        ("smallint", -32768, -32768),
        ("int", -(2**31), -(2**31)),
        ("bigint", 2**63 - 1, 2**63 - 1),
        ("bit", True, True),
        ("float", 1.7976931348623157e308, 1.7976931348623157e308),
        ("real", 1.5, 1.5),
        ("decimal(38,10)", Decimal("-9" * 1 + "9" * 27 + ".9999999999"), Decimal("-9" * 1 + "9" * 27 + ".9999999999")),
        ("money", Decimal("-922337203685477.5808"), Decimal("-922337203685477.5808")),
        ("smallmoney", Decimal("214748.3647"), Decimal("214748.3647")),
        ("varchar(20)", "café", "café"),
        ("nvarchar(20)", "snow ☃ 𝄞", "snow ☃ 𝄞"),
        ("nvarchar(20)", "", ""),
        ("nvarchar(max)", "длинно" * 5000, "длинно" * 5000),
        ("nchar(4)", "ab", "ab  "),
        ("varbinary(20)", b"\0\1\xff", b"\0\1\xff"),
        ("varbinary(max)", b"\7" * 20000, b"\7" * 20000),
        ("datetime", datetime(1753, 1, 1, 0, 0, 0, 3000), datetime(1753, 1, 1, 0, 0, 0, 3000)),
        # The client writes milliseconds into its text.
        ("datetime2(6)", datetime(9999, 12, 31, 23, 59, 59, 999000), datetime(9999, 12, 31, 23, 59, 59, 999000)),
        ("date", date(1, 1, 1), date(1, 1, 1)),
    ]:
        def both(declared=declared, sent=sent, wanted=wanted):
            got = one(db, f"SELECT CAST(%s AS {declared})", sent)
            expect(got.replace(microsecond=3000) if declared == "datetime" else got, wanted)
            expect(one(db, f"SELECT CAST(%s AS {declared})", None), None)
        check(f"type {declared}", both)
    check("types uniqueidentifier, xml", lambda: (
        expect(str(one(db, "SELECT CAST('01234567-89AB-CDEF-0123-456789ABCDEF' AS uniqueidentifier)")).upper(),
               "01234567-89AB-CDEF-0123-456789ABCDEF"),
        expect(one(db, "SELECT CAST('<a>1</a>' AS xml)"), "<a>1</a>")))


def statements():
    cursor = db.cursor()
    cursor.execute("DROP TABLE IF EXISTS dbo.py_smoke; CREATE TABLE dbo.py_smoke (id int PRIMARY KEY, name nvarchar(50) NULL)")
    db.commit()

    def many():
        cursor.executemany("INSERT dbo.py_smoke VALUES (%d, %s)", [(1, "one"), (2, None), (3, "drei")])
        db.commit()
        cursor.execute("SELECT id, name FROM dbo.py_smoke ORDER BY id")
        expect(cursor.fetchall(), [(1, "one"), (2, None), (3, "drei")])
        expect(cursor.rowcount, 3)
    check("rows in and out", many)
    # Behind columns DB-Library tells of an error only when it is asked for more.
    check("error 8134", lambda: expect_error(8134, lambda: cursor.execute("DECLARE @n int = 1 / 0")))
    db.rollback()
    check("error 2627", lambda: expect_error(2627, lambda: cursor.execute("INSERT dbo.py_smoke VALUES (1, NULL)")))
    db.rollback()
    cursor.execute("CREATE OR ALTER PROCEDURE dbo.py_twice @in int, @out int OUTPUT AS "
                   "BEGIN SET @out = @in * 2; RETURN 7 END")
    db.commit()

    def procedure():
        values = cursor.callproc("dbo.py_twice", (21, pymssql.output(int)))
        expect(values, (21, 42))
        expect(cursor.returnvalue, 7)
    check("procedure with OUTPUT and status", procedure)

    def sets():
        cursor.execute("SELECT 1 AS a; PRINT 'between'; SELECT 2 AS b, N'x' AS c")
        expect([column[0] for column in cursor.description], ["a"])
        expect(cursor.fetchall(), [(1,)])
        expect(bool(cursor.nextset()), True)
        expect(cursor.fetchall(), [(2, "x")])
    check("several result sets", sets)


def transactions():
    cursor = db.cursor()
    count = lambda: one(db, "SELECT COUNT(*) FROM dbo.py_smoke")

    def rollback():
        cursor.execute("INSERT dbo.py_smoke VALUES (10, NULL)")
        db.rollback()
        expect(count(), 3)
    check("rollback", rollback)

    def commit():
        cursor.execute("INSERT dbo.py_smoke VALUES (10, NULL)")
        db.commit()
        expect(count(), 4)
        db.commit()
    check("commit", commit)

    def blocking():
        with connect() as other:
            cursor.execute("UPDATE dbo.py_smoke SET name = N'held' WHERE id = 1")
            second = other.cursor()
            second.execute("SET LOCK_TIMEOUT 100")
            wanted = "UPDATE dbo.py_smoke SET name = N'wanted' WHERE id = 1"
            expect_error(1222, lambda: second.execute(wanted))
            other.rollback()
            second.execute("SET LOCK_TIMEOUT -1")
            waiting = threading.Thread(target=lambda: (second.execute(wanted), other.commit()))
            waiting.start()
            time.sleep(0.1)
            db.commit()
            waiting.join()
        expect(one(db, "SELECT name FROM dbo.py_smoke WHERE id = 1"), "wanted")
        db.commit()
    check("two connections, lock timeout 1222 and a wait", blocking)


def cancel():
    with connect(timeout=1) as other:
        began = time.time()
        try:
            other.cursor().execute("WAITFOR DELAY '00:00:30'")
            raise AssertionError("it was not stopped")
        except pymssql.Error:
            pass
        if time.time() - began > 10:
            raise AssertionError("it took too long to stop")
    expect(one(db, "SELECT 1"), 1)


def bulk():
    with connect(autocommit=True) as other:
        other.cursor().execute("DROP TABLE IF EXISTS dbo.py_bulk; CREATE TABLE dbo.py_bulk (id int NOT NULL, name nvarchar(50), f float)")
        other.bulk_copy("dbo.py_bulk", [(number, f"n{number}", number / 2) for number in range(2000)])
        cursor = other.cursor()
        cursor.execute("SELECT COUNT(*), SUM(f), MAX(name) FROM dbo.py_bulk")
        expect(cursor.fetchone(), (2000, 999500.0, "n999"))


try:
    db = connect()
except pymssql.Error as error:
    raise SystemExit(f"WRONG connect: {error!r}")
check("connect", lambda: expect(one(db, "SELECT 1"), 1))
check("wrong password is 18456", lambda: expect_error(18456, lambda: connect(password + "x")))
types()
statements()
transactions()
check("cancel", cancel)
check("bulk load", bulk)
raise SystemExit(1 if failures else 0)
