@file:OptIn(SymbolInternals::class, UnresolvedExpressionTypeAccess::class, org.jetbrains.kotlin.compiler.plugin.ExperimentalCompilerApi::class)

package oracle

import java.io.File
import java.io.Writer
import org.jetbrains.kotlin.KtFakeSourceElementKind
import org.jetbrains.kotlin.KtNodeTypes
import org.jetbrains.kotlin.KtSourceElement
import org.jetbrains.kotlin.descriptors.Modality
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar
import org.jetbrains.kotlin.config.CompilerConfiguration
import org.jetbrains.kotlin.diagnostics.DiagnosticReporter
import org.jetbrains.kotlin.fir.FirElement
import org.jetbrains.kotlin.fir.FirSession
import org.jetbrains.kotlin.fir.analysis.checkers.MppCheckerKind
import org.jetbrains.kotlin.fir.analysis.checkers.context.CheckerContext
import org.jetbrains.kotlin.fir.analysis.checkers.declaration.DeclarationCheckers
import org.jetbrains.kotlin.fir.analysis.checkers.declaration.FirDeclarationChecker
import org.jetbrains.kotlin.fir.analysis.checkers.processOverriddenFunctionsSafe
import org.jetbrains.kotlin.fir.analysis.extensions.FirAdditionalCheckersExtension
import org.jetbrains.kotlin.fir.analysis.getChild
import org.jetbrains.kotlin.fir.containingClassLookupTag
import org.jetbrains.kotlin.fir.declarations.*
import org.jetbrains.kotlin.fir.declarations.utils.*
import org.jetbrains.kotlin.fir.expressions.*
import org.jetbrains.kotlin.fir.diagnostics.FirDiagnosticHolder
import org.jetbrains.kotlin.fir.extensions.FirExtensionRegistrar
import org.jetbrains.kotlin.fir.extensions.FirExtensionRegistrarAdapter
import org.jetbrains.kotlin.fir.isDelegated
import org.jetbrains.kotlin.fir.originalIfFakeOverrideOrDelegated
import org.jetbrains.kotlin.fir.references.FirErrorNamedReference
import org.jetbrains.kotlin.fir.references.FirNamedReference
import org.jetbrains.kotlin.fir.references.FirReference
import org.jetbrains.kotlin.fir.references.FirResolvedErrorReference
import org.jetbrains.kotlin.fir.references.FirResolvedNamedReference
import org.jetbrains.kotlin.fir.resolve.providers.firProvider
import org.jetbrains.kotlin.fir.resolve.toSymbol
import org.jetbrains.kotlin.fir.scopes.impl.typeAliasConstructorInfo
import org.jetbrains.kotlin.fir.symbols.FirBasedSymbol
import org.jetbrains.kotlin.fir.symbols.SymbolInternals
import org.jetbrains.kotlin.fir.symbols.impl.*
import org.jetbrains.kotlin.fir.types.*
import org.jetbrains.kotlin.fir.visitors.FirVisitorVoid
import org.jetbrains.kotlin.lexer.KtTokens
import org.jetbrains.kotlin.psi

/** Writes every declaration and every resolved or unresolved call of the sources, one JSON object a line. */
class CallEdgesRegistrar : CompilerPluginRegistrar() {
    override val pluginId = "call-edges"
    override val supportsK2 = true

    override fun ExtensionStorage.registerExtensions(configuration: CompilerConfiguration) {
        FirExtensionRegistrarAdapter.registerExtension(Registrar())
    }
}

private class Registrar : FirExtensionRegistrar() {
    override fun ExtensionRegistrarContext.configurePlugin() {
        +::Checkers
    }
}

private class Checkers(session: FirSession) : FirAdditionalCheckersExtension(session) {
    override val declarationCheckers = object : DeclarationCheckers() {
        override val fileCheckers = setOf<FirDeclarationChecker<FirFile>>(FileChecker)
    }
}

private object FileChecker : FirDeclarationChecker<FirFile>(MppCheckerKind.Common) {
    private val out: Writer by lazy {
        File(System.getProperty("call.edges")).bufferedWriter().also { writer ->
            Runtime.getRuntime().addShutdownHook(Thread { writer.close().also { stubs?.close() } })
        }
    }
    private val stubs = System.getProperty("java.stubs")?.let { JavaStubs(File(it)) }

