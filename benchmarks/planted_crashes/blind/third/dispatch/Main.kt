// a: Dispatcher.assign
// b: Fleet.retire
// why: the dispatcher gives far calls no car, or a retired car is taken from its call
package planted.dispatch

class Car(val plate: String) {
    var tours = 0
}

class Call(val distance: Int) {
    var car: Car? = null
    var urgent = false
}

class Dispatcher(private val fleet: Fleet) {
    fun assign(call: Call) {
        call.urgent = call.distance > 5
        if (call.distance < 40) {
            call.car = fleet.cars.first()
        }
    }
}

class Fleet {
    val cars = mutableListOf(Car("Z 1"), Car("Z 2"))
    var retired = 0

    fun retire(calls: List<Call>, plate: String) {
        for (call in calls) {
            if (call.car?.plate == plate) call.car = null
        }
        cars.removeAll { it.plate == plate }
        retired++
    }
}

class Centre(private val calls: List<Call>) {
    fun start(index: Int): String {
        val call = calls[index]
        val car = call.car!!
        car.tours++
        return car.plate
    }
}

fun main(args: Array<String>) {
    val fleet = Fleet()
    val calls = listOf(Call(10), Call(if (args[0] == "a") 80 else 20))
    calls.forEach { Dispatcher(fleet).assign(it) }
    if (args[0] == "b") fleet.retire(calls, "Z 1")
    println(Centre(calls).start(1))
}
