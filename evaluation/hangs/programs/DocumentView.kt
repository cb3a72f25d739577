package demo

import java.util.concurrent.CountDownLatch
import java.util.concurrent.locks.ReentrantReadWriteLock
import kotlin.concurrent.read
import kotlin.concurrent.thread
import kotlin.concurrent.write

class DocumentView {
    private val content = ReentrantReadWriteLock()
    private val saved = CountDownLatch(1)
    private var text = "draft"

    fun show() {
        content.read {
            saved.await()
            println(text)
        }
    }

    fun save() {
        Thread.sleep(300)
        content.write { text = "final" }
        saved.countDown()
    }
}

fun main() {
    val document = DocumentView()
    thread(name = "viewer") { document.show() }
    thread(name = "editor") { document.save() }
}
