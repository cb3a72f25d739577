package inheritance

interface Animal { fun speak() {}; fun eat(food: String): Int
    val name: String get() = "a"; fun Tea.prepared() {} }
class Tea { fun pour() {} }
abstract class Pet(val age: Int) : Animal { abstract fun walk(); open fun play() {}
    open fun play(toy: String) { play() }
    protected open fun sleep() {}
    override fun eat(food: String) = 1
    constructor() : this(1) }
open class Dog(age: Int) : Pet(age) { override fun walk() { sleep() }; override fun play() { super.play(); play("ball") }
    override fun speak() { super<Pet>.speak() }
    fun useTea(tea: Tea) { tea.prepared() }
    constructor(name: String, tea: Tea) : this(name.length) { tea.pour() } }
class Puppy : Dog { constructor() : super(1); constructor(tea: Tea) : super("a", tea)
    override fun sleep() { super.sleep() }
    override fun eat(food: String): Int = super.eat(food) + 1 }
object Cat : Pet(3) { override fun walk() {}; fun purr() { play(); walk(); speak() } }
enum class Kind(val code: Int) { SMALL(1) { override fun label() = other() }, LARGE(2) { override fun label() = "l" };
    abstract fun label(): String
    fun other() = name
    companion object { fun of(code: Int) = entries.first { it.code == code }; val default = SMALL } }
sealed interface Shape { fun area(): Int; data class Square(val side: Int) : Shape { override fun area() = side }; data object Empty : Shape { override fun area() = 0 } ; class Named(val name: String, private val base: Shape) : Shape by base }
abstract class Template { fun run() { before(); work(); after() }; protected open fun before() {}; protected abstract fun work(); private fun after() {} }
class Worker : Template() { override fun work() { before() } ; fun after() {} }
interface Left { fun both() {} }
interface Right { fun both() {} }
class Both : Left, Right { override fun both() { super<Left>.both(); super<Right>.both() } }
open class Outer { open inner class In { fun go() { hello() } }; fun hello() {}
    private class Hidden { fun hello() {} }
    protected class Shown { companion object { fun make() = Shown() }; fun hello() {} }
    private fun useHidden() { Hidden().hello() } }
class Sub : Outer() { fun use() { Shown.make().hello(); In().go(); hello() } }
class WithCompanion { companion object Factory : Maker { override fun make() = WithCompanion(); fun other() {} } ; fun use() { other(); make() } }
interface Maker { fun make(): Any; fun twice() { make() } }
data class Person(val name: String, val age: Int = 0) { fun greet() = name; companion object { operator fun invoke(name: Tea) = Person("tea") } }
@JvmInline value class Meters(val value: Int) { operator fun plus(other: Meters) = Meters(value + other.value); fun show() = value }
annotation class Marked(val value: String)
fun interface Runner { fun run(one: Int): Tea }

fun animal(animal: Animal) { animal.speak(); animal.eat("a") }
fun pet(pet: Pet) { pet.walk(); pet.play(); pet.play("a"); pet.speak(); pet.eat("b") }
fun dog(dog: Dog) { dog.walk(); dog.play("a"); dog.speak(); dog.useTea(Tea()) }
fun puppy() { Puppy().walk(); Puppy(Tea()).eat("a"); Puppy().play("x") }
fun cat() { Cat.purr(); Cat.walk(); Cat.play() }
fun dogs() = listOf(Dog(1), Dog("a", Tea()))
fun kinds() { Kind.of(1).label(); Kind.SMALL.other(); Kind.default.label(); Kind.valueOf("SMALL").other(); Kind.values().forEach { it.label() } }
fun kindEntries() = Kind.entries.map(Kind::label)
fun shape(shape: Shape) = when (shape) { is Shape.Square -> shape.area(); Shape.Empty -> shape.area(); is Shape.Named -> shape.area() }
fun shapes() = listOf(Shape.Square(1), Shape.Empty).sumOf { it.area() }
fun template(template: Template) { template.run(); Worker().run(); Worker().after() }
fun person() { Person("a").greet(); Person("a", 2).copy(age = 3).greet(); Person(Tea()).greet() }
fun meters() { (Meters(1) + Meters(2)).show() }
fun runner() { Runner { Tea() }.run(1).pour() }
fun runnerObject() = object : Runner { override fun run(one: Int) = Tea().also { it.pour() } }.run(2)
fun anonymous() { val dog = object : Dog(1) { override fun walk() { play() }; fun extra() {} }; dog.walk(); dog.extra() }
fun anonymousTyped(): Animal = object : Pet() { override fun walk() {} ; init { walk() } }
fun companionUse() { WithCompanion.make(); WithCompanion.other(); WithCompanion.Factory.other(); WithCompanion.twice() }
fun companionAsValue(maker: Maker) = maker.make()
fun useCompanionAsValue() = companionAsValue(WithCompanion)
fun smartCast(animal: Animal) { if (animal is Dog && animal.age > 1) { animal.walk(); animal.speak() } else if (animal is Cat) animal.purr() }
fun smartElse(animal: Animal) { if (animal !is Dog) { animal.speak(); return }; animal.walk() }
fun smartWhile(animal: Animal?) { while (animal is Dog) { animal.walk() } }
fun smartSafe(animal: Animal?) { (animal as? Dog)?.walk(); val dog = animal as Dog; dog.walk(); animal.speak() }
class Tree(val left: Tree?, val right: Tree?, val pet: Pet) { fun visit(): Int { left?.visit(); right?.visit(); pet.walk(); return 1 }
    val size: Int get() = (left?.size ?: 0) + 1
    fun nodes(): Sequence<Tree> = sequence { yield(this@Tree); left?.let { yieldAll(it.nodes()) } }
    fun walkAll() = nodes().map { it.pet }.filterIsInstance<Dog>().forEach { it.walk(); it.play() } }
fun <T> generic(one: T) where T : Animal, T : Maker { one.speak(); one.make() }
fun String.ext() = 1
fun Any.ext() = 2
open class Ext { open fun String.member() {}; fun String.ext() = 3; fun use() { "a".ext(); "b".member(); 1.ext() } }
class SubExt : Ext() { override fun String.member() { ext() }; fun sub() { "a".member(); "b".ext() } }
fun extUse() { "a".ext(); 1.ext() }
fun withExt(ext: Ext) = with(ext) { "a".ext(); "a".member() }
typealias Puppies = List<Puppy>
typealias Doggo = Dog
fun puppies(all: Puppies) = all.forEach { it.sleepy() }
fun Dog.sleepy() = walk()
fun aliased() = Doggo(1).walk()
fun aliasedExt(dog: Doggo) = dog.sleepy()
