"""The smoke of clients/README.md with mssql-python, which brings Microsoft's ODBC driver."""
import os
import sys
from datetime import date
from decimal import Decimal

import mssql_python

sys.path.insert(0, "..")
import dbapi

mssql_python.pooling(enabled=False)
# Its driver trusts a file of its own with TDS 8.0 alone, and what OpenSSL trusts.
os.environ["SSL_CERT_FILE"] = dbapi.CERTIFICATE


class MssqlPython(dbapi.Client):
    # It refuses what is before 1753 itself, but as an instant.
    instead = {"date": [date(1753, 1, 1), date(9999, 12, 31)]}

    def connect(self, password=dbapi.PASSWORD, attributes=None):
        trust = {"no": "", "yes": "HostnameInCertificate=localhost;", "strict": f"ServerCertificate={dbapi.CERTIFICATE};"}[dbapi.ENCRYPT]
        return mssql_python.connect(
            f"SERVER={dbapi.HOST},{dbapi.PORT};DATABASE=master;UID=sa;PWD={password};Encrypt={dbapi.ENCRYPT};{trust}",
            attrs_before=attributes)

    def limited(self):
        connection = self.connect()
        connection.timeout = 1
        return connection


def bulk():
    client.run(db, "DROP TABLE IF EXISTS dbo.mp_bulk; CREATE TABLE dbo.mp_bulk (id int NOT NULL, name nvarchar(50), f float, price decimal(10, 2), long varchar(max))")
    db.commit()
    loaded = db.cursor().bulkcopy("dbo.mp_bulk", [(number, f"n{number}", number / 2, Decimal(number) / 4, "x" * 100) for number in range(2000)])
    dbapi.expect(loaded["rows_copied"], 2000)
    dbapi.expect(tuple(client.run(db, "SELECT COUNT(*), SUM(f), SUM(price), MAX(name), SUM(LEN(long)) FROM dbo.mp_bulk").fetchone()),
                 (2000, 999500.0, Decimal("499750.00"), "n999", 200000))
    db.rollback()


client = MssqlPython("mssqlpython_smoke")
db = client.smoke()
dbapi.check("bulk load", bulk)
# SQL_COPT_SS_MARS_ENABLED; the module refuses the keyword MARS_Connection.
dbapi.mars(client, client.connect(attributes={1224: 1}), db)
dbapi.end()
