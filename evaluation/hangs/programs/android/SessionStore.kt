package com.example.notes.session

import android.content.Context
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

class SessionStore(private val context: Context, private val api: SessionApi) {
    private val lock = Any()
    private var token: String? = null

    fun token(): String? = synchronized(lock) { token }

    fun refresh() {
        synchronized(lock) {
            token = api.fetchToken()
        }
    }

    fun signOut() = runBlocking {
        withContext(Dispatchers.Main) { clearViews() }
    }

    fun load(): String = runBlocking { readToken() }

    private suspend fun readToken(): String = withContext(Dispatchers.IO) { api.fetchToken() }

    private fun clearViews() = Unit
}
