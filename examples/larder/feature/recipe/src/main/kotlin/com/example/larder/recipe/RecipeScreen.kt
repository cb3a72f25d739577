package com.example.larder.recipe

import androidx.compose.foundation.layout.Column
import androidx.compose.material3.Button
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.collectAsState
import androidx.compose.runtime.getValue

@Composable
fun RecipeScreen(viewModel: RecipeViewModel) {
    val state by viewModel.state.collectAsState()
    RecipeSteps(state = state, onNext = viewModel::next)
}

@Composable
private fun RecipeSteps(state: RecipeState, onNext: () -> Unit) {
    Column {
        Text(text = state.title)
        Text(text = state.stepText)
        Button(onClick = onNext) { Text(text = "${state.position + 1} / ${state.stepCount}") }
    }
}
