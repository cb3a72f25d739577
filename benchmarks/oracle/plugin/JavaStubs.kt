@file:OptIn(SymbolInternals::class, DirectDeclarationsAccess::class)

package oracle

import java.io.File
import org.jetbrains.kotlin.builtins.jvm.JavaToKotlinClassMap
import org.jetbrains.kotlin.descriptors.ClassKind
import org.jetbrains.kotlin.descriptors.Modality
import org.jetbrains.kotlin.descriptors.Visibilities
import org.jetbrains.kotlin.fir.FirAnnotationContainer
import org.jetbrains.kotlin.fir.FirSession
import org.jetbrains.kotlin.fir.declarations.*
import org.jetbrains.kotlin.fir.declarations.utils.*
import org.jetbrains.kotlin.fir.resolve.fullyExpandedType
import org.jetbrains.kotlin.fir.resolve.toSymbol
import org.jetbrains.kotlin.fir.symbols.SymbolInternals
import org.jetbrains.kotlin.fir.symbols.impl.FirClassSymbol
import org.jetbrains.kotlin.fir.types.*
import org.jetbrains.kotlin.name.ClassId
import org.jetbrains.kotlin.name.FqName
import org.jetbrains.kotlin.name.Name
import org.jetbrains.kotlin.name.StandardClassIds

/**
 * Writes what Java sees of the Kotlin sources as Java sources, so that javac resolves calls of them: bodies
 * are empty, and each function says by an annotation which Kotlin declaration it is.
 */
internal class JavaStubs(private val folder: File) {
    private val facades = mutableMapOf<Pair<String, String>, StringBuilder>() // package and class → members

    fun add(file: FirFile, path: String, session: FirSession) {
        val stub = StubOfFile(path, session)
        val packageName = file.packageDirective.packageFqName.asString()
        val facade = facades.getOrPut(packageName to stub.facadeName(file)) { StringBuilder() }
        for (one in file.declarations) when (one) {
            is FirRegularClass -> if (!one.isExpect) write(packageName, one.name.asString(), stub.type(one, nested = false))
            is FirNamedFunction -> if (!one.isExpect) facade.append(stub.function(one, "static ", body = true))
            is FirProperty -> if (!one.isExpect) facade.append(stub.property(one, static = true, inInterface = false))
            else -> {}
        }
    }

    fun close() {
        for ((place, members) in facades) {
            if (members.isNotEmpty()) write(place.first, place.second, "public final class ${place.second} {\n$members}\n")
        }
        write("oracle", "Key", "public @interface Key { String value(); }\n")
    }

    private fun write(packageName: String, name: String, text: String) {
        val file = File(folder, packageName.replace('.', '/') + "/$name.java")
        file.parentFile.mkdirs()
        file.writeText((if (packageName.isEmpty()) "" else "package $packageName;\n") + text)
    }
}

private class StubOfFile(private val path: String, private val session: FirSession) {
    fun facadeName(file: FirFile): String = file.jvmName()
        ?: file.name.removeSuffix(".kt").replaceFirstChar { it.uppercase() }.replace(Regex("\\W"), "_") + "Kt"

