"""Small projects with an error that several tests ask about."""

CART = """// file: src/main/kotlin/shop/Cart.kt
package shop

class Cart {
    private var owner: Owner? = null

    fun total(): Int {
        return owner!!.discount()
    }

    fun sell(owner: Owner) {
        this.owner = owner
    }

    fun close() {
        owner = null
    }

    fun far() = 1
}

class Owner {
    fun discount() = 3
}
"""
NULL = """java.lang.NullPointerException
    at shop.Cart.total(Cart.kt:7)
    at shop.Till.pay(Till.kt:5)
"""
TILL = """// file: src/main/kotlin/shop/Till.kt
package shop

class Till(private val cart: Cart) {
    fun pay(): Int {
        return cart.total()
    }
}
"""
CHECKED = """// file: src/main/kotlin/shop/Money.kt
package shop

fun cents(text: String, unit: String): Int {
    require(unit.length == 3) { "unit must have 3 letters" }
    return text.toInt()
}

fun parse(text: String, unit: String) = cents(text, unit)

fun read(line: String): Int {
    val parts = line.split(" ")
    return parse(parts[0], parts[1])
}
"""
CHECK = """java.lang.IllegalArgumentException: unit must have 3 letters
    at shop.MoneyKt.cents(Money.kt:4)
    at shop.MoneyKt.parse(Money.kt:8)
    at shop.MoneyKt.read(Money.kt:12)
"""
