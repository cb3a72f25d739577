package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class Sync {
    lateinit var upload: Job
    lateinit var verify: Job

    suspend fun sendAll() {
        delay(100)
        verify.join()
    }

    suspend fun checkAll() {
        delay(100)
        upload.join()
    }
}

fun main() = runBlocking {
    val sync = Sync()
    sync.upload = launch(Dispatchers.Default) { sync.sendAll() }
    sync.verify = launch(Dispatchers.Default) { sync.checkAll() }
    Unit
}
