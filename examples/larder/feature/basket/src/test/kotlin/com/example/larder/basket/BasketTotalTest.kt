package com.example.larder.basket

import com.example.larder.data.Item
import com.example.larder.network.Money
import org.junit.Assert.assertEquals
import org.junit.Test

class BasketTotalTest {

    @Test
    fun `an empty basket costs nothing`() {
        assertEquals(0, BasketTotal(emptyList()).cents())
    }

    @Test
    fun `small prices keep their discount`() {
        assertTotal(expected = 72, item(cents = 90, discount = 20))
    }

    private fun assertTotal(expected: Long, vararg items: Item) {
        assertEquals(expected, BasketTotal(items.toList()).cents())
    }

    private fun item(cents: Long, discount: Int) = Item("sku", "Milk", Money(cents, "EUR"), discount)
}
