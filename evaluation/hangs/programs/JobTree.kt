package demo

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class JobTree(private val scope: CoroutineScope) {
    private lateinit var upload: Job
    private lateinit var cleanup: Job

    fun startAll() {
        upload = scope.launch(Dispatchers.Default) {
            delay(100)
            cleanup.join()
            println("uploaded")
        }
        cleanup = scope.launch(Dispatchers.Default) {
            delay(100)
            upload.join()
            println("cleaned")
        }
    }
}

fun main() = runBlocking {
    JobTree(this).startAll()
}
