// a: Enrolment.join
// b: Catalog.fetch
// why: joining forgets courses without credits, or the catalogue drops what is full
package planted.courses

import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

class Course(val code: String, val credits: Int, val full: Boolean)

class Catalog(private val courses: List<Course>) {
    suspend fun fetch(): List<Course> {
        delay(1)
        return courses.filter { !it.full }
    }
}

class Enrolment {
    val joined = HashMap<String, Course>()

    fun join(course: Course) {
        if (course.credits > 0) joined[course.code] = course
    }
}

class Office(private val catalog: Catalog, private val enrolment: Enrolment) {
    suspend fun credits(code: String): Int = coroutineScope {
        val courses = async { catalog.fetch() }
        courses.await().forEach { enrolment.join(it) }
        delay(1)
        val course = enrolment.joined[code]
        course!!.credits + 1
    }
}

fun main(args: Array<String>) = runBlocking {
    val course = Course("M1", if (args[0] == "a") 0 else 6, args[0] == "b")
    println(Office(Catalog(listOf(course, Course("P2", 4, false))), Enrolment()).credits("M1"))
}
