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


client = Pyodbc("odbc_smoke")
db = client.smoke()
dbapi.check("metadata", metadata)
dbapi.mars(client, pyodbc.connect(
    f"DRIVER=FreeTDS;SERVERNAME=sluice;UID=sa;PWD={dbapi.PASSWORD};DATABASE=master;MARS_Connection=Yes"), db)
dbapi.end()
