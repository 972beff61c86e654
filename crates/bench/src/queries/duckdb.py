"""Runs statements on DuckDB for `sluice-bench queries … duckdb=PYTHON`.

Each line of the standard input is a statement, or several with `;` between them. The answer has a
line for each row of the last one, with a tab between the values: `n` and a number, `t` and a text,
`0` for NULL. A line `.` ends the answer, a line `!` and the message an answer with an error. The
input `.new` starts an empty database.
"""

import datetime
import sys

import duckdb


def shown(value):
    if value is None:
        return "0"
    if isinstance(value, datetime.datetime):
        return "t" + value.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(value, datetime.date):
        return "t" + value.isoformat()
    if isinstance(value, str):
        return "t" + value
    return "n" + repr(float(value))


def opened():
    connection = duckdb.connect(":memory:")
    connection.execute("SET threads = 1")
    connection.execute("SET default_null_order = 'nulls_first_on_asc_last_on_desc'")
    return connection


def main():
    connection = opened()
    for line in sys.stdin:
        try:
            if line.strip() == ".new":
                connection.close()
                connection = opened()
                line = "SELECT 1"
            rows = connection.execute(line).fetchall()
            for row in rows:
                print("\t".join(shown(value) for value in row))
            print(".")
        except Exception as error:  # The caller decides what an error means.
            print("!" + str(error).replace("\n", " "))
        sys.stdout.flush()


main()
