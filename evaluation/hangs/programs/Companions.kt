package demo

import kotlin.concurrent.thread

object Theme {
    val dark: String

    init {
        Thread.sleep(300)
        dark = "dark " + Fonts.mono
    }
}

class Fonts {
    companion object {
        val mono: String

        init {
            Thread.sleep(300)
            mono = "mono " + Theme.dark
        }
    }
}

fun main() {
    thread(name = "theme") { println(Theme.dark) }
    thread(name = "fonts") { println(Fonts.mono) }
}
