package com.example.larder.network

data class BasketDto(val id: String, val items: List<ItemDto>)

data class ItemDto(
    val sku: String,
    val name: String,
    val price: String,
    val discount: String?,
)

data class RecipeDto(val id: String, val title: String, val steps: List<String>)