    fun type(one: FirRegularClass, nested: Boolean): String = buildString {
        val inInterface = one.classKind == ClassKind.INTERFACE
        val inner = if (nested && !one.isInner) "static " else ""
        val abstract = if (one.modality == Modality.ABSTRACT || one.modality == Modality.SEALED) "abstract " else ""
        val supers = one.superTypeRefs.mapNotNull { ref -> ref.coneTypeOrNull?.takeIf { it !is ConeErrorType && !it.isAny } }
        val (interfaces, classes) = supers.partition { it.isInterface() }
        val above = interfaces.filter { kotlinName(it) != "kotlin.Function" }.map { java(it, boxed = true) }
        val parameters = parameters(one.typeParameters)
        val name = one.name.asString()
        when (one.classKind) {
            ClassKind.INTERFACE -> append("public ${inner}interface $name$parameters")
            ClassKind.ANNOTATION_CLASS -> return "public $inner@interface $name {}\n"
            ClassKind.ENUM_CLASS -> append("public ${inner}enum $name")
            else -> append("public $inner${abstract}class $name$parameters")
        }
        if (one.classKind == ClassKind.CLASS || one.classKind == ClassKind.OBJECT) {
            classes.firstOrNull()?.let { append(" extends ").append(java(it, boxed = true)) }
        }
        if (above.isNotEmpty()) append(if (inInterface) " extends " else " implements ").append(above.joinToString())
        append(" {\n")
        if (one.classKind == ClassKind.ENUM_CLASS) {
            append(one.declarations.filterIsInstance<FirEnumEntry>().joinToString { it.name.asString() }).append(";\n")
        }
        if (one.classKind == ClassKind.OBJECT && !one.isCompanion) append("public static final $name INSTANCE = null;\n")
        for (member in one.declarations) append(member(member, one, inInterface))
        append("}\n")
    }

    private fun member(member: FirDeclaration, owner: FirRegularClass, inInterface: Boolean): String = when (member) {
        is FirRegularClass -> type(member, nested = true) + if (member.isCompanion) companion(member) else ""
        is FirConstructor -> if (owner.classKind == ClassKind.CLASS) constructor(member, owner) else ""
        is FirNamedFunction -> if (owner.classKind == ClassKind.ENUM_CLASS && member.name.asString() in OF_ENUMS) "" else {
            val isAbstract = member.modality == Modality.ABSTRACT
            val kind = if (member.isJvmStatic()) "static " else if (isAbstract) "abstract " else if (inInterface) "default " else ""
            function(member, kind, body = !isAbstract)
        }
        is FirProperty -> property(member, static = member.isJvmStatic() , inInterface = inInterface)
        else -> ""
    }

    private fun companion(one: FirRegularClass): String = buildString {
        append("public static final ${one.name.asString()} ${one.name.asString()} = null;\n")
        for (member in one.declarations) {
            if (member is FirNamedFunction && member.isJvmStatic()) append(function(member, "static ", body = true))
            if (member is FirProperty && (member.isJvmStatic() || member.isConst || member.isJvmField())) {
                append(property(member, static = true, inInterface = false))
            }
        }
    }

    private fun constructor(one: FirConstructor, owner: FirRegularClass): String {
        val key = "$path:${owner.source?.startOffset}"
        val shapes = shapes(one) + if (one.isPrimary && one.valueParameters.all { it.defaultValue != null }) listOf("") else listOf()
        return shapes.distinct().joinToString("") { "@oracle.Key(\"$key\") ${access(one)}${owner.name.asString()}($it) { throw null; }\n" }
    }

    fun function(one: FirNamedFunction, kind: String, body: Boolean): String {
        if (one.visibility == Visibilities.Private) return ""
        val key = "$path:${one.source?.startOffset}"
        val result = if (one.isSuspend) "Object" else result(one.returnTypeRef.coneTypeOrNull)
        val generics = parameters(one.typeParameters).let { if (it.isEmpty()) "" else "$it " }
        val name = one.jvmName() ?: one.name.asString()
        if (!name.all { Character.isJavaIdentifierPart(it) }) return ""
        val end = if (body) " { throw null; }" else ";"
        return shapes(one).joinToString("") { "@oracle.Key(\"$key\") ${access(one)}$kind$generics$result $name($it)$end\n" }
    }

    fun property(one: FirProperty, static: Boolean, inInterface: Boolean): String {
        if (one.visibility == Visibilities.Private && one.getter?.visibility != Visibilities.Public) return ""
        val type = result(one.returnTypeRef.coneTypeOrNull).let { if (it == "void") "kotlin.Unit" else it }
        val name = one.name.asString()
        val kind = if (static) "static " else ""
        if (one.isConst || one.isJvmField() || one.isLateInit) return "public $kind$type $name;\n" + if (one.isLateInit) accessors(one, type, kind, " { throw null; }") else ""
        val isAbstract = one.modality == Modality.ABSTRACT
        val word = if (isAbstract) "abstract " else if (inInterface) "default $kind" else kind
        return accessors(one, type, word, if (isAbstract) ";" else " { throw null; }")
    }

