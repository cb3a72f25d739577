package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

lateinit var import: Job
lateinit var export: Job

fun main() = runBlocking(Dispatchers.Default) {
    import = launch {
        delay(300)
        export.join()
    }
    export = launch {
        delay(300)
        import.join()
    }
    Unit
}
