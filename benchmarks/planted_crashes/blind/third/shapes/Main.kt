// a: Parser.shape
// b: Editor.convert
// why: the parser reads a square as a polygon, or converting makes a polygon of a circle
package planted.shapes

interface Shape {
    val name: String
}

class Circle(override val name: String, val radius: Int) : Shape

class Polygon(override val name: String, val corners: Int) : Shape

class Parser {
    fun shape(row: String): Shape {
        val parts = row.split(" ")
        return when (parts[0]) {
            "circle" -> Circle(parts[1], 2)
            else -> Polygon(parts[1], 0)
        }
    }
}

class Editor {
    var conversions = 0

    fun convert(shape: Shape): Shape {
        conversions++
        return Polygon(shape.name, 64)
    }
}

class Canvas(private val editor: Editor) {
    fun radius(shape: Shape): Int {
        val circle = shape as Circle
        return circle.radius + editor.conversions
    }
}

fun main(args: Array<String>) {
    val editor = Editor()
    var shape = Parser().shape(if (args[0] == "a") "Circle c1" else "circle c1")
    if (args[0] == "b") shape = editor.convert(shape)
    println(Canvas(editor).radius(shape))
}
