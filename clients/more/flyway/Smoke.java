import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;

/** Flyway in a database of its own: migrations there, what it says of them, a clean, a baseline. */
public class Smoke extends Check {
    static final String PASSWORD = System.getenv("SLUICE_PASSWORD");
    static final Logger LOG = Logger.getLogger("org.flywaydb");

    static String url(String database) {
        String trust = System.getenv("SLUICE_ENCRYPT").equals("no")
            ? "encrypt=false"
            : "encrypt=true;hostNameInCertificate=localhost;trustStoreType=PKCS12;trustStorePassword=changeit;trustStore=" + System.getenv("TRUST");
        return "jdbc:sqlserver://" + System.getenv("SLUICE_SERVER") + ";databaseName=" + database + ";connectRetryCount=0;" + trust;
    }

    /** Flyway over the migrations of these folders, with the rights to clean. */
    static Flyway flyway(String password, String... folders) {
        String[] places = Arrays.stream(folders).map(folder -> "filesystem:" + System.getenv("MIGRATIONS") + "/" + folder).toArray(String[]::new);
        return Flyway.configure().dataSource(url("fly"), "sa", password).schemas("dbo", "fly_extra").locations(places)
            .placeholders(Map.of("who", "O''Brien")).cleanDisabled(false).load();
    }

    /** That Flyway refuses, and says so in these words. */
    static void refused(String words, Work work) throws Exception {
        try {
            work.run();
        } catch (FlywayException error) {
            if (error.getMessage().contains(words)) {
                return;
            }
            throw error;
        }
        throw new AssertionError("not refused");
    }

    /** The rows of a query, the columns of each behind one another. */
    static List<String> rows(String database, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(database), "sa", PASSWORD);
                Statement statement = connection.createStatement()) {
            List<String> rows = new ArrayList<>();
            if (statement.execute(query)) {
                ResultSet result = statement.getResultSet();
                while (result.next()) {
                    List<String> row = new ArrayList<>();
                    for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                        row.add(result.getString(column));
                    }
                    rows.add(String.join(" ", row));
                }
            }
            return rows;
        }
    }

    static List<String> states(Flyway flyway) {
        return Arrays.stream(flyway.info().all()).map(Smoke::state).toList();
    }

    static String state(MigrationInfo info) {
        return (info.getVersion() == null ? info.getDescription() : info.getVersion()) + " " + info.getState().getDisplayName();
    }

    public static void main(String[] arguments) throws Exception {
        LOG.setLevel(Level.OFF);
        rows("master", "CREATE DATABASE fly");
        Flyway good = flyway(PASSWORD, "good");
        check("wrong password", () -> refused("18456", () -> flyway(PASSWORD + "x", "good").info()));
        check("nothing is applied", () -> expect(states(good), List.of("1 Pending", "2 Pending", "3 Pending", "view Pending")));
        check("migrate", () -> expect(good.migrate().migrationsExecuted, 4));
        check("query", () -> {
            expect(rows("fly", "SELECT name, amount, children FROM fly_view ORDER BY name"), List.of("O'Brien 6.00 1", "ü 13.34 1"));
            expect(rows("fly", "SELECT COUNT(*), MIN(id) FROM fly_child"), List.of("2 100"));
            expect(rows("fly", "SELECT version, success, installed_by FROM flyway_schema_history WHERE version IS NOT NULL ORDER BY installed_rank"),
                List.of("1 1 sa", "2 1 sa", "3 1 sa"));
        });
        check("migrate again: there is nothing to do", () -> expect(good.migrate().migrationsExecuted, 0));
        check("info", () -> expect(states(good), List.of("<< Flyway Schema Creation >> Success", "1 Success", "2 Success", "3 Success", "view Success")));
        check("validate", good::validate);
        check("validate what was changed since", () -> refused("checksum mismatch", () -> flyway(PASSWORD, "changed").validate()));
        check("a migration that fails is rolled back", () -> {
            refused("2627", () -> flyway(PASSWORD, "good", "failing").migrate());
            expect(rows("fly", "SELECT name FROM sys.tables WHERE name = 'fly_half'"), List.of());
            expect(rows("fly", "SELECT script FROM flyway_schema_history WHERE version = '4'"), List.of());
            expect(Arrays.stream(flyway(PASSWORD, "good", "failing").info().pending()).map(Smoke::state).toList(), List.of("4 Pending"));
        });
        check("clean", () -> {
            good.clean();
            expect(rows("fly", "SELECT name FROM sys.objects WHERE is_ms_shipped = 0 UNION ALL SELECT name FROM sys.types WHERE is_user_defined = 1"), List.of());
        });
        check("two that migrate at once take turns", () -> {
            ExecutorService both = Executors.newFixedThreadPool(2);
            List<Future<Integer>> counts = both.invokeAll(List.of(
                () -> flyway(PASSWORD, "good").migrate().migrationsExecuted, () -> flyway(PASSWORD, "good").migrate().migrationsExecuted));
            both.shutdown();
            expect(counts.get(0).get() + counts.get(1).get(), 4);
            good.validate();
        });
        check("baseline", () -> {
            rows("fly", "DROP TABLE flyway_schema_history");
            refused("non-empty schema", good::migrate);
            expect(good.baseline().successfullyBaselined, true);
            expect(states(good), List.of("1 Ignored (Baseline)", "1 Baseline", "2 Pending", "3 Pending", "view Pending"));
            refused("2714", good::migrate);
        });
        rows("master", "DROP DATABASE fly");
        end();
    }
}
