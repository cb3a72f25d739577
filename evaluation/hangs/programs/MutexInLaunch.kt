package demo

import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

val reads = Mutex()
val writes = Mutex()

fun main() = runBlocking {
    launch(Dispatchers.Default + CoroutineName("reader")) {
        reads.withLock {
            delay(300)
            writes.lock()
        }
    }
    launch(Dispatchers.Default + CoroutineName("writer")) {
        writes.withLock {
            delay(300)
            reads.lock()
        }
    }
    Unit
}
