"""The smoke of clients/README.md for modules of Python's DB-API that take parameters by question marks."""
import threading
import time
from datetime import date, datetime
from decimal import Decimal

failures = 0


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


def expect_error(words, run):
    """Wants an error whose text has these words: not every driver tells the number."""
    try:
        run()
    except Exception as error:
        if words not in str(error):
            raise AssertionError(f"{error!r} instead of '{words}'")
        return
    raise AssertionError(f"no error '{words}'")


def one(connection, query, *values):
    return connection.cursor().execute(query, *values).fetchone()[0]


def types(db):
    for declared, value in [
        ("tinyint", 255),
        ("smallint", -32768),
        ("int", -(2**31)),
        ("bigint", 2**63 - 1),
        ("bit", True),
        ("float", 1.7976931348623157e308),
        ("real", 1.5),
        ("decimal(38,10)", Decimal("-1234567890123456789012345678.0123456789")),
        ("money", Decimal("12345.6789")),
        ("varchar(20)", "plain"),
        ("nvarchar(20)", "snow ☃ 𝄞"),
        ("nvarchar(20)", ""),
        ("nvarchar(max)", "длинно" * 5000),
        ("varbinary(20)", b"\0\1\xff"),
        ("varbinary(max)", b"\7" * 20000),
        ("datetime2(6)", datetime(9999, 12, 31, 23, 59, 59, 999999)),
        ("date", date(2020, 2, 29)),
    ]:
        def both(declared=declared, value=value):
            expect(one(db, f"SELECT CAST(? AS {declared})", value), value)
            expect(one(db, f"SELECT CAST(? AS {declared})", None), None)
        check(f"type {declared}", both)
    check("types uniqueidentifier, xml", lambda: (
        expect(str(one(db, "SELECT CAST('01234567-89AB-CDEF-0123-456789ABCDEF' AS uniqueidentifier)")).upper(),
               "01234567-89AB-CDEF-0123-456789ABCDEF"),
        expect(one(db, "SELECT CAST('<a>1</a>' AS xml)"), "<a>1</a>")))


def statements(db, name):
    cursor = db.cursor()
    cursor.execute(f"DROP TABLE IF EXISTS dbo.{name}; CREATE TABLE dbo.{name} (id int PRIMARY KEY, name nvarchar(50) NULL)")
    db.commit()

    def many():
        cursor.executemany(f"INSERT dbo.{name} VALUES (?, ?)", [(1, "one"), (2, None), (3, "drei")])
        db.commit()
        rows = cursor.execute(f"SELECT id, name FROM dbo.{name} ORDER BY id").fetchall()
        expect([tuple(row) for row in rows], [(1, "one"), (2, None), (3, "drei")])
    check("prepared statement", many)
    check("error 8134", lambda: expect_error("Divide by zero", lambda: cursor.execute("DECLARE @n int = 1 / 0")))
    db.rollback()
    check("error 2627", lambda: expect_error("PRIMARY KEY", lambda: cursor.execute(f"INSERT dbo.{name} VALUES (1, NULL)")))
    db.rollback()

    def procedure():
        cursor.execute(f"CREATE OR ALTER PROCEDURE dbo.{name}_twice @in int, @out int OUTPUT AS BEGIN SET @out = @in * 2; RETURN 7 END")
        db.commit()
        cursor.execute(f"DECLARE @status int, @out int; EXEC @status = dbo.{name}_twice ?, @out OUTPUT; SELECT @status, @out", 21)
        expect(tuple(cursor.fetchone()), (7, 42))
    check("procedure with OUTPUT and status", procedure)

    def sets():
        cursor.execute("SELECT 1 AS a; SELECT 2 AS b, N'x' AS c")
        expect([column[0] for column in cursor.description], ["a"])
        expect([tuple(row) for row in cursor.fetchall()], [(1,)])
        expect(bool(cursor.nextset()), True)
        expect([tuple(row) for row in cursor.fetchall()], [(2, "x")])
    check("several result sets", sets)


def transactions(db, connect, name):
    cursor = db.cursor()

    def rollback():
        cursor.execute(f"INSERT dbo.{name} VALUES (10, NULL)")
        db.rollback()
        expect(one(db, f"SELECT COUNT(*) FROM dbo.{name}"), 3)
    check("rollback", rollback)

    def commit():
        cursor.execute(f"INSERT dbo.{name} VALUES (10, NULL)")
        db.commit()
        expect(one(db, f"SELECT COUNT(*) FROM dbo.{name}"), 4)
        db.commit()
    check("commit", commit)

    def blocking():
        other = connect()
        cursor.execute(f"UPDATE dbo.{name} SET name = N'held' WHERE id = 1")
        second = other.cursor()
        wanted = f"UPDATE dbo.{name} SET name = N'wanted' WHERE id = 1"
        expect_error("Lock request time out", lambda: second.execute(f"SET LOCK_TIMEOUT 100; {wanted}"))
        other.rollback()
        waiting = threading.Thread(target=lambda: (second.execute(f"SET LOCK_TIMEOUT -1; {wanted}"), other.commit()))
        waiting.start()
        time.sleep(0.1)
        db.commit()
        waiting.join()
        other.close()
        expect(one(db, f"SELECT name FROM dbo.{name} WHERE id = 1"), "wanted")
        db.commit()
    check("two connections, lock timeout 1222 and a wait", blocking)


def smoke(connect, password, name):
    """Runs it with the connections that `connect` makes of a password; never comes back."""
    try:
        db = connect(password)
    except Exception as error:
        raise SystemExit(f"WRONG connect: {error!r}")
    check("connect", lambda: expect(one(db, "SELECT 1"), 1))
    check("wrong password is 18456", lambda: expect_error("Login failed", lambda: connect(password + "x")))
    types(db)
    statements(db, name)
    transactions(db, lambda: connect(password), name)
    return db