    private fun accessors(one: FirProperty, type: String, kind: String, end: String): String {
        val name = one.name.asString()
        val isWord = name.startsWith("is") && name.length > 2 && !name[2].isLowerCase()
        val capital = name.replaceFirstChar { it.uppercase() }
        val getter = one.getter?.jvmName() ?: if (isWord) name else "get$capital"
        val setter = one.setter?.jvmName() ?: if (isWord) "set" + name.drop(2) else "set$capital"
        val receiver = one.receiverParameter?.typeRef?.coneTypeOrNull?.let { java(it, boxed = false) + " receiver" }.orEmpty()
        val generics = parameters(one.typeParameters).let { if (it.isEmpty()) "" else "$it " }
        val read = "public $kind$generics$type $getter($receiver)$end\n"
        if (!one.isVar || one.setter?.visibility == Visibilities.Private) return read
        return read + "public $kind${generics}void $setter(${listOf(receiver, "$type value").filter { it.isNotEmpty() }.joinToString()})$end\n"
    }

    /** The parameter lists that Java may call a function with. */
    private fun shapes(one: FirFunction): List<String> {
        val all = one.valueParameters
        val lists = mutableListOf(all)
        if (one.hasAnnotation(JVM_OVERLOADS, session)) {
            var shorter = all
            while (true) {
                val last = shorter.indexOfLast { it.defaultValue != null }
                if (last < 0) break
                shorter = shorter.filterIndexed { index, _ -> index != last }
                lists += shorter
            }
        }
        return lists.map { list ->
            val receiver = one.receiverParameter?.typeRef?.coneTypeOrNull?.let { "${parameter(it)} receiver" }
            val values = list.mapIndexed { index, it ->
                val type = it.returnTypeRef.coneTypeOrNull?.let(::parameter) ?: "Object"
                val last = it.isVararg && index == list.lastIndex && type.endsWith("[]")
                (if (last) type.removeSuffix("[]") + "..." else type) + " p$index"
            }
            val result = one.returnTypeRef.coneTypeOrNull?.let { java(it, boxed = true) } ?: "Object"
            val continuation = if (one.isSuspend) "kotlin.coroutines.Continuation<? super $result> continuation" else null
            listOfNotNull(receiver, *values.toTypedArray(), continuation).joinToString()
        }
    }

    private fun access(one: FirMemberDeclaration): String = when (one.visibility) {
        Visibilities.Private -> "private "
        Visibilities.Protected -> "protected "
        else -> "public "
    }

    private fun parameters(all: List<FirTypeParameterRef>): String {
        val own = all.filterIsInstance<FirTypeParameter>()
        if (own.isEmpty()) return ""
        return own.joinToString(prefix = "<", postfix = ">") { one ->
            val bounds = one.symbol.resolvedBounds.map { it.coneType }.filter { !it.isNullableAny && it !is ConeErrorType && !it.isAny }
            one.name.asString() + if (bounds.isEmpty()) "" else " extends " + bounds.joinToString(" & ") { java(it, boxed = true) }
        }
    }

    private fun result(type: ConeKotlinType?): String =
        if (type == null) "Object" else if (type.isUnit) "void" else java(type, boxed = false)

    private fun parameter(type: ConeKotlinType): String = java(type, boxed = false, open = true)

