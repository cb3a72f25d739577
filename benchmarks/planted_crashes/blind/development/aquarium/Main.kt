// a: Pike.act
// b: Guppy.act
// why: the pike eats from the list that is walked through, or the guppy gives birth into it
package planted.aquarium

abstract class Fish(val size: Int) {
    abstract fun act(tank: Tank)
}

class Pike : Fish(9) {
    override fun act(tank: Tank) {
        val prey = tank.fish.firstOrNull { it.size < 2 }
        if (prey != null) {
            tank.fish.remove(prey)
            tank.eaten++
        }
    }
}

class Guppy(size: Int) : Fish(size) {
    override fun act(tank: Tank) {
        if (size > 3) {
            tank.fish.add(Guppy(1))
            tank.born++
        }
    }
}

class Tank {
    val fish = ArrayList<Fish>()
    var eaten = 0
    var born = 0

    fun tick() {
        for (one in fish) {
            one.act(this)
        }
    }
}

fun main(args: Array<String>) {
    val tank = Tank()
    tank.fish.add(if (args[0] == "a") Pike() else Guppy(5))
    tank.fish.add(Guppy(1))
    tank.fish.add(Guppy(2))
    tank.tick()
}
