// a: Directory.lookUp
// b: Gateway.route
// why: the directory knows no such person, or the gateway gives no route in the night
package planted.telegram

import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

class Address(val city: String)

class Directory(private val people: Map<String, Address>) {
    suspend fun lookUp(name: String): Address? {
        delay(1)
        return people[name.lowercase()]
    }
}

class Gateway(private val hour: Int) {
    suspend fun route(city: String): String? {
        delay(1)
        return if (hour in 6..22) "wire to $city" else null
    }
}

class Office(private val directory: Directory, private val gateway: Gateway) {
    suspend fun send(name: String): Int {
        val address = directory.lookUp(name)
        val route = gateway.route(address?.city ?: "here")
        if (address == null || route == null) {
            throw IllegalStateException("cannot send")
        }
        return route.length
    }
}

fun main(args: Array<String>) = runBlocking {
    val directory = Directory(mapOf("Ida" to Address("Bern"), "bo" to Address("Basel")))
    val office = Office(directory, Gateway(if (args[0] == "a") 12 else 2))
    println(office.send(if (args[0] == "a") "Ida" else "Bo"))
}
