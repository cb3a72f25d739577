// a: Sensor.celsius
// b: Program.target
// why: the sensor's offset is added to what has it already, or the program's last step goes on rising
package planted.oven

class Sensor(private val raw: Int, private val calibrated: Boolean) {
    fun celsius(): Int = raw + 180

    fun isCalibrated(): Boolean = calibrated
}

class Program(private val steps: List<Int>) {
    fun target(minute: Int): Int {
        val step = minOf(minute / 10, steps.size - 1)
        return steps[step] + minute * 3
    }
}

class Oven {
    var heating = false

    fun control(actual: Int, target: Int) {
        require(actual <= 320 && target <= 320) { "out of range" }
        heating = actual < target
    }
}

fun main(args: Array<String>) {
    val sensor = Sensor(if (args[0] == "a") 200 else 20, args[0] == "a")
    val program = Program(listOf(150, 180, 200))
    Oven().control(sensor.celsius(), program.target(if (args[0] == "a") 10 else 60))
}
