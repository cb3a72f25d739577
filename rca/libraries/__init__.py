"""Library declarations, read from class files, Kotlin metadata and the packaged signature table.

Everything is given as `Facts` of files that nobody wrote, in the form that
`rca.resolve.index_protocols.Libraries` describes: language "library", types fully qualified, lines and
offsets 0, no body. On top of that:

- **Files.** One for each top-level class with all that is inside it, `library:<origin>/<qualified
  class>`; and, of each facade (`CollectionsKt`), one for each name,
  `library:<origin>/<package>.<facade>#<name>`, so that asking for `map` decodes the overloads of `map` and
  not four thousand functions. Type aliases lie in the `#` file of their name. `<origin>` is
  `group:artifact:version`, or the name of a jar without coordinates, or what the reader was told.
- **Names.** Java classes that Kotlin maps to its own keep their Java name as declared
  (`java.util.List` is a class with members); only types that name them are mapped. `java_types.KOTLIN`
  has the mapping.
- **Modifiers.** `public` and `final` are left out; `protected`, `open`, `abstract`, `sealed` are there
  where they hold. Java's methods of interfaces with a body have `default`, fields that can be written
  `var`, as Kotlin's properties have `var` and `const`. Interfaces that a lambda may stand for have `fun`.
  A class that is there only because public ones inherit from it has `internal`; a function or property
  with context parameters, which are not given, has `context`.
- **Constructors** stand inside their class, named as it, even where the source has none written.
- **Inner classes of generic classes** are named without the arguments of the class around them.

| module | gives |
|---|---|
| `classfile`, `signatures`, `java_class` | a class file's members and types, as declarations |
| `wire`, `metadata_names`, `type_texts`, `kotlin_metadata`, `kotlin_class` | the same by Kotlin's record |
| `assembly`, `jar` | a whole archive: `read_jar(path) -> Library`, `read_classes(entries) -> Library` |
| `build_files`, `catalogs`, `declared` | what a project's build files name |
| `caches`, `descriptions`, `dependencies` | where that is, and what it needs: `find_dependencies(root, …)` |
| `packing`, `reading`, `database`, `store` | what was read, kept on disk |
| `jar_libraries`, `joined` | the answers to the resolver |
| `table`, `libraries` | the table that ships, and both together |
"""
