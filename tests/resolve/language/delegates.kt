package delegates

import kotlin.properties.ReadOnlyProperty
import kotlin.properties.ReadWriteProperty
import kotlin.properties.PropertyDelegateProvider
import kotlin.reflect.KProperty

class Tea { fun pour() {} }
class Mug { fun pour() {} }

class Holder<T>(val held: T) {
    operator fun getValue(self: Any?, property: KProperty<*>): T = held
    operator fun setValue(self: Any?, property: KProperty<*>, value: T) {}
}
class ReadOnly<T>(val held: T) : ReadOnlyProperty<Any?, T> {
    override fun getValue(thisRef: Any?, property: KProperty<*>): T = held
}
class ReadWrite<T>(var held: T) : ReadWriteProperty<Any?, T> {
    override fun getValue(thisRef: Any?, property: KProperty<*>): T = held
    override fun setValue(thisRef: Any?, property: KProperty<*>, value: T) { held = value }
}
class Provider<T>(val held: T) {
    operator fun provideDelegate(self: Any?, property: KProperty<*>): Holder<T> = Holder(held)
}
class Option<T>(val held: T)
operator fun <T> Option<T>.getValue(self: Any?, property: KProperty<*>): T = held
operator fun <T> Option<T>.setValue(self: Any?, property: KProperty<*>, value: T) {}
class Cell(val held: Tea)
operator fun Cell.getValue(self: Any?, property: KProperty<*>): Tea = held
class State<T>(var value: T)
inline operator fun <T> State<T>.getValue(self: Any?, property: KProperty<*>): T = value
inline operator fun <T> State<T>.setValue(self: Any?, property: KProperty<*>, value: T) { this.value = value }
fun <T> stateOf(value: T): State<T> = State(value)
fun <T> remember(make: () -> T): T = make()
operator fun String.provideDelegate(self: Any?, property: KProperty<*>): Cell = Cell(Tea())

fun member() { val tea by Holder(Tea()); tea.pour() }
fun readOnly() { val tea by ReadOnly(Tea()); tea.pour() }
fun readWrite() { var tea by ReadWrite(Tea()); tea.pour(); tea = Tea() }
fun provided() { val tea by Provider(Tea()); tea.pour() }
fun extension() { val tea by Option(Tea()); tea.pour() }
fun variable() { var tea by Option(Tea()); tea = Tea(); tea.pour() }
fun plain() { val tea by Cell(Tea()); tea.pour() }
fun state() { var tea by remember { stateOf(Tea()) }; tea = Tea(); tea.pour() }
fun typed() { val tea: Tea by Holder(Tea()); tea.pour() }
fun ofText() { val tea by "text"; tea.pour() }
fun lazily() { val tea by lazy { Tea() }; tea.pour() }
fun ofMap(map: Map<String, Tea>) { val tea by map; tea.pour() }
fun ofReference() { val source = Source(); val tea by source::tea; tea.pour() }
class Source { var tea = Tea() }
class Screen {
    val tea by Holder(Tea())
    var other by Option(Mug())
    private val late: Tea by lazy { Tea() }
    val provided by Provider(Tea())
    val state by stateOf(Mug())
    fun first() = tea.pour()
    fun second() = other.pour()
    fun third() = late.pour()
    fun fourth() = provided.pour()
    fun fifth() = state.pour()
    fun change() { other = Mug() }
}
fun outer(screen: Screen) { screen.tea.pour(); screen.other.pour() }
val top by Holder(Tea())
fun onTop() = top.pour()
fun <T> delegated(value: T) = ReadOnlyProperty<Any?, T> { _, _ -> value }
fun <T> providing(value: T) = PropertyDelegateProvider<Any?, Holder<T>> { _, _ -> Holder(value) }
fun viaFunction() { val tea by delegated(Tea()); tea.pour() }
fun viaProvider() { val tea by providing(Tea()); tea.pour() }
abstract class Command {
    protected fun <T> option(value: T): Option<T> = Option(value)
    protected fun <T> argument(value: T): Holder<T> = Holder(value)
}
class Run : Command() {
    val tea by option(Tea())
    val mug by argument(Mug())
    fun run() { tea.pour(); mug.pour() }
    fun local() { val inner by option(Tea()); inner.pour() }
}
interface Service { fun serve(): Tea; fun other(one: Int) }
class Real : Service { override fun serve() = Tea(); override fun other(one: Int) {} }
class Wrapped(private val real: Service) : Service by real {
    override fun other(one: Int) { real.other(one) }
}
fun byWrapped(wrapped: Wrapped) { wrapped.serve().pour(); wrapped.other(1) }
class WithMember {
    operator fun <T> Box<T>.getValue(self: Any?, property: KProperty<*>): T = held
    fun use() { val tea by Box(Tea()); tea.pour() }
}
class Box<T>(val held: T)
fun inMember(with: WithMember) = with.run { val tea by Box(Tea()); tea.pour() }
