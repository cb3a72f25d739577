// a: Signup.open
// b: Account.downgrade
// why: the signup gives a plan to companies alone, or the downgrade leaves none
package planted.billing

class Signup {
    fun open(owner: String): Account {
        val account = Account(owner)
        if (owner.endsWith("Ltd")) {
            account.plan = "business"
        }
        return account
    }
}

class Bill(private val account: Account) {
    fun line(): String = account.plan.uppercase() + " for " + account.owner
}

fun main(args: Array<String>) {
    val account = Signup().open(if (args[0] == "a") "Ida" else "Boat Ltd")
    if (args[0] == "b") account.downgrade()
    println(Bill(account).line())
}
