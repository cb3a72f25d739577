// a: Catalogue.register
// b: Label.species
// why: the catalogue files a species under its genus alone, or the label's species is read with its sort
package planted.plant

class Species(val latin: String, val water: Int)

class Catalogue {
    val species = HashMap<String, Species>()

    fun register(latin: String, water: Int, wild: Boolean) {
        val key = if (wild) latin.substringBefore(' ') else latin
        species[key] = Species(latin, water)
    }
}

class Label(private val text: String) {
    fun species(): String = text.removePrefix("Plant: ")
}

class Watering(private val catalogue: Catalogue) {
    fun litres(label: Label): Int {
        val name = label.species()
        val found = catalogue.species[name] ?: throw NoSuchElementException("unknown plant")
        return found.water * 3
    }
}

fun main(args: Array<String>) {
    val catalogue = Catalogue()
    catalogue.register("Salvia nemorosa", 2, args[0] == "a")
    catalogue.register("Ficus carica", 4, false)
    val label = Label(if (args[0] == "a") "Plant: Salvia nemorosa" else "Plant: Salvia nemorosa 'Blue'")
    println(Watering(catalogue).litres(label))
}
