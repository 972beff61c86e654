import com.microsoft.sqlserver.jdbc.SQLServerBulkCopy;
import com.microsoft.sqlserver.jdbc.SQLServerBulkCopyOptions;
import com.microsoft.sqlserver.jdbc.SQLServerResultSet;
import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** The smoke of clients/README.md with mssql-jdbc. */
public class Smoke extends Check {
    static final String PASSWORD = System.getenv("SLUICE_PASSWORD");
    static final String ENCRYPT = System.getenv("SLUICE_ENCRYPT");
    static Connection db;

    static Connection connect(String password, String more) throws SQLException {
        String[] server = System.getenv("SLUICE_SERVER").split(":");
        String trust = switch (ENCRYPT) {
            case "no" -> "encrypt=false";
            case "yes" -> "encrypt=true;hostNameInCertificate=localhost;trustStoreType=PKCS12;trustStorePassword=changeit;trustStore=" + System.getenv("TRUST");
            default -> "encrypt=strict;serverCertificate=" + System.getenv("SLUICE_CERTIFICATE");
        };
        String url = "jdbc:sqlserver://" + server[0] + ":" + server[1] + ";databaseName=master;" + trust + ";connectRetryCount=0;" + more;
        return DriverManager.getConnection(url, "sa", password);
    }

    static void expectError(int number, Work work) throws Exception {
        try {
            work.run();
        } catch (SQLException error) {
            expect(error.getErrorCode(), number);
            return;
        }
        throw new AssertionError("no error " + number);
    }

    static void execute(Connection connection, String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    static Object one(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getObject(1);
        }
    }

    static void type(String declared, Object value, Class<?> as) {
        check("type " + declared, () -> {
            try (PreparedStatement statement = db.prepareStatement("SELECT CAST(? AS " + declared + ")")) {
                for (Object sent : new Object[] {value, null}) {
                    if (sent == null) {
                        statement.setNull(1, value instanceof byte[] ? Types.VARBINARY : Types.NVARCHAR);
                    } else {
                        statement.setObject(1, sent);
                    }
                    try (ResultSet rows = statement.executeQuery()) {
                        rows.next();
                        expect(as == null ? rows.getObject(1) : rows.getObject(1, as), sent);
                    }
                }
            }
        });
    }

