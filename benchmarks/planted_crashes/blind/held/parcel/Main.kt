// a: WebForm.read
// b: OldArchive.load
// why: the form gives the zip code as a number, or the archive does
package planted.parcel

class Entry(val key: String, val value: Any)

class WebForm {
    fun read(fields: Map<String, Any>): List<Entry> {
        val entries = ArrayList<Entry>()
        for ((key, value) in fields) {
            entries.add(Entry(key, value))
        }
        return entries
    }
}

class OldArchive {
    fun load(row: List<Int>): List<Entry> = listOf(Entry("street", "Elm"), Entry("zip", row[0]))
}

class Parcel(val origin: String, val entries: List<Entry>)

class Labels {
    private var printed = 0

    fun print(parcel: Parcel): String {
        printed++
        val zip = parcel.entries.last().value as String
        return parcel.origin + zip
    }
}

fun receive(kind: String): Parcel {
    if (kind == "form") {
        return Parcel("web", WebForm().read(mapOf("street" to "Oak", "zip" to 1200)))
    }
    return Parcel("archive", OldArchive().load(listOf(3400)))
}

fun main(args: Array<String>) {
    val parcel = receive(if (args[0] == "a") "form" else "old")
    println(Labels().print(parcel))
}
