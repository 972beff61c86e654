"""The smoke of clients/README.md with pyodbc over FreeTDS' ODBC driver, which loads nothing in bulk."""
import sys
from datetime import date, datetime, time
from uuid import UUID

import pyodbc

sys.path.insert(0, "..")
import dbapi

pyodbc.pooling = False


class Pyodbc(dbapi.Client):
    instead = {
        # FreeTDS 1.3 sends many a day before 1700 as the one before or after it.
        "date": [date(1700, 1, 1), date(9999, 12, 31)],
        "datetime2(6)": [datetime(1700, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)],
        # Its times have whole seconds.
        "time(6)": [time(0, 0), time(23, 59, 59)],
        "datetimeoffset(6)": [],
        "sql_variant": [],
    }

    def connect(self, password=dbapi.PASSWORD):
        return pyodbc.connect(f"DRIVER=FreeTDS;SERVERNAME=sluice;UID=sa;PWD={password};DATABASE=master")

    def received(self, declared, value):
        return UUID(value) if declared == "uniqueidentifier" else value

    def limited(self):
        connection = self.connect()
        connection.timeout = 1
        return connection


def metadata():
    dbapi.expect([row.column_name for row in db.cursor().columns(table="odbc_smoke")], ["id", "name"])
    dbapi.expect([row.column_name for row in db.cursor().primaryKeys("odbc_smoke")], ["id"])


def mars():
    # The server answers that it has no MARS, and the driver works as without.
    connection = pyodbc.connect(
        f"DRIVER=FreeTDS;SERVERNAME=sluice;UID=sa;PWD={dbapi.PASSWORD};DATABASE=master;MARS_Connection=Yes")
    first = connection.execute("SELECT TOP (1000) object_id FROM sys.all_columns")
    dbapi.expect(len(first.fetchmany(10)), 10)
    try:
        connection.execute("SELECT 2")
    except pyodbc.ProgrammingError as error:
        dbapi.expect(error.args[0], "24000")
    dbapi.expect(len(first.fetchall()), 990)
    dbapi.expect(connection.execute("SELECT 2").fetchone()[0], 2)
    connection.close()


db = Pyodbc("odbc_smoke").smoke()
dbapi.check("metadata", metadata)
dbapi.check("MARS requested", mars)
dbapi.end()
