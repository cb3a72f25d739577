package overloads

open class Animal
open class Dog : Animal()
class Puppy : Dog()
class Cat : Animal()

fun feed(animal: Animal) = 1
fun feed(dog: Dog) = ""
fun feed(animal: Animal, times: Int = 1) = 2
fun feed(animals: List<Animal>) = 3
fun feed(vararg dogs: Dog) = 4L
@JvmName("feedCats") fun feed(cats: Set<Cat>) = 5
fun <T> feed(any: T, more: T) = 6
fun feed(block: () -> Unit) = 7
fun feed(block: (Int) -> Unit, x: Int) = 8
fun feedAny(any: Any?) = 1
fun feedAny(text: String) = 2
fun feedAny(number: Number) = 3
fun feedAny(number: Int) = 4
fun feedAny(number: Long) = 5
fun feedAny(char: Char) = 6
fun feedAny(texts: Array<String>) = 7
fun feedAny(numbers: IntArray) = 8
fun feedAny(list: Collection<*>) = 9
fun feedAny(list: List<*>) = 10
fun feedAny(map: Map<*, *>) = 11
fun feedAny(flag: Boolean) = 12
fun feedAny(float: Float) = 13
fun feedAny(double: Double) = 14
fun named(one: Int, two: String = "", three: Boolean = false) {}
fun named(first: Int, second: Int) {}
fun named(one: String, flag: Boolean = true) {}
fun action(block: () -> Unit) {}
fun action(block: (String) -> Unit) {}
fun action(name: String, block: () -> Unit = {}) {}
fun action(name: String, count: Int, block: () -> Unit) {}
fun maybe(text: String?) {}
fun maybe(text: Int?) {}
fun <T> pick(one: T): T = one
fun <T> pick(one: List<T>): T = one.first()
fun <T : Animal> bounded(one: T) {}
fun <T : CharSequence> bounded(one: T) {}
fun Animal.call() = 1
fun Dog.call() = ""
fun <T> T.call(more: Int) = this
fun List<Dog>.group() = 1
@JvmName("g2") fun List<Cat>.group() = 2
@JvmName("g3") fun Map<String, Dog>.group() = 3
fun Iterable<Animal>.group(one: Int) = 4
fun Sequence<Animal>.group() = 5
fun Array<Dog>.group() = 6
fun (() -> Dog).group() = 7
@JvmName("g4") fun ((Int) -> Dog).group() = 8
fun String?.orNone() = 1
fun Int?.orNone() = 2

