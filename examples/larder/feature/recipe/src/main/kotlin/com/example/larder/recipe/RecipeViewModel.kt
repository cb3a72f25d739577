package com.example.larder.recipe

import androidx.lifecycle.ViewModel
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.update

data class RecipeState(val title: String, val steps: List<String>, val position: Int) {
    val current: String get() = steps[position]
}

class RecipeViewModel(title: String, steps: List<String>) : ViewModel() {

    private val pager = StepPager(steps)
    private val mutableState = MutableStateFlow(RecipeState(title, steps, position = 0))
    val state: StateFlow<RecipeState> = mutableState

    fun next() {
        pager.forward()
        mutableState.update { it.copy(position = pager.position) }
    }
}
