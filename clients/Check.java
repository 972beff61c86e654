import java.util.Arrays;
import java.util.Objects;

/** What the programs of Java have in common: a line about each check, and how the program ends. */
abstract class Check {
    interface Work {
        void run() throws Exception;
    }

    private static int failures = 0;

    /** Prints a line about one check. */
    static void check(String what, Work work) {
        try {
            work.run();
            System.out.println("ok    " + what);
        } catch (Exception | AssertionError error) {
            failures++;
            System.out.println("WRONG " + what + ": " + error);
        }
    }

    static void expect(Object got, Object wanted) {
        if (!Objects.deepEquals(got, wanted)) {
            throw new AssertionError(shown(got) + " instead of " + shown(wanted));
        }
    }

    static String shown(Object value) {
        return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
    }

    /** Ends the program, as a failure if there was one. */
    static void end() {
        System.exit(failures > 0 ? 1 : 0);
    }
}
