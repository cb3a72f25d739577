package com.example.till

import java.io.Closeable

class Journal(private val names: List<String>) : Closeable {
    private val entries = StringBuilder()

    fun note(name: String, cents: Int) {
        entries.append(name).append(' ').append(cents).append(';')
    }

    fun first(index: Int): String {
        val name = names[index]
        val next = names[index + 1]
        entries.append(name).append('-').append(next).append('.')
        return entries.toString()
    }

    fun second(index: Int): String {
        val name = names[index]
        val next = names[index + 1]
        entries.append(name).append('-').append(next).append('.')
        return entries.reverse().toString()
    }

    fun third(index: Int): String {
        val name = names[index]
        val next = names[index + 1]
        entries.append(name).append('-').append(next).append('.')
        return entries.substring(index)
    }

    override fun close() {
        throw IllegalStateException("the journal holds ${entries.length} characters")
    }
}
