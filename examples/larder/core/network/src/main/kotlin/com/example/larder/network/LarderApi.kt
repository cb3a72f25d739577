package com.example.larder.network

import okhttp3.OkHttpClient
import okhttp3.logging.HttpLoggingInterceptor
import retrofit2.Retrofit
import retrofit2.http.GET
import retrofit2.http.Path

interface LarderApi {

    @GET("baskets/{id}")
    suspend fun basket(@Path("id") id: String): BasketDto

    @GET("recipes/{id}")
    suspend fun recipe(@Path("id") id: String): RecipeDto

    companion object {
        private const val BASE_URL = "https://api.larder.example/v2/"

        fun create(baseUrl: String = BASE_URL): LarderApi {
            val client = OkHttpClient.Builder()
                .addInterceptor(HttpLoggingInterceptor())
                .build()
            return Retrofit.Builder()
                .baseUrl(baseUrl)
                .client(client)
                .build()
                .create(LarderApi::class.java)
        }
    }
}
