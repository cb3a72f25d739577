package com.example.larder.data

import androidx.room.Dao
import androidx.room.Insert
import androidx.room.OnConflictStrategy
import androidx.room.Query

@Dao
interface ItemDao {

    @Query("SELECT * FROM items ORDER BY name")
    suspend fun all(): List<ItemEntity>

    @Query("SELECT COUNT(*) FROM items WHERE isPending = 1")
    fun countPending(): Int

    @Insert(onConflict = OnConflictStrategy.REPLACE)
    suspend fun insertAll(items: List<ItemEntity>)
}
