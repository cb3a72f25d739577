// a: House.open
// b: House.renovate
// why: a matinee opens without a stage, or the renovation makes a new plan without one
package planted.theatre

class Stage(val width: Int)

class Plan(val rows: Int) {
    lateinit var stage: Stage
}

class House {
    private var plan = Plan(20)
    private var shows = 0

    fun open(matinee: Boolean) {
        shows++
        if (!matinee) {
            plan.stage = Stage(12)
        }
    }

    fun renovate(rows: Int) {
        plan = Plan(rows)
    }

    fun sightLine(seat: Int): Int {
        val depth = plan.rows * 2
        return depth + plan.stage.width - seat
    }
}

fun main(args: Array<String>) {
    val house = House()
    house.open(args[0] == "a")
    if (args[0] == "b") house.renovate(26)
    println(house.sightLine(4))
}
