"""One clone of the template for each worker, one revert for each test.

The connection of the application under test is opened once a worker and stays open over the resets.
"""
import os
import pathlib
import statistics
import time

import pymssql
import pytest

HERE = pathlib.Path(__file__).parent.parent
HOST, PORT = os.environ.get("SLUICE_SERVER", "127.0.0.1:1433").rsplit(":", 1)
TEMPLATE = "TestTemplate"
RESETS = pytest.StashKey[list]()


def connect(database="master", autocommit=True):
    password = os.environ["MSSQL_SA_PASSWORD"]
    return pymssql.connect(
        server=HOST, port=PORT, user="sa", password=password, database=database, autocommit=autocommit
    )


def run(connection, text):
    with connection.cursor() as cursor:
        cursor.execute(text)


def pytest_addoption(parser):
    parser.addoption("--reset", choices=["revert", "delete"], default="revert", help="how a test's changes are undone")


def pytest_configure(config):
    config.stash[RESETS] = []
    if hasattr(config, "workerinput"):
        return
    # The template is made once, before the workers start.
    with connect() as server:
        run(server, f"DROP DATABASE IF EXISTS {TEMPLATE}")
        run(server, f"CREATE DATABASE {TEMPLATE}")
    with connect(TEMPLATE) as template:
        run(template, (HERE / "schema.sql").read_text())


def pytest_unconfigure(config):
    if not hasattr(config, "workerinput"):
        with connect() as server:
            run(server, f"DROP DATABASE IF EXISTS {TEMPLATE}")


@pytest.fixture(scope="session")
def database(worker_id):
    """The worker's own database: a clone of the template, with the snapshot that tests revert to."""
    name = f"Test_{worker_id}"
    with connect() as server:
        run(server, f"DROP DATABASE IF EXISTS {name}_clean, {name}")
        run(server, f"CREATE DATABASE {name} AS COPY OF {TEMPLATE}")
        run(
            server,
            f"CREATE DATABASE {name}_clean ON (NAME = {TEMPLATE}, FILENAME = '{name}.ss') AS SNAPSHOT OF {name}",
        )
        yield name
        run(server, f"DROP DATABASE {name}_clean, {name}")


@pytest.fixture(scope="session")
def application(database):
    """The application's connection, which no reset closes."""
    with connect(database) as connection:
        yield connection
        run(connection, "USE master")


@pytest.fixture(scope="session")
def resetting(database):
    with connect() as connection:
        yield connection


@pytest.fixture
def reset(request, application, resetting, database):
    """Makes the database what the template is. Connections stay."""

    def reset():
        # A transaction that is still open here would fail the next test with 3971.
        application.autocommit(True)
        began = time.perf_counter()
        if request.config.getoption("--reset") == "revert":
            run(
                resetting,
                f"RESTORE DATABASE {database} FROM DATABASE_SNAPSHOT = '{database}_clean' WITH KEEP_CONNECTIONS",
            )
        else:
            run(resetting, f"USE {database}; {(HERE / 'delete.sql').read_text()} USE master;")
        request.config.stash[RESETS].append(time.perf_counter() - began)

    return reset


@pytest.fixture
def db(application, reset):
    """The application's connection to a database as the template is; undoes the test's changes."""
    # pymssql has a transaction open from here on, even after a commit or a rollback.
    application.autocommit(False)
    yield application
    reset()


@pytest.fixture
def other(database):
    """Another connection of the application."""
    with connect(database, autocommit=False) as connection:
        yield connection


def pytest_sessionfinish(session):
    resets = session.config.stash[RESETS]
    if resets and hasattr(session.config, "workeroutput"):
        session.config.workeroutput["resets"] = resets


def pytest_testnodedown(node, error):
    node.config.stash[RESETS].extend(getattr(node, "workeroutput", {}).get("resets", []))


def pytest_terminal_summary(terminalreporter, config):
    resets = sorted(config.stash[RESETS])
    if resets:
        p50, p99 = statistics.median(resets), resets[int(len(resets) * 0.99)]
        terminalreporter.write_line(
            f"{len(resets)} resets by {config.getoption('--reset')}: p50 {p50 * 1000:.2f} ms, p99 {p99 * 1000:.2f} ms"
        )
