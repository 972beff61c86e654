// The smoke of clients/README.md with go-mssqldb.
package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"strings"
	"time"

	mssql "github.com/microsoft/go-mssqldb"
)

var (
	server   = os.Getenv("SLUICE_SERVER")
	password = os.Getenv("SLUICE_PASSWORD")
	// With strict, TDS 8.0, the driver takes the version for one before 7.2, since its number is smaller: times are sent as datetime, and what it
	// loads in bulk is no TDS.
	encrypt  = os.Getenv("SLUICE_ENCRYPT")
	ctx      = context.Background()
	failures = 0
)

// check prints a line about one check.
func check(what string, err error) {
	if err == nil {
		fmt.Println("ok   ", what)
		return
	}
	failures++
	fmt.Println("WRONG", what+":", err)
}

func open(password string) (*sql.DB, error) {
	how := map[string]string{"no": "disable", "yes": "true", "strict": "strict"}[encrypt]
	query := url.Values{"database": {"master"}, "encrypt": {how}}
	if encrypt != "no" {
		query.Set("certificate", os.Getenv("SLUICE_CERTIFICATE"))
	}
	address := url.URL{Scheme: "sqlserver", User: url.UserPassword("sa", password), Host: server, RawQuery: query.Encode()}
	return sql.Open("sqlserver", address.String())
}

// expect compares what is printed of both.
func expect(got, wanted any) error {
	if fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", wanted) {
		return fmt.Errorf("%#v instead of %#v", got, wanted)
	}
	return nil
}

// expectError wants the server's error of that number.
func expectError(err error, number int32) error {
	var told mssql.Error
	if !errors.As(err, &told) {
		return fmt.Errorf("%v instead of error %d", err, number)
	}
	return expect(told.Number, number)
}

func all(errs ...error) error { return errors.Join(errs...) }

func connecting(db *sql.DB) {
	var encrypted string
	err := db.QueryRow("SELECT encrypt_option FROM sys.dm_exec_connections WHERE session_id = @@SPID").Scan(&encrypted)
	check("connect", all(err, expect(encrypted == "TRUE", encrypt != "no")))
	other, err := open(password + "x")
	if err == nil {
		err = expectError(other.Ping(), 18456)
		other.Close()
	}
	check("wrong password is 18456", err)
}

