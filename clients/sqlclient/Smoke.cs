using System;
using System.Collections.Generic;
using System.Data;
using System.Data.SqlClient;
using System.Data.SqlTypes;
using System.Linq;
using System.Threading;

/// The smoke of clients/README.md with System.Data.SqlClient, as Mono has it.
static class Smoke {
    static readonly string Password = Environment.GetEnvironmentVariable("SLUICE_PASSWORD");
    static readonly bool Encrypted = Environment.GetEnvironmentVariable("SLUICE_ENCRYPT") != "no";
    static int failures = 0;
    static SqlConnection db;

    static SqlConnection Connect(string password, string more = "") {
        string server = Environment.GetEnvironmentVariable("SLUICE_SERVER").Replace(':', ',');
        // Mono's own store of certificates is the machine's: the server's can't be trusted for one run alone.
        string trust = Encrypted ? "Encrypt=true;TrustServerCertificate=true;" : "Encrypt=false;";
        var connection = new SqlConnection("Server=" + server + ";Database=master;User ID=sa;Password=" + password + ";ConnectRetryCount=0;" + trust + more);
        connection.Open();
        return connection;
    }

    static void Check(string what, Action work) {
        try {
            work();
            Console.WriteLine("ok    " + what);
        } catch (Exception error) {
            failures++;
            Console.WriteLine("WRONG " + what + ": " + error.GetType().Name + " " + error.Message);
        }
    }

    static string Shown(object value) {
        if (value is byte[]) return BitConverter.ToString((byte[])value);
        if (value is IEnumerable<object>) return string.Join(", ", ((IEnumerable<object>)value).Select(Shown));
        return value == null ? "null" : value + " (" + value.GetType().Name + ")";
    }

    static void Expect(object got, object wanted) {
        bool same = got is byte[] && wanted is byte[] ? ((byte[])got).SequenceEqual((byte[])wanted)
            : got is object[] && wanted is object[] ? ((object[])got).SequenceEqual((object[])wanted) : Equals(got, wanted);
        if (!same) throw new Exception(Shown(got) + " instead of " + Shown(wanted));
    }

    static void ExpectError(int number, Action work) {
        try {
            work();
        } catch (SqlException error) {
            Expect(error.Number, number);
            return;
        }
        throw new Exception("no error " + number);
    }

    static SqlCommand Command(SqlConnection connection, string text, SqlTransaction transaction = null) {
        return new SqlCommand(text, connection, transaction);
    }

    static int Execute(SqlConnection connection, string text, SqlTransaction transaction = null) {
        using (var command = Command(connection, text, transaction)) return command.ExecuteNonQuery();
    }

    static object One(SqlConnection connection, string text, SqlTransaction transaction = null) {
        using (var command = Command(connection, text, transaction)) return command.ExecuteScalar();
    }

    /// A value there and back, and NULL of its type.
    static void Type(SqlDbType type, string declared, params object[] values) {
        Check("type " + declared, () => {
            foreach (object value in values.Concat(new object[] {DBNull.Value})) {
                using (var command = Command(db, "SELECT CAST(@v AS " + declared + "), @v")) {
                    var parameter = command.Parameters.Add("@v", type);
                    if (type == SqlDbType.Decimal) { parameter.Precision = 38; parameter.Scale = value is SqlDecimal ? ((SqlDecimal)value).Scale : (byte)0; }
                    parameter.Value = value;
                    using (var rows = command.ExecuteReader()) {
                        rows.Read();
                        for (int place = 0; place < 2; place++) {
                            Expect(value is SqlDecimal ? rows.GetSqlDecimal(place) : rows.GetValue(place), value);
                        }
                    }
                }
            }
        });
    }

