// a: UpgradeToFour.apply
// b: BackupCodec.decodeValue
// why: the upgrade multiplies two ints and stores an Int, or the codec reads a long that is small enough as an Int
package planted.harvestbook

class SettingsStore {
    private val values = linkedMapOf<String, Any>()

    fun put(key: String, value: Any) {
        values[key] = value
    }

    fun remove(key: String): Any? = values.remove(key)

    fun getText(key: String): String? = values[key] as String?

    fun getInt(key: String, default: Int): Int = (values[key] ?: default) as Int

    fun getLong(key: String, default: Long): Long = (values[key] ?: default) as Long

    fun keys(): Set<String> = values.keys.toSet()
}

class BackupCodec {
    fun read(lines: List<String>): Map<String, Any> {
        val decoded = linkedMapOf<String, Any>()
        for (line in lines) {
            if (line.isBlank() || line.startsWith("#")) continue
            val (tag, key, text) = line.split(' ', limit = 3)
            decoded[key] = decodeValue(tag, text)
        }
        return decoded
    }

    fun write(key: String, value: Any): String = when (value) {
        is Boolean -> "bool $key $value"
        is Int -> "int $key $value"
        is Long -> "long $key $value"
        else -> "text $key $value"
    }

    private fun decodeValue(tag: String, text: String): Any = when (tag) {
        "bool" -> text.toBooleanStrict()
        "int" -> text.toInt()
        "long" -> text.toIntOrNull() ?: text.toLong()
        else -> text
    }
}

interface SettingsUpgrade {
    val from: Int

    fun apply(store: SettingsStore)
}

class UpgradeToThree : SettingsUpgrade {
    override val from = 2

    override fun apply(store: SettingsStore) {
        val owner = store.remove("user") ?: return
        store.put("owner.name", owner.toString().trim())
    }
}

class UpgradeToFour : SettingsUpgrade {
    override val from = 3

    override fun apply(store: SettingsStore) {
        val weeks = store.getText("rotation.weeks") ?: return
        store.remove("rotation.weeks")
        store.put("rotation.millis", weeks.trim().toInt() * MILLIS_PER_WEEK)
    }

    private companion object {
        const val MILLIS_PER_WEEK = 7 * 24 * 60 * 60 * 1000
    }
}

class SettingsLoader(private val codec: BackupCodec, private val upgrades: List<SettingsUpgrade>) {
    fun load(lines: List<String>): SettingsStore {
        val store = SettingsStore()
        codec.read(lines).forEach { (key, value) -> store.put(key, value) }
        var schema = store.getInt("schema", 2)
        for (upgrade in upgrades.sortedBy { it.from }) {
            if (upgrade.from == schema) {
                upgrade.apply(store)
                schema++
            }
        }
        store.put("schema", schema)
        return store
    }
}

data class Bed(val name: String, val sownAt: Long)

class RotationPlanner(private val settings: SettingsStore) {
    fun nextSowing(bed: Bed): Long {
        val pause = settings.getLong("rotation.millis", DEFAULT_PAUSE)
        val latest = maxOf(bed.sownAt, settings.getLong("last.frost", 0))
        return latest + pause
    }

    private companion object {
        const val DEFAULT_PAUSE = 1_814_400_000L
    }
}

class GardenScreen(private val planner: RotationPlanner, private val beds: List<Bed>) {
    fun rows(): List<String> = beds.map { bed -> "${bed.name}: ${planner.nextSowing(bed)}" }
}

fun main(args: Array<String>) {
    val older = listOf("int schema 3", "text owner.name Mirela", "text rotation.weeks 3", "long last.frost 1713200000000")
    val backup = listOf("int schema 4", "text owner.name Mirela", "long rotation.millis 1209600000", "long last.frost 1713200000000")
    val loader = SettingsLoader(BackupCodec(), listOf(UpgradeToThree(), UpgradeToFour()))
    val settings = loader.load(if (args[0] == "a") older else backup)
    val screen = GardenScreen(RotationPlanner(settings), listOf(Bed("North", 1716500000000), Bed("Shed", 1714000000000)))
    screen.rows().forEach(::println)
}
