package planted.ledger;

public class Reader {
    private int read;

    public int position(String text) {
        read++;
        return Integer.parseInt(text.replaceAll("\\D", ""));
    }

    public Row row(Journal journal, int position) {
        return journal.getRows().get(position);
    }
}