    static void Types() {
        Type(SqlDbType.TinyInt, "tinyint", (byte)0, (byte)255);
        Type(SqlDbType.SmallInt, "smallint", short.MinValue, short.MaxValue);
        Type(SqlDbType.Int, "int", int.MinValue, int.MaxValue);
        Type(SqlDbType.BigInt, "bigint", long.MinValue, long.MaxValue);
        Type(SqlDbType.Bit, "bit", true, false);
        Type(SqlDbType.Float, "float", double.MaxValue, -double.MaxValue, 2.2250738585072014e-308);
        Type(SqlDbType.Real, "real", float.MaxValue, -float.MaxValue, 1.5f);
        Type(SqlDbType.Decimal, "decimal(38,0)", SqlDecimal.MaxValue, SqlDecimal.MinValue);
        Type(SqlDbType.Decimal, "decimal(38,10)", SqlDecimal.Parse("-9999999999999999999999999999.9999999999"));
        Type(SqlDbType.Money, "money", -922337203685477.5808m, 922337203685477.5807m);
        Type(SqlDbType.SmallMoney, "smallmoney", -214748.3648m, 214748.3647m);
        Type(SqlDbType.VarChar, "varchar(20)", "caf\u00e9", "");
        Type(SqlDbType.NVarChar, "nvarchar(20)", "snow \u2603 \ud834\udd1e", "");
        Type(SqlDbType.NVarChar, "nvarchar(max)", string.Concat(Enumerable.Repeat("\u0434\u043b\u0438\u043d\u043d\u043e", 5000)));
        Type(SqlDbType.VarChar, "varchar(max)", new string('x', 100000));
        Type(SqlDbType.NChar, "nchar(4)", "ab\u2603 ");
        Type(SqlDbType.Char, "char(3)", "ab ");
        Type(SqlDbType.Binary, "binary(4)", new byte[] {0, 1, 2, 255});
        Type(SqlDbType.VarBinary, "varbinary(20)", new byte[] {0, 1, 255}, new byte[0]);
        Type(SqlDbType.VarBinary, "varbinary(max)", new byte[20000]);
        Type(SqlDbType.Date, "date", new DateTime(1, 1, 1), new DateTime(9999, 12, 31));
        Type(SqlDbType.Time, "time(7)", TimeSpan.Zero, new TimeSpan(863999999999));
        Type(SqlDbType.DateTime, "datetime", new DateTime(1753, 1, 1), new DateTime(9999, 12, 31, 23, 59, 59).AddTicks(9970000));
        Type(SqlDbType.SmallDateTime, "smalldatetime", new DateTime(1900, 1, 1), new DateTime(2079, 6, 6, 23, 59, 0));
        Type(SqlDbType.DateTime2, "datetime2(7)", DateTime.MinValue, DateTime.MaxValue);
        Type(SqlDbType.DateTimeOffset, "datetimeoffset(7)", DateTimeOffset.MinValue, new DateTimeOffset(2020, 2, 29, 12, 0, 0, new TimeSpan(5, 30, 0)).AddTicks(1234567));
        Type(SqlDbType.UniqueIdentifier, "uniqueidentifier", new Guid("01234567-89AB-CDEF-0123-456789ABCDEF"), Guid.Empty);
        Type(SqlDbType.Xml, "xml", "<a>1</a>");
        Type(SqlDbType.Variant, "sql_variant", 7, "text", new Guid("01234567-89AB-CDEF-0123-456789ABCDEF"), 1.5m);
    }

