"""How exactly the Kotlin reader agrees with the compiler's own parser."""
