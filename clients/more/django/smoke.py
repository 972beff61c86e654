"""Django with mssql-django over mssql-python: migrations there and back, queries, a transaction, what it reads of tables."""
import os
import sys
from datetime import datetime, timezone

sys.path[:0] = [".", "../.."]
from dbapi import CERTIFICATE, ENCRYPT, HOST, PASSWORD, PORT, check, end, expect, expect_error

# Microsoft's driver trusts what OpenSSL does.
os.environ["SSL_CERT_FILE"] = CERTIFICATE

import django
from django.conf import settings


def database(password):
    return {"ENGINE": "mssql", "NAME": "master", "USER": "sa", "PASSWORD": password, "HOST": HOST, "PORT": PORT,
            "OPTIONS": {"python_driver": "mssql_python", "extra_params": f"Encrypt={ENCRYPT};HostnameInCertificate=localhost"}}


settings.configure(
    DATABASES={"default": database(PASSWORD), "wrong": database(PASSWORD + "x")}, USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions"])
django.setup()

from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.models import Count, Q


def connect():
    with connection.cursor() as cursor:
        cursor.execute("SELECT encrypt_option FROM sys.dm_exec_connections WHERE session_id = @@SPID")
        expect(cursor.fetchone()[0], "FALSE" if ENCRYPT == "no" else "TRUE")
    expect_error(18456, connections["wrong"].ensure_connection)


def migrate():
    call_command("migrate", verbosity=0)
    expect("auth_user" in connection.introspection.table_names(), True)


def query():
    group = Group.objects.create(name="ü")
    user = User.objects.create_user("anna", "a@b.c", "secret", date_joined=datetime(2020, 2, 29, 12, 0, 0, 123456, timezone.utc))
    user.groups.add(group)
    User.objects.bulk_create([User(username=f"u{number}") for number in range(50)])
    found = User.objects.filter(Q(username__startswith="u") | Q(groups__name="ü")).order_by("username")
    expect(found.count(), 51)
    expect([each.username for each in found[1:3]], ["u0", "u1"])
    expect(User.objects.get(username="anna").date_joined, datetime(2020, 2, 29, 12, 0, 0, 123456, timezone.utc))
    expect(list(Group.objects.annotate(members=Count("user")).values_list("name", "members")), [("ü", 1)])
    Session.objects.create(session_key="k", session_data="s" * 9000, expire_date=datetime(9999, 1, 1, tzinfo=timezone.utc))
    expect(len(Session.objects.get().session_data), 9000)


def transactions():
    def twice():
        with transaction.atomic():
            User.objects.all().update(first_name="lost")
            Group.objects.create(name="ü")
    expect_error(2627, twice)
    expect(User.objects.filter(first_name="lost").count(), 0)
    with transaction.atomic():
        User.objects.filter(username__gte="u").delete()
    expect(User.objects.count(), 1)


def migrate_back():
    for app in ["auth", "sessions", "contenttypes"]:
        call_command("migrate", app, "zero", verbosity=0)
    left = [name for name in connection.introspection.table_names() if name.startswith(("auth_", "django_"))]
    expect(left, ["django_migrations"])


check("connect, a wrong password", connect)
check("migrate", migrate)
check("query", query)
check("transactions", transactions)
check("migrate back", migrate_back)
with connection.cursor() as cursor:
    cursor.execute("DROP TABLE IF EXISTS django_migrations")
end()