    static void Statements() {
        Check("create a table", () => Execute(db, "DROP TABLE IF EXISTS dbo.net_smoke; CREATE TABLE dbo.net_smoke (id int PRIMARY KEY, name nvarchar(50) NULL)"));
        Check("prepared statement", () => {
            using (var insert = Command(db, "INSERT dbo.net_smoke VALUES (@id, @name)")) {
                insert.Parameters.Add("@id", SqlDbType.Int);
                insert.Parameters.Add("@name", SqlDbType.NVarChar, 50);
                insert.Prepare();
                for (int id = 1; id <= 3; id++) {
                    insert.Parameters[0].Value = id;
                    insert.Parameters[1].Value = id == 3 ? (object)DBNull.Value : "name " + id;
                    Expect(insert.ExecuteNonQuery(), 1);
                }
            }
        });
        Check("error 8134", () => ExpectError(8134, () => One(db, "SELECT 1 / 0")));
        Check("error 2627", () => ExpectError(2627, () => Execute(db, "INSERT dbo.net_smoke VALUES (1, N'again')")));
        Check("procedure with OUTPUT and status", () => {
            Execute(db, "CREATE OR ALTER PROCEDURE dbo.net_twice @in int, @out int OUTPUT, @text nvarchar(20) OUTPUT AS "
                + "BEGIN SET @out = @in * 2; SET @text = @text + N'!'; SELECT @in AS given; RETURN 7 END");
            using (var call = Command(db, "dbo.net_twice")) {
                call.CommandType = CommandType.StoredProcedure;
                call.Parameters.AddWithValue("@in", 21);
                call.Parameters.Add("@out", SqlDbType.Int).Direction = ParameterDirection.Output;
                var text = call.Parameters.Add("@text", SqlDbType.NVarChar, 20);
                text.Direction = ParameterDirection.InputOutput;
                text.Value = "hey";
                call.Parameters.Add("@status", SqlDbType.Int).Direction = ParameterDirection.ReturnValue;
                using (var rows = call.ExecuteReader()) {
                    rows.Read();
                    Expect(rows["given"], 21);
                }
                Expect(call.Parameters["@out"].Value, 42);
                Expect(call.Parameters["@text"].Value, "hey!");
                Expect(call.Parameters["@status"].Value, 7);
            }
        });
        Check("a table as a parameter", () => {
            Execute(db, "DROP PROCEDURE IF EXISTS dbo.net_sum; DROP TYPE IF EXISTS dbo.net_numbers; CREATE TYPE dbo.net_numbers AS TABLE (number int, name nvarchar(10))");
            Execute(db, "CREATE PROCEDURE dbo.net_sum @given dbo.net_numbers READONLY AS SELECT SUM(number) FROM @given");
            var table = new DataTable();
            table.Columns.Add("number", typeof(int));
            table.Columns.Add("name", typeof(string));
            for (int number = 1; number <= 100; number++) table.Rows.Add(number, "x");
            using (var call = Command(db, "dbo.net_sum")) {
                call.CommandType = CommandType.StoredProcedure;
                var given = call.Parameters.Add("@given", SqlDbType.Structured);
                given.TypeName = "dbo.net_numbers";
                given.Value = table;
                Expect(call.ExecuteScalar(), 5050);
            }
        });
        Check("several result sets and messages", () => {
            var messages = new List<object>();
            SqlInfoMessageEventHandler told = (sender, message) => messages.Add(message.Message);
            db.InfoMessage += told;
            using (var rows = Command(db, "SELECT 1 AS a; PRINT 'between'; SELECT 2 AS b WHERE 1 = 0; SELECT 3 AS c").ExecuteReader()) {
                var names = new List<object>();
                do {
                    names.Add(rows.GetName(0));
                    while (rows.Read()) { }
                } while (rows.NextResult());
                Expect(names.ToArray(), new object[] {"a", "b", "c"});
            }
            db.InfoMessage -= told;
            // Mono has each message twice, in one text.
            Expect(messages.Select(message => (object)((string)message).Split('\n')[0]).ToArray(), new object[] {"between"});
        });
        Check("a data adapter", () => {
            using (var adapter = new SqlDataAdapter("SELECT id, name FROM dbo.net_smoke ORDER BY id", db))
            using (adapter.UpdateCommand = Command(db, "UPDATE dbo.net_smoke SET name = @name WHERE id = @id")) {
                adapter.UpdateCommand.Parameters.Add("@id", SqlDbType.Int, 4, "id");
                adapter.UpdateCommand.Parameters.Add("@name", SqlDbType.NVarChar, 50, "name");
                var table = new DataTable();
                Expect(adapter.Fill(table), 3);
                table.Rows[0]["name"] = "adapted";
                Expect(adapter.Update(table), 1);
            }
            Expect(One(db, "SELECT name FROM dbo.net_smoke WHERE id = 1"), "adapted");
        });
        Check("statements that a command builder makes", () => {
            // It asks which columns are keys: SET NO_BROWSETABLE ON.
            using (var adapter = new SqlDataAdapter("SELECT name, id FROM dbo.net_smoke ORDER BY id", db))
            using (var builder = new SqlCommandBuilder(adapter)) {
                var table = new DataTable();
                Expect(adapter.Fill(table), 3);
                Expect(table.Columns.Count, 2);
                table.Rows[0]["name"] = "built";
                table.Rows.Add("added", 4);
                Expect(adapter.Update(table), 2);
                table.Rows[3].Delete();
                Expect(adapter.Update(table), 1);
            }
            Expect(One(db, "SELECT name FROM dbo.net_smoke WHERE id = 1"), "built");
            Expect(One(db, "SELECT COUNT(*) FROM dbo.net_smoke"), 3);
        });
        Check("what a reader knows of keys", () => {
            using (var rows = Command(db, "SELECT name AS called, id FROM dbo.net_smoke").ExecuteReader(CommandBehavior.KeyInfo | CommandBehavior.SchemaOnly)) {
                var schema = rows.GetSchemaTable();
                Expect(schema.Rows[0]["BaseColumnName"], "name");
                Expect(schema.Rows[0]["BaseTableName"], "net_smoke");
                Expect(schema.Rows[0]["IsKey"], false);
                Expect(schema.Rows[1]["IsKey"], true);
            }
            using (var rows = Command(db, "SELECT name FROM dbo.net_smoke WHERE id = 2").ExecuteReader(CommandBehavior.KeyInfo)) {
                Expect(rows.VisibleFieldCount, 1);
                Expect(rows.FieldCount, 2);
                rows.Read();
                Expect(rows.GetValue(0), "name 2");
                var schema = rows.GetSchemaTable();
                Expect(schema.Rows.Count, 2);
                Expect(schema.Rows[1]["IsHidden"], true);
            }
            Expect(One(db, "SELECT name FROM dbo.net_smoke WHERE id = 2"), "name 2");
        });
        Check("schema collections", () => {
            Expect(db.GetSchema("Tables", new[] {"master", "dbo", "net_smoke", null}).Rows.Count, 1);
            Expect(db.GetSchema("Procedures", new[] {"master", "dbo", "net_twice", null}).Rows.Count, 1);
            db.GetSchema("Views");
            var keys = db.GetSchema("IndexColumns", new[] {"master", "dbo", "net_smoke", null, null});
            Expect(keys.Rows.Count, 1);
            Expect(keys.Rows[0]["column_name"], "id");
            Expect(keys.Rows[0]["KeyType"], (byte)56);
            Expect(db.GetSchema("Indexes", new[] {"master", "dbo", "net_smoke", null}).Rows[0]["type_desc"], "CLUSTERED");
        });
    }

