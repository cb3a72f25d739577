package com.example.larder

import android.app.Application
import com.example.larder.data.BasketRepository
import com.example.larder.data.LarderDatabase
import com.example.larder.network.LarderApi

/** Wires the app by hand: small enough to do without a framework. */
class LarderApplication : Application() {

    val database: LarderDatabase by lazy { LarderDatabase.open(this) }

    val basketRepository: BasketRepository by lazy {
        BasketRepository(api = LarderApi.create(), database = database)
    }
}
