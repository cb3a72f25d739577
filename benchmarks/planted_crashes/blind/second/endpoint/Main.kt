// a: Defaults.load
// b: Override.apply
// why: the defaults have a host for one profile alone, or the override clears it
package planted.endpoint

class Override(private val settings: Map<String, String>) {
    fun apply(defaults: Defaults) {
        defaults.host = settings["host"]
        defaults.port = settings["port"]?.toInt() ?: 443
    }
}

class Client(private val defaults: Defaults) {
    fun address(): String {
        val host = defaults.host
        return host.uppercase() + ":" + defaults.port
    }
}

fun main(args: Array<String>) {
    val defaults = Defaults()
    defaults.load(if (args[0] == "a") "test" else "prod")
    if (args[0] == "b") Override(mapOf("port" to "8080")).apply(defaults)
    println(Client(defaults).address())
}
