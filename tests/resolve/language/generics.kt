package generics

class Tea { fun pour() {} }
class Mug { fun pour() {} }
open class Source<T>(val value: T) { open fun get(): T = value; fun <R> map(change: (T) -> R): Source<R> = Source(change(value)); fun flat(change: (T) -> Source<T>) = change(value) }
class TeaSource : Source<Tea>(Tea())
class NamedSource<K, V>(val key: K, value: V) : Source<V>(value)
interface Repository<T, ID> { fun find(id: ID): T?; fun all(): List<T>; fun save(one: T): T }
class Teas : Repository<Tea, Int> { override fun find(id: Int) = Tea(); override fun all() = listOf(Tea()); override fun save(one: Tea) = one }
abstract class Cached<T : Any> : Repository<T, String> { override fun find(id: String): T? = all().firstOrNull() }
class Mugs : Cached<Mug>() { override fun all() = listOf(Mug()); override fun save(one: Mug) = one; fun own() { find("a")?.pour(); save(Mug()).pour() } }
fun <T> first(list: List<T>): T = list.first()
fun <K, V> swap(pair: Pair<K, V>): Pair<V, K> = pair.second to pair.first
fun <T : Source<Tea>> ofBound(source: T) = source.get().pour()
fun <T> T.tap(block: (T) -> Unit): T { block(this); return this }
typealias TeaMap = Map<String, Tea>
typealias Handler<T> = (T) -> Unit
typealias Maker = () -> Mug
class Node<T : Node<T>> { lateinit var self: T; fun me(): T = self }
class Leaf2
fun teaSource() = TeaSource().get().pour()
fun sourceOf() = Source(Mug()).get().pour()
fun namedSource() = NamedSource(Tea(), Mug()).run { key.pour(); get().pour() }
fun mapped() = TeaSource().map { Mug() }.get().pour()
fun mappedIt() = Source(Tea()).map { it }.value.pour()
fun flat() = Source(Tea()).flat { Source(it) }.get().pour()
fun teas(teas: Teas) { teas.find(1).pour(); teas.all().first().pour(); teas.save(Tea()).pour() }
fun repository(repository: Repository<Mug, Int>) { repository.find(1)?.pour(); repository.all().forEach { it.pour() } }
fun mugs(mugs: Mugs) { mugs.find("a")?.pour(); mugs.all().single().pour() }
fun firstOne() = first(listOf(Mug())).pour()
fun swapped() = swap(Tea() to Mug()).first.pour()
fun tapped() = Tea().tap { it.pour() }.tap { tea -> tea.pour() }
fun aliasMap(map: TeaMap) { map["a"]?.pour(); map.values.forEach { it.pour() }; map.getValue("a").pour() }
fun aliasHandler(handler: Handler<Tea>) { handler(Tea()) }
fun useHandler() = aliasHandler { it.pour() }
fun aliasMaker(maker: Maker) = maker().pour()
fun explicit() = emptyList<Tea>().firstOrNull()?.pour()
fun star(source: Source<*>) { source.get().hashCode() }
fun outProjection(source: Source<out Tea>) { source.get().pour() }
fun arrays(array: Array<Tea>) { array[0].pour(); array.map { it.mug() }.first().pour(); for (one in array) one.pour() }
fun Tea.mug() = Mug()
fun nestedGenerics(map: Map<String, List<Pair<Tea, Mug>>>) { map.values.flatten().forEach { (tea, mug) -> tea.pour(); mug.pour() }; map["a"]!![0].first.pour() }
fun mutableMap() { val map = mutableMapOf<String, MutableList<Tea>>(); map.getOrPut("a") { mutableListOf() }.add(Tea()); map["a"]?.forEach { it.pour() } }
fun <A, B> both(a: A, b: B, block: A.(B) -> Unit) = a.block(b)
fun useBoth() = both(Tea(), Mug()) { mug -> pour(); mug.pour() }
fun <T> either(one: T?, other: () -> T): T = one ?: other()
fun useEither(tea: Tea?) = either(tea) { Tea() }.pour()
fun resultOf() = runCatching { Mug() }.map { Tea() }.getOrThrow().pour()
fun pairs() { val pair = Tea() to listOf(Mug()); pair.first.pour(); pair.second.first().pour() }
class Event<out T>(private val content: T) { fun peek(): T = content }
fun event(event: Event<Event<Tea>>) = event.peek().peek().pour()
fun lambdaGeneric() { val make: () -> Source<Tea> = { Source(Tea()) }; make().get().pour() }
fun <T> List<T>.second(): T = this[1]
fun seconds(teas: List<Tea>, mugs: Array<Mug>) { teas.second().pour(); mugs.toList().second().pour() }
fun chained(teas: List<Tea>) = teas.asSequence().filter { true }.map { it.mug() }.distinct().toSet().forEach { it.pour() }
fun associated(teas: List<Tea>) { val map = teas.associateWith { it.mug() }; for ((tea, mug) in map) { tea.pour(); mug.pour() } }
fun reduceOne(teas: List<Tea>) = teas.reduce { one, _ -> one }.pour()
fun scanOne(teas: List<Tea>) = teas.scan(Mug()) { mug, _ -> mug }.last().pour()
fun flatMapOne(teas: List<Tea>) = teas.flatMap { listOf(it.mug()) }.first().pour()
fun lists() { val lists = listOf(listOf(Tea())); lists.flatten().first().pour(); lists[0][0].pour() }
fun comparators(teas: List<Tea>) = teas.sortedWith(compareBy<Tea> { it.hashCode() }.thenBy { 2 }).first().pour()
fun optional(): Tea? = null
fun chain2() = optional()?.mug()?.run { pour() }
