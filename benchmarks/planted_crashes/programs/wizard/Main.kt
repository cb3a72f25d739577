// a: StepBuilder.withoutOptional
// b: Wizard.skip
// why: The list of steps lost a step that it needs, or the index went one too far; the numbers in the message are the same.
package planted.wizard

data class Step(val title: String, val fields: List<String>, val optional: Boolean)

/** Builds the steps of a form; the last step, the summary, always stays. */
class StepBuilder {
    private val steps = ArrayList<Step>()

    fun step(title: String, vararg fields: String, optional: Boolean = false): StepBuilder {
        steps += Step(title, fields.toList(), optional)
        return this
    }

    fun all(): ArrayList<Step> = ArrayList(steps)

    fun withoutOptional(): ArrayList<Step> = steps.filterTo(ArrayList()) { !it.optional && it.fields.isNotEmpty() }
}

class Answers {
    private val values = mutableMapOf<String, String>()

    fun put(field: String, value: String) {
        values[field] = value.trim()
    }

    fun missing(step: Step): List<String> = step.fields.filter { it !in values }
}

class Wizard(private val steps: ArrayList<Step>, private val answers: Answers) {
    private var index = 0
    private var skipped = 0

    fun next() {
        if (answers.missing(steps[index]).isEmpty()) index++
    }

    /** Goes on without answers where the step is optional. */
    fun skip() {
        if (steps[index].optional) {
            skipped++
            index++
        }
        next()
    }

    fun title(): String {
        val step = steps[index]
        return "${index + 1}. ${step.title}"
    }
}

fun main(args: Array<String>) {
    val builder = StepBuilder()
    val answers = Answers()
    val wizard: Wizard
    if (args[0] == "a") {
        builder.step("Name", "first", "last").step("Contact", "mail")
        builder.step("Newsletter", "topic", optional = true).step("Summary")
        wizard = Wizard(builder.withoutOptional(), answers)
        mapOf("first" to "Ann ", "last" to "Weber", "mail" to "ann@example.org").forEach(answers::put)
        repeat(2) { wizard.next() }
    } else {
        builder.step("Newsletter", "topic", optional = true).step("Summary")
        wizard = Wizard(builder.all(), answers)
        wizard.skip()
    }
    println(wizard.title())
}