    static void Transactions() {
        string count = "SELECT COUNT(*) FROM dbo.net_smoke";
        Check("rollback", () => {
            using (var transaction = db.BeginTransaction(IsolationLevel.Serializable)) {
                Execute(db, "INSERT dbo.net_smoke VALUES (10, NULL)", transaction);
                transaction.Rollback();
            }
            Expect(One(db, count), 3);
        });
        Check("commit, savepoint", () => {
            using (var transaction = db.BeginTransaction()) {
                Execute(db, "INSERT dbo.net_smoke VALUES (10, NULL)", transaction);
                transaction.Save("place");
                Execute(db, "INSERT dbo.net_smoke VALUES (11, NULL)", transaction);
                transaction.Rollback("place");
                transaction.Commit();
            }
            Expect(One(db, count), 4);
        });
        Check("two connections, lock timeout 1222 and a wait", () => {
            string wanted = "UPDATE dbo.net_smoke SET name = N'wanted' WHERE id = 1";
            using (var other = Connect(Password)) {
                Exception failed = null;
                Thread waiting;
                using (var transaction = db.BeginTransaction()) {
                    Execute(db, "UPDATE dbo.net_smoke SET name = N'held' WHERE id = 1", transaction);
                    ExpectError(1222, () => Execute(other, "SET LOCK_TIMEOUT 100; " + wanted));
                    waiting = new Thread(() => {
                        try {
                            Execute(other, "SET LOCK_TIMEOUT -1; " + wanted);
                        } catch (Exception error) {
                            failed = error;
                        }
                    });
                    waiting.Start();
                    // Committed once the other one waits.
                    int turns = 0;
                    while ((int)One(db, "SELECT COUNT(*) FROM sys.dm_os_waiting_tasks WHERE blocking_session_id = @@SPID", transaction) == 0 && turns++ < 3000) Thread.Sleep(10);
                    transaction.Commit();
                }
                waiting.Join();
                if (failed != null) throw failed;
            }
            Expect(One(db, "SELECT name FROM dbo.net_smoke WHERE id = 1"), "wanted");
        });
    }

