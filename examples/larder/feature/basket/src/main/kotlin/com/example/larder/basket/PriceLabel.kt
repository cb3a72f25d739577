package com.example.larder.basket

import com.example.larder.data.Item
import java.util.Locale

/** The price of an item as people read it. */
object PriceLabel {

    fun of(item: Item): String {
        val price = item.price
        return format(discounted(price!!.cents, item.discountPercent), price.currency)
    }

    fun format(cents: Long, currency: String): String =
        String.format(Locale.ROOT, "%d.%02d %s", cents / 100, cents % 100, currency)

    private fun discounted(cents: Long, percent: Int): Long = cents * (100 - percent) / 100
}
