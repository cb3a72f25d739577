package com.example.larder.data

import com.example.larder.network.LarderApi
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

class BasketRepository(
    private val api: LarderApi,
    private val database: LarderDatabase,
    private val io: CoroutineDispatcher = Dispatchers.IO,
) {

    suspend fun load(id: String): Basket = withContext(io) {
        val basket = api.basket(id).toBasket()
        store(basket)
        basket
    }

    suspend fun refresh(ids: List<String>): List<Basket> = ids.map { load(it) }

    private fun store(basket: Basket) {
        database.replaceAll(basket.items.map { it.toEntity(pending = false) })
    }
}
