// a: Tour.advance
// b: Tour.dropStage
// why: advancing walks past the last stage, or a stage is dropped without moving the position back (dropped has size 1)
package planted.hiking

data class Stage(val name: String, val kilometres: Int)

class Tour(stages: List<Stage>) {
    private val stages = stages.toMutableList()
    private val dropped = mutableListOf<Stage>()
    private var position = 0

    fun advance() {
        if (position < stages.size) position++
    }

    fun back() {
        if (position > 0) position--
    }

    fun dropStage(name: String) {
        val stage = stages.find { it.name == name } ?: return
        stages.remove(stage)
        dropped += stage
    }

    fun extend(stage: Stage) {
        stages += stage
    }

    fun current(): Stage = stages[position]

    fun remaining(): Int = stages.drop(position).sumOf { it.kilometres }
}

class TrailBoard(private val tour: Tour) {
    fun announce(): String {
        val kilometres = tour.remaining()
        val stage = tour.current()
        return "${stage.name}, $kilometres km to go"
    }
}

class Guide(private val tour: Tour, private val board: TrailBoard) {
    fun walk(stages: Int) {
        repeat(stages) { tour.advance() }
    }

    fun showBoard() {
        println(board.announce())
    }
}

fun main(args: Array<String>) {
    val tour = Tour(listOf(Stage("Ford", 11), Stage("Pass", 17), Stage("Hut", 9)))
    val guide = Guide(tour, TrailBoard(tour))
    guide.showBoard()
    if (args[0] == "a") {
        guide.walk(3)
    } else {
        tour.extend(Stage("Summit", 6))
        guide.walk(3)
        tour.dropStage("Pass")
    }
    guide.showBoard()
}
