// a: CardParser.parse
// b: PhoneBook.primary
// why: the parser skips phones without a label, or the phone book knows no mobile phones
package planted.contacts

class Phone(val label: String, val number: String)

class Contact(val name: String, val phones: List<Phone>)

class CardParser {
    fun parse(card: String): Contact {
        var name = ""
        val phones = ArrayList<Phone>()
        for (line in card.lines()) {
            val field = line.substringBefore(':')
            val value = line.substringAfter(':')
            when {
                field == "FN" -> name = value
                field.startsWith("TEL;") -> phones += Phone(field.removePrefix("TEL;").lowercase(), value)
            }
        }
        return Contact(name, phones)
    }
}

class PhoneBook {
    private val contacts = ArrayList<Contact>()

    fun add(contact: Contact) {
        contacts += contact
    }

    fun primary(name: String): Phone? {
        val contact = contacts.find { it.name == name } ?: return null
        return contact.phones.firstOrNull { it.label == "home" || it.label == "work" }
    }
}

class Dialer(private val book: PhoneBook) {
    fun dial(name: String): String {
        val phone = book.primary(name)
        return "tel:" + phone!!.number
    }
}

fun main(args: Array<String>) {
    val card = if (args[0] == "a") "FN:Ada Moss\nTEL:5550142" else "FN:Ada Moss\nTEL;CELL:5550142"
    val book = PhoneBook()
    book.add(CardParser().parse("FN:Bo Lund\nTEL;HOME:5550111"))
    book.add(CardParser().parse(card))
    println(Dialer(book).dial("Ada Moss"))
}
