package com.example.larder.basket

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import com.example.larder.data.Basket
import com.example.larder.data.BasketRepository
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.launch

data class BasketState(val basket: Basket)

class BasketViewModel(private val repository: BasketRepository) : ViewModel() {

    private val mutableState = MutableStateFlow<BasketState?>(null)
    val state: StateFlow<BasketState?> = mutableState

    fun open(id: String) {
        viewModelScope.launch {
            mutableState.value = BasketState(repository.load(id))
        }
    }

    fun refreshAll(ids: List<String>) {
        viewModelScope.launch {
            repository.refresh(ids).lastOrNull()?.let { mutableState.value = BasketState(it) }
        }
    }
}
