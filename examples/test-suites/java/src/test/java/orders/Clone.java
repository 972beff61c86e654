package orders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A clone of the template, with the application's connection, which stays open over the resets. */
final class Clone {
    /** How a test's changes are undone: revert or delete. */
    static final String RESET = System.getProperty("reset", "revert");
    static final String TEMPLATE = "TestTemplate";

    final String name;
    final Connection session;
    private final Connection server = connect("master");

    Clone(int number) throws SQLException {
        name = "TestJava" + number;
        execute(server, "DROP DATABASE IF EXISTS %s_clean, %s".formatted(name, name));
        execute(server, "CREATE DATABASE %s AS COPY OF %s".formatted(name, TEMPLATE));
        execute(server, "CREATE DATABASE %s_clean ON (NAME = %s, FILENAME = '%s.ss') AS SNAPSHOT OF %s"
                .formatted(name, TEMPLATE, name, name));
        session = connect();
    }

    /** Makes the clone what the template is. Returns the time that this took, in nanoseconds. */
    long reset() throws SQLException {
        long began = System.nanoTime();
        execute(server, RESET.equals("delete")
                ? "USE %s; %s USE master;".formatted(name, read("delete.sql"))
                : "RESTORE DATABASE %s FROM DATABASE_SNAPSHOT = '%s_clean' WITH KEEP_CONNECTIONS".formatted(name, name));
        return System.nanoTime() - began;
    }

    void drop() throws SQLException {
        session.close();
        // The server may not have noticed yet that the connections are closed.
        execute(server, "ALTER DATABASE %s SET SINGLE_USER WITH ROLLBACK IMMEDIATE".formatted(name));
        execute(server, "DROP DATABASE %s_clean, %s".formatted(name, name));
        server.close();
    }

    /** Opens another connection of the application. */
    Connection connect() throws SQLException {
        return connect(name);
    }

    static Connection connect(String database) throws SQLException {
        String server = System.getenv().getOrDefault("SLUICE_SERVER", "127.0.0.1:1433");
        String url = "jdbc:sqlserver://%s;databaseName=%s;trustServerCertificate=true".formatted(server, database);
        return DriverManager.getConnection(url, "sa", System.getenv("MSSQL_SA_PASSWORD"));
    }

    static void execute(Connection connection, String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
            // An error of a later statement is thrown where its result is fetched.
            while (statement.getMoreResults() || statement.getUpdateCount() != -1) {
            }
        }
    }

    static int value(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    static String read(String name) {
        try {
            return Files.readString(Path.of("..", name));
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }
}
