// a: Keeper.move
// b: Catalog.find
// why: the keeper moves a fish into the aviary, or the catalog finds the animal of the next number
package planted.zoo;

import java.util.ArrayList;
import java.util.List;

class Animal {
    final int number;

    Animal(int number) {
        this.number = number;
    }
}

class Bird extends Animal {
    Bird(int number) {
        super(number);
    }

    int wings() {
        return 2;
    }
}

class Fish extends Animal {
    Fish(int number) {
        super(number);
    }
}

class Keeper {
    int moved;

    Animal move(Animal from, Animal to) {
        moved++;
        return from.number > to.number ? from : to;
    }
}

class Catalog {
    final List<Animal> animals = new ArrayList<>();

    Animal find(int number) {
        for (Animal animal : animals) {
            if (animal.number >= number) return animal;
        }
        return null;
    }
}

class Aviary {
    private final Catalog catalog;
    private final Keeper keeper;

    Aviary(Catalog catalog, Keeper keeper) {
        this.catalog = catalog;
        this.keeper = keeper;
    }

    int wings(Animal animal) {
        Bird bird = (Bird) animal;
        return bird.wings();
    }
}

class Main {
    public static void main(String[] args) {
        Catalog catalog = new Catalog();
        Keeper keeper = new Keeper();
        catalog.animals.add(new Bird(3));
        catalog.animals.add(new Fish(8));
        Animal animal = args[0].equals("a")
            ? keeper.move(new Fish(8), catalog.find(3))
            : catalog.find(5);
        System.out.println(new Aviary(catalog, keeper).wings(animal));
    }
}
