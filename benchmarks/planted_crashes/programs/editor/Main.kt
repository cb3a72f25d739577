// a: UndoStack.undo
// b: Selection.extendTo
// why: A selection is refused where it is longer than the text or where its start comes after its end.
package planted.editor

data class Selection(val start: Int, val end: Int) {
    val length: Int get() = end - start

    /** Moves the end that the user drags; a drag to the left turns the selection around. */
    fun extendTo(offset: Int): Selection = Selection(start, offset)

    fun collapse(): Selection = Selection(end, end)
}

data class Edit(val text: String, val selection: Selection)

/** Restores the text and the selection that belong together. */
class UndoStack {
    private val edits = ArrayDeque<Edit>()

    fun push(text: String, selection: Selection) {
        edits.addLast(Edit(text, selection))
    }

    fun undo(current: Edit): Edit {
        val last = edits.removeLastOrNull() ?: return current
        return Edit(last.text, current.selection)
    }
}

class Clipboard {
    var text = ""
        private set

    fun put(copied: String) {
        text = copied
    }
}

class Editor(private val undoStack: UndoStack, private val clipboard: Clipboard) {
    private var text = ""
    private var selection = Selection(0, 0)

    fun type(added: String) {
        undoStack.push(text, selection)
        text = text.substring(0, selection.start) + added + text.substring(selection.end)
        selection = Selection(selection.start + added.length, selection.start + added.length)
    }

    fun drag(offset: Int) {
        selection = selection.extendTo(offset)
    }

    fun undo() {
        val restored = undoStack.undo(Edit(text, selection))
        text = restored.text
        selection = restored.selection
    }

    fun copy() {
        val (start, end) = selection
        require(start in 0..end && end <= text.length) { "The selection is not within the text" }
        clipboard.put(text.substring(start, end))
    }
}

fun main(args: Array<String>) {
    val editor = Editor(UndoStack(), Clipboard())
    editor.type("Dear Ann")
    editor.type(", thank you")
    if (args[0] == "a") {
        editor.undo()
    } else {
        editor.drag(5)
    }
    editor.copy()
}
