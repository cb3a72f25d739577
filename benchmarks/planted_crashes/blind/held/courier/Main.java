// a: AddressBook.find
// b: Session.expire
// why: the address book lacks who moved, or the session forgets its user when it expires
package planted.courier;

import java.util.HashMap;
import java.util.Map;

class Person {
    final String name;
    final String street;

    Person(String name, String street) {
        this.name = name;
        this.street = street;
    }
}

class AddressBook {
    private final Map<String, Person> people = new HashMap<>();

    void enter(Person person) {
        people.put(person.name, person);
    }

    Person find(String name) {
        return people.get(name);
    }
}

class Session {
    private Person user;
    private boolean expired;

    void login(Person person) {
        user = person;
    }

    void expire() {
        expired = true;
        user = null;
    }

    Person user() {
        return user;
    }
}

class Delivery {
    String route(Session session, AddressBook book, String recipient) {
        try {
            Person to = book.find(recipient);
            Person from = session.user();
            return from.street + " - " + to.street;
        } catch (NullPointerException e) {
            throw new IllegalStateException("no route", e);
        }
    }
}

class Main {
    public static void main(String[] args) {
        AddressBook book = new AddressBook();
        book.enter(new Person("Ola", "Birch"));
        Session session = new Session();
        session.login(new Person("Kim", "Fir"));
        if (args[0].equals("b")) session.expire();
        System.out.println(new Delivery().route(session, book, args[0].equals("a") ? "Bo" : "Ola"));
    }
}
