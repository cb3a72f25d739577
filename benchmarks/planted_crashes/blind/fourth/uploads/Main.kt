// a: Vault.seal
// b: Vault.rotate
// why: a file without a password is marked as sealed too, or rotating takes the old key and marks nothing
package planted.uploads

class Key(val bits: ByteArray)

class Document(val name: String, val password: String) {
    var sealed = false
    var key: Key? = null
}

class Vault {
    fun seal(document: Document) {
        if (document.password.isNotBlank()) {
            document.key = Key(document.password.toByteArray())
        }
        document.sealed = true
    }

    fun rotate(document: Document) {
        document.key = null
    }
}

class Uploader {
    fun upload(document: Document): Int {
        if (!document.sealed) return 0
        val key = document.key
        return key!!.bits.size
    }
}

class Backup(private val uploader: Uploader) {
    fun run(documents: List<Document>): Int {
        var bits = 0
        for (document in documents) bits += uploader.upload(document)
        return bits
    }
}

fun main(args: Array<String>) {
    val vault = Vault()
    val plain = Document("letter", "tulip")
    val will = Document("will", if (args[0] == "a") "" else "maple")
    vault.seal(plain)
    vault.seal(will)
    if (args[0] == "b") vault.rotate(will)
    println(Backup(Uploader()).run(listOf(plain, will)))
}
