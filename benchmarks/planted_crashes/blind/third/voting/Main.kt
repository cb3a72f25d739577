// a: Ballot.choice
// b: Registry.strike
// why: a ballot's choice is counted from 1, or striking a candidate moves the others up
package planted.voting

class Candidate(val number: Int, val name: String) {
    var votes = 0
}

class Registry {
    val candidates = mutableListOf<Candidate>()
    val struck = mutableListOf<String>()

    fun strike(number: Int) {
        val gone = candidates.removeAt(number)
        struck += gone.name
    }
}

class Ballot(private val mark: String) {
    fun choice(): Int = mark.trim().toInt()
}

class Count(private val registry: Registry) {
    fun add(ballot: Ballot) {
        val choice = ballot.choice()
        val candidate = registry.candidates[choice]
        candidate.votes++
    }
}

fun main(args: Array<String>) {
    val registry = Registry()
    val count = if (args[0] == "a") 2 else 3
    repeat(count) { registry.candidates += Candidate(it, "C$it") }
    if (args[0] == "b") registry.strike(0)
    Count(registry).add(Ballot("2"))
}
