// a: ProfileTable.update
// b: ColumnMigration.copy
// why: saving a changed label writes a new row without the other columns, or the migration fills columns that come after a new one with the wrong values
package planted.hostprofile

class CorruptProfileException(message: String) : IllegalStateException(message)

data class Endpoint(val host: String, val port: Int)

data class Profile(val id: Int, val label: String, val endpoint: Endpoint)

class ColumnMigration(private val added: Map<String, String>) {
    fun copy(old: Table, columns: List<String>): Table {
        val fresh = Table(columns)
        for ((id, row) in old.rows()) {
            val values = old.columns.map { row.get(it) } + added.values
            columns.forEachIndexed { place, column -> fresh.set(id, column, values.getOrNull(place)) }
        }
        return fresh
    }

    fun added(): Set<String> = added.keys
}

class ProfileTable(private var table: Table) {
    fun migrate(migration: ColumnMigration, columns: List<String>) {
        if (table.columns != columns) table = migration.copy(table, columns)
    }

    fun insert(id: Int, label: String, host: String, port: Int) {
        table.replace(id, mapOf("label" to label, "host" to host, "port" to port.toString()))
    }

    fun update(id: Int, label: String) {
        table.replace(id, mapOf("label" to label))
    }

    fun ids(): List<Int> = table.rows().keys.toList()

    fun row(id: Int): Row? = table.rows()[id]
}

class ProfileMapper {
    fun map(id: Int, row: Row): Profile {
        val host = row.get("host").orEmpty()
        if ('.' !in host) throw CorruptProfileException("Profile $id has no usable host")
        return Profile(id, row.get("label").orEmpty(), Endpoint(host, row.get("port")?.toIntOrNull() ?: 22))
    }
}

class ProfileRepository(private val table: ProfileTable, private val mapper: ProfileMapper) {
    fun all(): List<Profile> {
        val found = mutableListOf<Profile>()
        for (id in table.ids()) {
            val row = table.row(id) ?: continue
            found += mapper.map(id, row)
        }
        return found.sortedBy { it.label }
    }

    fun rename(id: Int, label: String) = table.update(id, label.trim())
}

class ConnectMenu(private val repository: ProfileRepository) {
    fun entries(): List<String> = repository.all().map { "${it.label} (${it.endpoint.host}:${it.endpoint.port})" }
}

fun main(args: Array<String>) {
    val table = ProfileTable(Table(listOf("label", "host", "port")))
    table.insert(2, "backup", "vault.example", 2222)
    table.insert(3, "office", "desk.example", 22)
    val repository = ProfileRepository(table, ProfileMapper())
    if (args[0] == "a") {
        repository.rename(2, "backup box ")
    } else {
        table.migrate(ColumnMigration(mapOf("colour" to "grey")), listOf("label", "colour", "host", "port"))
    }
    ConnectMenu(repository).entries().forEach(::println)
}
