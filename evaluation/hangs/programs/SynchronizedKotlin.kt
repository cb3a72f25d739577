package demo

import kotlin.concurrent.thread

object Settings {
    @Synchronized
    fun load() {
        Thread.sleep(300)
        Cache.fill()
    }

    @Synchronized
    fun theme() = "dark"
}

object Cache {
    @Synchronized
    fun fill() = println("filled")

    fun clear() = synchronized(this) {
        Thread.sleep(300)
        println(Settings.theme())
    }
}

fun main() {
    thread(name = "loading") { Settings.load() }
    thread(name = "clearing") { Cache.clear() }
}
