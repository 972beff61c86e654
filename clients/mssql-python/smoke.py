"""The smoke of clients/README.md with mssql-python, which brings Microsoft's ODBC driver."""
import os
import sys
import time

import mssql_python

sys.path.insert(0, "..")
import dbapi

host, port = os.environ["SLUICE_SERVER"].split(":")
mssql_python.pooling(enabled=False)


def connect(password):
    return mssql_python.connect(
        f"SERVER={host},{port};DATABASE=master;UID=sa;PWD={password};Encrypt=no;TrustServerCertificate=yes;")


db = dbapi.smoke(connect, os.environ["SLUICE_PASSWORD"], "mssqlpython_smoke")
raise SystemExit(1 if dbapi.failures else 0)
