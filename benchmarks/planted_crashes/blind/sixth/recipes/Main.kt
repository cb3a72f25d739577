// a: IngredientNames.keyOf
// b: DensityTable.load
// why: A density is not found: the name lost a letter that belongs to it, or the table was not read to its end.
package planted.recipes

data class Ingredient(val name: String, val millilitres: Double)

data class Recipe(val title: String, val portions: Int, val ingredients: List<Ingredient>)

class IngredientNames {
    private val spellings = mapOf("caster sugar" to "sugar", "plain flour" to "flour")

    /** Returns the singular name under which the tables list an ingredient. */
    fun keyOf(name: String): String {
        val plain = name.trim().lowercase()
        return (spellings[plain] ?: plain).removeSuffix("s")
    }
}

/** Grams of a millilitre, by ingredient. */
class DensityTable {
    private val grams = HashMap<String, Double>()

    fun load(text: String) {
        for (line in text.lines()) {
            if (line.isBlank()) break
            val (name, value) = line.split(":")
            grams[name.trim()] = value.trim().toDouble()
        }
    }

    fun of(key: String): Double? = grams[key]
}

class Converter(private val names: IngredientNames, private val densities: DensityTable) {
    fun gramsOf(ingredient: Ingredient): Double {
        val density = densities.of(names.keyOf(ingredient.name))!!
        return ingredient.millilitres * density
    }
}

class ShoppingList(private val converter: Converter) {
    private val amounts = sortedMapOf<String, Double>()

    fun add(recipe: Recipe, guests: Int) {
        val factor = guests.toDouble() / recipe.portions
        for (ingredient in recipe.ingredients) {
            amounts.merge(ingredient.name, converter.gramsOf(ingredient) * factor, Double::plus)
        }
    }

    fun lines(): List<String> = amounts.map { (name, grams) -> "%.0f g %s".format(grams, name) }
}

val BASICS = """
flour: 0.53
sugar: 0.85
molasses: 1.42
chickpea: 0.76

cocoa: 0.41
oat: 0.38
""".trimIndent()

fun main(args: Array<String>) {
    val densities = DensityTable()
    densities.load(BASICS)
    val list = ShoppingList(Converter(IngredientNames(), densities))
    val flour = Ingredient("Plain flour", 400.0)
    val recipe = if (args[0] == "a") {
        Recipe("Gingerbread", 4, listOf(flour, Ingredient("Molasses", 120.0)))
    } else {
        Recipe("Flapjack", 4, listOf(flour, Ingredient("Oats", 250.0)))
    }
    list.add(recipe, 6)
    list.lines().forEach(::println)
}