fun animal(one: Animal) { feed(one) }
fun dog(one: Dog) { feed(one) }
fun puppy(one: Puppy) { feed(one) }
fun cat(one: Cat) { feed(one) }
fun twice(one: Animal) { feed(one, 2) }
fun times(one: Dog) { feed(one, times = 2) }
fun listed(all: List<Dog>) { feed(all) }
fun dogs(one: Dog, two: Dog) { feed(one, two) }
fun spread(all: Array<Dog>) { feed(*all) }
fun cats(all: Set<Cat>) { feed(all) }
fun strings() { feed("a", "b") }
fun lambda() { feed { } }
fun lambdaFirst() { feed({ }, 1) }
fun text() { feedAny("a") }
fun template(one: Int) { feedAny("$one") }
fun int() { feedAny(1) }
fun long() { feedAny(1L) }
fun char() { feedAny('a') }
fun float() { feedAny(1f) }
fun double() { feedAny(1.5) }
fun bool() { feedAny(true) }
fun compared(one: Int) { feedAny(one > 2) }
fun isIt(one: Any) { feedAny(one is String) }
fun notNull(one: Any?) { feedAny(one != null) }
fun and(one: Boolean) { feedAny(one && !one) }
fun array() { feedAny(arrayOf("a")) }
fun ints() { feedAny(intArrayOf(1)) }
fun list() { feedAny(listOf(1)) }
fun set() { feedAny(setOf(1)) }
fun map() { feedAny(mapOf(1 to 2)) }
fun pair() { feedAny(1 to 2) }
fun nothing() { feedAny(null) }
fun sumInt(one: Int) { feedAny(one + 1) }
fun sumLong(one: Int) { feedAny(one + 1L) }
fun sumText(one: Int) { feedAny("a" + one) }
fun size(one: String) { feedAny(one.length) }
fun first(one: List<String>) { feedAny(one.first()) }
fun toLong(one: Int) { feedAny(one.toLong()) }
fun elvis(one: String?) { feedAny(one ?: "") }
fun asserted(one: String?) { feedAny(one!!) }
fun casted(one: Any) { feedAny(one as String) }
fun smart(one: Any) { if (one is String) feedAny(one) else feedAny(one) }
fun smartWhen(one: Any) = when (one) { is String -> feedAny(one); is Int -> feedAny(one); is List<*> -> feedAny(one); else -> feedAny(one) }
fun smartReturn(one: Any) { if (one !is String) return; feedAny(one) }
fun smartAnd(one: Any) = one is Int && feedAny(one) > 1
fun smartOr(one: Any) = one !is Int || feedAny(one) > 1
fun smartRequire(one: Any) { require(one is String); feedAny(one) }
fun smartCheck(one: Any?) { checkNotNull(one as? String).also { feedAny(it) } }
fun inLambda(all: List<String>) = all.map { feedAny(it) }
fun indexed(all: List<String>) = all.mapIndexed { index, text -> feedAny(index) + feedAny(text) }
fun entries(map: Map<String, Int>) = map.map { (key, value) -> feedAny(key) + feedAny(value) }
fun entry(map: Map<String, Int>) = map.map { feedAny(it.key) + feedAny(it.value) }
fun chars(text: String) { for (char in text) feedAny(char) }
fun looped(numbers: IntArray) { for (number in numbers) feedAny(number) }
fun ranged() { for (number in 1..3) feedAny(number) }
fun conditional(flag: Boolean) { feedAny(if (flag) 1 else 2) }
fun whenText(one: Int) { feedAny(when (one) { 1 -> "a"; else -> "b" }) }
fun tried() { feedAny(try { 1 } catch (e: Exception) { 2 }) }
fun namedOne() { named(1, three = true) }
fun namedTwo() { named(1, "a") }
fun namedThree() { named(1, 2) }
fun namedFour() { named(first = 1, second = 2) }
fun namedFive() { named("a") }
fun namedSix() { named(flag = true, one = "a") }
fun actionOne() { action { -> } }
fun actionText() { action { text -> text.length } }
fun actionIt() { action("a") { } }
fun actionCount() { action("a", 2) { } }
fun actionName() { action("a") }
fun actionParenthesized() { action({ text: String -> }) }
fun maybeText(text: String?) { maybe(text) }
fun maybeInt() { maybe(1) }
fun pickOne() { feedAny(pick(1)) }
fun pickList() { feedAny(pick(listOf("a"))) }
fun boundedAnimal(one: Cat) { bounded(one) }
fun boundedText() { bounded("a") }
fun callAnimal(one: Cat) { one.call() }
fun callDog(one: Puppy) { one.call() }
fun callMore(one: Puppy) { one.call(1).call() }
fun groupDogs(all: List<Dog>) { all.group() }
fun groupCats(all: List<Cat>) { all.group() }
fun groupMap(all: Map<String, Dog>) { all.group() }
fun groupOne(all: Set<Dog>) { all.group(1) }
fun groupSequence(all: List<Dog>) { all.asSequence().group() }
fun groupArray(all: Array<Dog>) { all.group() }
fun groupFunction(one: () -> Dog) { one.group() }
fun groupFunction2(one: (Int) -> Dog) { one.group() }
fun noneText() { "a".orNone() }
fun noneInt(one: Int?) { one.orNone() }
fun mutable() { val list = mutableListOf<Dog>(); list.group(); feed(list) }
fun inApply(dog: Dog) { dog.apply { call() } }
fun inAlso(dog: Dog) { dog.also { it.call() } }
class Pen(val dog: Dog, val cats: MutableList<Cat> = mutableListOf(), private val count: Int = 0) {
    constructor(cat: Cat) : this(Dog()) { cats.add(cat) }
    constructor(name: String) : this(Dog(), count = name.length)
    fun all() { feed(dog); cats.group(); feedAny(count) }
    fun count() = feedAny(count.toString())
}
fun pens() { Pen(Dog()); Pen(Cat()); Pen("a") }
sealed class Result2<out T> { data class Ok<T>(val value: T) : Result2<T>(); data class Err(val error: String) : Result2<Nothing>() }
fun results(result: Result2<Int>) = when (result) { is Result2.Ok -> feedAny(result.value); is Result2.Err -> feedAny(result.error) }
