package demo

import kotlin.concurrent.thread

object Graph {
    val nodes: Int by lazy {
        Thread.sleep(300)
        edges + 1
    }
    val edges: Int by lazy {
        Thread.sleep(300)
        nodes + 1
    }
}

fun main() {
    thread(name = "nodes") { println(Graph.nodes) }
    thread(name = "edges") { println(Graph.edges) }
}
