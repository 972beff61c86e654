package orders;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Lends a clone to each test with a parameter of type Clone, and resets it afterwards. */
final class Clones implements ParameterResolver {
    private static final Namespace HERE = Namespace.create(Clones.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == Clone.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        Pool pool = test.getRoot().getStore(HERE).getOrComputeIfAbsent(Pool.class, key -> new Pool(), Pool.class);
        // JUnit closes the loan at the end of the test, and the pool at the end of all tests.
        return test.getStore(HERE).getOrComputeIfAbsent(Loan.class, key -> new Loan(pool), Loan.class).db;
    }

    /** A clone while a test has it. */
    private record Loan(Pool pool, Clone db) implements AutoCloseable {
        Loan(Pool pool) {
            this(pool, pool.take());
        }

        @Override
        public void close() throws SQLException {
            // A transaction that the test left open on this connection would fail the next test with 3971.
            Clone.execute(db.session, "IF @@TRANCOUNT > 0 ROLLBACK");
            db.session.setAutoCommit(true);
            pool.resets.add(db.reset());
            pool.free.add(db);
        }
    }

    /** The template, and as many clones as tests have run at the same time. */
    private static final class Pool implements AutoCloseable {
        final Queue<Clone> free = new ConcurrentLinkedQueue<>();
        final Queue<Long> resets = new ConcurrentLinkedQueue<>();
        private final List<Clone> made = new ArrayList<>();

        Pool() {
            onServer("DROP DATABASE IF EXISTS " + Clone.TEMPLATE, "CREATE DATABASE " + Clone.TEMPLATE,
                    "USE " + Clone.TEMPLATE + "; " + Clone.read("schema.sql"));
        }

        Clone take() {
            Clone clone = free.poll();
            return clone != null ? clone : add();
        }

        private synchronized Clone add() {
            try {
                made.add(new Clone(made.size()));
                return made.get(made.size() - 1);
            } catch (SQLException error) {
                throw new IllegalStateException(error);
            }
        }

        @Override
        public void close() throws SQLException {
            for (Clone clone : made) {
                clone.drop();
            }
            onServer("DROP DATABASE " + Clone.TEMPLATE);
            long[] times = resets.stream().mapToLong(Long::longValue).sorted().toArray();
            if (times.length > 0) {
                System.out.printf("%d resets by %s: p50 %.2f ms, p99 %.2f ms%n", times.length, Clone.RESET,
                        times[times.length / 2] / 1e6, times[times.length * 99 / 100] / 1e6);
            }
        }

        private static void onServer(String... batches) {
            try (Connection server = Clone.connect("master")) {
                for (String batch : batches) {
                    Clone.execute(server, batch);
                }
            } catch (SQLException error) {
                throw new IllegalStateException(error);
            }
        }
    }
}