    static void Cancel() {
        // No timeouts: a read that takes too long ends with WouldBlock under Mono, where this SqlClient wants TimedOut, so that it gives up the connection
        // instead of the statement.
        Check("cancel", () => {
            using (var command = Command(db, "WAITFOR DELAY '00:01:00'")) {
                command.CommandTimeout = 0;
                var began = DateTime.UtcNow;
                // Under Mono a statement that is waited for without a task is stopped only behind its end.
                var running = command.ExecuteNonQueryAsync();
                // As often as it takes: before the request is on its way there is nothing to cancel.
                while (!running.IsCompleted) {
                    command.Cancel();
                    Thread.Sleep(50);
                }
                ExpectError(0, () => running.GetAwaiter().GetResult());
                Expect((DateTime.UtcNow - began).TotalSeconds < 45, true);
            }
            Expect(One(db, "SELECT 1"), 1);
        });
    }

    static void Mars() {
        const string many = "SELECT value AS id, REPLICATE('x', 50) AS name FROM GENERATE_SERIES(1, {0})";
        Execute(db, "DROP TABLE IF EXISTS dbo.net_mars; CREATE TABLE dbo.net_mars (id int, name nvarchar(50))");
        using (var connection = Connect(Password, "MultipleActiveResultSets=true;")) {
            Check("MARS: two readers in turn", () => {
                using (var first = Command(connection, string.Format(many, 20000)).ExecuteReader())
                using (var second = Command(connection, string.Format(many, 30000)).ExecuteReader()) {
                    for (int row = 1; row <= 20000; row++) {
                        Expect(first.Read() && second.Read() && first.GetInt32(0) == row && second.GetInt32(0) == row, true);
                        if (row % 1000 == 0) Expect(One(connection, "SELECT " + row), row);
                    }
                    Expect(first.Read(), false);
                    int rest = 0;
                    while (second.Read()) rest++;
                    Expect(rest, 10000);
                }
            });
            Check("MARS: 100,000 rows read slowly beside inserts, in one transaction", () => {
                using (var transaction = connection.BeginTransaction()) {
                    using (var reader = Command(connection, string.Format(many, 100000), transaction).ExecuteReader()) {
                        for (int row = 1; row <= 100000; row++) {
                            Expect(reader.Read(), true);
                            if (row % 1000 == 0) Execute(connection, "INSERT dbo.net_mars VALUES (" + row + ", N'row')", transaction);
                        }
                    }
                    Expect(One(connection, "SELECT COUNT(*) FROM dbo.net_mars", transaction), 100);
                    transaction.Rollback();
                }
                Expect(One(connection, "SELECT COUNT(*) FROM dbo.net_mars"), 0);
            });
            Check("MARS: a reader is cancelled beside another", () => {
                using (var kept = Command(connection, string.Format(many, 30000)).ExecuteReader()) {
                    Expect(kept.Read(), true);
                    var command = Command(connection, string.Format(many, 1000000));
                    using (var left = command.ExecuteReader()) {
                        Expect(left.Read(), true);
                        command.Cancel();
                    }
                    int rest = 0;
                    while (kept.Read()) rest++;
                    Expect(rest, 29999);
                }
                Expect(One(connection, "SELECT 1"), 1);
            });
            Check("MARS: bulk load from a reader of the same connection", () => {
                using (var reader = Command(connection, string.Format(many, 50000)).ExecuteReader())
                using (var bulk = new SqlBulkCopy(connection)) {
                    bulk.DestinationTableName = "dbo.net_mars";
                    bulk.WriteToServer(reader);
                }
                Expect(One(connection, "SELECT COUNT(*) FROM dbo.net_mars"), 50000);
            });
            Check("MARS: a transaction that a batch leaves open is 3997", () => {
                ExpectError(3997, () => Execute(connection, "BEGIN TRANSACTION"));
                Expect(One(connection, "SELECT @@TRANCOUNT"), 0);
            });
            Check("MARS: the views", () => {
                string count = "SELECT COUNT(*) FROM sys.dm_exec_connections p JOIN sys.dm_exec_connections c ON c.parent_connection_id = p.connection_id "
                    + "WHERE p.session_id = @@SPID AND p.net_transport = 'TCP' AND c.net_transport = 'Session'";
                using (var reader = Command(connection, string.Format(many, 30000)).ExecuteReader()) {
                    Expect((int)One(connection, count) >= 2, true);
                }
            });
        }
    }

