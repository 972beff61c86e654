package orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of an order system. Each finds the rows of the template, whatever the others have done. */
@ExtendWith(Clones.class)
class OrdersTest {
    static final Map<String, Integer> COUNTS = Map.of("Customers", 2, "Addresses", 2, "Categories", 2, "Products", 2,
            "Stock", 2, "Orders", 0, "OrderLines", 0, "Invoices", 0, "Payments", 0, "Shipments", 0);

    @BeforeEach
    void isClean(Clone db) throws SQLException {
        for (var count : COUNTS.entrySet()) {
            int found = Clone.value(db.session, "SELECT COUNT(*) FROM dbo." + count.getKey());
            assertEquals(count.getValue(), found, count.getKey());
        }
    }

    @RepeatedTest(20)
    void orderTakesFromStock(RepetitionInfo turn, Clone db) throws SQLException {
        int pieces = turn.getCurrentRepetition();
        db.session.setAutoCommit(false);
        // Identities begin again, too.
        assertEquals(1, order(db.session, 1, 1, pieces));
        db.session.commit();
        assertEquals(100 - pieces, Clone.value(db.session, "SELECT pieces FROM dbo.Stock WHERE product = 1"));
    }

    @RepeatedTest(20)
    void orderBeyondStockIsRefused(RepetitionInfo turn, Clone db) throws SQLException {
        db.session.setAutoCommit(false);
        assertError(547, () -> order(db.session, 2, 2, 5 + turn.getCurrentRepetition()));
    }

    @Test
    void orderOfUnknownCustomerIsRefused(Clone db) {
        assertError(547, () -> Clone.execute(db.session, "INSERT dbo.Orders(customer, address) VALUES (9, 1)"));
    }

    @Test
    void errorOfTheApplicationLeavesTheConnectionUsable(Clone db) throws SQLException {
        assertError(50001, () -> Clone.execute(db.session, "DELETE dbo.Payments; THROW 50001, N'No such payment.', 1;"));
        assertEquals(1, Clone.value(db.session, "SELECT 1"));
    }

    @Test
    void transactionLeftOpenEndsWithTheReset(Clone db) throws SQLException {
        onlyByRevert("a deletion script waits for the transaction");
        try (Connection other = db.connect()) {
            other.setAutoCommit(false);
            order(other, 1, 1, 1);
            db.reset();
            isClean(db);
            assertError(3971, () -> Clone.value(other, "SELECT 1"));
        }
    }

    @Test
    void tablesOfATestAreGoneAfterwards(Clone db) throws SQLException {
        onlyByRevert("a deletion script restores no tables");
        for (int turn = 0; turn < 2; turn++) {
            Clone.execute(db.session, "CREATE TABLE dbo.Extra(a int); DROP TABLE dbo.Shipments;");
            db.reset();
        }
    }

    @Test
    void temporaryTablesOfTheConnectionStay(Clone db) throws SQLException {
        Clone.execute(db.session,
                "IF OBJECT_ID('tempdb..#kept') IS NULL CREATE TABLE #kept(a int); INSERT #kept VALUES (1);");
        db.reset();
        assertTrue(Clone.value(db.session, "SELECT COUNT(*) FROM #kept") > 0);
    }

    /** Places an order, pays for it and ships it. Returns its number. */
    static int order(Connection db, int customer, int product, int pieces) throws SQLException {
        int number;
        try (PreparedStatement insert = db.prepareStatement("""
                INSERT dbo.Orders(customer, address) OUTPUT inserted.id
                SELECT customer, id FROM dbo.Addresses WHERE customer = ?""")) {
            insert.setInt(1, customer);
            try (ResultSet rows = insert.executeQuery()) {
                rows.next();
                number = rows.getInt(1);
            }
        }
        update(db, "INSERT dbo.OrderLines([order], product, pieces) VALUES (?, ?, ?)", number, product, pieces);
        update(db, "UPDATE dbo.Stock SET pieces = pieces - ? WHERE product = ?", pieces, product);
        update(db, "INSERT dbo.Invoices([order], amount) SELECT ?, price * ? FROM dbo.Products WHERE id = ?",
                number, pieces, product);
        update(db, "INSERT dbo.Payments(invoice, amount) SELECT id, amount FROM dbo.Invoices WHERE [order] = ?", number);
        update(db, "INSERT dbo.Shipments([order], sent) VALUES (?, SYSDATETIME())", number);
        return number;
    }

    static void update(Connection db, String text, int... values) throws SQLException {
        try (PreparedStatement statement = db.prepareStatement(text)) {
            for (int place = 0; place < values.length; place++) {
                statement.setInt(place + 1, values[place]);
            }
            statement.executeUpdate();
        }
    }

    interface Work {
        void run() throws SQLException;
    }

    static void assertError(int number, Work work) {
        assertEquals(number, assertThrows(SQLException.class, work::run).getErrorCode());
    }

    static void onlyByRevert(String reason) {
        assumeTrue(Clone.RESET.equals("revert"), reason);
    }
}
