"""Where a value comes from: backward data flow over Kotlin and Java, on demand."""