    static void Bulk() {
        Check("bulk load", () => {
            Execute(db, "DROP TABLE IF EXISTS dbo.net_bulk; "
                + "CREATE TABLE dbo.net_bulk (id int NOT NULL, name nvarchar(50), code varchar(10), amount money, price decimal(10,2), most decimal(38,5), at datetime2, data varbinary(max), guid uniqueidentifier)");
            var table = new DataTable();
            foreach (var column in new[] {typeof(int), typeof(string), typeof(string), typeof(decimal), typeof(decimal), typeof(decimal), typeof(DateTime), typeof(byte[]), typeof(Guid)}) table.Columns.Add(null, column);
            for (int id = 0; id < 2000; id++) {
                table.Rows.Add(id, id % 2 == 0 ? (object)"n\u2603" : DBNull.Value, "caf\u00e9", 12.5m, -0.25m, id % 2 == 0 ? (object)decimal.MaxValue : DBNull.Value, new DateTime(2020, 2, 29), new byte[] {1, 2}, Guid.Empty);
            }
            using (var copy = new SqlBulkCopy(db, SqlBulkCopyOptions.TableLock | SqlBulkCopyOptions.CheckConstraints, null)) {
                copy.DestinationTableName = "dbo.net_bulk";
                copy.BatchSize = 700;
                copy.WriteToServer(table);
            }
            Expect(One(db, "SELECT COUNT(*) FROM dbo.net_bulk WHERE at = '2020-02-29T00:00:00' AND data = 0x0102 AND code = 'caf\u00e9' AND ISNULL(name, N'n\u2603') = N'n\u2603'"), 2000);
            Expect(One(db, "SELECT SUM(amount) FROM dbo.net_bulk"), 25000m);
            Expect(One(db, "SELECT SUM(price) FROM dbo.net_bulk"), -500m);
            Expect(One(db, "SELECT COUNT(*) FROM dbo.net_bulk WHERE most = 79228162514264337593543950335"), 1000);
        });
    }

