package demo

import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

class BuildGraph {
    lateinit var compile: Deferred<String>
    lateinit var generate: Deferred<String>
    lateinit var resolve: Deferred<String>
}

fun main() = runBlocking(Dispatchers.Default) {
    val graph = BuildGraph()
    graph.compile = async {
        delay(200)
        "classes from ${graph.generate.await()}"
    }
    graph.generate = async {
        delay(200)
        "sources from ${graph.resolve.await()}"
    }
    graph.resolve = async {
        delay(200)
        "libraries beside ${graph.compile.await()}"
    }
    println(graph.compile.await())
}
