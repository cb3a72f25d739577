// a: Recipe.scaled
// b: NutritionParser.parse
// why: a scaled recipe loses its nutrition (null), or "250 kcal" is not a number (perServing is null)
package planted.recipes

data class Nutrition(val perServing: Int?, val source: String)

class Recipe(val title: String, val servings: Int, val nutrition: Nutrition?) {
    fun renamed(newTitle: String) = Recipe(newTitle, servings, nutrition)

    fun scaled(newServings: Int): Recipe = Recipe(title, newServings, null)
}

class NutritionParser {
    fun parse(text: String, source: String): Nutrition {
        val calories = text.trim().toIntOrNull()
        return Nutrition(calories, source)
    }
}

class RecipeBook(private val parser: NutritionParser) {
    private val recipes = linkedMapOf<String, Recipe>()

    fun add(title: String, servings: Int, calories: String) {
        recipes[title] = Recipe(title, servings, parser.parse(calories, "label"))
    }

    fun update(title: String, change: (Recipe) -> Recipe) {
        recipes.computeIfPresent(title) { _, recipe -> change(recipe) }
    }

    fun find(title: String): Recipe? = recipes[title]

    fun titles(): List<String> = recipes.keys.sorted()
}

class MealPlan(private val book: RecipeBook) {
    private val titles = mutableListOf<String>()

    fun plan(title: String) {
        titles += title
    }

    fun calories(): Int {
        var total = 0
        for (title in titles) {
            val recipe = book.find(title)
            total += recipe!!.nutrition!!.perServing!! * recipe.servings
        }
        return total
    }
}

fun main(args: Array<String>) {
    val book = RecipeBook(NutritionParser())
    book.add("Lentil soup", 4, if (args[0] == "a") "310" else "310 kcal")
    if (args[0] == "a") book.update("Lentil soup") { it.scaled(6) }
    val plan = MealPlan(book)
    plan.plan("Lentil soup")
    println(plan.calories())
}
