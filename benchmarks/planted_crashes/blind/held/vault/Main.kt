// a: Uploader.send
// b: Verifier.verify
// why: the uploader stops at the first chunk that is refused, or the verifier marks a copy as bad by its age
package planted.vault

import kotlin.concurrent.thread

class Copy(val chunks: Int, val days: Int) {
    @Volatile var sent = 0
    @Volatile var trusted = true
}

class Uploader {
    fun send(copy: Copy, refused: Int) {
        for (chunk in 1..copy.chunks) {
            if (chunk == refused) break
            copy.sent++
        }
    }
}

class Verifier {
    fun verify(copy: Copy) {
        if (copy.days > 30) {
            copy.trusted = false
        }
    }
}

class Vault {
    fun seal(copy: Copy): String {
        check(copy.sent == copy.chunks && copy.trusted) { "cannot seal" }
        return "sealed ${copy.chunks}"
    }
}

fun main(args: Array<String>) {
    val copy = Copy(5, if (args[0] == "a") 3 else 90)
    val worker = thread { Uploader().send(copy, if (args[0] == "a") 4 else 0) }
    worker.join()
    Verifier().verify(copy)
    println(Vault().seal(copy))
}