    context(context: CheckerContext, reporter: DiagnosticReporter)
    override fun check(declaration: FirFile) {
        synchronized(this) {
            declaration.acceptChildren(Walk(declaration, context, out))
            stubs?.add(declaration, declaration.sourceFile?.path ?: declaration.name, context.session)
        }
    }
}

private class Walk(val file: FirFile, val context: CheckerContext, val out: Writer) : FirVisitorVoid() {
    private val path = file.sourceFile?.path ?: file.name
    private val functions = ArrayDeque<FirNamedFunction>() // named functions around, outermost first
    private val owners = ArrayDeque<String>() // what a place belongs to, outermost first: function, class, accessor, …
    private val classes = ArrayDeque<String>()
    private val properties = ArrayDeque<String>()
    private val names = ArrayDeque<String>() // of functions, properties and enum entries around

    override fun visitElement(element: FirElement) {
        when (element) {
            is FirAnnotation -> return
            is FirNamedFunction -> {
                function(element)
                functions.addLast(element)
                named(element.name.asString()) { within("function", element) }
                functions.removeLast()
            }
            is FirConstructor -> {
                if (element.source?.kind is org.jetbrains.kotlin.KtRealSourceElementKind) constructor(element)
                within("constructor", element)
            }
            is FirClass -> {
                if (element is FirRegularClass) {
                    type(element)
                    classes.addLast(element.name.asString())
                }
                within("class", element)
                if (element is FirRegularClass) classes.removeLast()
            }
            is FirAnonymousInitializer -> within("initializer", element)
            is FirProperty -> if (element.isLocalVariable()) element.acceptChildren(this) else {
                properties.addLast(element.name.asString())
                named(element.name.asString()) { within("property", element) }
                properties.removeLast()
            }
            is FirEnumEntry -> named(element.name.asString()) { within("property", element) }
            is FirField -> within("property", element)
            is FirQualifiedAccessExpression -> {
                access(element)
                element.acceptChildren(this)
            }
            is FirDelegatedConstructorCall -> {
                reference(element.calleeReference, element.source, "delegated-constructor", null)
                element.acceptChildren(this)
            }
            is FirTypeRef -> return
            else -> element.acceptChildren(this)
        }
    }

    private fun within(owner: String, element: FirElement) {
        owners.addLast(owner)
        element.acceptChildren(this)
        owners.removeLast()
    }

    private fun named(name: String, inside: () -> Unit) {
        names.addLast(name)
        inside()
        names.removeLast()
    }

    private fun FirProperty.isLocalVariable() = symbol is FirLocalPropertySymbol

    private fun access(element: FirQualifiedAccessExpression) {
        val how = when (element) {
            is FirCallableReferenceAccess -> "reference"
            is FirComponentCall -> "component"
            is FirImplicitInvokeCall -> "invoke"
            is FirFunctionCall -> element.origin.name.lowercase()
            else -> "property"
        }
        val fake = (element.source?.kind as? KtFakeSourceElementKind)?.let { it::class.simpleName }
        shaky = listOfNotNull(element.explicitReceiver, element.dispatchReceiver, element.extensionReceiver)
            .any { it.coneTypeOrNull?.contains { part -> part is ConeErrorType } ?: false }
        reference(element.calleeReference, element.source, how, fake)
        shaky = false
    }

    private var shaky = false // whether the receiver's type is not known in full

    private fun reference(reference: FirReference, around: KtSourceElement?, how: String, fake: String?) {
        val named = reference as? FirNamedReference ?: return
        val at = named.source ?: around ?: return
        val symbol = resolved(named)
        if (symbol == null) {
            if (named is FirErrorNamedReference || named is FirResolvedErrorReference) {
                val guess = (named as? FirResolvedErrorReference)?.resolvedSymbol as? FirFunctionSymbol<*>
                val problem = (named as? FirDiagnosticHolder)?.diagnostic
                val more = mapOf("guess" to guess?.let { key(unwrapped(it)) }, "why" to problem?.let { it::class.simpleName })
                site("u", at, around, how, fake, named.name.asString(), more)
            }
            return
        }
        if (symbol is FirSyntheticPropertySymbol) {
            val getter = symbol.getterSymbol?.delegateFunctionSymbol ?: return
            target(getter, at, around, "synthetic", fake)
        } else if (symbol is FirFunctionSymbol<*>) {
            target(symbol, at, around, how, fake)
        }
    }

