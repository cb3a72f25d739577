// a: Form.cleanName
// b: Contacts.mailOf
// why: the name is cleaned away, or there is no mail address.
package planted.signup

class User(val name: String, val mail: String)

class Form(private val fields: Map<String, String>) {
    fun cleanName(): String = fields.getValue("name").filter { it.isLetter() }
}

class Contacts(private val mails: Map<String, String>) {
    fun mailOf(name: String): String = mails[name] ?: ""
}

class SignUp(private val contacts: Contacts) {
    fun submit(form: Form, account: String): String {
        val user = User(form.cleanName(), contacts.mailOf(account))
        return register(user)
    }

    private fun register(user: User): String {
        require(user.name.isNotBlank() && user.mail.isNotBlank()) { "incomplete user" }
        return "${user.name} <${user.mail}>"
    }
}

fun main(args: Array<String>) {
    val contacts = Contacts(mapOf("ada" to "ada@example.org"))
    val (name, account) = if (args[0] == "a") "1815" to "ada" else "Ada" to "grace"
    println(SignUp(contacts).submit(Form(mapOf("name" to name)), account))
}
