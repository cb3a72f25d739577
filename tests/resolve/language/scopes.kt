package scopes

class Tea { fun pour() {}; val mug = Mug(); var next: Tea? = null }
class Mug { fun pour() {}; fun tea() = Tea() }
fun pour() {}
fun Any.describe() = ""
fun Tea.describe() = ""

@DslMarker annotation class Dsl
@Dsl class Html { fun head(block: Head.() -> Unit) {}; fun body(block: Body.() -> Unit) {}; fun text(value: String) {} }
@Dsl class Head { fun title(text: () -> String) {}; fun text(value: String) {} }
@Dsl class Body { fun p(block: P.() -> Unit = {}) {}; operator fun String.unaryPlus() {}; fun text(value: Int) {} }
@Dsl class P { fun text(value: String) {}; operator fun String.unaryPlus() {}; operator fun String.invoke(block: P.() -> Unit) {} }
fun html(block: Html.() -> Unit) = Html().apply(block)

fun dsl() = html {
    head { title { "a" }; text("b") }
    body {
        p { text("c"); +"d"; "e" { text("f") } }
        text(1)
        +"g"
    }
    text("h")
}
fun withTea(tea: Tea) = with(tea) { pour(); mug.pour() }
fun applied() = Tea().apply { pour(); next = Tea().also { it.pour() } }.pour()
fun ran() = Tea().run { mug }.pour()
fun let(tea: Tea?) = tea?.let { it.mug.pour() }
fun letNamed(tea: Tea?) = tea?.let { one -> one.pour() } ?: pour()
fun topLevel() { pour() }
fun nestedLambda(teas: List<Tea>) = teas.map { tea -> tea.mug.run { tea() } }.forEach { it.pour() }
fun inner(tea: Tea) = tea.run { mug.apply { pour() }; this.pour() }
fun labelled(tea: Tea) = tea.apply outer@{ mug.apply { this@outer.pour(); this.pour() } }
fun labelledByName(tea: Tea) = tea.apply { Mug().run { this@apply.pour() } }
class Shop(private val tea: Tea) {
    private val mug get() = tea.mug
    val lazyTea by lazy { Tea() }
    fun pour() { tea.pour() }
    fun sell() { pour(); mug.pour(); lazyTea.pour() }
    fun sellAll(teas: List<Tea>) = teas.forEach { it.pour(); pour() }
    fun Tea.extended() { pour(); this@Shop.pour() }
    fun useExtended() { tea.extended(); with(tea) { extended() } }
    inner class Till { fun open() { pour(); this@Shop.sell() } }
    class Nested { fun pour() {}; fun open() { pour() } }
    companion object { fun create() = Shop(Tea()); fun pour(one: Int) {} }
    fun fromCompanion() { pour(1); create().pour() }
    object Counter { fun count() {}; fun twice() { count(); create() } }
}
fun shop() { Shop.create().sell(); Shop.Counter.count(); Shop.Nested().open(); Shop(Tea()).Till().open() }
fun local() {
    fun pour() {}
    pour()
    val tea = object { fun pour() {} }
    tea.pour()
    class Local { fun pour() {} }
    Local().pour()
}
fun shadow(pour: () -> Unit) { pour() }
fun shadowedByVariable() { val describe = { 1 }; describe() }
fun parameterNamed(tea: (Mug) -> Tea) = tea(Mug()).pour()
fun extensionLambda(block: Tea.(Mug) -> Tea) = block(Tea(), Mug()).pour()
fun extensionLambdaCall(block: Tea.(Mug) -> Tea) = Tea().block(Mug()).pour()
fun useExtensionLambda() = extensionLambda { mug -> mug.pour(); pour(); this }
fun described(tea: Tea, any: Any) { tea.describe(); any.describe() }
fun describedSmart(any: Any) { if (any is Tea) any.describe() }
fun returnedLambda(): (Tea) -> Unit = { it.pour() }
fun useReturned() = returnedLambda()(Tea())
fun lambdaVariable() { val pourIt = { tea: Tea -> tea.pour() }; pourIt(Tea()) }
fun typedLambda() { val pourIt: (Tea) -> Unit = { it.pour() }; pourIt(Tea()) }
fun typedReceiver() { val pourIt: Tea.() -> Unit = { pour() }; Tea().pourIt() }
fun anonymousFunction() = listOf(Tea()).forEach(fun(tea) { tea.pour() })
fun anonymousReceiver() { val one = fun Tea.() { pour() }; Tea().one() }
val Tea.friend: Mug get() = mug
val Mug.friend: Tea get() = tea()
fun friends(tea: Tea) { tea.friend.pour(); tea.friend.friend.pour() }
var held: Tea = Tea()
    get() = field.also { it.pour() }
    set(value) { value.pour(); field = value }
class Builder { private val teas = mutableListOf<Tea>(); fun tea(block: Tea.() -> Unit) = apply { teas += Tea().apply(block) }; fun build() = teas.toList() }
fun built() = Builder().tea { pour() }.tea { mug.pour() }.build().forEach { it.pour() }
fun buildList2() = buildList { add(Tea()); addAll(listOf(Tea())) }.forEach { it.pour() }
fun sequence2() = sequence { yield(Tea()); yieldAll(listOf(Tea())) }.forEach { it.pour() }
fun <T, R> T.pipe(change: (T) -> R): R = change(this)
fun piped(tea: Tea) = tea.pipe { it.mug }.pipe { it.pour() }
fun <T> T.configure(block: T.() -> Unit): T = apply(block)
fun configured() = Mug().configure { pour() }.pour()
inline fun <reified T : Any> create(block: T.() -> Unit): T = T::class.java.getDeclaredConstructor().newInstance().apply(block)
fun created() = create<Tea> { pour() }.pour()
fun collected(teas: List<Tea>) = teas.associateBy { it.mug }.mapValues { (mug, tea) -> mug.pour(); tea }.values.forEach { it.pour() }
fun folded(teas: List<Tea>) = teas.fold(Mug()) { mug, tea -> mug.pour(); tea.mug }.pour()
fun grouped(teas: List<Tea>) = teas.groupingBy { it.mug }.eachCount().keys.first().pour()
fun windowed(teas: List<Tea>) = teas.windowed(2).first().first().pour()
fun zipped(teas: List<Tea>, mugs: List<Mug>) = teas.zip(mugs) { tea, mug -> tea.pour(); mug }.first().pour()
fun sortedOnes(teas: List<Tea>) = teas.sortedBy { 1 }.maxByOrNull { 2 }?.pour()
fun synchronizedOne(tea: Tea) = synchronized(tea) { tea.mug }.pour()
fun used(stream: java.io.InputStream) = stream.use { Tea() }.pour()
fun repeated() = repeat(2) { Tea().pour() }
fun lateinitOne() { lateinit var tea: Tea; tea = Tea(); tea.pour() }
fun takeIfOne(tea: Tea) = tea.takeIf { true }?.mug?.pour()
fun whenSubject(one: Tea) = when (val mug = one.mug) { is Mug -> mug.pour(); else -> one.pour() }
fun context(block: context(Tea) () -> Unit) {}