    private fun target(called: FirFunctionSymbol<*>, at: KtSourceElement, around: KtSourceElement?, how: String, fake: String?) {
        var declared: FirFunctionSymbol<*> = called
        if (declared is FirConstructorSymbol) {
            declared = declared.typeAliasConstructorInfo?.originalConstructor?.symbol ?: declared
        }
        var delegated = false
        while (true) {
            delegated = delegated || declared.isDelegated
            val running = (declared as? FirIntersectionOverrideFunctionSymbol)?.intersections
                ?.filterIsInstance<FirFunctionSymbol<*>>()?.firstOrNull { it.fir.modality != Modality.ABSTRACT }
            if (running != null) {
                declared = running
                continue
            }
            declared = (declared.fir as FirCallableDeclaration).originalIfFakeOverrideOrDelegated()?.symbol
                as? FirFunctionSymbol<*> ?: break
        }
        val fields = mutableMapOf<String, Any?>(
            "to" to key(declared),
            "id" to declared.callableId?.toString(),
            "ctor" to (declared is FirConstructorSymbol),
        )
        if (delegated) fields["delegated"] = true
        if (shaky) fields["shaky"] = true
        val name = if (declared is FirConstructorSymbol) declared.owner().orEmpty().substringAfterLast('.') else declared.name.asString()
        site("c", at, around, how, fake, name, fields)
    }

    private fun resolved(reference: FirNamedReference): FirBasedSymbol<*>? {
        if (reference is FirResolvedErrorReference) {
            val problem = reference.diagnostic::class.simpleName
            return reference.resolvedSymbol.takeIf { problem in BEARABLE }
        }
        return (reference as? FirResolvedNamedReference)?.resolvedSymbol
    }

    private fun site(
        kind: String, at: KtSourceElement, around: KtSourceElement?, how: String, fake: String?, name: String,
        more: Map<String, Any?>,
    ) {
        write(
            mapOf(
                "t" to kind, "file" to path, "line" to line(at.startOffset), "start" to at.startOffset, "end" to at.endOffset,
                "from" to around?.startOffset, "to_end" to around?.endOffset,
                "name" to name, "how" to how, "fake" to fake, "names" to names.toList(),
                "around" to functions.mapNotNull { key(it.symbol) }, "owners" to owners.toList(),
                "classes" to classes.toList(), "properties" to properties.toList(),
            ) + more,
        )
    }

    private fun function(element: FirNamedFunction) {
        if (element.source?.kind is KtFakeSourceElementKind) return
        val symbol = element.symbol
        val overrides = mutableListOf<String?>()
        if (symbol.containingClassLookupTag() != null) {
            context(context) { symbol.processOverriddenFunctionsSafe { base -> overrides += key(unwrapped(base)) } }
        }
        val identifier = element.source?.getChild(KtTokens.IDENTIFIER, depth = 1) ?: element.source
        write(
            declaration("f", element, element.name.asString(), symbol.owner(), identifier) + mapOf(
                "receiver" to element.receiverParameter?.typeRef?.coneTypeOrNull?.renderReadable(),
                "parameters" to element.valueParameters.map { it.returnTypeRef.coneTypeOrNull?.renderReadable() },
                "overrides" to overrides.filterNotNull().distinct(),
                "bases" to overrides.size,
                "local" to (functions.isNotEmpty() || owners.any { it != "class" }),
            ),
        )
    }

    private fun constructor(element: FirConstructor) {
        write(declaration("k", element, element.symbol.owner().orEmpty().substringAfterLast('.'), element.symbol.owner(), element.source))
    }

    private fun type(element: FirRegularClass) {
        val identifier = element.source?.getChild(KtTokens.IDENTIFIER, depth = 1) ?: element.source
        val expect = expectOf(element.symbol) as? FirClassLikeSymbol<*>
        write(
            declaration("t", element, element.name.asString(), element.symbol.classId.asFqNameString(), identifier) + mapOf(
                "kind" to element.classKind.name, "companion" to element.isCompanion, "expect_key" to expect?.let { classKey(it) },
                "local" to (functions.isNotEmpty() || owners.any { it != "class" }),
            ),
        )
    }

