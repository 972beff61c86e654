"""The smoke of clients/README.md with SQLAlchemy over pymssql and mssql-python: what it asks when it connects, and what it writes."""
import os
import sys
from datetime import datetime
from decimal import Decimal

import sqlalchemy as sa

sys.path.insert(0, "..")
from dbapi import CERTIFICATE, ENCRYPT, HOST, PASSWORD, PORT, check, end, expect, expect_error

# Microsoft's driver trusts what OpenSSL does.
os.environ["SSL_CERT_FILE"] = CERTIFICATE


def smoke(over, address):
    engine = sa.create_engine(address)
    metadata = sa.MetaData()
    parent = sa.Table(f"sa_parent_{over}", metadata, sa.Column("id", sa.Integer, primary_key=True),
                      sa.Column("name", sa.Unicode(50), nullable=False, unique=True))
    child = sa.Table(f"sa_child_{over}", metadata, sa.Column("id", sa.BigInteger, primary_key=True),
                     sa.Column("parent", sa.ForeignKey(parent.c.id)), sa.Column("amount", sa.DECIMAL(19, 4)),
                     sa.Column("at", sa.DateTime), sa.Column("note", sa.UnicodeText), sa.Index(f"sa_at_{over}", "at"))

    def connect():
        with engine.connect() as connection:
            text = sa.text("SELECT CAST(encrypt_option AS varchar(5)) FROM sys.dm_exec_connections WHERE session_id = @@SPID")
            expect(connection.scalar(text), "FALSE" if ENCRYPT == "no" else "TRUE")
        wrong = sa.create_engine(address.replace(PASSWORD, PASSWORD + "x"))
        expect_error(18456, wrong.connect)
    check(f"{over}: connect, a wrong password", connect)

    def tables():
        metadata.drop_all(engine)
        metadata.create_all(engine)
    check(f"{over}: tables made and dropped", tables)

    def rows():
        with engine.begin() as connection:
            key = connection.execute(parent.insert().values(name="ü")).inserted_primary_key[0]
            connection.execute(child.insert(), [
                {"parent": key, "amount": Decimal("12.5000"), "at": datetime(2020, 2, 29, 12), "note": "n" * 9000},
                {"parent": None, "amount": None, "at": None, "note": None}])
        with engine.connect() as connection:
            found = connection.execute(sa.select(parent.c.name, child.c.amount, child.c.at, sa.func.len(child.c.note))
                                       .join(child).order_by(child.c.id).limit(10)).all()
            expect(found, [("ü", Decimal("12.5000"), datetime(2020, 2, 29, 12), 9000)])
    check(f"{over}: rows in and out", rows)

    def rolled_back():
        def twice():
            with engine.begin() as connection:
                connection.execute(parent.delete().where(parent.c.name == "nobody"))
                connection.execute(parent.insert().values(name="ü"))
        expect_error(2627, twice)
    check(f"{over}: a transaction rolled back", rolled_back)
    def reflected():
        found = sa.MetaData()
        found.reflect(engine, only=[parent.name, child.name])
        columns = {column.name: (type(column.type).__name__, column.nullable) for column in found.tables[child.name].columns}
        expect(columns, {"id": ("BIGINT", False), "parent": ("INTEGER", True), "amount": ("DECIMAL", True),
                         "at": ("DATETIME", True), "note": ("NVARCHAR", True)})
        amount = found.tables[child.name].columns.amount.type
        expect((amount.precision, amount.scale), (19, 4))
        expect([key.target_fullname for key in found.tables[child.name].foreign_keys], [f"{parent.name}.id"])
        expect([index.name for index in found.tables[child.name].indexes], [f"sa_at_{over}"])
        expect(sa.inspect(engine).get_pk_constraint(parent.name)["constrained_columns"], ["id"])
    check(f"{over}: tables reflected", reflected)

    def isolated():
        with engine.connect().execution_options(isolation_level="SERIALIZABLE") as connection:
            expect(connection.get_isolation_level(), "SERIALIZABLE")
        with engine.connect() as connection:
            expect(connection.get_isolation_level(), "READ COMMITTED")
    check(f"{over}: isolation level", isolated)
    engine.dispose()


smoke("pymssql", f"mssql+pymssql://sa:{PASSWORD}@{HOST}:{PORT}/master")
smoke("mssqlpython", f"mssql+mssqlpython://sa:{PASSWORD}@{HOST}:{PORT}/master?Encrypt={ENCRYPT}&HostnameInCertificate=localhost")
end()
