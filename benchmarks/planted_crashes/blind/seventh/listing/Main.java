// a: Pager.last
// b: Catalog.fetch
// why: The page shown is empty because the last page is counted one too far, or because archived articles are dropped after the cut.
package planted.listing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

record Article(String title, int year, boolean archived) {}

record Page(int number, List<Article> items) {}

final class Catalog {
    private final List<Article> articles = new ArrayList<>();

    void add(String title, int year, boolean archived) {
        articles.add(new Article(title, year, archived));
    }

    int count() {
        return (int) articles.stream().filter(article -> !article.archived()).count();
    }

    Page fetch(int number, int size) {
        List<Article> items = articles.stream()
                .skip((long) number * size)
                .limit(size)
                .filter(article -> !article.archived())
                .collect(Collectors.toCollection(ArrayList::new));
        return new Page(number, items);
    }
}

final class Pager {
    private final Catalog catalog;
    private final int size;
    private int current;

    Pager(Catalog catalog, int size) {
        this.catalog = catalog;
        this.size = size;
    }

    void last() {
        current = catalog.count() / size;
    }

    void next() {
        if ((current + 1) * size < catalog.count()) {
            current++;
        }
    }

    Page page() {
        return catalog.fetch(current, size);
    }
}

final class ListingView {
    private final Pager pager;

    ListingView(Pager pager) {
        this.pager = pager;
    }

    String heading() {
        Page page = pager.page();
        Article first = page.items().get(0);
        return first.title() + " (" + first.year() + ") and " + (page.items().size() - 1) + " more";
    }
}

public final class Main {
    public static void main(String[] args) {
        Catalog catalog = new Catalog();
        Pager pager = new Pager(catalog, 2);
        if (args[0].equals("a")) {
            catalog.add("Rivers of the north", 2019, false);
            catalog.add("Old bridges", 2020, false);
            catalog.add("A walk at low tide", 2021, false);
            catalog.add("Lighthouses", 2023, false);
            pager.last();
        } else {
            catalog.add("Rivers of the north", 2019, true);
            catalog.add("Old bridges", 2020, true);
            catalog.add("A walk at low tide", 2021, false);
            pager.next();
        }
        System.out.println(new ListingView(pager).heading());
    }
}