// types sends each value as a parameter and wants it back, as does NULL.
func types(db *sql.DB) {
	instant := time.Date(9999, 12, 31, 23, 59, 59, 999999900, time.UTC)
	first := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	long := string(bytes.Repeat([]byte("длинно"), 5000))
	cases := []struct {
		declared string
		sent     any
		wanted   any
	}{
		{"tinyint", int64(0), int64(0)},
		{"tinyint", int64(255), int64(255)},
		{"smallint", int64(math.MinInt16), int64(math.MinInt16)},
		{"smallint", int64(math.MaxInt16), int64(math.MaxInt16)},
		{"int", int64(math.MinInt32), int64(math.MinInt32)},
		{"int", int64(math.MaxInt32), int64(math.MaxInt32)},
		{"bigint", int64(math.MinInt64), int64(math.MinInt64)},
		{"bigint", int64(math.MaxInt64), int64(math.MaxInt64)},
		{"bit", true, true},
		{"bit", false, false},
		{"float", math.MaxFloat64, math.MaxFloat64},
		{"float", -math.MaxFloat64, -math.MaxFloat64},
		{"float", 2.2250738585072014e-308, 2.2250738585072014e-308},
		{"real", 1.5, 1.5},
		{"real", -math.MaxFloat32, -math.MaxFloat32},
		{"decimal(38,10)", "-9999999999999999999999999999.9999999999", []byte("-9999999999999999999999999999.9999999999")},
		{"numeric(38,0)", "99999999999999999999999999999999999999", []byte("99999999999999999999999999999999999999")},
		{"money", "-922337203685477.5808", []byte("-922337203685477.5808")},
		{"money", "922337203685477.5807", []byte("922337203685477.5807")},
		{"smallmoney", "214748.3647", []byte("214748.3647")},
		{"smallmoney", "-214748.3648", []byte("-214748.3648")},
		{"nvarchar(20)", "snow ☃ 𝄞", "snow ☃ 𝄞"},
		{"nvarchar(20)", "", ""},
		{"nvarchar(max)", long, long},
		{"varchar(20)", mssql.VarChar("cafe"), "cafe"},
		{"nchar(4)", "ab", "ab  "},
		{"varchar(max)", mssql.VarCharMax(strings.Repeat("x", 100000)), strings.Repeat("x", 100000)},
		{"binary(4)", []byte{0, 1}, []byte{0, 1, 0, 0}},
		{"varbinary(20)", []byte{0, 1, 255}, []byte{0, 1, 255}},
		{"varbinary(20)", []byte{}, []byte{}},
		{"varbinary(max)", bytes.Repeat([]byte{7}, 20000), bytes.Repeat([]byte{7}, 20000)},
		{"datetime2(7)", instant, instant},
		{"datetime2(7)", first, first},
		{"datetimeoffset(7)", instant.Add(-24 * time.Hour), instant.Add(-24 * time.Hour)},
		{"date", first, first},
	}
	for _, c := range cases {
		if _, is := c.sent.(time.Time); is && encrypt == "strict" {
			continue
		}
		var got any
		err := db.QueryRow("SELECT CAST(@p1 AS "+c.declared+")", c.sent).Scan(&got)
		if at, is := got.(time.Time); is {
			if wanted := c.wanted.(time.Time); !at.Equal(wanted) {
				err = all(err, fmt.Errorf("%v instead of %v", at, wanted))
			}
		} else {
			err = all(err, expect(got, c.wanted))
		}
		var null any
		err = all(err, db.QueryRow("SELECT CAST(@p1 AS "+c.declared+")", nil).Scan(&null), expect(null, nil))
		what := "type " + c.declared
		check(what, err)
	}
	var guid mssql.UniqueIdentifier
	err := db.QueryRow("SELECT CAST('01234567-89AB-CDEF-0123-456789ABCDEF' AS uniqueidentifier)").Scan(&guid)
	check("type uniqueidentifier", all(err, expect(guid.String(), "01234567-89AB-CDEF-0123-456789ABCDEF")))
	var at, xml any
	err = db.QueryRow("SELECT CAST('1753-01-01 00:00:00.003' AS datetime), CAST('<a>1</a>' AS xml)").Scan(&at, &xml)
	wanted := time.Date(1753, 1, 1, 0, 0, 0, 3333333, time.UTC)
	if got, is := at.(time.Time); !is || got.Sub(wanted).Abs() > time.Millisecond {
		err = all(err, fmt.Errorf("%v instead of %v", at, wanted))
	}
	check("types datetime, xml", all(err, expect(fmt.Sprintf("%s", xml), "<a>1</a>")))
}

func statements(db *sql.DB) {
	_, err := db.Exec("DROP TABLE IF EXISTS dbo.go_smoke; CREATE TABLE dbo.go_smoke (id int PRIMARY KEY, name nvarchar(50) NULL)")
	check("create a table", err)
	insert, err := db.Prepare("INSERT dbo.go_smoke VALUES (@p1, @p2)")
	for id := 1; err == nil && id <= 3; id++ {
		var result sql.Result
		if result, err = insert.Exec(id, fmt.Sprint("name ", id)); err == nil {
			var rows int64
			rows, err = result.RowsAffected()
			err = all(err, expect(rows, int64(1)))
		}
	}
	check("prepared statement", err)
	_, err = db.Exec("SELECT 1 / 0")
	check("error 8134", expectError(err, 8134))
	_, err = db.Exec("INSERT dbo.go_smoke VALUES (1, N'again')")
	check("error 2627", expectError(err, 2627))

	_, err = db.Exec("CREATE OR ALTER PROCEDURE dbo.go_twice @in int, @out int OUTPUT AS BEGIN SET @out = @in * 2; SELECT @in; RETURN 7 END")
	var out int64
	var status mssql.ReturnStatus
	if err == nil {
		_, err = db.Exec("dbo.go_twice", sql.Named("in", 21), sql.Named("out", sql.Out{Dest: &out}), &status)
	}
	check("procedure with OUTPUT and status", all(err, expect(out, int64(42)), expect(int32(status), int32(7))))

	rows, err := db.Query("SELECT 1 AS a; SELECT 2 AS b, N'x' AS c")
	sets := ""
	for err == nil {
		columns, failed := rows.Columns()
		for err = failed; rows.Next(); {
		}
		sets += fmt.Sprint(columns)
		if !rows.NextResultSet() {
			break
		}
	}
	check("several result sets", all(err, expect(sets, "[a][b c]")))
}

