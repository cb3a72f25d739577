package planted.parcels

enum class Step { PACKED, SHIPPED, DELIVERED }

data class Scan(val id: String, val parcel: String, val step: Step, val minute: Int)

/** Scans that wait to be applied; the same scan is taken only once. */
class ScanInbox {
    private val known = HashSet<String>()
    private val waiting = ArrayDeque<Scan>()

    fun accept(scan: Scan) {
        if (known.add(scan.id)) waiting.addLast(scan)
    }

    fun next(): Scan? = waiting.removeFirstOrNull()
}

/** The line to the inbox; an answer that takes too long counts as none. */
class Gateway(private val inbox: ScanInbox, private val delays: Iterator<Int>) {
    fun push(scan: Scan): Boolean {
        inbox.accept(scan)
        val took = if (delays.hasNext()) delays.next() else 0
        return took < 500
    }
}

class HandScanner(private val gateway: Gateway) {
    private var serial = 0

    fun send(parcel: String, step: Step, minute: Int) {
        var sent = false
        var tries = 0
        while (!sent && tries < 3) {
            tries++
            sent = gateway.push(Scan("hand-${++serial}", parcel, step, minute))
        }
    }
}

/** Imports the list of a carrier from where the last import ended. */
class CarrierImport(private val inbox: ScanInbox) {
    private var lastMinute = 0
    private var run = 0

    fun load(scans: List<Scan>) {
        run++
        val fresh = scans.filter { it.minute >= lastMinute }
        for (scan in fresh) inbox.accept(scan.copy(id = "carrier-$run-${scan.id}"))
        lastMinute = scans.maxOfOrNull { it.minute } ?: lastMinute
    }
}