    private fun declaration(kind: String, element: FirMemberDeclaration, name: String, owner: String?, at: KtSourceElement?): Map<String, Any?> {
        val expect = expectOf(element.symbol)
        val flags = buildList {
            if (element.isOverride) add("override")
            if (element.isOperator) add("operator")
            if (element.isInfix) add("infix")
            if (element.isInline) add("inline")
            if (element.isSuspend) add("suspend")
            if (element.isExpect) add("expect")
            if (element.isActual) add("actual")
            if (element.isExternal) add("external")
            if ((element as? FirCallableDeclaration)?.receiverParameter != null) add("extension")
        }
        return mapOf(
            "t" to kind, "key" to "$path:${element.source?.startOffset}", "file" to path, "line" to line(at?.startOffset ?: 0),
            "name" to name, "owner" to owner, "flags" to flags, "expect" to (expect as? FirCallableSymbol<*>)?.let { key(it) },
        )
    }

    private fun expectOf(symbol: FirBasedSymbol<*>): FirBasedSymbol<*>? = symbol.getSingleMatchedExpectForActualOrNull()

    private fun unwrapped(symbol: FirFunctionSymbol<*>): FirFunctionSymbol<*> {
        var declared = symbol
        while (true) {
            declared = (declared.fir as FirCallableDeclaration).originalIfFakeOverrideOrDelegated()?.symbol
                as? FirFunctionSymbol<*> ?: return declared
        }
    }

    /** Where a function is declared, as `path:offset`; of a constructor, its class. Null outside the sources. */
    private fun key(symbol: FirCallableSymbol<*>): String? {
        if (symbol is FirConstructorSymbol) {
            val owner = symbol.containingClassLookupTag()?.toSymbol(symbol.moduleData.session) ?: return null
            return classKey(owner)
        }
        val source = symbol.source ?: return null
        if (symbol.origin is FirDeclarationOrigin.Java || symbol.origin == FirDeclarationOrigin.Enhancement) {
            return source.psi?.containingFile?.virtualFile?.path?.let { "$it:${source.psi?.textOffset}" }
        }
        if (symbol.origin != FirDeclarationOrigin.Source) return null
        val container = symbol.moduleData.session.firProvider.getFirCallableContainerFile(symbol) ?: file
        return "${container.sourceFile?.path}:${source.startOffset}"
    }

    private fun classKey(symbol: FirClassLikeSymbol<*>): String? {
        val source = symbol.source ?: return null
        if (symbol.origin is FirDeclarationOrigin.Java) return source.psi?.containingFile?.virtualFile?.path?.let { "$it:${source.startOffset}" }
        if (symbol.origin != FirDeclarationOrigin.Source) return null
        val container = symbol.moduleData.session.firProvider.getFirClassifierContainerFileIfAny(symbol) ?: file
        return "${container.sourceFile?.path}:${source.startOffset}"
    }

    private fun FirCallableSymbol<*>.owner(): String? = containingClassLookupTag()?.classId?.asFqNameString()


    private fun line(offset: Int): Int = (file.sourceFileLinesMapping?.getLineByOffset(offset) ?: -1) + 1

    private fun write(fields: Map<String, Any?>) {
        out.append(json(fields)).append('\n')
    }

    private companion object {
        /** Errors of a call whose target the compiler knows all the same. */
        val BEARABLE = setOf("ConeVisibilityError", "ConeHiddenCandidateError", "ConeUnsafeCallError", "ConeSuspiciousNullabilityError")
    }
}

private fun json(value: Any?): String = when (value) {
    null -> "null"
    is Map<*, *> -> value.entries.filter { it.value != null }.joinToString(",", "{", "}") { json(it.key) + ":" + json(it.value) }
    is Iterable<*> -> value.joinToString(",", "[", "]") { json(it) }
    is Number, is Boolean -> value.toString()
    else -> buildString {
        append('"')
        for (char in value.toString()) when {
            char == '"' || char == '\\' -> append('\\').append(char)
            char < ' ' -> append("\\u%04x".format(char.code))
            else -> append(char)
        }
        append('"')
    }
}
