// a: SyncEngine.onAccountSwitch
// b: SyncEngine.onConflict
// why: Both functions clear the cursor, and only the fields that they change beside it tell which one ran.
package planted.sync

data class Cursor(val page: Int, val token: String)

data class Account(val name: String, val shard: Int)

data class Change(val key: String, val revision: Int)

class Journal {
    private val pending = mutableListOf<Change>()

    fun record(change: Change) {
        pending += change
    }

    fun drain(): List<Change> = pending.toList().also { pending.clear() }

    fun hasOlder(change: Change): Boolean = pending.any { it.key == change.key && it.revision < change.revision }
}

class SyncEngine(private var account: Account, private val journal: Journal) {
    private var cursor: Cursor? = null
    private var conflicts = 0
    private var switches = 0
    private var sent = 0

    fun begin() {
        cursor = Cursor(0, "start-${account.shard}")
        conflicts = 0
    }

    fun onAccountSwitch(next: Account) {
        account = next
        cursor = null
        switches++
    }

    fun onConflict(change: Change) {
        conflicts++
        cursor = null
        journal.record(change.copy(revision = change.revision + 1))
    }

    fun onRemote(change: Change) {
        if (journal.hasOlder(change)) onConflict(change) else journal.record(change)
    }

    fun push() {
        val changes = journal.drain()
        val from = checkNotNull(cursor) { "The sync has no cursor" }
        sent += changes.size
        cursor = from.copy(page = from.page + 1)
    }
}

fun main(args: Array<String>) {
    val journal = Journal()
    val engine = SyncEngine(Account("home", 3), journal)
    engine.begin()
    engine.push()
    journal.record(Change("note/1", 4))
    if (args[0] == "a") {
        engine.onAccountSwitch(Account("work", 5))
        engine.onRemote(Change("note/2", 1))
    } else {
        engine.onRemote(Change("note/1", 6))
    }
    engine.push()
}