func transactions(db *sql.DB) {
	count := func() (n int) { check("count", db.QueryRow("SELECT COUNT(*) FROM dbo.go_smoke").Scan(&n)); return }
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err == nil {
		_, err = tx.Exec("INSERT dbo.go_smoke VALUES (10, NULL)")
		err = all(err, tx.Rollback())
	}
	check("rollback", all(err, expect(count(), 3)))
	if tx, err = db.Begin(); err == nil {
		_, err = tx.Exec("INSERT dbo.go_smoke VALUES (10, NULL)")
		err = all(err, tx.Commit())
	}
	check("commit", all(err, expect(count(), 4)))

	if tx, err = db.Begin(); err == nil {
		_, err = tx.Exec("UPDATE dbo.go_smoke SET name = N'held' WHERE id = 1")
		other, failed := db.Conn(ctx)
		if err = all(err, failed); err == nil {
			_, failed = other.ExecContext(ctx, "SET LOCK_TIMEOUT 100; UPDATE dbo.go_smoke SET name = N'wanted' WHERE id = 1")
			err = expectError(failed, 1222)
			_, failed = other.ExecContext(ctx, "SET LOCK_TIMEOUT -1")
			waited := make(chan error)
			go func() {
				_, err := other.ExecContext(ctx, "UPDATE dbo.go_smoke SET name = N'wanted' WHERE id = 1")
				waited <- err
			}()
			time.Sleep(100 * time.Millisecond)
			err = all(err, failed, tx.Commit(), <-waited, other.Close())
		}
	}
	var name string
	err = all(err, db.QueryRow("SELECT name FROM dbo.go_smoke WHERE id = 1").Scan(&name))
	check("two connections, lock timeout 1222 and a wait", all(err, expect(name, "wanted")))
}

func cancel(db *sql.DB) {
	began := time.Now()
	short, stop := context.WithTimeout(ctx, 300*time.Millisecond)
	defer stop()
	_, err := db.ExecContext(short, "WAITFOR DELAY '00:00:30'")
	if err == nil || time.Since(began) > 10*time.Second {
		err = fmt.Errorf("%v after %v", err, time.Since(began))
	} else {
		err = nil
	}
	var one int
	check("cancel", all(err, db.QueryRow("SELECT 1").Scan(&one), expect(one, 1)))
}

func bulk(db *sql.DB) {
	const rows = 2000
	_, err := db.Exec("DROP TABLE IF EXISTS dbo.go_bulk; CREATE TABLE dbo.go_bulk (id int NOT NULL, name nvarchar(50) NULL, amount decimal(19,4), at datetime2, data varbinary(max), f float, b bit)")
	tx, failed := db.Begin()
	if err = all(err, failed); err == nil {
		var load *sql.Stmt
		load, err = tx.Prepare(mssql.CopyIn("dbo.go_bulk", mssql.BulkOptions{}, "id", "name", "amount", "at", "data", "f", "b"))
		at := time.Date(2020, 2, 29, 12, 0, 0, 0, time.UTC)
		for id := 0; err == nil && id < rows; id++ {
			_, err = load.Exec(id, fmt.Sprint("n", id), "12.5", at, []byte{1, 2}, 1.5, true)
		}
		if err == nil {
			var result sql.Result
			if result, err = load.Exec(); err == nil {
				loaded, failed := result.RowsAffected()
				err = all(failed, expect(loaded, int64(rows)))
			}
		}
		err = all(err, tx.Commit())
	}
	var n int
	var total string
	err = all(err, db.QueryRow("SELECT COUNT(*), CAST(SUM(amount) AS varchar(30)) FROM dbo.go_bulk WHERE at = '2020-02-29T12:00:00' AND data = 0x0102").Scan(&n, &total))
	check("bulk load", all(err, expect(n, rows), expect(total, "25000.0000")))
}

func main() {
	db, err := open(password)
	if err != nil {
		fmt.Println("WRONG connection text:", err)
		os.Exit(1)
	}
	connecting(db)
	types(db)
	statements(db)
	transactions(db)
	cancel(db)
	if encrypt != "strict" {
		bulk(db)
	}
	if failures > 0 {
		os.Exit(1)
	}
}
