// a: DoseTable.refresh
// b: PrescriptionReader.read
// why: a refresh with an empty answer clears the table (doses has size 0), or the drug's name keeps its comma ("ibuprofen,")
package planted.pharmacy;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

record Dose(int milligrams, int timesPerDay) {}

record Prescription(String patient, String drug, int days) {}

final class PrescriptionReader {
    Prescription read(String patient, String text) {
        String[] words = text.split(" ");
        String drug = words[0].toLowerCase(Locale.ROOT);
        int days = Integer.parseInt(words[words.length - 2]);
        return new Prescription(patient, drug, days);
    }
}

final class DoseTable {
    private final Map<String, Dose> doses = new HashMap<>();

    void refresh(List<String> lines) {
        doses.clear();
        for (String line : lines) {
            String[] columns = line.split("\t");
            put(columns[0], Integer.parseInt(columns[1]), Integer.parseInt(columns[2]));
        }
    }

    void put(String drug, int milligrams, int timesPerDay) {
        doses.put(drug, new Dose(milligrams, timesPerDay));
    }

    int dailyMilligrams(String drug) {
        Dose dose = doses.get(drug);
        return dose.milligrams() * dose.timesPerDay();
    }
}

final class Dispenser {
    private final DoseTable table;

    Dispenser(DoseTable table) {
        this.table = table;
    }

    String dispense(Prescription prescription) {
        int total = table.dailyMilligrams(prescription.drug()) * prescription.days();
        return prescription.patient() + ": " + total + " mg";
    }
}

public class Main {
    public static void main(String[] args) {
        DoseTable table = new DoseTable();
        table.refresh(List.of("ibuprofen\t400\t3", "paracetamol\t500\t4", "cetirizine\t10\t1"));
        if (args[0].equals("a")) table.refresh(List.of());
        String text = args[0].equals("a") ? "Ibuprofen 5 days" : "Ibuprofen, 5 days";
        Prescription prescription = new PrescriptionReader().read("M. Okafor", text);
        System.out.println(new Dispenser(table).dispense(prescription));
    }
}
