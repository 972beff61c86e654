"""The smoke of clients/README.md with pymssql."""
import os
import sys

from decimal import Decimal

import pymssql

sys.path.insert(0, "..")
import dbapi


class Pymssql(dbapi.Client):
    marker = "%s"
    # It gives the bytes of a value of sql_variant.
    instead = {"sql_variant": []}
    goes_on = False

    def connect(self, password=dbapi.PASSWORD, **more):
        return pymssql.connect(server=dbapi.HOST, port=dbapi.PORT, user="sa", password=password, database="master", **more)

    def sent(self, declared, value):
        # It writes all other instants with milliseconds.
        if declared not in ("datetime2(6)", "datetimeoffset(6)"):
            return value
        return pymssql.datetime2(*value.timetuple()[:6], value.microsecond, value.tzinfo)

    def limited(self):
        return self.connect(timeout=1)

    def procedure(self, db):
        # It takes TDS 8.0 for a version before 7 and calls nothing.
        if dbapi.ENCRYPT == "strict":
            return super().procedure(db)
        cursor = db.cursor()
        given = cursor.callproc(f"dbo.{self.name}_twice", (21, pymssql.output(int)))
        return given[1], cursor.returnvalue


def bulk():
    with client.connect(autocommit=True) as other:
        client.run(other, "DROP TABLE IF EXISTS dbo.py_bulk; CREATE TABLE dbo.py_bulk (id int NOT NULL, name nvarchar(50), f float)")
        other.bulk_copy("dbo.py_bulk", [(number, f"n{number}", number / 2) for number in range(2000)])
        dbapi.expect(client.run(other, "SELECT COUNT(*), SUM(f), MAX(name) FROM dbo.py_bulk").fetchone(), (2000, 999500.0, "n999"))


def old_version(version):
    """TDS before 7.3 has no types of dates, before 7.2 no max types, in 7.0 no bigint; values come as other types."""
    with client.connect(autocommit=True, tds_version=version) as old:
        row = client.run(old, "SELECT CAST(9223372036854775807 AS bigint), N'snow \u2603', REPLICATE(CAST('x' AS varchar(max)), 20000), CAST(0x0102 AS varbinary(max)), CAST('<a/>' AS xml), CAST(1.5 AS decimal(10, 2))").fetchone()
        dbapi.expect(row, (Decimal(2**63 - 1) if version == "7.0" else 2**63 - 1, "snow \u2603", "x" * 20000, b"\x01\x02", "<a/>", Decimal("1.50")))
        row = client.run(old, "SELECT CAST('2024-02-29' AS date), CAST('12:34:56.789' AS time(3)), CAST('2024-02-29 12:34:56.1234567' AS datetime2), CAST('2024-02-29 12:34:56 +02:00' AS datetimeoffset(0)), CAST(NULL AS date)").fetchone()
        if version < "7.3":
            dbapi.expect(row, ("2024-02-29", "12:34:56.789", "2024-02-29 12:34:56.1234567", "2024-02-29 12:34:56 +02:00", None))
        client.run(old, "CREATE TABLE #old (id int, name nvarchar(50)); INSERT #old VALUES (1, N'one'), (2, NULL), (3, NULL)")
        dbapi.expect(client.run(old, "SELECT * FROM #old ORDER BY id").fetchall(), [(1, "one"), (2, None), (3, None)])
        dbapi.expect_error(8134, lambda: client.run(old, "SELECT 1 / 0").fetchall())
        client.run(old, "CREATE OR ALTER PROCEDURE dbo.py_old @in int, @out int OUTPUT AS BEGIN SET @out = @in * 2; RETURN 7 END")
        cursor = old.cursor()
        dbapi.expect((cursor.callproc("dbo.py_old", (21, pymssql.output(int)))[1], cursor.returnvalue), (42, 7))


client = Pymssql("py_smoke")
client.smoke()
dbapi.check("bulk load", bulk)
if dbapi.ENCRYPT != "strict" and "SLUICE_RECORDED" not in os.environ:
    for version in ("7.0", "7.1", "7.2", "7.3"):
        dbapi.check(f"TDS {version}", lambda: old_version(version))
dbapi.end()
