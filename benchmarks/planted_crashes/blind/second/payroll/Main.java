// a: Month.lastDay
// b: Shift.later
// why: every month is taken to have 30 days, or the shift adds days without a look at the month's end
package planted.payroll;

import java.time.LocalDate;

class Month {
    final int number;

    Month(int number) {
        this.number = number;
    }

    int lastDay() {
        return 30;
    }
}

class Shift {
    private final int days;

    Shift(int days) {
        this.days = days;
    }

    int later(int day) {
        return day + days;
    }
}

class PayDay {
    private String kind;

    PayDay(String kind) {
        this.kind = kind;
    }

    LocalDate date(Month month, Shift shift) {
        int day = kind.equals("end") ? month.lastDay() : shift.later(15);
        return LocalDate.of(2023, month.number, day);
    }
}

class Main {
    public static void main(String[] args) {
        PayDay payDay = new PayDay(args[0].equals("a") ? "end" : "mid");
        System.out.println(payDay.date(new Month(2), new Shift(args[0].equals("a") ? 3 : 15)));
    }
}
