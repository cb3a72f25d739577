@file:JvmMultifileClass
@file:JvmName("Parts")
package sample.every
fun fromFirst(): Int = 1
