package demo

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class MetricsBuffer {
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.Default)
    private val pending = mutableListOf<String>()

    @Synchronized
    fun addMetric(name: String) {
        pending += name
    }

    @Synchronized
    fun flushAll() {
        val upload = scope.launch { uploadPending() }
        runBlocking { upload.join() }
        pending.clear()
    }

    private fun uploadPending() {
        Thread.sleep(200)
        drain().forEach { println(it) }
    }

    @Synchronized
    private fun drain(): List<String> = pending.toList()
}

fun main() {
    val metrics = MetricsBuffer()
    metrics.addMetric("start")
    metrics.flushAll()
}
