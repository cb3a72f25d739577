@file:OptIn(SymbolInternals::class, UnresolvedExpressionTypeAccess::class, org.jetbrains.kotlin.compiler.plugin.ExperimentalCompilerApi::class)

package oracle

import java.io.File
import java.io.PrintStream
import org.jetbrains.kotlin.KtFakeSourceElementKind
import org.jetbrains.kotlin.KtSourceElement
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar
import org.jetbrains.kotlin.config.CompilerConfiguration
import org.jetbrains.kotlin.diagnostics.DiagnosticReporter
import org.jetbrains.kotlin.fir.FirElement
import org.jetbrains.kotlin.fir.FirSession
import org.jetbrains.kotlin.fir.analysis.checkers.MppCheckerKind
import org.jetbrains.kotlin.fir.analysis.checkers.context.CheckerContext
import org.jetbrains.kotlin.fir.analysis.checkers.declaration.DeclarationCheckers
import org.jetbrains.kotlin.fir.analysis.checkers.declaration.FirDeclarationChecker
import org.jetbrains.kotlin.fir.analysis.extensions.FirAdditionalCheckersExtension
import org.jetbrains.kotlin.fir.containingClassLookupTag
import org.jetbrains.kotlin.fir.declarations.*
import org.jetbrains.kotlin.fir.expressions.*
import org.jetbrains.kotlin.fir.extensions.FirExtensionRegistrar
import org.jetbrains.kotlin.fir.extensions.FirExtensionRegistrarAdapter
import org.jetbrains.kotlin.fir.originalIfFakeOverrideOrDelegated
import org.jetbrains.kotlin.fir.references.FirNamedReference
import org.jetbrains.kotlin.fir.references.FirReference
import org.jetbrains.kotlin.fir.references.FirResolvedNamedReference
import org.jetbrains.kotlin.fir.resolve.providers.firProvider
import org.jetbrains.kotlin.fir.resolve.providers.symbolProvider
import org.jetbrains.kotlin.fir.resolve.toSymbol
import org.jetbrains.kotlin.fir.symbols.FirBasedSymbol
import org.jetbrains.kotlin.fir.symbols.SymbolInternals
import org.jetbrains.kotlin.fir.symbols.impl.*
import org.jetbrains.kotlin.fir.types.*
import org.jetbrains.kotlin.fir.visitors.FirVisitorVoid
import org.jetbrains.kotlin.psi

/** Writes what each name of the sources means, and the type of each local without a written one, a line each. */
class ReferencesRegistrar : CompilerPluginRegistrar() {
    override val pluginId = "references"
    override val supportsK2 = true

    override fun ExtensionStorage.registerExtensions(configuration: CompilerConfiguration) {
        FirExtensionRegistrarAdapter.registerExtension(ReferencesExtension())
    }
}

private class ReferencesExtension : FirExtensionRegistrar() {
    override fun ExtensionRegistrarContext.configurePlugin() {
        +::ReferenceCheckers
    }
}

private class ReferenceCheckers(session: FirSession) : FirAdditionalCheckersExtension(session) {
    override val declarationCheckers = object : DeclarationCheckers() {
        override val fileCheckers = setOf<FirDeclarationChecker<FirFile>>(ReferenceChecker)
    }
}

private object ReferenceChecker : FirDeclarationChecker<FirFile>(MppCheckerKind.Common) {
    context(context: CheckerContext, reporter: DiagnosticReporter)
    override fun check(declaration: FirFile) {
        synchronized(this) {
            val found = StringBuilder()
            declaration.acceptChildren(ReferenceWalk(declaration, found))
            File(System.getProperty("references")).appendText(found.toString())
        }
    }
}

private class ReferenceWalk(val file: FirFile, val out: StringBuilder) : FirVisitorVoid() {
    private val path = file.sourceFile?.path ?: file.name

