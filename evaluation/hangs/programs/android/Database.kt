package com.example.notes.data

import java.util.concurrent.Executors
import java.util.concurrent.locks.ReentrantReadWriteLock
import kotlin.concurrent.read
import kotlin.concurrent.write

class Database {
    private val diskIo = Executors.newSingleThreadExecutor { Thread(it, "disk-io") }
    private val tables = ReentrantReadWriteLock()

    fun count(): Int = diskIo.submit<Int> { 42 }.get()

    fun vacuum() {
        diskIo.execute { count() }
    }

    fun migrate() = tables.write { Thread.sleep(60_000) }

    fun query(): List<String> = tables.read { listOf() }
}
