@file:JvmName("ItemMapper")

package com.example.larder.data

import com.example.larder.network.BasketDto
import com.example.larder.network.ItemDto
import com.example.larder.network.PriceParser

internal fun BasketDto.toBasket(): Basket = Basket(id, items.map { it.toItem() })

internal fun ItemDto.toItem(): Item = Item(
    sku = sku,
    name = name,
    price = PriceParser.parse(price),
    discountPercent = discount.orEmpty().removeSuffix("%").toInt(),
)

internal fun Item.toEntity(pending: Boolean): ItemEntity = ItemEntity(
    sku = sku,
    name = name,
    priceCents = price?.cents ?: 0,
    currency = price?.currency ?: "EUR",
    pending = pending,
)
