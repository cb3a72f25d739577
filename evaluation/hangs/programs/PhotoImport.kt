package demo

import java.util.concurrent.CountDownLatch
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.thread
import kotlin.concurrent.withLock

class PhotoImport {
    private val library = ReentrantLock()
    private val imported = CountDownLatch(1)
    private val photos = mutableListOf<String>()

    fun importAll(files: List<String>) {
        thread(name = "importer") { copyFiles(files) }
        library.withLock {
            imported.await()
            println(photos.size)
        }
    }

    private fun copyFiles(files: List<String>) {
        Thread.sleep(200)
        for (file in files) {
            library.withLock { photos += file }
        }
        imported.countDown()
    }
}

fun main() {
    PhotoImport().importAll(listOf("a.jpg", "b.jpg"))
}
