package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Seat(var guest: String) {
    val lock = Mutex()
}

class Usher {
    suspend fun swap(one: Seat, two: Seat) {
        one.lock.withLock {
            val guest = one.guest
            delay(150)
            two.lock.withLock {
                one.guest = two.guest
                two.guest = guest
            }
        }
    }
}

fun main() = runBlocking {
    val left = Seat("Ida")
    val right = Seat("Ole")
    launch(Dispatchers.Default) { Usher().swap(left, right) }
    launch(Dispatchers.Default) { Usher().swap(right, left) }
    Unit
}