    /** A type as Java writes it; `open` lets its arguments be subtypes. */
    private fun java(type: ConeKotlinType, boxed: Boolean, open: Boolean = false): String {
        val lower = type.lowerBoundIfFlexible().fullyExpandedType(session)
        if (lower is ConeTypeParameterType) return lower.lookupTag.name.asString()
        if (lower is ConeDefinitelyNotNullType) return java(lower.original, boxed, open)
        val classId = (lower as? ConeClassLikeType)?.takeIf { it !is ConeErrorType }?.lookupTag?.classId ?: return "Object"
        val name = classId.asSingleFqName().asString()
        PRIMITIVES[name]?.let { (plain, box) -> return if (boxed || lower.isMarkedNullable) box else plain }
        if (name.endsWith("Array") && name.startsWith("kotlin.")) PRIMITIVES[name.removeSuffix("Array")]?.let { return it.first + "[]" }
        val arguments = lower.typeArguments.map { argument ->
            val inside = argument.type?.let { java(it, boxed = true, open) }
            when {
                inside == null -> "?"
                argument is ConeKotlinTypeProjectionOut || open && argument is ConeKotlinType -> "? extends $inside"
                argument is ConeKotlinTypeProjectionIn -> "? super $inside"
                else -> inside
            }
        }
        if (classId == StandardClassIds.Array) {
            return (lower.typeArguments.firstOrNull()?.type?.let { java(it, boxed = true, open) } ?: "Object") + "[]"
        }
        if (classId.relativeClassName.asString().matches(FUNCTION)) return functional(classId, lower, open)
        val mapped = JavaToKotlinClassMap.mapKotlinToJava(FqName(name).toUnsafe())?.asSingleFqName()?.asString() ?: name
        return mapped + if (arguments.isEmpty()) "" else arguments.joinToString(prefix = "<", postfix = ">")
    }

    private fun functional(classId: ClassId, type: ConeClassLikeType, open: Boolean): String {
        var inside = type.typeArguments.map { it.type?.let { part -> java(part, boxed = true) } ?: "Object" }
        if (classId.relativeClassName.asString().startsWith("KFunction")) return "kotlin.reflect.KFunction"
        if (classId.relativeClassName.asString().startsWith("Suspend")) {
            inside = inside.dropLast(1) + "kotlin.coroutines.Continuation<? super ${inside.last()}>" + "Object"
        }
        val written = if (!open) inside else inside.mapIndexed { index, one ->
            if (index < inside.lastIndex) "? super $one" else "? extends $one"
        }
        return "kotlin.jvm.functions.Function${inside.size - 1}" + written.joinToString(prefix = "<", postfix = ">")
    }

    private fun kotlinName(type: ConeKotlinType): String? = type.classId?.asSingleFqName()?.asString()

    private fun ConeKotlinType.isInterface(): Boolean =
        (fullyExpandedType(session).toSymbol(session) as? FirClassSymbol<*>)?.classKind == ClassKind.INTERFACE

    private fun FirAnnotationContainer.jvmName(): String? =
        annotations.firstOrNull { it.toAnnotationClassId(session) == JVM_NAME }?.getStringArgument(Name.identifier("name"))

    private fun FirDeclaration.isJvmStatic() = hasAnnotation(JVM_STATIC, session)

    private fun FirProperty.isJvmField() = hasAnnotation(JVM_FIELD, session) || backingField?.hasAnnotation(JVM_FIELD, session) == true

    private companion object {
        private fun jvm(name: String) = ClassId(FqName("kotlin.jvm"), Name.identifier(name))

        val JVM_NAME = jvm("JvmName")
        val JVM_STATIC = jvm("JvmStatic")
        val JVM_FIELD = jvm("JvmField")
        val JVM_OVERLOADS = jvm("JvmOverloads")
        val OF_ENUMS = setOf("values", "valueOf")
        val FUNCTION = Regex("(Suspend|K|KSuspend)?Function\\d+")
        val PRIMITIVES = mapOf(
            "kotlin.Int" to ("int" to "Integer"), "kotlin.Long" to ("long" to "Long"), "kotlin.Short" to ("short" to "Short"),
            "kotlin.Byte" to ("byte" to "Byte"), "kotlin.Char" to ("char" to "Character"), "kotlin.Float" to ("float" to "Float"),
            "kotlin.Double" to ("double" to "Double"), "kotlin.Boolean" to ("boolean" to "Boolean"),
        )
    }
}
