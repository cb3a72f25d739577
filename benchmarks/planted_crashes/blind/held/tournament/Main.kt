// a: Bracket.seed
// b: Referee.disqualify
// why: the bracket seeds an odd player alone, or the referee removes a player from a pair that stays
package planted.tournament

class Player(val name: String, val rank: Int)

class Pairing(val first: Player?, var second: Player?) {
    var warnings = 0
}

class Bracket {
    fun seed(players: List<Player>): List<Pairing> =
        players.chunked(2).map { Pairing(it[0], it.getOrNull(1)) }
}

class Referee {
    fun warn(pairing: Pairing) {
        pairing.warnings++
    }

    fun disqualify(pairing: Pairing) {
        pairing.warnings = 3
        pairing.second = null
    }
}

class Match(private val pairing: Pairing) {
    fun favourite(): Player {
        val one = requireNotNull(pairing.first) { "player missing" }
        val two = requireNotNull(pairing.second) { "player missing" }
        return if (one.rank < two.rank) one else two
    }
}

fun main(args: Array<String>) {
    val players = listOf(Player("Mo", 1), Player("Li", 4), Player("Al", 3))
    val pairings = Bracket().seed(players)
    val pairing = if (args[0] == "a") pairings[1] else pairings[0]
    Referee().warn(pairing)
    if (args[0] == "b") Referee().disqualify(pairing)
    println(Match(pairing).favourite().name)
}
