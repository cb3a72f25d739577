// a: Pattern.export
// b: Yarn.describe
// why: the pattern joins with commas what is split at semicolons, or the yarn leaves its colour out
package planted.weaver

class Yarn(private val name: String, private val weight: Int, private val colour: String?) {
    fun describe(): List<String> = listOfNotNull(name, weight.toString(), colour)
}

class Pattern(private val old: Boolean) {
    fun export(parts: List<String>): String = if (old) parts.take(2).joinToString(";") + "," + parts.drop(2).joinToString() else parts.joinToString(";")
}

class Loom {
    private var rows = 0

    fun colour(line: String): String {
        val cells = line.split(";")
        rows += 1
        return cells[2].lowercase()
    }
}

fun main(args: Array<String>) {
    val yarn = Yarn("merino", 50, if (args[0] == "a") "RED" else null)
    val line = Pattern(args[0] == "a").export(yarn.describe())
    println(Loom().colour(line))
}
