"""Stops of debug sessions in the forms of real adapters, as their public sources write them."""

SHOP = """package shop

class Item(val name: String, val price: String?)

class Cart(private val items: List<Item>) {
    fun priceAt(index: Int): Int {
        val item = items.get(index)
        return item.price!!.length
    }
}

fun main() {
    Cart(listOf(Item("tea", null))).priceAt(0)
}
"""
INDEX = "Index 3 out of bounds for length 3"
PATH = "src/main/kotlin/shop/Cart.kt"


def variable(name, value, type_=None, *within, **more):
    """Return a variable with those beneath it."""
    found = {"name": name, "value": value, **more}
    return found | ({"type": type_} if type_ else {}) | ({"variables": list(within)} if within else {})


def java_stop(line=7, **more):
    """Return a stop as vscode-java-debug tells it: no package, quoted description, sizes in the text."""
    item = variable("0", "Item@21", "Item", variable("price", "null"), variable("name", '"tea"', "String"))
    items = variable("items", "ArrayList@14 size=3", "ArrayList", item)
    own = [variable("index", "3", "int"), variable("this", "Cart@9", "Cart", items)]
    frames = [
        {"name": "Objects.checkIndex(int,int)", "filePath": "jdt://contents/Objects.java", "line": 385},
        {
            "name": "Cart.priceAt(int)",
            "filePath": PATH,
            "inWorkspace": True,
            "line": line,
            "scopes": [{"name": "Local", "variables": own}],
        },
        {"name": "CartKt.main()", "filePath": PATH, "inWorkspace": True, "line": 13},
    ]
    exception = {
        "id": "java.lang.IndexOutOfBoundsException",
        "description": f'"java.lang.IndexOutOfBoundsException: {INDEX}"',
        "breakMode": "userUnhandled",
    }
    stop = {
        "id": "1",
        "session": "Launch Shop",
        "adapter": "java",
        "reason": "exception",
        "thread": "main",
        "exception": exception,
        "frames": frames,
    }
    return {**stop, **more}


def python_stop():
    """Return a stop as debugpy tells it."""
    special = variable("special variables", "", None, variable("__name__", "'cart'"))
    rates = variable("rates", "[1, 2, 3]", "list", variable("0", "1", "int"), variable("len()", "3", "int"))
    frame = {
        "name": "total",
        "filePath": "cart.py",
        "inWorkspace": True,
        "line": 2,
        "scopes": [{"name": "Locals", "variables": [special, variable("b", "0", "int"), rates]}],
    }
    exception = {
        "id": "ZeroDivisionError",
        "description": "division by zero",
        "breakMode": "unhandled",
        "typeName": "ZeroDivisionError",
        "message": "division by zero",
        "stackTrace": '  File "cart.py", line 2, in total\n    return a / b\n',
    }
    return java_stop(exception=exception, frames=[frame], adapter="debugpy", thread="MainThread")
