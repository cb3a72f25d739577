// a: Roster.enroll
// b: Search.clean
// why: the roster stores names in lower case, or the search drops what stands before the comma
package planted.roster

class Pupil(val name: String, val grade: Int)

class Roster {
    val pupils = ArrayList<Pupil>()

    fun enroll(name: String, grade: Int) {
        pupils += Pupil(if (grade < 5) name.lowercase() else name, grade)
    }
}

class Search {
    fun clean(text: String): String = text.substringAfter(",").trim()
}

class School(private val roster: Roster) {
    fun gradeOf(name: String): Int {
        val pupil = roster.pupils.first { it.name == name }
        return pupil.grade
    }
}

fun main(args: Array<String>) {
    val roster = Roster()
    roster.enroll("Ana", 7)
    roster.enroll("Ben Roth", if (args[0] == "a") 3 else 6)
    println(School(roster).gradeOf(Search().clean(if (args[0] == "a") "Ben Roth" else "Roth, Ben")))
}
