package demo

import kotlinx.coroutines.launch
import kotlinx.coroutines.newFixedThreadPoolContext
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

@OptIn(kotlinx.coroutines.DelicateCoroutinesApi::class)
val render = newFixedThreadPoolContext(2, "render")

class Tiles {
    fun draw(): Int {
        Thread.sleep(300)
        return runBlocking { withContext(render) { 1 } }
    }
}

fun main() = runBlocking {
    val tiles = Tiles()
    launch(render) { tiles.draw() }
    launch(render) { tiles.draw() }
    Unit
}
