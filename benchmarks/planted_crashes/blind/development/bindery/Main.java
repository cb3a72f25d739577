// a: Intake.accept
// b: Press.stop
// why: the intake drops thin books in silence, or stopping the press empties the queue
package planted.bindery;

import java.util.ArrayDeque;
import java.util.Deque;

class Book {
    final String title;
    final int pages;

    Book(String title, int pages) {
        this.title = title;
        this.pages = pages;
    }
}

class Press {
    final Deque<Book> queue = new ArrayDeque<>();
    private int stops;

    void stop() {
        stops++;
        queue.clear();
    }

    String bind(int glue) {
        Book book = queue.removeFirst();
        return book.title + glue * book.pages;
    }
}

class Intake {
    private final Press press;

    Intake(Press press) {
        this.press = press;
    }

    void accept(Book book) {
        if (book.pages > 32) {
            press.queue.addLast(book);
        }
    }
}

class Main {
    public static void main(String[] args) {
        Press press = new Press();
        new Intake(press).accept(new Book("Poems", args[0].equals("a") ? 24 : 200));
        if (args[0].equals("b")) press.stop();
        System.out.println(press.bind(2));
    }
}
