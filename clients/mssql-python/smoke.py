"""The smoke of clients/README.md with mssql-python, which brings Microsoft's ODBC driver."""
import os
import sys
from datetime import date

import mssql_python

sys.path.insert(0, "..")
import dbapi

mssql_python.pooling(enabled=False)
# Its driver trusts a file of its own with TDS 8.0 alone, and what OpenSSL trusts.
os.environ["SSL_CERT_FILE"] = dbapi.CERTIFICATE


class MssqlPython(dbapi.Client):
    # It refuses what is before 1753 itself, but as an instant.
    instead = {"date": [date(1753, 1, 1), date(9999, 12, 31)]}

    def connect(self, password=dbapi.PASSWORD):
        trust = {"no": "", "yes": "HostnameInCertificate=localhost;", "strict": f"ServerCertificate={dbapi.CERTIFICATE};"}[dbapi.ENCRYPT]
        return mssql_python.connect(
            f"SERVER={dbapi.HOST},{dbapi.PORT};DATABASE=master;UID=sa;PWD={password};Encrypt={dbapi.ENCRYPT};{trust}")

    def limited(self):
        connection = self.connect()
        connection.timeout = 1
        return connection


MssqlPython("mssqlpython_smoke").smoke()
dbapi.end()
