// a: App.ordered
// b: StorageModule.start
// why: eager modules start before what they need, or the storage opens no database without a path
package planted.modules

class Database(val path: String)

interface Module {
    val eager: Boolean

    fun start(app: App)
}

class StorageModule(private val path: String?, override val eager: Boolean) : Module {
    override fun start(app: App) {
        if (path != null) {
            app.database = Database(path)
        }
    }
}

class SyncModule(override val eager: Boolean) : Module {
    override fun start(app: App) {
        val database = app.database
        app.cursor = database!!.path + "/cursor"
    }
}

class App(private val modules: List<Module>) {
    var database: Database? = null
    var cursor = ""

    fun ordered(): List<Module> = modules.filter { it.eager } + modules.filter { !it.eager }

    fun startAll() {
        for (module in ordered()) {
            module.start(this)
        }
    }
}

fun main(args: Array<String>) {
    val modules = if (args[0] == "a") {
        listOf(StorageModule("/data/notes.db", false), SyncModule(true))
    } else {
        listOf(StorageModule(null, false), SyncModule(false))
    }
    App(modules).startAll()
}
