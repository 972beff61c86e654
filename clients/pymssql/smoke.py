"""The smoke of clients/README.md with pymssql."""
import sys

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


client = Pymssql("py_smoke")
client.smoke()
dbapi.check("bulk load", bulk)
dbapi.end()
