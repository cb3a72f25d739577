package demo

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.newSingleThreadContext
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

class SettingsScreen(private val ui: CoroutineDispatcher) {
    private var theme = "light"

    fun onThemeChosen(name: String) {
        val stored = runBlocking { storeTheme(name) }
        println(stored)
    }

    private suspend fun storeTheme(name: String): String {
        val saved = withContext(Dispatchers.IO) { name.lowercase() }
        return withContext(ui) {
            theme = saved
            theme
        }
    }
}

@OptIn(DelicateCoroutinesApi::class)
fun main() = runBlocking {
    val ui = newSingleThreadContext("ui")
    val screen = SettingsScreen(ui)
    launch(ui) { screen.onThemeChosen("Dark") }
    Unit
}
