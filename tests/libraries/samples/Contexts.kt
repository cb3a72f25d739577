package sample.every

context(base: Base<String>) fun within(a: Int): Int = a
fun contextual(block: context(Base<String>) (Int) -> Unit) = Unit
