"""Agreement of the Kotlin parser with the compiler's own."""
