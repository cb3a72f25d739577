package com.example.larder.basket

import com.example.larder.data.Item

/** What the whole basket costs, in cents. */
class BasketTotal(private val items: List<Item>) {

    fun cents(): Long = items.sumOf { item ->
        val cents = item.price?.cents ?: 0
        cents - cents / 100 * item.discountPercent
    }

    fun label(currency: String): String = PriceLabel.format(cents(), currency)
}
