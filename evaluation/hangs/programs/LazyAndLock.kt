package demo

import kotlin.concurrent.thread

class Catalogue {
    private val lock = Any()
    private val entries = mutableListOf("a")
    val index: Map<String, Int> by lazy {
        Thread.sleep(300)
        synchronized(lock) { entries.withIndex().associate { it.value to it.index } }
    }

    fun replace(name: String) = synchronized(lock) {
        Thread.sleep(300)
        entries[0] = name
        index.size
    }
}

fun main() {
    val catalogue = Catalogue()
    thread(name = "reader") { println(catalogue.index) }
    thread(name = "editor") { println(catalogue.replace("b")) }
}
