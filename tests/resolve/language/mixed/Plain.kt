package mixed

fun plain(text: String) {}
fun plain(number: Int) {}
fun Widget.extended(times: Int) { show(times) }
fun higher(widget: Widget, block: (Widget) -> Unit) = block(widget)
interface Attached { fun attached(to: Widget) }
object Single { fun go() {}; @JvmStatic fun fast() {} }
enum class Level { LOW, HIGH; fun up() = this }
class Pair2<A, B>(val first: A, val second: B)
open class Widget(var label: String) {
    var isOpen = false
    @JvmField var count = 1
    open fun show() {}
    @JvmOverloads fun show(times: Int, fast: Boolean = false) { plain(times) }
    fun attach(to: Attached) { to.attached(this) }
    fun accept(other: Widget) {}
    fun each(block: (String, Int) -> Unit) = block(label, count)
    companion object { @JvmStatic fun make() = Widget("m"); fun other() {} }
}
fun useApi(api: Api) {
    api.use()
    api.title = api.title + "b"
    api.isActive = !api.isActive
    api.listen { name, count -> plain(name); plain(count) }
    api.listen(object : Api.Listener { override fun onEvent(name: String, count: Int) { plain(count) } })
    api.map { it.widget() }.show()
    api.widget().apply { show() }.extended(2)
    Api.create().use()
    Api.first(listOf(Widget("a"))).show()
    Helper.assist(2)
    Helper.assist()
}
fun useReferences(apis: List<Api>) = apis.map(Api::widget).map(Helper::name).forEach(::plain)
fun useJavaConstructor() = listOf(1).map { Api() }.forEach(Api::use)
fun useGetterReference(apis: List<Api>) = apis.map(Api::getTitle).forEach(::plain)
class Quiet : Api() { override fun use() { super.use(); title = "c" } ; fun quiet() { use(); isActive } }
