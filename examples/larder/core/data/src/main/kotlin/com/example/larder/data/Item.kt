package com.example.larder.data

import androidx.room.Entity
import androidx.room.PrimaryKey
import com.example.larder.network.Money

@Entity(tableName = "items")
data class ItemEntity(
    @PrimaryKey val sku: String,
    val name: String,
    val priceCents: Long,
    val currency: String,
    val pending: Boolean,
)

data class Item(val sku: String, val name: String, val price: Money?, val discountPercent: Int)

data class Basket(val id: String, val items: List<Item>)
