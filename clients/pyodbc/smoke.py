"""The smoke of clients/README.md with pyodbc over FreeTDS' ODBC driver."""
import os
import sys

import pyodbc

sys.path.insert(0, "..")
import dbapi

host, port = os.environ["SLUICE_SERVER"].split(":")
pyodbc.pooling = False


def connect(password):
    return pyodbc.connect(f"DRIVER=FreeTDS;SERVER={host};PORT={port};UID=sa;PWD={password};TDS_Version=7.4;DATABASE=master")


db = dbapi.smoke(connect, os.environ["SLUICE_PASSWORD"], "odbc_smoke")


def metadata():
    names = [row.column_name for row in db.cursor().columns(table="odbc_smoke")]
    dbapi.expect(names, ["id", "name"])
    dbapi.expect([row.column_name for row in db.cursor().primaryKeys("odbc_smoke")], ["id"])


dbapi.check("metadata", metadata)
raise SystemExit(1 if dbapi.failures else 0)
