// a: Schedule.next
// b: Maintenance.dismount
// why: the schedule counts valves from one beyond the last, or maintenance takes a valve out that is still planned
package planted.irrigation

class Valve(val litres: Int)

class Field {
    val valves = HashMap<Int, Valve>()
    var dismounted = 0
}

class Schedule {
    private var turn = 2

    fun next(): Int {
        turn += 1
        return turn
    }
}

class Maintenance {
    fun dismount(field: Field, id: Int) {
        field.dismounted += 1
        field.valves.remove(id)
    }
}

class Pump {
    fun run(field: Field, id: Int): Int {
        val valve = field.valves.getValue(id)
        return valve.litres * 10
    }
}

fun main(args: Array<String>) {
    val field = Field()
    for (id in 1..(if (args[0] == "a") 2 else 4)) field.valves[id] = Valve(id)
    if (args[0] == "b") Maintenance().dismount(field, 3)
    println(Pump().run(field, Schedule().next()))
}
