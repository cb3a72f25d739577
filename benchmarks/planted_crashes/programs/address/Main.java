// a: CustomerDirectory.find
// b: AddressBook.addressOf
// why: the customer is not in the directory, or has no address.
package planted.address;

import java.util.HashMap;
import java.util.Map;

class Address {
    final String city;

    Address(String city) {
        this.city = city;
    }
}

class Customer {
    final String name;
    final Address address;

    Customer(String name, Address address) {
        this.name = name;
        this.address = address;
    }
}

class AddressBook {
    private final Map<String, Address> known = new HashMap<>();

    void put(String name, Address address) {
        known.put(name, address);
    }

    Address addressOf(String name) {
        return known.get(name.trim());
    }
}

class CustomerDirectory {
    private final Map<Integer, Customer> byNumber = new HashMap<>();
    private final AddressBook addresses;

    CustomerDirectory(AddressBook addresses) {
        this.addresses = addresses;
    }

    void register(int number, String name) {
        byNumber.put(number, new Customer(name, addresses.addressOf(name)));
    }

    Customer find(int number) {
        return byNumber.get(number);
    }
}

class LabelPrinter {
    private final CustomerDirectory directory;

    LabelPrinter(CustomerDirectory directory) {
        this.directory = directory;
    }

    String label(int number) {
        Customer customer = directory.find(number);
        return customer.name.toUpperCase() + ", " + customer.address.city.toUpperCase();
    }
}

class Main {
    public static void main(String[] args) {
        AddressBook addresses = new AddressBook();
        addresses.put("Ada", new Address("London"));
        CustomerDirectory directory = new CustomerDirectory(addresses);
        directory.register(1, "Ada");
        directory.register(2, args[0].equals("a") ? "Ada" : "Grace");
        System.out.println(new LabelPrinter(directory).label(args[0].equals("a") ? 3 : 2));
    }
}
