"""The values at a throw: a client of the Java Debug Wire Protocol, and what it reads of a stopped JVM."""
