// a: Register.patientOf
// b: Triage.sort
// why: the register takes a visitor for a patient, or triage puts a walk-in into the queue of patients
package planted.vaccine

sealed class Guest(val badge: Int)

class Patient(badge: Int, val age: Int) : Guest(badge)

class Visitor(badge: Int) : Guest(badge)

class WalkIn(badge: Int, val symptom: String) : Guest(badge)

class Register {
    fun patientOf(badge: Int): Guest = if (badge < 100) Patient(badge, 40) else Visitor(badge)
}

class Triage {
    private var sorted = 0

    fun sort(symptom: String): Guest {
        sorted++
        return if (symptom == "fever") WalkIn(7, symptom) else Patient(8, 30)
    }
}

class Nurse {
    private val given = ArrayList<Int>()

    fun dose(guest: Guest): Int {
        if (guest !is Patient) throw IllegalArgumentException("not a patient")
        given += guest.badge
        return guest.age / 10
    }
}

fun main(args: Array<String>) {
    val guest = if (args[0] == "a") Register().patientOf(140) else Triage().sort("fever")
    println(Nurse().dose(guest))
}
