// a: Declaration.currency
// b: Tariff.fallback
// why: a declaration in francs is not understood, or the tariff falls back to a currency that nobody converts
package planted.customs

enum class Currency { EUR, USD, CHF, NONE }

class Declaration(private val text: String) {
    fun currency(): Currency? = when {
        text.endsWith("€") -> Currency.EUR
        text.endsWith("$") -> Currency.USD
        text.isBlank() -> null
        else -> Currency.NONE
    }
}

class Tariff(private val country: String) {
    fun fallback(): Currency = if (country == "US") Currency.USD else Currency.CHF
}

class Desk {
    private var handled = 0

    fun rate(declaration: Declaration, tariff: Tariff): Int {
        handled++
        val currency = declaration.currency() ?: tariff.fallback()
        return when (currency) {
            Currency.EUR -> 100
            Currency.USD -> 92
            else -> throw IllegalArgumentException("no rate")
        }
    }
}

fun main(args: Array<String>) {
    val declaration = Declaration(if (args[0] == "a") "12 Fr." else "")
    println(Desk().rate(declaration, Tariff("CH")))
}
