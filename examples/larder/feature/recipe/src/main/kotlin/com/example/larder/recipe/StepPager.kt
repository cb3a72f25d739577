package com.example.larder.recipe

/** Where the cook is in a recipe. */
class StepPager(private val steps: List<String>) {

    var position: Int = 0
        private set

    val current: String
        get() = steps[position]

    /** Goes to the next step and reads it aloud. */
    fun forward(speak: (String) -> Unit = {}) {
        position += 1
        speak(current)
    }
}
