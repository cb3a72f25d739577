// a: Pool.trim
// b: Report.close
// why: A connection that is handed out has been closed: trimming the pool closes idle ones but keeps them, or a report closes what it was lent.
package planted.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

final class Connection {
    private List<String> rows = List.of("north 12", "south 7");

    List<String> query(String filter) {
        return rows.stream().filter(row -> row.startsWith(filter)).toList();
    }

    void close() {
        rows = null;
    }
}

final class Pool {
    private final Deque<Connection> idle = new ArrayDeque<>();

    Connection acquire() {
        return idle.isEmpty() ? new Connection() : idle.pop();
    }

    void release(Connection connection) {
        idle.push(connection);
    }

    int size() {
        return idle.size();
    }

    void trim(int most) {
        if (idle.size() > most) {
            idle.forEach(Connection::close);
        }
    }
}

final class Report implements AutoCloseable {
    private final Connection connection;
    private final StringBuilder text = new StringBuilder();

    Report(Connection connection) {
        this.connection = connection;
    }

    Report section(String region) {
        for (String row : connection.query(region)) {
            text.append(row).append('\n');
        }
        return this;
    }

    String text() {
        return text.toString();
    }

    @Override
    public void close() {
        text.setLength(0);
        connection.close();
    }
}

public final class Main {
    public static void main(String[] args) {
        Pool pool = new Pool();
        Connection connection = pool.acquire();
        if (args[0].equals("a")) {
            pool.release(connection);
            pool.trim(0);
            connection = pool.acquire();
        } else {
            try (Report summary = new Report(connection).section("north")) {
                System.out.println(summary.text());
            }
        }
        System.out.println(new Report(connection).section("south").text());
    }
}
