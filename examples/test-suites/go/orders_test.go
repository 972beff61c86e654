// Tests of an order system. Each finds the rows of the template, whatever the others have done.
package orders

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"testing"

	mssql "github.com/microsoft/go-mssqldb"
)

var counts = map[string]int{
	"Customers": 2, "Addresses": 2, "Categories": 2, "Products": 2, "Stock": 2,
	"Orders": 0, "OrderLines": 0, "Invoices": 0, "Payments": 0, "Shipments": 0,
}

// clean takes a clone and checks that it has the template's rows.
func clean(t *testing.T) *clone {
	t.Helper()
	db := take(t)
	checkCounts(t, db)
	return db
}

func checkCounts(t *testing.T, db *clone) {
	t.Helper()
	for table, wanted := range counts {
		if found := value(t, db, "SELECT COUNT(*) FROM dbo."+table); found != wanted {
			t.Errorf("%s has %d rows instead of %d", table, found, wanted)
		}
	}
}

func TestOrderTakesFromStock(t *testing.T) {
	for turn := range 20 {
		t.Run(fmt.Sprint(turn), func(t *testing.T) {
			t.Parallel()
			db := clean(t)
			tx := begin(t, db)
			number, err := order(t.Context(), tx, 1, 1, turn+1)
			if err != nil {
				t.Fatal(err)
			}
			// Identities begin again, too.
			if number != 1 {
				t.Errorf("the first order has the number %d", number)
			}
			if err := tx.Commit(); err != nil {
				t.Fatal(err)
			}
			if left := value(t, db, "SELECT pieces FROM dbo.Stock WHERE product = 1"); left != 100-turn-1 {
				t.Errorf("%d pieces are left", left)
			}
		})
	}
}

func TestOrderBeyondStockIsRefused(t *testing.T) {
	for turn := range 20 {
		t.Run(fmt.Sprint(turn), func(t *testing.T) {
			t.Parallel()
			db := clean(t)
			// The test's context ends before its reset, and with it the transaction.
			_, err := order(t.Context(), begin(t, db), 2, 2, 6+turn)
			wantError(t, err, 547)
		})
	}
}

func TestOrderOfUnknownCustomerIsRefused(t *testing.T) {
	t.Parallel()
	db := clean(t)
	_, err := db.ExecContext(t.Context(), "INSERT dbo.Orders(customer, address) VALUES (9, 1)")
	wantError(t, err, 547)
}

func TestErrorOfTheApplicationLeavesTheConnectionUsable(t *testing.T) {
	t.Parallel()
	db := clean(t)
	_, err := db.session.ExecContext(t.Context(), "DELETE dbo.Payments; THROW 50001, N'No such payment.', 1;")
	wantError(t, err, 50001)
	var one int
	if err := db.session.QueryRowContext(t.Context(), "SELECT 1").Scan(&one); err != nil {
		t.Error(err)
	}
}

func TestTransactionLeftOpenEndsWithTheReset(t *testing.T) {
	t.Parallel()
	onlyByRevert(t, "a deletion script waits for the transaction")
	db := clean(t)
	tx := begin(t, db)
	if _, err := order(t.Context(), tx, 1, 1, 1); err != nil {
		t.Fatal(err)
	}
	db.reset()
	checkCounts(t, db)
	_, err := tx.ExecContext(t.Context(), "INSERT dbo.Categories(name) VALUES (N'Games')")
	wantError(t, err, 3971)
}

func TestTablesOfATestAreGoneAfterwards(t *testing.T) {
	t.Parallel()
	onlyByRevert(t, "a deletion script restores no tables")
	db := clean(t)
	for range 2 {
		if _, err := db.ExecContext(t.Context(), "CREATE TABLE dbo.Extra(a int); DROP TABLE dbo.Shipments;"); err != nil {
			t.Fatal(err)
		}
		db.reset()
	}
}

func TestTemporaryTablesOfTheConnectionStay(t *testing.T) {
	t.Parallel()
	db := clean(t)
	text := "IF OBJECT_ID('tempdb..#kept') IS NULL CREATE TABLE #kept(a int); INSERT #kept VALUES (1);"
	if _, err := db.session.ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	db.reset()
	var rows int
	if err := db.session.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM #kept").Scan(&rows); err != nil || rows == 0 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

// order places an order, pays for it and ships it. It returns the order's number.
func order(ctx context.Context, tx *sql.Tx, customer, product, pieces int) (number int, err error) {
	row := tx.QueryRowContext(ctx, `INSERT dbo.Orders(customer, address) OUTPUT inserted.id
		SELECT @customer, id FROM dbo.Addresses WHERE customer = @customer`, sql.Named("customer", customer))
	if err = row.Scan(&number); err != nil {
		return number, err
	}
	_, err = tx.ExecContext(ctx, `INSERT dbo.OrderLines([order], product, pieces) VALUES (@order, @product, @pieces);
		UPDATE dbo.Stock SET pieces = pieces - @pieces WHERE product = @product;
		INSERT dbo.Invoices([order], amount) SELECT @order, price * @pieces FROM dbo.Products WHERE id = @product;
		INSERT dbo.Payments(invoice, amount) SELECT id, amount FROM dbo.Invoices WHERE [order] = @order;
		INSERT dbo.Shipments([order], sent) VALUES (@order, SYSDATETIME());`,
		sql.Named("order", number), sql.Named("product", product), sql.Named("pieces", pieces))
	return number, err
}

func begin(t *testing.T, db *clone) *sql.Tx {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

func value(t *testing.T, db *clone, query string) (found int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query).Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

func wantError(t *testing.T, err error, number int32) {
	t.Helper()
	var told mssql.Error
	if !errors.As(err, &told) || told.Number != number {
		t.Errorf("%v instead of error %d", err, number)
	}
}

func onlyByRevert(t *testing.T, reason string) {
	if *how == "delete" {
		t.Skip(reason)
	}
}