    override fun visitElement(element: FirElement) {
        when (element) {
            is FirQualifiedAccessExpression -> reference(element.calleeReference, element.source)
            is FirDelegatedConstructorCall -> reference(element.calleeReference, element.source)
            is FirResolvedQualifier -> element.classId?.toSymbol(file.moduleData.session)?.let { meaning(it, element.source) }
            is FirResolvedTypeRef -> element.coneType.toSymbol(file.moduleData.session)?.let { meaning(it, element.source) }
            is FirProperty -> if (element.symbol is FirLocalPropertySymbol) type(element)
            is FirValueParameter -> type(element)
            else -> {}
        }
        element.acceptChildren(this)
    }

    private fun reference(reference: FirReference, around: KtSourceElement?) {
        val symbol = ((reference as? FirNamedReference) as? FirResolvedNamedReference)?.resolvedSymbol ?: return
        val written = reference.source ?: around
        if (symbol is FirSyntheticPropertySymbol) {
            symbol.getterSymbol?.delegateFunctionSymbol?.let { meaning(it, written) }
            symbol.setterSymbol?.delegateFunctionSymbol?.let { meaning(it, written) }
        } else {
            meaning(symbol, written)
        }
    }

    private fun type(variable: FirVariable) {
        val at = variable.source ?: return
        if (at.kind is KtFakeSourceElementKind && variable.name.asString() != "it") return
        val shown = variable.returnTypeRef.coneTypeOrNull?.renderReadable() ?: return
        line("type", path, at.startOffset, at.endOffset, variable.name.asString(), shown)
    }

    private fun meaning(symbol: FirBasedSymbol<*>, at: KtSourceElement?) {
        if (at == null) return
        var declared = symbol
        while (declared is FirCallableSymbol<*>) {
            declared = (declared.fir as FirCallableDeclaration).originalIfFakeOverrideOrDelegated()?.symbol ?: break
        }
        place(declared)?.let { (target, start, end) ->
            line("means", path, at.startOffset, at.endOffset, target, start, end, kind(declared))
        }
        if (declared is FirConstructorSymbol && declared.isPrimary) {
            declared.containingClassLookupTag()?.toSymbol(file.moduleData.session)?.let { owner ->
                place(owner)?.let { (target, start, end) ->
                    line("means", path, at.startOffset, at.endOffset, target, start, end, "primary")
                }
            }
        }
    }

    private fun kind(symbol: FirBasedSymbol<*>) = if (symbol is FirClassLikeSymbol<*>) "class" else "callable"

    /** Where a declaration of the sources stands; null for one of a library. */
    private fun place(symbol: FirBasedSymbol<*>): Triple<String, Int, Int>? {
        val source = symbol.source ?: return null
        val java = source.psi?.containingFile?.virtualFile?.path
        val container = when (symbol) {
            is FirClassLikeSymbol<*> -> symbol.moduleData.session.firProvider.getFirClassifierContainerFileIfAny(symbol)
            is FirCallableSymbol<*> -> if (symbol.containingClassLookupTag() == null && symbol.callableId == null) null
                else symbol.moduleData.session.firProvider.getFirCallableContainerFile(symbol)
            else -> null
        }
        val target = container?.sourceFile?.path ?: java?.takeIf { it.endsWith(".java") } ?: path
        return Triple(target, source.startOffset, source.endOffset)
    }

    private fun line(vararg fields: Any) {
        out.append(fields.joinToString("\t")).append('\n')
    }
}

/** Compiles folders one after the other in one process: each argument is `folder=output=classpath=plugin`. */
fun main(arguments: Array<String>) {
    for (one in arguments) {
        val (folder, output, classpath, plugin) = one.split('=')
        File(output).delete()
        System.setProperty("references", output)
        val classes = "$output.classes"
        val options = arrayOf("-no-stdlib", "-no-reflect", "-Xplugin=$plugin", "-cp", classpath, "-d", classes, "-Xcontext-parameters", folder)
        PrintStream(File("$output.log")).use { log -> K2JVMCompiler().exec(log, *options) }
    }
}