    static void Metadata() {
        Check("the parameters of a procedure", () => {
            Execute(db, "DROP PROCEDURE IF EXISTS dbo.net_derived; DROP TYPE IF EXISTS dbo.net_lines");
            Execute(db, "CREATE TYPE dbo.net_lines AS TABLE (id int)");
            Execute(db, "CREATE PROCEDURE dbo.net_derived @id int, @name nvarchar(20), @note nvarchar(max), @price decimal(10,2) OUTPUT, @at datetime2(3), @lines dbo.net_lines READONLY AS SET @price = 1");
            using (var command = new SqlCommand("dbo.net_derived", db)) {
                command.CommandType = CommandType.StoredProcedure;
                SqlCommandBuilder.DeriveParameters(command);
                var found = "";
                foreach (SqlParameter p in command.Parameters) found += p.ParameterName + " " + p.SqlDbType + " " + p.Direction + " " + p.Size + " " + p.Precision + " " + p.Scale + "; ";
                Expect(found, "@RETURN_VALUE Int ReturnValue 0 0 0; @id Int Input 0 0 0; @name NVarChar Input 20 0 0; @note NVarChar Input -1 0 0; "
                    + "@price Decimal InputOutput 0 10 2; @at DateTime2 Input 0 0 3; @lines Structured Input 0 0 0; ");
                Expect(command.Parameters[6].TypeName, "master.dbo.net_lines");
            }
        });
        Check("collections of the schema", () => {
            Expect(db.GetSchema("Databases", new[] {"master"}).Rows[0]["dbid"], (short)1);
            Expect(db.GetSchema("Users", new[] {"dbo"}).Rows[0]["uid"], (short)1);
            Expect(db.GetSchema("Tables", new[] {"master", "dbo", "net_bulk"}).Rows.Count, 1);
            var columns = db.GetSchema("Columns", new[] {"master", "dbo", "net_bulk"});
            Expect(columns.Rows[4]["column_name"] + " " + columns.Rows[4]["data_type"] + " " + columns.Rows[4]["numeric_precision"], "price decimal 10");
        });
    }

    static void Pool() {
        Check("a connection from the pool is as a new one", () => {
            // A pool of its own, of one connection.
            string more = "Application Name=pool;Max Pool Size=1;";
            object first;
            using (var connection = Connect(Password, more)) {
                first = One(connection, "SELECT @@SPID");
                Execute(connection, "CREATE TABLE #kept (a int); SET LOCK_TIMEOUT 77");
            }
            using (var connection = Connect(Password, more)) {
                // Over TLS Mono's SqlClient takes a connection of the pool for broken, and makes a new one.
                if (!Encrypted) Expect(One(connection, "SELECT @@SPID"), first);
                Expect(One(connection, "SELECT OBJECT_ID(N'tempdb..#kept')"), DBNull.Value);
                Expect(One(connection, "SELECT @@LOCK_TIMEOUT"), -1);
            }
        });
        Check("a connection from the pool goes on with the transaction of its scope", () => {
            string more = "Application Name=scope;Max Pool Size=1;";
            // Over TLS, see above, the pool has no connection of the scope's any more.
            if (Encrypted) return;
            var scope = new System.Transactions.TransactionScope();
            try {
                object first;
                using (var connection = Connect(Password, more)) {
                    first = One(connection, "SELECT @@SPID");
                    Execute(connection, "CREATE TABLE dbo.net_scope (a int); INSERT dbo.net_scope VALUES (1); SET LOCK_TIMEOUT 77");
                }
                // It is reset, but for its transaction (RESETCONNECTIONSKIPTRAN).
                using (var connection = Connect(Password, more)) {
                    Expect(One(connection, "SELECT @@SPID"), first);
                    Expect(One(connection, "SELECT @@LOCK_TIMEOUT"), -1);
                    Expect(One(connection, "SELECT @@TRANCOUNT"), 1);
                    Expect(One(connection, "SELECT a FROM dbo.net_scope"), 1);
                }
            } finally {
                // Once the server has rolled back, Mono's scope disposes of its transaction a second time.
                try { scope.Dispose(); } catch (ObjectDisposedException) { }
            }
            Expect(One(db, "SELECT OBJECT_ID(N'dbo.net_scope')"), DBNull.Value);
        });
    }

    static int Main() {
        db = Connect(Password);
        Check("connect", () => Expect(One(db, "SELECT encrypt_option FROM sys.dm_exec_connections WHERE session_id = @@SPID"), Encrypted ? "TRUE" : "FALSE"));
        Check("wrong password is 18456", () => ExpectError(18456, () => Connect(Password + "x")));
        Types();
        Statements();
        Transactions();
        Cancel();
        // The dissector joins messages of different SMP sessions.
        if (Environment.GetEnvironmentVariable("SLUICE_RECORDED") == null) Mars();
        Bulk();
        Metadata();
        Pool();
        return failures > 0 ? 1 : 0;
    }
}