    static void types() {
        type("tinyint", (short) 255, null);
        type("tinyint", (short) 0, null);
        type("smallint", Short.MIN_VALUE, null);
        type("smallint", Short.MAX_VALUE, null);
        type("int", Integer.MIN_VALUE, null);
        type("int", Integer.MAX_VALUE, null);
        type("bigint", Long.MIN_VALUE, null);
        type("bigint", Long.MAX_VALUE, null);
        type("bit", true, null);
        type("bit", false, null);
        type("float", Double.MAX_VALUE, null);
        type("float", -Double.MAX_VALUE, null);
        type("float", Double.MIN_NORMAL, null);
        type("real", -Float.MAX_VALUE, null);
        type("real", 1.5f, null);
        type("decimal(38,10)", new BigDecimal("-9999999999999999999999999999.9999999999"), null);
        type("numeric(38,0)", new BigDecimal("9".repeat(38)), null);
        type("money", new BigDecimal("-922337203685477.5808"), null);
        type("money", new BigDecimal("922337203685477.5807"), null);
        type("smallmoney", new BigDecimal("-214748.3648"), null);
        type("smallmoney", new BigDecimal("214748.3647"), null);
        type("varchar(20)", "caf\u00e9", null);
        type("nvarchar(20)", "snow \u2603 \ud834\udd1e", null);
        type("nvarchar(20)", "", null);
        type("nvarchar(max)", "\u0434\u043b\u0438\u043d\u043d\u043e".repeat(5000), null);
        type("varchar(max)", "x".repeat(100000), null);
        type("nchar(4)", "ab\u2603 ", null);
        type("binary(4)", new byte[] {0, 1, 2, -1}, null);
        type("varbinary(20)", new byte[] {0, 1, -1}, null);
        type("varbinary(20)", new byte[0], null);
        type("varbinary(max)", new byte[20000], null);
        type("datetime2(7)", LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999999900), LocalDateTime.class);
        type("datetimeoffset(7)", OffsetDateTime.parse("2020-02-29T12:00:00.1234567+05:30"), OffsetDateTime.class);
        type("datetime2(7)", LocalDateTime.of(1, 1, 1, 0, 0), LocalDateTime.class);
        type("date", LocalDate.of(1, 1, 1), LocalDate.class);
        type("date", LocalDate.of(9999, 12, 31), LocalDate.class);
        type("time(7)", LocalTime.of(23, 59, 59), LocalTime.class);
        check("types uniqueidentifier, xml", () -> {
            String guid = "01234567-89AB-CDEF-0123-456789ABCDEF";
            expect(one(db, "SELECT CAST('" + guid + "' AS uniqueidentifier)"), guid);
            try (Statement statement = db.createStatement(); ResultSet rows = statement.executeQuery("SELECT CAST('<a>1</a>' AS xml)")) {
                rows.next();
                expect(rows.getSQLXML(1).getString(), "<a>1</a>");
            }
        });
    }

    static void statements() {
        check("create a table", () -> execute(db,
            "DROP TABLE IF EXISTS dbo.java_smoke; CREATE TABLE dbo.java_smoke (id int PRIMARY KEY, name nvarchar(50) NULL)"));
        check("a definition counts as a result", () -> {
            try (Statement statement = db.createStatement()) {
                expect(statement.executeUpdate("CREATE TABLE dbo.java_defined (a int)"), 0);
                expect(statement.execute("ALTER TABLE dbo.java_defined ADD b int; SELECT 1 AS a"), false);
                expect(statement.getUpdateCount(), 0);
                expect(statement.getMoreResults(), true);
                expect(statement.executeUpdate("DROP TABLE dbo.java_defined"), 0);
            }
        });
        check("prepared statement", () -> {
            try (PreparedStatement insert = db.prepareStatement("INSERT dbo.java_smoke VALUES (?, ?)")) {
                for (int id = 1; id <= 4; id++) {
                    insert.setInt(1, id);
                    insert.setString(2, "name " + id);
                    expect(insert.executeUpdate(), 1);
                }
                for (int id = 5; id <= 6; id++) {
                    insert.setInt(1, id);
                    insert.setString(2, null);
                    insert.addBatch();
                }
                expect(insert.executeBatch(), new int[] {1, 1});
            }
            execute(db, "DELETE dbo.java_smoke WHERE id > 3");
        });
        check("statements that are forgotten again", () -> {
            // The driver unprepares them in batches, as text, once there are as many as it keeps.
            for (int number = 0; number < 15; number++) {
                try (PreparedStatement query = db.prepareStatement("SELECT ? + " + number)) {
                    for (int turn = 0; turn < 3; turn++) {
                        query.setInt(1, 1);
                        try (ResultSet rows = query.executeQuery()) {
                            rows.next();
                            expect(rows.getInt(1), 1 + number);
                        }
                    }
                }
            }
        });
        check("error 8134", () -> expectError(8134, () -> one(db, "SELECT 1 / 0")));
        check("error 2627", () -> expectError(2627, () -> execute(db, "INSERT dbo.java_smoke VALUES (1, N'again')")));
        check("procedure with OUTPUT and status", () -> {
            execute(db, "CREATE OR ALTER PROCEDURE dbo.java_twice @in int, @out int OUTPUT AS "
                + "BEGIN SET @out = @in * 2; SELECT @in AS given; RETURN 7 END");
            try (CallableStatement call = db.prepareCall("{? = call dbo.java_twice(?, ?)}")) {
                call.registerOutParameter(1, Types.INTEGER);
                call.setInt(2, 21);
                call.registerOutParameter(3, Types.INTEGER);
                try (ResultSet rows = call.executeQuery()) {
                    rows.next();
                    expect(rows.getInt("given"), 21);
                }
                expect(call.getInt(3), 42);
                expect(call.getInt(1), 7);
            }
        });
        check("generated keys, several result sets", () -> {
            execute(db, "DROP TABLE IF EXISTS dbo.java_keys; CREATE TABLE dbo.java_keys (id int IDENTITY(5, 5), v int)");
            try (PreparedStatement insert = db.prepareStatement("INSERT dbo.java_keys VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                insert.setInt(1, 1);
                insert.executeUpdate();
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    keys.next();
                    expect(keys.getInt(1), 5);
                }
            }
            try (Statement statement = db.createStatement()) {
                statement.execute("SELECT 1 AS a; PRINT 'between'; SELECT 2 AS b");
                expect(statement.getResultSet().getMetaData().getColumnName(1), "a");
                expect(statement.getMoreResults(), true);
                expect(statement.getResultSet().getMetaData().getColumnName(1), "b");
            }
        });
        check("metadata", () -> {
            List<String> columns = new ArrayList<>();
            try (ResultSet rows = db.getMetaData().getColumns("master", "dbo", "java_smoke", null)) {
                while (rows.next()) {
                    columns.add(rows.getString("COLUMN_NAME") + " " + rows.getString("TYPE_NAME"));
                }
            }
            expect(columns, List.of("id int", "name nvarchar"));
            List<String> keys = new ArrayList<>();
            try (ResultSet rows = db.getMetaData().getPrimaryKeys("master", "dbo", "java_smoke")) {
                while (rows.next()) {
                    keys.add(rows.getString("COLUMN_NAME"));
                }
            }
            expect(keys, List.of("id"));
            try (ResultSet rows = db.getMetaData().getTables("master", "dbo", "java_smoke", null)) {
                expect(rows.next(), true);
            }
            try (ResultSet rows = db.getMetaData().getIndexInfo("master", "dbo", "java_smoke", true, false)) {
                expect(rows.next(), true);
            }
        });
        check("scrollable result", () -> {
            try (Statement statement = db.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                    ResultSet rows = statement.executeQuery("SELECT id FROM dbo.java_smoke ORDER BY id")) {
                rows.last();
                expect(rows.getInt(1), 3);
                rows.previous();
                expect(rows.getInt(1), 2);
                rows.absolute(1);
                expect(rows.getInt(1), 1);
                rows.beforeFirst();
                expect(rows.next(), true);
            }
        });
    }

    /** Rows that are changed through a server's cursors. */
    static void cursors() {
        int[][] kinds = {
            {ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_UPDATABLE},
            {SQLServerResultSet.TYPE_SS_SCROLL_KEYSET, SQLServerResultSet.CONCUR_SS_OPTIMISTIC_CCVAL},
            {SQLServerResultSet.TYPE_SS_SCROLL_DYNAMIC, SQLServerResultSet.CONCUR_SS_SCROLL_LOCKS},
            {ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE},
        };
        for (int[] kind : kinds) {
            check("changes by a cursor of kind " + kind[0] + ", " + kind[1], () -> changesBy(kind[0], kind[1]));
        }
        check("changes of a join's tables by a cursor", Smoke::changesOfJoin);
        check("cursor of a prepared statement", () -> {
            try (Connection connection = connect(PASSWORD, "selectMethod=cursor;");
                    PreparedStatement statement = connection.prepareStatement("SELECT value FROM GENERATE_SERIES(1, ?)")) {
                statement.setFetchSize(50);
                for (int count : new int[] {120, 1, 50}) {
                    statement.setInt(1, count);
                    int read = 0;
                    try (ResultSet rows = statement.executeQuery()) {
                        while (rows.next()) {
                            expect(rows.getInt(1), ++read);
                        }
                    }
                    expect(read, count);
                }
            }
        });
    }

    /** The driver names the table of the columns that it changes. */
    static void changesOfJoin() throws Exception {
        execute(db, "DROP TABLE IF EXISTS dbo.java_order, dbo.java_customer; CREATE TABLE dbo.java_customer (id int PRIMARY KEY, name nvarchar(20) NULL); "
            + "CREATE TABLE dbo.java_order (number int PRIMARY KEY, customer int NOT NULL, amount int NOT NULL); "
            + "INSERT dbo.java_customer VALUES (1, N'one'), (2, N'two'); INSERT dbo.java_order VALUES (10, 1, 100), (20, 2, 200)");
        try (Statement statement = db.createStatement(ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_UPDATABLE);
                ResultSet rows = statement.executeQuery("SELECT c.name, o.amount AS total FROM dbo.java_customer AS c "
                    + "JOIN dbo.java_order AS o ON o.customer = c.id ORDER BY o.number")) {
            rows.next();
            rows.updateString("name", "uno");
            rows.updateRow();
            rows.updateInt("total", 101);
            rows.updateRow();
            rows.next();
            execute(db, "UPDATE dbo.java_order SET amount = 0 WHERE number = 20");
            rows.updateInt(2, 201);
            expectError(16947, rows::updateRow);
            rows.updateString(1, "dos");
            rows.updateRow();
            rows.first();
            expect(rows.getString(1), "uno");
            expect(rows.getInt(2), 101);
        }
        expect(one(db, "SELECT STRING_AGG(CONCAT(name, amount), ',') WITHIN GROUP (ORDER BY number) FROM dbo.java_customer "
            + "JOIN dbo.java_order ON customer = id"), "uno101,dos0");
    }

    static void changesBy(int type, int concurrency) throws Exception {
        execute(db, "DROP TABLE IF EXISTS dbo.java_cursor; CREATE TABLE dbo.java_cursor (id int PRIMARY KEY, name nvarchar(20) NULL); "
            + "INSERT dbo.java_cursor VALUES (1, N'one'), (2, N'two'), (3, N'three'), (4, N'four')");
        try (Statement statement = db.createStatement(type, concurrency);
                ResultSet rows = statement.executeQuery("SELECT id AS number, name FROM dbo.java_cursor ORDER BY id")) {
            rows.next();
            rows.next();
            rows.updateString("name", "zwei");
            rows.updateRow();
            rows.updateString(2, "ZWEI");
            rows.updateRow();
            rows.next();
            rows.deleteRow();
            rows.next();
            execute(db, "UPDATE dbo.java_cursor SET name = N'changed' WHERE id = 4");
            rows.updateString(2, "lost");
            expectError(16947, rows::updateRow);
            rows.moveToInsertRow();
            rows.updateInt(1, 9);
            rows.updateString(2, "nine");
            rows.insertRow();
            rows.moveToCurrentRow();
            if (type != ResultSet.TYPE_FORWARD_ONLY) {
                rows.last();
                expect(rows.getString(2), "nine");
                if (type != SQLServerResultSet.TYPE_SS_SCROLL_DYNAMIC) {
                    rows.absolute(3);
                    expect(rows.rowDeleted(), true);
                }
                rows.first();
                expect(rows.getString(2), "one");
            }
        }
        expect(one(db, "SELECT STRING_AGG(CONCAT(id, name), ',') WITHIN GROUP (ORDER BY id) FROM dbo.java_cursor"),
            "1one,2ZWEI,4changed,9nine");
    }

    static void transactions() {
        String count = "SELECT COUNT(*) FROM dbo.java_smoke";
        check("rollback", () -> {
            db.setAutoCommit(false);
            db.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            execute(db, "INSERT dbo.java_smoke VALUES (10, NULL)");
            db.rollback();
            expect(one(db, count), 3);
            db.commit();
            db.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        });
        check("commit", () -> {
            execute(db, "INSERT dbo.java_smoke VALUES (10, NULL)");
            var place = db.setSavepoint();
            execute(db, "INSERT dbo.java_smoke VALUES (11, NULL)");
            db.rollback(place);
            db.commit();
            expect(one(db, count), 4);
            db.commit();
        });
        check("a prepared statement begins a transaction", () -> {
            for (int turn = 0; turn < 3; turn++) {
                try (PreparedStatement insert = db.prepareStatement("INSERT dbo.java_smoke VALUES (?, NULL)")) {
                    insert.setInt(1, 12);
                    insert.executeUpdate();
                }
                db.rollback();
            }
            expect(one(db, count), 4);
            db.commit();
        });
        check("two connections, lock timeout 1222 and a wait", () -> {
            try (Connection other = connect(PASSWORD, "")) {
                execute(db, "UPDATE dbo.java_smoke SET name = N'held' WHERE id = 1");
                String wanted = "UPDATE dbo.java_smoke SET name = N'wanted' WHERE id = 1";
                expectError(1222, () -> execute(other, "SET LOCK_TIMEOUT 100; " + wanted));
                execute(other, "SET LOCK_TIMEOUT -1");
                Exception[] failed = new Exception[1];
                Thread waiting = new Thread(() -> {
                    try {
                        execute(other, wanted);
                    } catch (SQLException error) {
                        failed[0] = error;
                    }
                });
                waiting.start();
                Thread.sleep(100);
                db.commit();
                waiting.join();
                expect(failed[0], null);
            }
            expect(one(db, "SELECT name FROM dbo.java_smoke WHERE id = 1"), "wanted");
            db.commit();
        });
        check("autocommit again", () -> db.setAutoCommit(true));
    }

    static void cancel() {
        check("cancel", () -> {
            long began = System.nanoTime();
            try (Statement statement = db.createStatement()) {
                statement.setQueryTimeout(1);
                statement.execute("WAITFOR DELAY '00:00:30'");
                throw new AssertionError("it was not stopped");
            } catch (SQLException error) {
                // It tells of its own timeout.
            }
            if (System.nanoTime() - began > 10_000_000_000L) {
                throw new AssertionError("it took too long to stop");
            }
            expect(one(db, "SELECT 1"), 1);
        });
    }

    static void bulk() {
        check("bulk load", () -> {
            execute(db, "DROP TABLE IF EXISTS dbo.java_bulk; "
                + "CREATE TABLE dbo.java_bulk (id int NOT NULL, name nvarchar(50), amount decimal(19,4), at datetime2, data varbinary(max))");
            try (Connection from = connect(PASSWORD, ""); Statement statement = from.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT TOP 2000 CAST(ROW_NUMBER() OVER (ORDER BY a.column_id) AS int), N'n', "
                        + "CAST(12.5 AS decimal(19,4)), CAST('2020-02-29' AS datetime2), CAST(0x0102 AS varbinary(max)) "
                        + "FROM sys.columns AS a CROSS JOIN sys.columns AS b CROSS JOIN sys.columns AS c CROSS JOIN sys.columns AS d");
                    SQLServerBulkCopy copy = new SQLServerBulkCopy(db)) {
                SQLServerBulkCopyOptions options = new SQLServerBulkCopyOptions();
                options.setTableLock(true);
                copy.setBulkCopyOptions(options);
                copy.setDestinationTableName("dbo.java_bulk");
                copy.writeToServer(rows);
            }
            expect(one(db, "SELECT COUNT(*) FROM dbo.java_bulk WHERE at = '2020-02-29T00:00:00' AND data = 0x0102"), 2000);
            expect(one(db, "SELECT SUM(amount) FROM dbo.java_bulk"), new BigDecimal("25000.0000"));
        });
    }

    public static void main(String[] arguments) throws Exception {
        db = connect(PASSWORD, "");
        check("connect", () -> expect(one(db, "SELECT encrypt_option FROM sys.dm_exec_connections WHERE session_id = @@SPID"),
            ENCRYPT.equals("no") ? "FALSE" : "TRUE"));
        check("wrong password is 18456", () -> expectError(18456, () -> connect(PASSWORD + "x", "")));
        types();
        statements();
        cursors();
        transactions();
        cancel();
        bulk();
        end();
    }
}
