"""Tests of an order system. Each finds the rows of the template, whatever the others have done."""
import pymssql
import pytest

COUNTS = {
    "Customers": 2, "Addresses": 2, "Categories": 2, "Products": 2, "Stock": 2,
    "Orders": 0, "OrderLines": 0, "Invoices": 0, "Payments": 0, "Shipments": 0,
}


def value(db, query, *arguments):
    with db.cursor() as cursor:
        cursor.execute(query, arguments)
        return cursor.fetchone()[0]


def order(db, customer, product, pieces):
    """Places an order, pays for it and ships it. Returns its number."""
    with db.cursor() as cursor:
        cursor.execute(
            "INSERT dbo.Orders(customer, address) OUTPUT inserted.id"
            " SELECT %s, id FROM dbo.Addresses WHERE customer = %s",
            (customer, customer),
        )
        number = cursor.fetchone()[0]
        cursor.execute("INSERT dbo.OrderLines([order], product, pieces) VALUES (%s, %s, %s)", (number, product, pieces))
        cursor.execute("UPDATE dbo.Stock SET pieces = pieces - %s WHERE product = %s", (pieces, product))
        cursor.execute(
            "INSERT dbo.Invoices([order], amount) OUTPUT inserted.id"
            " SELECT %s, price * %s FROM dbo.Products WHERE id = %s",
            (number, pieces, product),
        )
        invoice = cursor.fetchone()[0]
        cursor.execute(
            "INSERT dbo.Payments(invoice, amount) SELECT id, amount FROM dbo.Invoices WHERE id = %s", (invoice,)
        )
        cursor.execute("INSERT dbo.Shipments([order], sent) VALUES (%s, SYSDATETIME())", (number,))
    return number


@pytest.fixture(autouse=True)
def clean(db):
    found = {table: value(db, f"SELECT COUNT(*) FROM dbo.{table}") for table in COUNTS}
    assert found == COUNTS
    db.commit()


@pytest.mark.parametrize("turn", range(20))
def test_order_takes_from_stock(db, turn):
    # Identities begin again, too.
    assert order(db, 1, 1, turn + 1) == 1
    db.commit()
    assert value(db, "SELECT pieces FROM dbo.Stock WHERE product = 1") == 100 - turn - 1


@pytest.mark.parametrize("turn", range(20))
def test_order_beyond_stock_is_refused(db, turn):
    with pytest.raises(pymssql.IntegrityError):
        order(db, 2, 2, 6 + turn)


def test_order_of_unknown_customer_is_refused(db):
    with pytest.raises(pymssql.IntegrityError), db.cursor() as cursor:
        cursor.execute("INSERT dbo.Orders(customer, address) VALUES (9, 1)")


def test_error_of_the_application_leaves_the_connection_usable(db):
    with pytest.raises(pymssql.OperationalError, match="No such payment"), db.cursor() as cursor:
        cursor.execute("DELETE dbo.Payments; THROW 50001, N'No such payment.', 1;")
    assert value(db, "SELECT 1") == 1


def test_transaction_left_open_ends_with_the_reset(db, other, reset, request):
    if request.config.getoption("--reset") == "delete":
        pytest.skip("a deletion script waits for the transaction")
    order(other, 1, 1, 1)
    reset()
    with pytest.raises(pymssql.Error, match="3971"):
        value(other, "SELECT 1")


def test_tables_of_a_test_are_gone_afterwards(db, request):
    if request.config.getoption("--reset") == "delete":
        pytest.skip("a deletion script restores no tables")
    with db.cursor() as cursor:
        cursor.execute("CREATE TABLE dbo.Extra(a int); DROP TABLE dbo.Shipments;")
    db.commit()
    assert value(db, "SELECT OBJECT_ID('dbo.Extra')") is not None


def test_temporary_tables_of_the_connection_stay(db):
    with db.cursor() as cursor:
        cursor.execute("IF OBJECT_ID('tempdb..#kept') IS NULL CREATE TABLE #kept(a int); INSERT #kept VALUES (1);")
    db.commit()
    assert value(db, "SELECT COUNT(*) FROM #kept") >= 1
