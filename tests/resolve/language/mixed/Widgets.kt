@file:JvmName("Widgets")
package mixed

fun topLevel(widget: Widget) { widget.show() }
