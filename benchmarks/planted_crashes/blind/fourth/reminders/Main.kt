// a: Reminders.add
// b: Frequency.days
// why: the interval is 0 by default, or the frequency of every other week is not known
package planted.reminders

class Reminder(val title: String, val rule: String?, val every: Int)

object Frequency {
    fun days(rule: String): Int = when (rule) {
        "daily" -> 1
        "weekly" -> 7
        "monthly" -> 30
        else -> 0
    }
}

class Reminders {
    private val all = ArrayList<Reminder>()

    fun add(title: String, rule: String? = null, every: Int = 0): Reminder {
        val reminder = Reminder(title, rule, every)
        all.add(reminder)
        return reminder
    }

    fun addRule(title: String, rule: String): Reminder = add(title, rule, Frequency.days(rule))
}

class Calendar(private val days: Int) {
    fun occurrences(reminder: Reminder): Int {
        return days / reminder.every
    }
}

fun main(args: Array<String>) {
    val reminders = Reminders()
    reminders.addRule("bins", "weekly")
    val plants = if (args[0] == "a") reminders.add("plants") else reminders.addRule("plants", "fortnightly")
    println(Calendar(28).occurrences(plants))
}
