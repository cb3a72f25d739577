package com.example.notes.sync

import android.os.Handler
import android.os.Looper
import com.example.notes.session.SessionStore
import java.util.concurrent.CountDownLatch

class SyncManager(private val store: SessionStore, private val cache: NoteCache) {
    private val mainHandler = Handler(Looper.getMainLooper())

    @Synchronized
    fun start() {
        cache.evict()
    }

    @Synchronized
    fun onEvicted() = Unit

    fun showProgress() {
        val shown = CountDownLatch(1)
        mainHandler.post { shown.countDown() }
        shown.await()
    }
}

class NoteCache(private val listener: () -> Unit) {
    @Synchronized
    fun evict() = Unit

    @Synchronized
    fun trim() {
        listener()
    }
}
