package com.example.larder.data

import android.content.Context
import androidx.room.Database
import androidx.room.Room
import androidx.room.RoomDatabase

@Database(entities = [ItemEntity::class], version = 3)
abstract class LarderDatabase : RoomDatabase() {

    abstract fun items(): ItemDao

    private val lock = Any()

    /** Items that wait for the next sync. */
    fun pendingCount(): Int = synchronized(lock) { items().countPending() }

    /** Replaces what is stored; readers wait until it is done. */
    fun replaceAll(items: List<ItemEntity>) {
        synchronized(lock) {
            runInTransaction {
                clearAllTables()
                kotlinx.coroutines.runBlocking { items().insertAll(items) }
            }
        }
    }

    companion object {
        fun open(context: Context): LarderDatabase =
            Room.databaseBuilder(context, LarderDatabase::class.java, "larder.db").build()
    }
}
