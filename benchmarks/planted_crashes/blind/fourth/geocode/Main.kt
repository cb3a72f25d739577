// a: PlaceService.lookup
// b: Stop.address
// why: the service compares letter by letter, or the address of a stop without a town ends with a comma
package planted.geocode

import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

class Place(val address: String, val latitude: Double)

class PlaceService(private val places: List<Place>) {
    suspend fun lookup(address: String): Place? {
        delay(1)
        return places.firstOrNull { it.address == address }
    }
}

class Stop(private val street: String, private val town: String) {
    fun address(): String = "$street, $town"
}

class Geocoder(private val service: PlaceService) {
    private val known = HashMap<String, Place>()

    suspend fun locate(stop: Stop): Place? {
        val address = stop.address()
        val place = known[address] ?: service.lookup(address)
        if (place != null) known[address] = place
        return place
    }
}

class RoutePlanner(private val geocoder: Geocoder) {
    suspend fun latitude(stop: Stop): Double {
        val place = geocoder.locate(stop)
        return place!!.latitude
    }
}

fun main(args: Array<String>) = runBlocking {
    val places = listOf(Place("Mill Lane 4, Ely", 52.4), Place("Quay 9", 51.9))
    val stop = if (args[0] == "a") Stop("Mill lane 4", "Ely") else Stop("Quay 9", "")
    println(RoutePlanner(Geocoder(PlaceService(places))).latitude(stop))
}
