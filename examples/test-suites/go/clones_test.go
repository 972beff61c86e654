package orders

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/microsoft/go-mssqldb"
)

const template = "TestTemplate"

var (
	ctx    = context.Background()
	how    = flag.String("reset", "revert", "how a test's changes are undone: revert or delete")
	server = open("master")
	clones = pool{free: make(chan *clone, 256)}
	resets struct {
		sync.Mutex
		times []time.Duration
	}
)

// TestMain makes the template before the tests, and drops it and its clones after them.
func TestMain(m *testing.M) {
	flag.Parse()
	must(server, "DROP DATABASE IF EXISTS "+template)
	must(server, "CREATE DATABASE "+template)
	must(server, "USE "+template+"; "+read("schema.sql"))
	code := m.Run()
	clones.drop()
	must(server, "DROP DATABASE "+template)
	if times := resets.times; len(times) > 0 {
		slices.Sort(times)
		fmt.Printf("%d resets by %s: p50 %.2f ms, p99 %.2f ms\n",
			len(times), *how, ms(times[len(times)/2]), ms(times[len(times)*99/100]))
	}
	os.Exit(code)
}

// A clone is a copy of the template, and the application's connections to it.
type clone struct {
	*sql.DB
	// A connection that stays open over the resets. database/sql resets the sessions of all others.
	session *sql.Conn
	name    string
}

// A pool has as many clones as tests have run at the same time: -parallel bounds them.
type pool struct {
	free chan *clone
	sync.Mutex
	made []*clone
}

// take lends a clone to the test and resets it afterwards.
func take(t *testing.T) *clone {
	t.Helper()
	var db *clone
	select {
	case db = <-clones.free:
	default:
		db = clones.add()
	}
	t.Cleanup(func() {
		// A transaction that the test left open on this connection would fail the next test with 3971.
		must(db.session, "IF @@TRANCOUNT > 0 ROLLBACK")
		db.reset()
		clones.free <- db
	})
	return db
}

func (p *pool) add() *clone {
	p.Lock()
	defer p.Unlock()
	name := fmt.Sprintf("TestGo%d", len(p.made))
	must(server, fmt.Sprintf("DROP DATABASE IF EXISTS %[1]s_clean, %[1]s", name))
	must(server, fmt.Sprintf("CREATE DATABASE %s AS COPY OF %s", name, template))
	must(server, fmt.Sprintf("CREATE DATABASE %[1]s_clean ON (NAME = %[2]s, FILENAME = '%[1]s.ss') AS SNAPSHOT OF %[1]s", name, template))
	db := &clone{DB: open(name), name: name}
	var err error
	if db.session, err = db.Conn(ctx); err != nil {
		panic(err)
	}
	p.made = append(p.made, db)
	return db
}

func (p *pool) drop() {
	for _, db := range p.made {
		db.session.Close()
		db.Close()
		// The server may not have noticed yet that the connections are closed.
		must(server, fmt.Sprintf("ALTER DATABASE %s SET SINGLE_USER WITH ROLLBACK IMMEDIATE", db.name))
		must(server, fmt.Sprintf("DROP DATABASE %[1]s_clean, %[1]s", db.name))
	}
}

// reset makes the clone what the template is. Connections stay.
func (db *clone) reset() {
	began := time.Now()
	if *how == "delete" {
		must(server, "USE "+db.name+"; "+read("delete.sql")+" USE master;")
	} else {
		must(server, fmt.Sprintf("RESTORE DATABASE %[1]s FROM DATABASE_SNAPSHOT = '%[1]s_clean' WITH KEEP_CONNECTIONS", db.name))
	}
	took := time.Since(began)
	resets.Lock()
	defer resets.Unlock()
	resets.times = append(resets.times, took)
}

func open(database string) *sql.DB {
	host := os.Getenv("SLUICE_SERVER")
	if host == "" {
		host = "127.0.0.1:1433"
	}
	query := url.Values{"database": {database}, "TrustServerCertificate": {"true"}}
	user := url.UserPassword("sa", os.Getenv("MSSQL_SA_PASSWORD"))
	db, err := sql.Open("sqlserver", (&url.URL{Scheme: "sqlserver", User: user, Host: host, RawQuery: query.Encode()}).String())
	if err != nil {
		panic(err)
	}
	return db
}

type execer interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
}

func must(on execer, text string) {
	if _, err := on.ExecContext(ctx, text); err != nil {
		panic(fmt.Sprintf("%s: %v", strings.SplitN(text, "\n", 2)[0], err))
	}
}

func read(name string) string {
	text, err := os.ReadFile("../" + name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func ms(time time.Duration) float64 { return float64(time.Microseconds()) / 1000 }
