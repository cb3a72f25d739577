// a: Registry.adopt
// b: Importer.link
// why: an adoption makes a person its own ancestor, or the import links a row with itself
package planted.genealogy

class Person(val name: String) {
    var parent: Person? = null
    var source: String = "book"
}

class Registry {
    fun adopt(child: Person, parent: Person) {
        child.parent = parent
        parent.parent = child
        child.source = "court"
    }
}

class Importer {
    private var rows = 0

    fun link(person: Person) {
        rows++
        person.source = "file"
        person.parent = person
    }
}

class Tree {
    fun depth(person: Person, level: Int): Int {
        if (level > 4) {
            throw IllegalStateException("tree has a loop")
        }
        val parent = person.parent ?: return level
        return depth(parent, level + 1)
    }
}

fun main(args: Array<String>) {
    val child = Person("Ann")
    val other = Person("Bea")
    if (args[0] == "a") Registry().adopt(child, other) else Importer().link(child)
    println(Tree().depth(child, 0))
}
