// a: ReturnBox.accept
// b: ReservationList.cancel
// why: a returned book keeps the status LENT, or a cancelled reservation stays in the book's reservedBy
package planted.library;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

enum Status { ON_SHELF, LENT, IN_REPAIR }

final class Book {
    final String title;
    Status status = Status.ON_SHELF;
    String reservedBy;
    String borrower;

    Book(String title) {
        this.title = title;
    }
}

final class ReturnBox {
    private final Deque<Book> returned = new ArrayDeque<>();

    void accept(Book book) {
        book.borrower = null;
        returned.push(book);
    }

    void sendToRepair(Book book) {
        book.status = Status.IN_REPAIR;
    }
}

final class ReservationList {
    private final Map<String, String> memberByTitle = new HashMap<>();

    void reserve(Book book, String member) {
        memberByTitle.put(book.title, member);
        book.reservedBy = member;
    }

    void cancel(Book book) {
        memberByTitle.remove(book.title);
    }
}

final class LoanDesk {
    void lend(Book book, String member) {
        boolean reserved = book.reservedBy != null && !book.reservedBy.equals(member);
        if (book.status != Status.ON_SHELF || reserved) {
            throw new IllegalStateException("Book cannot be lent");
        }
        book.status = Status.LENT;
        book.borrower = member;
    }
}

public class Main {
    public static void main(String[] args) {
        Book book = new Book("Middlemarch");
        LoanDesk desk = new LoanDesk();
        ReservationList reservations = new ReservationList();
        if (args[0].equals("a")) {
            desk.lend(book, "Ines");
            new ReturnBox().accept(book);
        } else {
            reservations.reserve(book, "Ines");
            reservations.cancel(book);
        }
        desk.lend(book, "Tomas");
    }
}
