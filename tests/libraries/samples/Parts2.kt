@file:JvmMultifileClass
@file:JvmName("Parts")
package sample.every
fun fromSecond(text: String): Int = 1
